# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# An overlay port: vcpkg install portolan --overlay-ports=cmake/packages/vcpkg. It builds the sources around it.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(modules simulation)
foreach(feature IN ITEMS config view)
  if(feature IN_LIST FEATURES)
    list(APPEND modules ${feature})
  endif()
endforeach()
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    "-DPORTOLAN_MODULES=${modules}"
    -DPORTOLAN_APPS=OFF
    -DPORTOLAN_BENCHMARKS=OFF
    -DPORTOLAN_BINDINGS=OFF
    -DPORTOLAN_EXAMPLES=OFF
    -DPORTOLAN_TESTS=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME portolan CONFIG_PATH lib/cmake/portolan)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
