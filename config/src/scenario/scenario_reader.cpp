// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include <portolan/config/printable.hpp>
#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/terrain.hpp>
#include <portolan/simulation/detail/placement.hpp>

#include "formats/byte_source.hpp"
#include "scenario_sections.hpp"
#include "yaml/yaml_tree.hpp"

namespace portolan {

namespace {

using namespace detail;

Profile make_profile(const ProfileText& text, const Profile& base) {
  Profile profile = base;
  profile.name = text.name;
  profile.clearance = text.clearance;
  for (const auto& [id, cost] : text.costs) profile.cost[id] = cost;
  return profile;
}

// Profiles that are declared come first, in the order of the file; `default` follows where it is needed.
void settle_profiles(const ValueReader& document,
                     const std::vector<std::pair<TerrainId, Cost>>& terrain_costs,
                     const std::vector<ProfileText>& declared, std::vector<GroupText>& groups,
                     ScenarioFile& scenario) {
  Profile base = default_profile();
  for (const auto& [id, cost] : terrain_costs) base.cost[id] = cost;
  std::vector<std::string> names;
  for (const ProfileText& text : declared) {
    scenario.profiles.push_back(make_profile(text, base));
    names.push_back(text.name);
  }
  for (GroupText& text : groups) {
    auto found = std::find(names.begin(), names.end(), text.profile);
    if (found == names.end() && text.profile != base.name) {
      const auto near = nearest(text.profile, names);
      document.report(
          text.profile_mark.with("unknown profile '" + text.profile + "'; " +
                                 (near ? "did you mean '" + *near + "'?" : "add it to `profiles`")));
      continue;
    }
    if (found == names.end()) {
      scenario.profiles.push_back(base);
      names.push_back(base.name);
      found = names.end() - 1;
    }
    text.group.profile = static_cast<std::uint32_t>(found - names.begin());
  }
  if (scenario.profiles.empty()) scenario.profiles.push_back(base);
}

// Each of two who lead each other would go behind the other.
void check_turns(const ValueReader& document, const std::vector<GroupText>& groups, std::size_t first) {
  std::size_t at = first;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const std::optional<std::uint32_t> next = groups[at].group.manner.leader;
    if (!next || *next == at) return;
    at = *next;
    if (at == first)
      return document.report(groups[first].leader_mark.with(
          "'" + groups[first].leader + "' is led by this group in turn; take one of the two leaders away"));
  }
}

void settle_leaders(const ValueReader& document, std::vector<GroupText>& groups) {
  std::vector<std::string> names;
  for (const GroupText& text : groups) names.push_back(text.group.name);
  for (GroupText& text : groups) {
    if (text.leader.empty()) continue;
    const auto found = std::find(names.begin(), names.end(), text.leader);
    if (found != names.end()) {
      text.group.manner.leader = static_cast<std::uint32_t>(found - names.begin());
      continue;
    }
    const auto near = nearest(text.leader, names);
    document.report(text.leader_mark.with(
        "unknown group '" + text.leader + "'; " +
        (near ? "did you mean '" + *near + "'?" : "name one of `groups`, whose first agent is the leader")));
  }
  for (std::size_t k = 0; k < groups.size(); ++k) check_turns(document, groups, k);
}

void note_further_classes(const std::vector<std::pair<TerrainId, Cost>>& costs, std::string& classes) {
  for (const auto& [id, cost] : costs) {
    const char c = static_cast<char>(id);
    if (!is_known_terrain(c) && classes.find(c) == std::string::npos) classes += c;
  }
}

// What faults quote from the file is not to be trusted.
Error shown(std::vector<Error> errors, const std::string& file) {
  for (Error& error : errors) {
    error.file = printable(error.file);
    error.key = printable(error.key);
    error.message = printable(error.message);
  }
  return joined(std::move(errors), printable(file));
}

// At most one byte more than the limit is read, whatever the size of the file.
std::optional<Error> read_bounded(const std::filesystem::path& file, std::string& text) {
  std::string fault;
  const FileHandle handle = open_for_reading(file, fault);
  if (!handle) return Error{file.string(), 0, 0, "", fault};
  text.resize(YamlLimits{}.bytes + 1);
  text.resize(std::fread(text.data(), 1, text.size(), handle.get()));
  if (std::ferror(handle.get()) != 0) return Error{file.string(), 0, 0, "", "cannot be read"};
  return std::nullopt;
}

// More than there are can never arrive. Where a count could not be read, nobody knows how many there are.
void check_min_arrived(const ValueReader& document, const Scenario& scenario) {
  std::int64_t agents = 0, walkers = 0;  // those who walk for ever
  for (const ScenarioGroup& group : scenario.groups) {
    if (group.count == 0) return;
    agents += group.count;
    if (walks_for_ever(group)) walkers += group.count;
  }
  if (walkers > 0 && scenario.expect.all_arrived.value_or(false)) {
    document.find("expect")
        ->find("all_arrived")
        ->fail("can never hold: " + std::to_string(walkers) +
               " agents walk `rounds: 0`, which is for ever; take it away, or give them `rounds`");
  }
  if (scenario.expect.min_arrived.value_or(0) <= agents - walkers) return;
  const std::string who =
      walkers > 0 ? "agents do not walk `rounds: 0`, which is for ever" : "agents there are";
  document.find("expect")
      ->find("min_arrived")
      ->expected("at most " + std::to_string(agents - walkers) + ", which is how many " + who,
                 walkers > 0 ? "lower it, or give them `rounds`" : "lower it, or raise `count`");
}

}  // namespace

