// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <portolan/config/scenario_file.hpp>

#include "yaml/yaml_key.hpp"

// The parts of a scenario; each reads its section of the file and states its keys.
namespace portolan::detail {

constexpr std::int64_t last_tick = 100'000'000;  // that a scenario may name

/// A profile as written; its costs begin with those of `terrain`.
struct ProfileText {
  std::string name;
  std::vector<std::pair<TerrainId, Cost>> costs;
  std::int32_t clearance = 1;
};

/// A group and the names of its profile and its leader's group, which are looked up when all are known.
struct GroupText {
  ScenarioGroup group;
  std::string profile = "default";
  Error profile_mark;
  std::string leader;  // a group's name, or empty
  Error leader_mark;
};

/// Where agents begin or go, or what an edit is about.
void read_place(YamlMapping& keys, const YamlKey& wanted, ScenarioPlace& place);
/// The goals that a group has after its first one, and how long it stays at each; its `start_tick` is known.
void read_legs(YamlMapping& keys, ScenarioGroup& group);
/// Goals that a group may have after its first one.
inline constexpr std::size_t most_legs = 64;
/// Whether it never comes to a last goal.
[[nodiscard]] bool walks_for_ever(const ScenarioGroup& group);
/// How the agents of a group walk among others.
void read_manner(YamlMapping& keys, ScenarioGroup& group);

void read_map_section(YamlMapping& root, ScenarioFile& scenario);
/// Costs of terrain classes, for `terrain` and for each profile.
void read_terrain(YamlMapping& map, const YamlKey& wanted, std::vector<std::pair<TerrainId, Cost>>& costs);
void read_profiles(YamlMapping& root, std::vector<ProfileText>& profiles);
void read_links(YamlMapping& root, ScenarioFile& scenario);
void read_hierarchy(YamlMapping& root, Scenario& scenario);
void read_groups(YamlMapping& root, std::vector<GroupText>& groups);
void read_obstacles(YamlMapping& root, Scenario& scenario);
/// Weights of forces, and whom and what they are about.
void read_steering(YamlMapping& group, GroupText& text);
void read_budget(YamlMapping& root, Scenario& scenario);
void read_congestion(YamlMapping& root, Scenario& scenario);
void read_focus(YamlMapping& root, Scenario& scenario);
/// Appends points [x, y] of the map; so many, at least.
void read_points(YamlMapping& keys, const YamlKey& wanted, std::size_t least, std::vector<Vec2>& points);
void read_streaming(YamlMapping& root, Scenario& scenario);
void read_board_shape(YamlMapping& map, BoardOptions& board);
void read_board(YamlMapping& root, Scenario& scenario);
/// Refuses what boards have not, and on a world what only boards have.
void check_board_keys(const ValueReader& root, const ScenarioFile& scenario);
void read_expect(YamlMapping& root, ScenarioExpect& expect);
void read_output(YamlMapping& root, ScenarioOutput& output);

/// The file that a value names, where it is there and may be opened; else the value fails.
[[nodiscard]] std::optional<std::filesystem::path> named_file(const ValueReader& value,
                                                              const std::string& name,
                                                              const std::string& kind);

/// Reads every key of a scenario, or states every key when the context asks for that.
void read_root(const ValueReader& document, ScenarioFile& scenario);

/// The records of all keys, in the order of the documentation.
[[nodiscard]] std::vector<KeyRecord> describe_keys();

}  // namespace portolan::detail
