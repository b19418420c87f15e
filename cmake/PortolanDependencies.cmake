# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# What the library itself needs. The installed package finds the same again: keep portolanConfig.cmake.in in step.
find_package(Boost 1.74 REQUIRED)
find_package(hwy 1.0 CONFIG REQUIRED)
find_package(yaml-cpp 0.7 CONFIG REQUIRED)
find_package(LibLZMA REQUIRED)
find_package(PNG REQUIRED)
find_package(nlohmann_json 3.11 CONFIG REQUIRED)
include(${CMAKE_CURRENT_LIST_DIR}/PortolanYamlCpp.cmake)
# xxHash, whose header is all that is used (Debian: libxxhash-dev).
find_path(PORTOLAN_XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
mark_as_advanced(PORTOLAN_XXHASH_INCLUDE_DIR)

if(PORTOLAN_APPS)
  find_package(CLI11 2.1 CONFIG REQUIRED)
endif()
if(PORTOLAN_TESTS)
  find_package(GTest CONFIG REQUIRED)
  find_package(Threads REQUIRED)
endif()
if(PORTOLAN_BENCHMARKS)
  find_package(benchmark CONFIG REQUIRED)
endif()
