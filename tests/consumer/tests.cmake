# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# Builds and runs the consumer project in every way that Portolan can be had.
set(prefix ${CMAKE_CURRENT_BINARY_DIR}/consumer/prefix)

add_test(NAME consumer.install
  COMMAND ${CMAKE_COMMAND} -D BUILD_DIR=${PROJECT_BINARY_DIR} -D PREFIX=${prefix}
    -P ${CMAKE_CURRENT_LIST_DIR}/install.cmake)
set_tests_properties(consumer.install PROPERTIES FIXTURES_SETUP installed LABELS consumer)

# portolan_consumer_test(NAME FOLDER PROGRAM [OPTION...]): configures and builds a project, then runs its program. The
# library that it links is the installed one; only 'subdirectory' compiles one of its own.
function(portolan_consumer_test name folder program)
  add_test(NAME consumer.${name}
    COMMAND ${CMAKE_CTEST_COMMAND}
      --build-and-test ${folder} ${CMAKE_CURRENT_BINARY_DIR}/consumer/${name}
      --build-generator ${CMAKE_GENERATOR}
      --build-options -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
        "-DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}"
        "-DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}" -DPORTOLAN_UNITY_BUILD=ON ${ARGN}
      --test-command ${program})
  set_tests_properties(consumer.${name} PROPERTIES FIXTURES_REQUIRED installed LABELS consumer TIMEOUT 1200)
endfunction()

