// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <string_view>

#include <portolan/core/world.hpp>

namespace {

constexpr int width = 32, height = 8;
constexpr std::string_view map =
    "................................"
    "......#.............~~~~........"
    "......#...........~~~~~~~~......"
    "......#...........~~~~~~~~~~...."
    "....................~~~~~~......"
    "......#.............~~~~........"
    "......#........................."
    "......#.........................";

// What an agent of this profile pays on each cell: a blank is cost 1, '#' is no ground to walk on.
void print_costs(const portolan::World& world, portolan::ProfileId profile) {
  const portolan::GridView grid = world.view(profile);
  std::printf("%s:\n", world.profile(profile).name.c_str());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const portolan::Cost cost = grid.cost({x, y});
      std::putchar(cost == portolan::impassable ? '#' : cost == 1 ? ' ' : static_cast<char>('0' + cost));
    }
    std::putchar('\n');
  }
}

}  // namespace

int main() {
  portolan::World world({.width = width, .height = height});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x)
      world.set_terrain({x, y}, static_cast<portolan::TerrainId>(map[width * y + x]));
  }

  portolan::Profile soldier{.name = "soldier"};
  soldier.cost['~'] = 3;  // a step in the swamp costs as much as three
  soldier.cost['#'] = portolan::impassable;
  portolan::Profile cart = soldier;
  cart.name = "cart";
  cart.clearance = 2;  // it needs a free cell on every side
  const portolan::ProfileId of_soldier = world.add_profile(soldier);
  const portolan::ProfileId of_cart = world.add_profile(cart);

  world.commit();  // until here nobody sees any of it
  print_costs(world, of_soldier);
  print_costs(world, of_cart);
}
