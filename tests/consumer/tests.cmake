# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# Builds and runs the consumer project in every way that Portolan can be had.
set(prefix ${CMAKE_CURRENT_BINARY_DIR}/consumer/prefix)

add_test(NAME consumer.install
  COMMAND ${CMAKE_COMMAND} -D BUILD_DIR=${PROJECT_BINARY_DIR} -D PREFIX=${prefix}
    -P ${CMAKE_CURRENT_LIST_DIR}/install.cmake)
set_tests_properties(consumer.install PROPERTIES FIXTURES_SETUP installed LABELS consumer)

function(portolan_consumer_test name folder program)
  add_test(NAME consumer.${name}
    COMMAND ${CMAKE_CTEST_COMMAND}
      --build-and-test ${folder} ${CMAKE_CURRENT_BINARY_DIR}/consumer/${name}
      --build-generator ${CMAKE_GENERATOR}
      --build-options -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
        -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
        "-DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}" ${ARGN}
      --test-command ${program})
  set_tests_properties(consumer.${name} PROPERTIES FIXTURES_REQUIRED installed LABELS consumer TIMEOUT 1200)
endfunction()

set(consumer ${CMAKE_CURRENT_LIST_DIR} consumer)
portolan_consumer_test(find_package ${consumer} -DCMAKE_PREFIX_PATH=${prefix})
portolan_consumer_test(core_alone ${consumer} -DCMAKE_PREFIX_PATH=${prefix} -DCONSUMER_COMPONENTS=core
  -DCMAKE_DISABLE_FIND_PACKAGE_yaml-cpp=ON -DCMAKE_DISABLE_FIND_PACKAGE_PNG=ON)
portolan_consumer_test(unknown_component ${consumer} -DCMAKE_PREFIX_PATH=${prefix} -DCONSUMER_COMPONENTS=rudder)
set_tests_properties(consumer.unknown_component PROPERTIES
  PASS_REGULAR_EXPRESSION "portolan has no component 'rudder'")
portolan_consumer_test(shared_subdirectory ${consumer}
  -DCONSUMER_WAY=add_subdirectory -DPORTOLAN_SOURCE_DIR=${PROJECT_SOURCE_DIR} -DBUILD_SHARED_LIBS=ON)
find_package(PkgConfig)
if(PkgConfig_FOUND)
  portolan_consumer_test(pkg_config ${consumer} -DCONSUMER_WAY=pkg_config -DCMAKE_PREFIX_PATH=${prefix})
endif()

# The program in README.md, and that it is the one in README.md.
set(readme ${CMAKE_CURRENT_LIST_DIR}/readme)
set(readme_output "1963 cells, cost 56968")
portolan_consumer_test(readme ${readme} walk -DCMAKE_PREFIX_PATH=${prefix})
set_tests_properties(consumer.readme PROPERTIES PASS_REGULAR_EXPRESSION "${readme_output}")
add_test(NAME consumer.readme_quotes
  COMMAND ${CMAKE_COMMAND} -D README=${PROJECT_SOURCE_DIR}/README.md -D OUTPUT=${readme_output}
    -P ${readme}/compare.cmake)
set_tests_properties(consumer.readme_quotes PROPERTIES LABELS consumer)
