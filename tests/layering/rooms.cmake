# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# A file of a room includes files of its own room and of rooms on lower floors only:
#
#   cmake -DSOURCES=<folder of the rooms> -P rooms.cmake
#
# Rooms of one floor do not see each other. 'state' are the files that lie in no room: what puts the parts of a
# hierarchy together.
set(floors "simd graph general" "tables" "levels" "reach bounds" "state" "search" "fields")

set(number 0)
foreach(floor IN LISTS floors)
  separate_arguments(rooms UNIX_COMMAND "${floor}")
  foreach(room IN LISTS rooms)
    set(floor_${room} ${number})
  endforeach()
  math(EXPR number "${number} + 1")
endforeach()

# The room of a path below SOURCES.
function(room_of path result)
  get_filename_component(room "${path}" DIRECTORY)
  if(room STREQUAL "")
    set(room state)
  endif()
  if(NOT DEFINED floor_${room})
    message(SEND_ERROR "${path}: the room '${room}' has no floor; add it to tests/layering/rooms.cmake")
  endif()
  set(${result} ${room} PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE files RELATIVE ${SOURCES} ${SOURCES}/*.hpp ${SOURCES}/*.cpp)
if(NOT files)
  message(FATAL_ERROR "no sources in ${SOURCES}")
endif()
foreach(file IN LISTS files)
  room_of(${file} from)
  file(STRINGS ${SOURCES}/${file} lines REGEX "^#include \"")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" included "${line}")
    room_of(${included} to)
    if(NOT to STREQUAL from AND NOT floor_${to} LESS floor_${from})
      message(SEND_ERROR "${file} (room '${from}') includes ${included} (room '${to}'), which is not on a lower floor")
    endif()
  endforeach()
endforeach()
