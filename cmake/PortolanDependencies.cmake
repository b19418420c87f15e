# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# What the modules that are built need, and nothing else.
include(${CMAKE_CURRENT_LIST_DIR}/PortolanPackages.cmake)
foreach(module IN LISTS portolan_built)
  foreach(package IN LISTS portolan_${module}_packages)
    portolan_find(find_package ${package} REQUIRED)
  endforeach()
endforeach()

if(PORTOLAN_APPS)
  portolan_find(find_package json REQUIRED)
  find_package(CLI11 2.1 CONFIG REQUIRED)
endif()
if(PORTOLAN_TESTS)
  portolan_find(find_package lzma REQUIRED)  # some of the public maps are compressed
  find_package(GTest CONFIG REQUIRED)
  find_package(Threads REQUIRED)
endif()
if(PORTOLAN_BENCHMARKS)
  portolan_find(find_package json REQUIRED)
  find_package(benchmark CONFIG REQUIRED)
endif()
