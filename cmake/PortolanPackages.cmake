# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# How each package is looked for. The build includes this file with find_package, the installed portolanConfig.cmake
# with find_dependency: a macro, so that find_dependency can return from the file that uses it.
macro(portolan_find how package)
  if("${package}" STREQUAL "boost")
    cmake_language(CALL ${how} Boost 1.74 ${ARGN})
  elseif("${package}" STREQUAL "hwy")
    cmake_language(CALL ${how} hwy 1.0 CONFIG ${ARGN})
  elseif("${package}" STREQUAL "yaml-cpp")
    cmake_language(CALL ${how} yaml-cpp 0.7 CONFIG ${ARGN})
    # The target is yaml-cpp in 0.7 and yaml-cpp::yaml-cpp from 0.8 on: offer the newer name everywhere.
    if(yaml-cpp_FOUND AND NOT TARGET yaml-cpp::yaml-cpp)
      add_library(yaml-cpp::yaml-cpp INTERFACE IMPORTED)
      target_link_libraries(yaml-cpp::yaml-cpp INTERFACE yaml-cpp)
    endif()
  elseif("${package}" STREQUAL "lzma")
    cmake_language(CALL ${how} LibLZMA ${ARGN})
  elseif("${package}" STREQUAL "png")
    cmake_language(CALL ${how} PNG ${ARGN})
  elseif("${package}" STREQUAL "gdal")
    cmake_language(CALL ${how} GDAL 3.6 ${ARGN})
  elseif("${package}" STREQUAL "zlib")
    cmake_language(CALL ${how} ZLIB ${ARGN})
  elseif("${package}" STREQUAL "json")
    cmake_language(CALL ${how} nlohmann_json 3.11 CONFIG ${ARGN})
  elseif("${package}" STREQUAL "xxhash")
    # xxHash, whose header is all that is used (Debian: libxxhash-dev).
    find_path(PORTOLAN_XXHASH_INCLUDE_DIR xxhash.h ${ARGN})
    mark_as_advanced(PORTOLAN_XXHASH_INCLUDE_DIR)
  endif()
endmacro()
