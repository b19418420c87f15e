# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/portolan)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/portolanConfig.cmake.in
  ${PROJECT_BINARY_DIR}/portolanConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/portolanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/portolanConfig.cmake
  ${PROJECT_BINARY_DIR}/portolanConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/PortolanYamlCpp.cmake
  DESTINATION ${package_dir})

# Everything in the .pc file hangs on its own place, so that an installed tree can be moved.
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH PORTOLAN_PC_PREFIX /prefix/${pc_dir} /prefix)
string(REGEX REPLACE "/$" "" PORTOLAN_PC_PREFIX "${PORTOLAN_PC_PREFIX}")
if(BUILD_SHARED_LIBS)
  set(PORTOLAN_PC_REQUIRES Requires.private)
else()
  set(PORTOLAN_PC_REQUIRES Requires)
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/portolan.pc.in ${PROJECT_BINARY_DIR}/portolan.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/portolan.pc DESTINATION ${pc_dir})
