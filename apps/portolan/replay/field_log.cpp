// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "field_log.hpp"

#include <algorithm>
#include <cmath>

#include <portolan/core/straight_field.hpp>
#include <portolan/view/detail/replay_tracks.hpp>

namespace portolan::tool {
namespace {

constexpr std::int64_t least_ticks = 4;    // between two looks at a field
constexpr std::int64_t fast_cells = 4000;  // cells for each tick between two looks at all of it,
constexpr std::int64_t slow_cells =
    500;  // and at one for any angle, whose values are worked out when asked for
constexpr std::size_t largest_corridor = 4096UL * 1024;  // cells; larger ones are not kept
constexpr std::uint64_t levels = 240;                    // of cost
constexpr std::uint8_t highest = 250;
constexpr double headings = 240;  // to a turn

std::uint8_t heading_byte(Vec2 v) {
  if (v == Vec2{}) return FieldLog::none;
  constexpr double turn = 6.283185307179586;
  const double part = std::atan2(static_cast<double>(v.y), static_cast<double>(v.x)) / turn * headings;
  return static_cast<std::uint8_t>(std::lround(part + 2 * headings) % static_cast<long>(headings));
}

Distance cost_at(const Simulation& simulation, const GroupLeg& g, Cell c) {
  const BandField* const band = simulation.band(g.group, g.leg);
  return band != nullptr ? band->at(c) : simulation.field(g.group, g.leg).at(c);
}

std::uint8_t byte_at(const Simulation& simulation, const GroupLeg& g, Cell c, Distance left) {
  if (left == Distance{}) return FieldLog::goal;
  const BandField* const band = simulation.band(g.group, g.leg);
  if (const StraightField* const straight =
          band != nullptr ? nullptr : simulation.field(g.group, g.leg).straight()) {
    const Vec2 way = straight->heading(centre_of(c), c.layer).direction;
    if (way != Vec2{}) return heading_byte(way);
  }
  const Direction d = band != nullptr ? band->direction(c) : simulation.field(g.group, g.leg).direction(c);
  if (d == Direction::link) return FieldLog::link;
  if (!is_step(d)) return FieldLog::none;
  const auto k = static_cast<std::size_t>(d);
  return heading_byte({static_cast<float>(step_dx[k]), static_cast<float>(step_dy[k])});
}

std::map<std::uint32_t, std::uint64_t> versions_of(const Simulation& simulation, const GroupLeg& g) {
  std::map<std::uint32_t, std::uint64_t> versions;
  const BandField* const band = simulation.band(g.group, g.leg);
  for (const SectorVersion& version :
       band != nullptr ? band->made_from() : simulation.field(g.group, g.leg).made_from())
    versions[version.sector.value] = version.version;
  return versions;
}

std::vector<Distance> costs_of(const Simulation& simulation, const GroupLeg& g, const Rect& cells) {
  std::vector<Distance> costs;
  for (int y = cells.y; y < cells.y + cells.height; ++y) {
    for (int x = cells.x; x < cells.x + cells.width; ++x)
      costs.push_back(cost_at(simulation, g, {x, y, cells.layer}));
  }
  return costs;
}

// The highest cost that levels are to tell. What few cells have, in the middle of a jam, is left above them
// where it would take the levels from all others.
std::uint64_t most_of(const std::map<std::uint32_t, std::vector<Distance>>& costs) {
  std::vector<std::uint64_t> all;
  for (const auto& [s, values] : costs) {
    for (const Distance d : values) {
      if (reachable(d)) all.push_back(d.units);
    }
  }
  if (all.empty()) return 0;
  const auto nearly_all = all.begin() + static_cast<std::ptrdiff_t>(all.size() * 49 / 50);
  std::nth_element(all.begin(), nearly_all, all.end());
  const std::uint64_t usual = *nearly_all + *nearly_all / 2;
  return std::min(usual, *std::max_element(nearly_all, all.end()));
}

// A sector that has left the corridor: no headings, and no costs as differences.
std::string nothing(const Rect& cells) {
  const auto count = static_cast<std::size_t>(cells.width * cells.height);
  return std::string(count, static_cast<char>(FieldLog::none)) + std::string(count, '\0');
}

}  // namespace

void FieldLog::note(const Simulation& simulation) {
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    Leg& leg = legs_[k];
    const PlanWork& work = simulation.work(leg.of.group, leg.of.leg);
    const std::uint64_t seen = work.plans + work.fields + work.rejoins;
    if (seen == leg.seen || work.fields == 0 || simulation.ticks() < leg.next) continue;
    leg.seen = seen;
    look(simulation, k);
  }
}

