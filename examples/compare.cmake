# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# Runs PROGRAM in a folder of its own and compares what it prints with the file EXPECTED.
cmake_path(GET PROGRAM FILENAME name)
cmake_path(GET PROGRAM PARENT_PATH folder)
set(folder ${folder}/${name}.run)
file(REMOVE_RECURSE ${folder})
file(MAKE_DIRECTORY ${folder})
execute_process(COMMAND ${PROGRAM} WORKING_DIRECTORY ${folder} OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
file(READ ${EXPECTED} expected)
if(NOT printed STREQUAL expected)
  message(FATAL_ERROR "${name} does not print what ${EXPECTED} says; it prints\n${printed}")
endif()
