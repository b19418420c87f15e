# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# The settings that every target of this project shares.
function(portolan_target_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    # clang counts sign conversions under -Wconversion, g++ does not: what one accepts, the other shall accept too.
    $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wno-sign-conversion>
    # g++ 12 sees overlapping copies in "text" + std::string (GCC bug 105651); there are none.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    $<$<BOOL:${PORTOLAN_WARNINGS_AS_ERRORS}>:-Werror>
    # A fused multiply-add rounds once where two operations round twice: without it, every instruction set that
    # Highway picks at run time gives the same floats.
    -ffp-contract=off)
endfunction()

# Declares the library of one folder:
#
#   portolan_module(NAME dynamic PUBLIC ... PRIVATE ...)
#
# The target is portolan_<name>, its alias (and installed name) portolan::<name>. PortolanModules.cmake says which
# modules it uses; PUBLIC and PRIVATE name what else it links. Each module has its own include root, so that code can
# include only what its module uses.
function(portolan_module)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "PUBLIC;PRIVATE")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "portolan_module(NAME ${arg_NAME}) does not know ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(target portolan_${arg_NAME})
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/include/portolan/*.hpp)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/*.cpp)
  if(NOT sources)
    set(sources ${CMAKE_CURRENT_BINARY_DIR}/headers_only.cpp)
    file(CONFIGURE OUTPUT ${sources} CONTENT "// This module has headers only, so far.\n")
  endif()

  add_library(${target} ${sources})
  add_library(portolan::${arg_NAME} ALIAS ${target})
  portolan_target_options(${target})
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${headers})
  target_include_directories(${target} PRIVATE src)
  list(TRANSFORM portolan_${arg_NAME}_uses PREPEND portolan:: OUTPUT_VARIABLE modules)
  target_link_libraries(${target} PUBLIC ${modules} ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  if(PORTOLAN_VALIDATE)
    target_compile_definitions(${target} PUBLIC PORTOLAN_VALIDATE=1)
  endif()
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${arg_NAME}
    POSITION_INDEPENDENT_CODE ON
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

  if(PORTOLAN_INSTALL)
    # One export set per module: find_package(portolan COMPONENTS core) then needs nothing that only config needs.
    install(TARGETS ${target} EXPORT portolan-${arg_NAME} FILE_SET HEADERS)
    install(EXPORT portolan-${arg_NAME} NAMESPACE portolan:: FILE portolan-${arg_NAME}.cmake
            DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/portolan)
  endif()
endfunction()
