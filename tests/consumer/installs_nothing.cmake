# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# What the project in BUILD_DIR installs is its own program and nothing else.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${PREFIX} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE files RELATIVE ${PREFIX} ${PREFIX}/*)
if(NOT files STREQUAL "bin/fetching")
  message(FATAL_ERROR "installed are ${files}; expected bin/fetching alone")
endif()
