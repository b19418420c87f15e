// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "field_log.hpp"

#include <algorithm>
#include <cmath>

#include <portolan/core/straight_field.hpp>
#include <portolan/view/detail/replay_tracks.hpp>

namespace portolan::tool {
namespace {

constexpr std::int64_t least_ticks = 4;         // between two looks at a field,
constexpr std::int64_t cells_per_tick = 4000;   // and so many more where there is more to look at
constexpr std::size_t largest_corridor = 4096;  // sectors of 1024 cells; larger ones are not kept
constexpr std::uint64_t levels = 240;           // of cost
constexpr std::uint8_t highest = 250;
constexpr double headings = 240;  // to a turn

std::uint8_t heading_byte(Vec2 v) {
  if (v == Vec2{}) return FieldLog::none;
  constexpr double turn = 6.283185307179586;
  const double part = std::atan2(static_cast<double>(v.y), static_cast<double>(v.x)) / turn * headings;
  return static_cast<std::uint8_t>(std::lround(part + 2 * headings) % static_cast<long>(headings));
}

Distance cost_at(const Simulation& simulation, std::size_t g, Cell c) {
  const BandField* const band = simulation.band(g);
  return band != nullptr ? band->at(c) : simulation.field(g).at(c);
}

std::uint8_t byte_at(const Simulation& simulation, std::size_t g, Cell c) {
  const BandField* const band = simulation.band(g);
  const Direction d = band != nullptr ? band->direction(c) : simulation.field(g).direction(c);
  if (d == Direction::goal) return FieldLog::goal;
  if (d == Direction::link) return FieldLog::link;
  if (const StraightField* const straight = band != nullptr ? nullptr : simulation.field(g).straight()) {
    const Vec2 way = straight->heading(centre_of(c), c.layer).direction;
    if (way != Vec2{}) return heading_byte(way);
  }
  if (!is_step(d)) return FieldLog::none;
  const auto k = static_cast<std::size_t>(d);
  return heading_byte({static_cast<float>(step_dx[k]), static_cast<float>(step_dy[k])});
}

std::vector<SectorId> sectors_of(const Simulation& simulation, std::size_t g) {
  std::vector<SectorId> sectors;
  const auto made_from =
      simulation.band(g) != nullptr ? simulation.band(g)->made_from() : simulation.field(g).made_from();
  for (const SectorVersion& version : made_from) sectors.push_back(version.sector);
  std::sort(sectors.begin(), sectors.end());
  return sectors;
}

}  // namespace

void FieldLog::note(const Simulation& simulation) {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    Group& group = groups_[g];
    const PlanWork& work = simulation.work(g);
    const std::uint64_t seen = work.plans + work.fields + work.rejoins;
    if (seen == group.seen || work.fields == 0) continue;
    if (work.plans == group.plans && simulation.ticks() < group.next) continue;
    group.seen = seen;
    group.plans = work.plans;
    look(simulation, g);
  }
}

void FieldLog::look(const Simulation& simulation, std::size_t g) {
  Group& group = groups_[g];
  const TileGrid grid = simulation.hierarchy(simulation.planning_profile(g)).sectors();
  const std::vector<SectorId> sectors = sectors_of(simulation, g);
  const auto side = static_cast<std::size_t>(grid.side());
  const std::size_t cells = sectors.size() * side * side;
  group.next = simulation.ticks() + least_ticks + static_cast<std::int64_t>(cells) / cells_per_tick;
  if (cells_ > most_cells || cells > largest_corridor * 1024) {
    complete_ = false;
    return;
  }
  if (group.units == 0) {
    std::uint64_t most = 0;
    for (const SectorId s : sectors) {
      const Rect r = grid.bounds(s);
      for (int k = 0; k < r.width * r.height; ++k) {
        const Distance d = cost_at(simulation, g, {r.x + k % r.width, r.y + k / r.width, r.layer});
        if (reachable(d)) most = std::max(most, d.units);
      }
    }
    group.units = most / levels + 1;
  }
  Entry entry{g, simulation.ticks(), group.units, 0, {}};
  std::map<std::uint32_t, std::string> now;
  for (const SectorId s : sectors) now[s.value] = sector(simulation, g, grid.bounds(s), group.units);
  const auto keep = [&](std::uint32_t s, const std::string& bytes) {
    detail::put_number(entry.bytes, s);
    entry.bytes += bytes;
    ++entry.sectors;
    cells_ += bytes.size() / 2;
  };
  for (const auto& [s, bytes] : now) {
    const auto before = group.shown.find(s);
    if (before == group.shown.end() || before->second != bytes) keep(s, bytes);
  }
  for (const auto& [s, bytes] : group.shown) {
    if (now.find(s) == now.end()) {  // it has left the corridor
      std::string empty(bytes.size(), static_cast<char>(none));
      std::fill(empty.begin() + static_cast<std::ptrdiff_t>(empty.size() / 2), empty.end(), '\0');
      keep(s, empty);
    }
  }
  group.shown = std::move(now);
  if (entry.sectors > 0) entries_.push_back(std::move(entry));
}

std::string FieldLog::sector(const Simulation& simulation, std::size_t g, const Rect& cells,
                             std::uint64_t units) {
  std::string directions, costs;
  for (int y = cells.y; y < cells.y + cells.height; ++y) {
    std::uint8_t left = none;
    for (int x = cells.x; x < cells.x + cells.width; ++x) {
      const Cell c{x, y, cells.layer};
      const Distance d = cost_at(simulation, g, c);
      const std::uint8_t level =
          reachable(d) ? static_cast<std::uint8_t>(std::min<std::uint64_t>(d.units / units, highest)) : none;
      directions.push_back(static_cast<char>(reachable(d) ? byte_at(simulation, g, c) : none));
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
  for (const Entry& entry : entries_) list.push_back({entry.group, entry.tick, entry.units, entry.sectors});
  return list;
}

std::string FieldLog::column() const {
  std::string all;
  for (const Entry& entry : entries_) all += entry.bytes;
  return all;
}

}  // namespace portolan::tool
