// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <portolan/config/detail/board_source.hpp>
#include <portolan/config/detail/map_source.hpp>
#include <portolan/core/link.hpp>
#include <portolan/core/profile.hpp>
#include <portolan/core/result.hpp>
#include <portolan/simulation/scenario.hpp>

namespace portolan {

/// A scenario as its file has it: what is played, and what the world under it is made of. No YAML types, all
/// paths resolved, all numbers within their range.
struct ScenarioFile : Scenario {
  std::vector<std::filesystem::path> files;  ///< maps and recorded tracks that it names
  std::vector<MapSource> layers;             ///< at least one
  std::string further_classes;  ///< map characters beyond the known ones that the scenario gives a cost
  std::vector<Link> links;
  std::vector<Error> link_marks;       ///< one per link
  std::vector<Profile> profiles;       ///< at least one
  detail::BoardOptions board_options;  ///< whether, and how, the map is a board and no world
};

}  // namespace portolan
