# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# The modules, each after those that it stands on, and the packages that each needs besides. This is the only list:
# the build, the installed package, the .pc files and the layering tests read it.
set(portolan_modules core hierarchy dynamic crowd simulation config view)
set(portolan_core_uses "")
set(portolan_hierarchy_uses core)
set(portolan_dynamic_uses core hierarchy)
set(portolan_crowd_uses core hierarchy)
set(portolan_simulation_uses core hierarchy dynamic crowd)
set(portolan_config_uses core hierarchy dynamic crowd simulation)
set(portolan_view_uses core)

# As PortolanPackages.cmake names them. Those after 'build' are headers that users of an installed library need not have.
set(portolan_core_packages boost hwy)
set(portolan_hierarchy_packages boost hwy)
set(portolan_config_packages yaml-cpp lzma zlib build json xxhash)
set(portolan_view_packages png zlib)

# A module whose folder is not there (yet) is no module.
foreach(module IN LISTS portolan_modules)
  if(NOT EXISTS ${PROJECT_SOURCE_DIR}/${module}/CMakeLists.txt)
    list(REMOVE_ITEM portolan_modules ${module})
  endif()
endforeach()
foreach(module IN LISTS portolan_modules)
  set(there "")
  foreach(used IN LISTS portolan_${module}_uses)
    if(used IN_LIST portolan_modules)
      list(APPEND there ${used})
    endif()
  endforeach()
  set(portolan_${module}_uses ${there})
endforeach()

# What is asked for, with what that stands on, in the order of the list: portolan_built.
set(portolan_wanted ${PORTOLAN_MODULES})
if(portolan_wanted STREQUAL "all")
  set(portolan_wanted ${portolan_modules})
endif()
foreach(module IN LISTS portolan_wanted)
  if(NOT module IN_LIST portolan_modules)
    list(JOIN portolan_modules ", " known)
    message(FATAL_ERROR "PORTOLAN_MODULES names '${module}'; there are ${known}, or all")
  endif()
  list(APPEND portolan_built ${module} ${portolan_${module}_uses})
endforeach()
set(ordered "")
foreach(module IN LISTS portolan_modules)
  if(module IN_LIST portolan_built)
    list(APPEND ordered ${module})
  endif()
endforeach()
set(portolan_built ${ordered})
