# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# The reader of the public dynamic benchmark, for tests and benchmarks.
include_guard(GLOBAL)
add_library(portolan_gppc STATIC ${CMAKE_CURRENT_LIST_DIR}/gppc.cpp)
portolan_target_options(portolan_gppc)
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH tests)
target_include_directories(portolan_gppc PUBLIC ${tests})
target_link_libraries(portolan_gppc PUBLIC portolan::core)
