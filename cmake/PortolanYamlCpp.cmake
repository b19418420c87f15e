# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# yaml-cpp names its target yaml-cpp in 0.7 and yaml-cpp::yaml-cpp from 0.8 on: offer the newer name everywhere.
if(NOT TARGET yaml-cpp::yaml-cpp)
  add_library(yaml-cpp::yaml-cpp INTERFACE IMPORTED)
  target_link_libraries(yaml-cpp::yaml-cpp INTERFACE yaml-cpp)
endif()
