# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# The target 'docs' makes the API reference, docs/api/index.html in the build folder. It fails where a comment of a public
# header is wrong, and so does the test docs.api.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
find_program(PORTOLAN_DOXYGEN doxygen)
find_program(PORTOLAN_PYTHON python3)
mark_as_advanced(PORTOLAN_DOXYGEN PORTOLAN_PYTHON)
if(NOT PORTOLAN_DOXYGEN OR NOT PORTOLAN_PYTHON)
  return()
endif()
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/docs)
set(command ${CMAKE_COMMAND} -E env PORTOLAN_DOCS=${PROJECT_BINARY_DIR}/docs ${PORTOLAN_DOXYGEN} docs/api/Doxyfile)
add_custom_target(docs COMMAND ${command} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM)
if(PORTOLAN_TESTS)
  add_test(NAME docs.api COMMAND ${command} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(docs.api PROPERTIES LABELS "docs;consumer" TIMEOUT 600)
endif()
