# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# Installs the build tree BUILD_DIR and moves the result to PREFIX: what is installed must not know where it was put.
file(REMOVE_RECURSE ${PREFIX} ${PREFIX}-before-the-move)
execute_process(
  COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${PREFIX}-before-the-move
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${PREFIX}-before-the-move ${PREFIX})
