# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# The recipes of cmake/packages have the project's version, set options that there are, and name modules that there are.
# Neither vcpkg nor Conan is needed for that.
file(READ ${SOURCE}/CMakeLists.txt project)
string(REGEX MATCH "portolan VERSION ([0-9.]+)" ignored "${project}")
set(version ${CMAKE_MATCH_1})
set(recipes ${SOURCE}/cmake/packages)
file(READ ${recipes}/vcpkg/vcpkg.json manifest)
string(JSON of_port GET "${manifest}" version-semver)
file(READ ${recipes}/conan/conanfile.py recipe)
string(REGEX MATCH "version = \"([0-9.]+)\"" ignored "${recipe}")
if(NOT of_port STREQUAL version OR NOT CMAKE_MATCH_1 STREQUAL version)
  message(SEND_ERROR "the project is ${version}, the port ${of_port}, the recipe ${CMAKE_MATCH_1}")
endif()

file(READ ${recipes}/vcpkg/portfile.cmake port)
string(REGEX MATCHALL "PORTOLAN_[A-Z]+" options "${port}")
string(REGEX MATCH "in \\(([^)]*)\\):\n +toolchain" ignored "${recipe}")
string(REGEX MATCHALL "[A-Z]+" parts "${CMAKE_MATCH_1}")
list(TRANSFORM parts PREPEND PORTOLAN_)
list(LENGTH parts count)
if(count LESS 5)
  message(SEND_ERROR "the recipe for Conan does not switch off what a package does not need")
endif()
foreach(option IN LISTS options parts)
  if(NOT project MATCHES "(option|set)\\(${option} ")
    message(SEND_ERROR "there is no option ${option}")
  endif()
endforeach()

# Both build nothing but modules: what they leave out must not be needed.
string(REGEX MATCH "MODULES = \\[([^]]*)\\]" ignored "${recipe}")
string(REGEX MATCHALL "[a-z]+" modules "${CMAKE_MATCH_1}")
file(READ ${SOURCE}/cmake/PortolanModules.cmake known)
string(REPLACE ";" " " modules "${modules}")
if(NOT known MATCHES "set\\(portolan_modules ${modules}\\)")
  message(SEND_ERROR "the recipe for Conan has other modules: ${modules}")
endif()
if(PYTHON)
  foreach(file IN ITEMS conanfile.py test_package/conanfile.py)
    execute_process(COMMAND ${PYTHON} -c "import ast, sys; ast.parse(open(sys.argv[1]).read())" ${recipes}/conan/${file}
                    COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endif()