std::optional<std::filesystem::path> detail::named_file(const ValueReader& value, const std::string& name,
                                                        const std::string& kind) {
  const ReadContext::Origin& origin = value.origin();
  std::filesystem::path path = (origin.folder / name).lexically_normal();
  // Not even whether it is there is told of a file that may not be named.
  if (origin.confined && !lies_below(path, origin.folder)) {
    value.fail("expected a " + kind + " file in the scenario's folder or below, found '" + name +
               "'; copy it there, or leave --confined out");
    return std::nullopt;
  }
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    value.fail("expected a " + kind + " file, found none at '" + path.string() +
               "'; paths start in the scenario's folder, those of --set in the working directory");
    return std::nullopt;
  }
  if (std::filesystem::is_directory(path, ignored)) {
    value.fail("expected a " + kind + " file, found a folder at '" + path.string() + "'; name a file in it");
    return std::nullopt;
  }
  value.note_file(path);
  return path;
}

void detail::read_root(const ValueReader& document, ScenarioFile& scenario) {
  std::vector<std::pair<TerrainId, Cost>> terrain_costs;
  std::vector<ProfileText> profiles;
  std::vector<GroupText> groups;
  document.map([&](YamlMapping& root) {
    root.text({"name", "for reports and pictures"}, scenario.name, "the file's name");
    root.integer({"seed", "for everything that is drawn at random"}, scenario.seed, 0,
                 std::numeric_limits<std::int64_t>::max());
    root.integer({"ticks", "the run ends here at the latest"}, scenario.ticks, 1, 100'000'000);
    root.number({"tick_seconds", "time that passes in a tick"}, scenario.tick_seconds, 0.001, 10);
    read_map_section(root, scenario);
    read_terrain(root, {"terrain", "cost of terrain classes, by name or map character, for all profiles"},
                 terrain_costs);
    read_profiles(root, profiles);
    read_links(root, scenario);
    read_hierarchy(root, scenario);
    read_groups(root, groups);
    read_obstacles(root, scenario);
    read_budget(root, scenario);
    read_streaming(root, scenario);
    read_congestion(root, scenario);
    read_focus(root, scenario);
    read_board(root, scenario);
    read_expect(root, scenario.expect);
    read_output(root, scenario.output);
  });
  if (document.describing()) return;
  check_board_keys(document, scenario);
  settle_profiles(document, terrain_costs, profiles, groups, scenario);
  settle_leaders(document, groups);
  note_further_classes(terrain_costs, scenario.further_classes);
  for (const ProfileText& profile : profiles) note_further_classes(profile.costs, scenario.further_classes);
  for (GroupText& text : groups) {
    const ScenarioGroup& group = text.group;
    if (group.foresee.horizon > 0 && group.speed * scenario.tick_seconds > 1) {
      document.report(
          group.where.with("a group that foresees walks at most one cell per tick; lower its `speed` or "
                           "`tick_seconds`"));
    }
    if (group.foresee.horizon > 0 && scenario.congestion.interval > 0)
      document.report(group.where.with("a group that foresees does not see jams; take `congestion` away"));
    scenario.groups.push_back(std::move(text.group));
  }
  check_min_arrived(document, scenario);
}

Result<ScenarioFile> parse_scenario(std::string_view text, const std::string& name,
                                    const std::vector<std::string>& overrides, bool confined) {
  const std::filesystem::path path(name);
  ReadContext context;
  context.origins.push_back({name, path.parent_path(), confined});
  YamlPtr tree = parse_yaml(text, name, 0, context.errors);
  for (const std::string& assignment : overrides) {
    const auto origin = static_cast<std::uint32_t>(context.origins.size());
    context.origins.push_back({"--set " + assignment, {}});
    if (tree != nullptr) tree = apply_override(tree, assignment, origin, context.errors);
  }
  ScenarioFile scenario;
  scenario.file = name;
  scenario.name = path.stem().string();
  if (tree != nullptr) read_root({context, tree.get(), ""}, scenario);
  if (!context.errors.empty()) return shown(std::move(context.errors), name);
  scenario.files = std::move(context.files);
  return scenario;
}

Result<ScenarioFile> read_scenario(const std::filesystem::path& file,
                                   const std::vector<std::string>& overrides, bool confined) {
  std::string text;
  if (auto error = read_bounded(file, text)) return *error;
  return parse_scenario(text, file.string(), overrides, confined);
}

std::vector<KeyRecord> detail::describe_keys() {
  std::vector<KeyRecord> keys;
  ReadContext context;
  context.keys = &keys;
  ScenarioFile scenario;
  read_root({context, nullptr, ""}, scenario);
  return keys;
}

}  // namespace portolan