// All of a field where its corridor is another, and now and then; else the sectors that have changed
// themselves, at once: what a change does to the others, farther from the goal, follows with the next whole
// look. To look at all each time took as long as the run.
void FieldLog::look(const Simulation& simulation, std::size_t k) {
  Leg& leg = legs_[k];
  const GroupLeg& g = leg.of;
  const std::map<std::uint32_t, std::uint64_t> versions = versions_of(simulation, g);
  const TileGrid grid = simulation.hierarchy(simulation.planning_profile(g.group)).sectors();
  const std::size_t cells = versions.size() * static_cast<std::size_t>(grid.side() * grid.side());
  leg.next = simulation.ticks() + least_ticks;
  if (cells_ > most_cells || cells > largest_corridor) {
    complete_ = false;
    return;
  }
  bool whole = simulation.ticks() >= leg.next_whole || versions.size() != leg.versions.size();
  for (const auto& [s, version] : leg.versions) whole = whole || versions.find(s) == versions.end();
  if (whole) {
    const bool straight =
        simulation.band(g.group, g.leg) == nullptr && simulation.field(g.group, g.leg).straight() != nullptr;
    leg.next_whole =
        simulation.ticks() + static_cast<std::int64_t>(cells) / (straight ? slow_cells : fast_cells);
  }
  std::map<std::uint32_t, std::vector<Distance>> costs;
  for (const auto& [s, version] : versions) {
    const auto before = leg.versions.find(s);
    if (whole || before->second != version) costs[s] = costs_of(simulation, g, grid.bounds(SectorId{s}));
  }
  if (!fit_units(leg, most_of(costs), whole)) leg.next_whole = leg.next;
  Entry entry{k, simulation.ticks(), leg.units, 0, {}};
  for (const auto& [s, values] : costs)
    keep(entry, s, sector(simulation, g, grid.bounds(SectorId{s}), values, leg.units));
  for (const auto& [s, version] : leg.versions) {
    if (versions.find(s) == versions.end()) keep(entry, s, nothing(grid.bounds(SectorId{s})));
  }
  leg.versions = versions;
  if (entry.sectors > 0) entries_.push_back(std::move(entry));
}

// Jams make ways costlier than they were at first, by many times. A scale is of all sectors: it changes with
// a look at all of them, and it leaves room, as each change tells the whole field again. False: such a look
// is due.
bool FieldLog::fit_units(Leg& leg, std::uint64_t most, bool whole) {
  const bool fits = most <= leg.units * highest;
  if (leg.units == 0) {
    leg.units = most / levels + 1;
  } else if (whole && (!fits || 4 * most < leg.units * levels)) {
    leg.units = (most + most / 2) / levels + 1;
  } else {
    return fits;
  }
  return true;
}

// Unless it is what is shown already.
void FieldLog::keep(Entry& entry, std::uint32_t sector, std::string bytes) {
  std::string& shown = legs_[entry.leg].shown[sector];
  if (shown == bytes) return;
  detail::put_number(entry.bytes, sector);
  entry.bytes += bytes;
  ++entry.sectors;
  cells_ += bytes.size() / 2;
  shown = std::move(bytes);
}

std::string FieldLog::sector(const Simulation& simulation, const GroupLeg& g, const Rect& cells,
                             const std::vector<Distance>& values, std::uint64_t units) {
  std::string directions, costs;
  std::size_t k = 0;
  for (int y = cells.y; y < cells.y + cells.height; ++y) {
    std::uint8_t left = none;
    for (int x = cells.x; x < cells.x + cells.width; ++x, ++k) {
      const Distance d = values[k];
      const std::uint8_t level =
          reachable(d) ? static_cast<std::uint8_t>(std::min<std::uint64_t>(d.units / units, highest)) : none;
      directions.push_back(
          static_cast<char>(reachable(d) ? byte_at(simulation, g, {x, y, cells.layer}, d) : none));
      costs.push_back(static_cast<char>(level - left));
      left = level;
    }
  }
  return directions + costs;
}

bool FieldLog::shorten() {
  if (entries_.empty()) return false;
  complete_ = false;
  entries_.resize(entries_.size() - (entries_.size() + 3) / 4);
  return true;
}

Json FieldLog::list() const {
  Json list = Json::array();
  for (const Entry& entry : entries_) list.push_back({entry.leg, entry.tick, entry.units, entry.sectors});
  return list;
}

std::string FieldLog::column() const {
  std::string all;
  for (const Entry& entry : entries_) all += entry.bytes;
  return all;
}

}  // namespace portolan::tool
