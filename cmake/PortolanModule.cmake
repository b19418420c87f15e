# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# The settings that every target of this project shares.
function(portolan_target_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  if(WIN32)  # what <windows.h> leaves out then: macros of common names, and most of itself
    target_compile_definitions(${target} PRIVATE NOMINMAX WIN32_LEAN_AND_MEAN)
  endif()
  if(MSVC)
    # The same as below as far as this compiler has it. Its old preprocessor knows no __VA_OPT__, which users of the headers
    # need too, and without /bigobj the templates of the tests do not fit into an object.
    target_compile_options(${target} PUBLIC /Zc:preprocessor /Zc:__cplusplus
      PRIVATE /W4 /permissive- /utf-8 /bigobj /fp:precise $<$<BOOL:${PORTOLAN_WARNINGS_AS_ERRORS}>:/WX>)
    target_compile_definitions(${target} PRIVATE _CRT_SECURE_NO_WARNINGS)
    return()
  endif()
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

# portolan_unity_build(TARGET COUNT SOURCE...): with PORTOLAN_UNITY_BUILD, compiles that many sources of a target as one, for
# most of the time goes into headers that they share. Names in unnamed namespaces are therefore told apart within a module
# and within its tests.
function(portolan_unity_build target count)
  if(NOT PORTOLAN_UNITY_BUILD)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${count})
  # What a source sees of the unnamed namespaces of others is no fault; the other presets compile each by itself.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wno-shadow> $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  foreach(source IN LISTS ARGN)
    # Highway includes these files once for each instruction set.
    file(STRINGS ${source} once_for_each REGEX "foreach_target.h" LIMIT_COUNT 1)
    if(once_for_each OR source MATCHES "_windows\\.cpp$")  # <windows.h> has macros of common names
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
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
  portolan_unity_build(${target} 20 ${sources})
  set(details ${headers})
  list(FILTER details INCLUDE REGEX "/detail/")
  list(FILTER headers EXCLUDE REGEX "/detail/")
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${headers}
                                  FILE_SET details TYPE HEADERS BASE_DIRS include FILES ${details})
  # Users include details by public headers alone, so that these show what is missing; the preset dev checks both.
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    set_target_properties(${target} PROPERTIES INTERFACE_HEADER_SETS_TO_VERIFY HEADERS)
  endif()
  target_include_directories(${target} PRIVATE src)
  list(TRANSFORM portolan_${arg_NAME}_uses PREPEND portolan:: OUTPUT_VARIABLE modules)
  target_link_libraries(${target} PUBLIC ${modules} ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  # What libFuzzer is led by. Tests are compiled without, in a sixth less time.
  if(PORTOLAN_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize-coverage=inline-8bit-counters,pc-table)
  endif()
  if(PORTOLAN_VALIDATE)
    target_compile_definitions(${target} PUBLIC PORTOLAN_VALIDATE=1)
  endif()
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${arg_NAME}
    POSITION_INDEPENDENT_CODE ON
    DEFINE_SYMBOL ""  # static and shared objects are compiled alike
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  if(BUILD_SHARED_LIBS)
    portolan_hide_others(${target})
  endif()
  portolan_install_library(${target} ${arg_NAME})
endfunction()

# A shared library shows what is in namespace portolan. What it has inside of Boost and of the standard library stays its
# own, and cannot meet that of another library.
function(portolan_hide_others target)
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    set(exports ${PROJECT_SOURCE_DIR}/cmake/exports.map)
    target_link_options(${target} PRIVATE -Wl,--version-script=${exports})
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${exports})
  endif()
endfunction()

# One export set per module: find_package(portolan COMPONENTS core) then needs nothing that only config needs. What
# programs need to run is the component 'library', what it takes to build them 'development'.
function(portolan_install_library target name)
  if(NOT PORTOLAN_INSTALL)
    return()
  endif()
  install(TARGETS ${target} EXPORT portolan-${name}
          RUNTIME COMPONENT library
          LIBRARY COMPONENT library NAMELINK_COMPONENT development
          ARCHIVE COMPONENT development
          FILE_SET HEADERS COMPONENT development
          FILE_SET details COMPONENT development)
  install(EXPORT portolan-${name} NAMESPACE portolan:: FILE portolan-${name}.cmake
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/portolan COMPONENT development)
endfunction()

# Takes a source file out of a module: what it needs is not there.
function(portolan_leave_out file)
  set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/src/${file} PROPERTIES HEADER_FILE_ONLY ON)
endfunction()
