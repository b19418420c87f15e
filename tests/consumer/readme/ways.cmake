# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# The ways to link that README.md shows besides the one that consumer.readme builds: configures each with the options
# of the command there, in a folder laid out as it says. That the targets build, other tests show.
#   cmake -D WAY=install|subdirectory|fetch -D SOURCE=... -D WORK=... -D COMPILER=... -P ways.cmake
set(install_options -G Ninja -B build/hierarchy -DPORTOLAN_MODULES=hierarchy -DPORTOLAN_TESTS=OFF)
set(subdirectory_options -G Ninja -B build/folder -DCMAKE_BUILD_TYPE=Release)
set(fetch_options -G Ninja -B build/fetched -DCMAKE_BUILD_TYPE=Release -DPORTOLAN_REPOSITORY=$PWD/../portolan)

string(REPLACE ";" " " line "cmake;${${WAY}_options}")
file(READ ${SOURCE}/README.md readme)
string(FIND "${readme}" "\n${line}" place)
if(place EQUAL -1)
  message(FATAL_ERROR "README.md does not have the command '${line}'")
endif()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/walk)
if(WAY STREQUAL "install")
  set(folder ${SOURCE})
  list(TRANSFORM ${WAY}_options REPLACE "^build/" "${WORK}/build/")
else()
  set(folder ${WORK}/walk)
  file(COPY ${SOURCE}/tests/consumer/readme/main.cpp ${SOURCE}/tests/consumer/readme_${WAY}/CMakeLists.txt DESTINATION ${folder})
  file(CREATE_LINK ${SOURCE} ${folder}/portolan SYMBOLIC)
endif()
set(options -DCMAKE_CXX_COMPILER=${COMPILER})
if(WAY STREQUAL "fetch")
  list(APPEND options -DFETCHCONTENT_SOURCE_DIR_PORTOLAN=${SOURCE})  # as it is here, committed or not
endif()
execute_process(COMMAND ${CMAKE_COMMAND} ${${WAY}_options} ${options} WORKING_DIRECTORY ${folder} COMMAND_ERROR_IS_FATAL ANY)
