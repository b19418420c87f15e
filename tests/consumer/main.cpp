// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/world.hpp>

// A wall goes up and is seen after the commit: the headers are found and the library is linked.
int main() {
  portolan::World world({.width = 64, .height = 64});
  world.stamp({.x = 3, .y = 5}, 1);
  world.commit();
  return world.stamped({.x = 3, .y = 5}) ? 0 : 1;
}
