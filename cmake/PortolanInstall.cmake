# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/portolan)
set(PORTOLAN_CONFIG_MODULES "set(_portolan_modules ${portolan_built})\n")
foreach(module IN LISTS portolan_built)
  # Headers that only the build reads stand after 'build'.
  string(REGEX REPLACE ";?build.*" "" packages "${portolan_${module}_packages}")
  set(portolan_${module}_installed_packages ${packages})
  string(APPEND PORTOLAN_CONFIG_MODULES
    "set(_portolan_${module}_uses ${portolan_${module}_uses})\nset(_portolan_${module}_packages ${packages})\n")
endforeach()
if(TARGET portolan_c)  # stands alone: it has the modules inside
  string(APPEND PORTOLAN_CONFIG_MODULES "list(APPEND _portolan_modules c)\n")
endif()
string(REPLACE ";" " " PORTOLAN_CONFIG_MODULES "${PORTOLAN_CONFIG_MODULES}")
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/portolanConfig.cmake.in
  ${PROJECT_BINARY_DIR}/portolanConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/portolanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/portolanConfig.cmake
  ${PROJECT_BINARY_DIR}/portolanConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/PortolanPackages.cmake
  DESTINATION ${package_dir} COMPONENT development)

# portolan-<module>.pc for each module, and portolan.pc for all. Everything in them hangs on their own place, so that an
# installed tree can be moved. Boost, headers only, has no .pc file.
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH PORTOLAN_PC_PREFIX /prefix/${pc_dir} /prefix)
string(REGEX REPLACE "/$" "" PORTOLAN_PC_PREFIX "${PORTOLAN_PC_PREFIX}")
set(pc_of_hwy libhwy)
set(pc_of_yaml-cpp "yaml-cpp >= 0.7")
set(pc_of_lzma liblzma)
set(pc_of_png libpng)
set(pc_of_gdal gdal)
set(pc_of_osmium expat)
set(pc_of_zlib zlib)
set(libs_of_recast -lRecast)  # Debian's has no .pc file

function(portolan_pc_file name description libs modules packages)
  list(REVERSE modules)  # linkers want those that use others first
  list(TRANSFORM modules PREPEND portolan-)
  set(others "")
  foreach(package IN LISTS packages)
    list(APPEND others ${pc_of_${package}})
    if(NOT BUILD_SHARED_LIBS AND libs_of_${package})
      string(APPEND libs " ${libs_of_${package}}")
    endif()
  endforeach()
  if(BUILD_SHARED_LIBS)
    set(requires_private ${others})
    set(requires ${modules})
  else()
    set(requires_private "")
    set(requires ${modules} ${others})
  endif()
  list(JOIN requires ", " PORTOLAN_PC_REQUIRES)
  list(JOIN requires_private ", " PORTOLAN_PC_REQUIRES_PRIVATE)
  set(PORTOLAN_PC_NAME ${name})
  set(PORTOLAN_PC_DESCRIPTION "${description}")
  set(PORTOLAN_PC_LIBS "${libs}")
  configure_file(${PROJECT_SOURCE_DIR}/cmake/portolan.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${pc_dir} COMPONENT development)
endfunction()

foreach(module IN LISTS portolan_built)
  portolan_pc_file(portolan-${module} "${PROJECT_DESCRIPTION}: the module ${module}"
    "-L\${libdir} -lportolan_${module}" "${portolan_${module}_uses}" "${portolan_${module}_installed_packages}")
endforeach()
portolan_pc_file(portolan "${PROJECT_DESCRIPTION}" "" "${portolan_built}" "")
if(TARGET portolan_c)
  portolan_pc_file(portolan-c "${PROJECT_DESCRIPTION}: the C interface" "-L\${libdir} -lportolan" "" "")
endif()
