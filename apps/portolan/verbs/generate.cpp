// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <iostream>

#include <portolan/config/map_file.hpp>
#include <portolan/config/terrain.hpp>

#include "json_out.hpp"
#include "map_at_hand.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace portolan::tool {

Exit generate(const GenerateVerbOptions& options) {
  Result<World> world = generate_map(options.map);
  if (!world) {
    say(world.error().text());
    return Exit::bad_usage;
  }
  if (const auto error = write_map(*world, options.out)) return bad_input(*error);
  const ProfileId profile = world->add_profile(default_profile());
  const std::uint64_t passable = count_passable(world->view(profile));
  const Extent extent = world->extent();
  if (options.json) {
    const Json json{{"file", options.out.string()}, {"kind", name(options.map.kind)}, {"width", extent.width},
                    {"height", extent.height},      {"seed", options.map.seed},       {"passable", passable}};
    std::cout << to_text(json);
  } else {
    std::cout << shown(options.out) << ": " << name(options.map.kind) << ", " << extent.width << " x "
              << extent.height << ", " << counted(passable, "cell") << " passable, seed " << options.map.seed
              << '\n';
  }
  return Exit::ok;
}

}  // namespace portolan::tool