set(consumer ${CMAKE_CURRENT_LIST_DIR} consumer)
set(installed -DCMAKE_PREFIX_PATH=${prefix})
# What core does not need must not be looked for.
set(core -DCONSUMER_COMPONENTS=core)
foreach(package IN ITEMS yaml-cpp PNG LibLZMA nlohmann_json)
  list(APPEND core -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()

portolan_consumer_test(find_package ${consumer} ${installed})
portolan_consumer_test(core_alone ${consumer} ${installed} ${core})
portolan_consumer_test(unknown_component ${consumer} ${installed} -DCONSUMER_COMPONENTS=rudder)
set_tests_properties(consumer.unknown_component PROPERTIES
  PASS_REGULAR_EXPRESSION "portolan has no component 'rudder'")
# As a folder of another project, core alone and as a shared library. That no symbol of the other modules is missing when
# they are shared, portolan_shared_check shows.
portolan_consumer_test(subdirectory ${consumer} ${core} -DCONSUMER_WAY=add_subdirectory
  -DPORTOLAN_SOURCE_DIR=${PROJECT_SOURCE_DIR} -DPORTOLAN_MODULES=core -DBUILD_SHARED_LIBS=ON)
# By FetchContent, which leaves no trace in the other project.
portolan_consumer_test(fetch ${CMAKE_CURRENT_LIST_DIR}/fetch fetching -DPORTOLAN_SOURCE_DIR=${PROJECT_SOURCE_DIR})
set_tests_properties(consumer.fetch PROPERTIES FIXTURES_SETUP fetched)
add_test(NAME consumer.fetch_installs_nothing
  COMMAND ${CMAKE_COMMAND} -D BUILD_DIR=${CMAKE_CURRENT_BINARY_DIR}/consumer/fetch
    -D PREFIX=${CMAKE_CURRENT_BINARY_DIR}/consumer/fetch-prefix -P ${CMAKE_CURRENT_LIST_DIR}/installs_nothing.cmake)
set_tests_properties(consumer.fetch_installs_nothing PROPERTIES FIXTURES_REQUIRED fetched LABELS consumer)
find_package(PkgConfig)
if(PkgConfig_FOUND)
  portolan_consumer_test(pkg_config ${consumer} ${installed} -DCONSUMER_WAY=pkg_config)
  portolan_consumer_test(pkg_config_core ${consumer} ${installed} -DCONSUMER_WAY=pkg_config -DCONSUMER_COMPONENTS=core)
endif()

# The C interface, by a program in C, which does not know of sanitizers.
if(TARGET portolan_c AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  portolan_consumer_test(c_interface ${CMAKE_CURRENT_LIST_DIR}/c game ${installed})
  if(PkgConfig_FOUND)
    portolan_consumer_test(c_interface_pkg_config ${CMAKE_CURRENT_LIST_DIR}/c game ${installed} -DCONSUMER_WAY=pkg_config)
  endif()
endif()

# The objects of all modules in one shared library, with no symbol left open. Sanitizers leave theirs open.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT BUILD_SHARED_LIBS AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  add_library(portolan_shared_check SHARED)
  set_target_properties(portolan_shared_check PROPERTIES LINKER_LANGUAGE CXX)
  target_link_options(portolan_shared_check PRIVATE -Wl,--no-undefined)
  foreach(module IN LISTS portolan_built)
    get_target_property(libraries portolan_${module} LINK_LIBRARIES)
    list(FILTER libraries EXCLUDE REGEX "^portolan::")
    target_sources(portolan_shared_check PRIVATE $<TARGET_OBJECTS:portolan_${module}>)
    target_link_libraries(portolan_shared_check PRIVATE ${libraries})
  endforeach()
  portolan_hide_others(portolan_shared_check)
  # What they show, all modules together, and core as another project had it built.
  set(look ${CMAKE_COMMAND} -D NM=${CMAKE_NM} -D OBJDUMP=${CMAKE_OBJDUMP} -P ${CMAKE_CURRENT_LIST_DIR}/shared.cmake)
  list(INSERT look 1 -D LIBRARY=$<TARGET_FILE:portolan_shared_check>)
  add_test(NAME consumer.shared_symbols COMMAND ${look})
  set_tests_properties(consumer.shared_symbols PROPERTIES LABELS consumer)
  set_tests_properties(consumer.subdirectory PROPERTIES FIXTURES_SETUP shared_core)
  set(soname libportolan_core.so.${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  list(TRANSFORM look REPLACE "^LIBRARY=.*" "LIBRARY=${CMAKE_CURRENT_BINARY_DIR}/consumer/subdirectory/portolan/core/${soname}")
  list(INSERT look 1 -D SONAME=${soname})
  add_test(NAME consumer.shared_soname COMMAND ${look})
  set_tests_properties(consumer.shared_soname PROPERTIES FIXTURES_REQUIRED shared_core LABELS consumer)
endif()

# The program in README.md, and that it is the one in README.md.
set(readme ${CMAKE_CURRENT_LIST_DIR}/readme)
set(readme_output "1963 cells, cost 56968")
portolan_consumer_test(readme ${readme} walk ${installed})
set_tests_properties(consumer.readme PROPERTIES PASS_REGULAR_EXPRESSION "${readme_output}")
add_test(NAME consumer.readme_quotes
  COMMAND ${CMAKE_COMMAND} -D README=${PROJECT_SOURCE_DIR}/README.md -D OUTPUT=${readme_output}
    -P ${readme}/compare.cmake)
set_tests_properties(consumer.readme_quotes PROPERTIES LABELS consumer)
# The other ways to link that it shows.
if(CMAKE_GENERATOR STREQUAL "Ninja")
  foreach(way IN ITEMS install subdirectory fetch)
    add_test(NAME consumer.readme_${way}
      COMMAND ${CMAKE_COMMAND} -D WAY=${way} -D SOURCE=${PROJECT_SOURCE_DIR} -D COMPILER=${CMAKE_CXX_COMPILER}
        -D WORK=${CMAKE_CURRENT_BINARY_DIR}/consumer/readme_${way} -P ${readme}/ways.cmake)
    set_tests_properties(consumer.readme_${way} PROPERTIES LABELS consumer)
  endforeach()
endif()
# Recipes for package managers that are not here.
add_test(NAME consumer.recipes COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR} -D PYTHON=${PORTOLAN_PYTHON}
                                       -P ${CMAKE_CURRENT_LIST_DIR}/recipes.cmake)
set_tests_properties(consumer.recipes PROPERTIES LABELS consumer)
