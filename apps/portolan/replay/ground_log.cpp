// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "ground_log.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "../legs.hpp"
#include "../map_at_hand.hpp"

namespace portolan::tool {
namespace {

constexpr std::size_t most_links = 20'000;
constexpr std::int32_t side = BlockArray::side;

std::string name_of(TerrainId id) { return id == 0 ? "not in memory" : terrain_name(id); }

std::uint32_t block_of(Extent extent, Cell c) {
  const auto columns = static_cast<std::uint32_t>((extent.width + side - 1) / side);
  const auto rows = static_cast<std::uint32_t>((extent.height + side - 1) / side);
  return (static_cast<std::uint32_t>(c.layer) * rows + static_cast<std::uint32_t>(c.y / side)) * columns +
         static_cast<std::uint32_t>(c.x / side);
}

}  // namespace

void GroundLog::include(Cell c) {
  left_ = std::min(left_, c.x);
  top_ = std::min(top_, c.y);
  right_ = std::max(right_, c.x + 1);
  bottom_ = std::max(bottom_, c.y + 1);
}

void GroundLog::note(const Simulation& simulation) {
  const World& world = simulation.world();
  const Extent extent = world.extent();
  if (extent.cell_count() <= most_cells) return;
  const Crowd& crowd = simulation.crowd();
  for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
    const Cell c = crowd.cell(crowd.agent(slot));
    include(c);
    if (!world.is_streamed()) continue;
    for (std::int32_t y = c.y - side; y <= c.y + side; y += side) {
      for (std::int32_t x = c.x - side; x <= c.x + side; x += side) {
        if (!extent.contains({x, y, c.layer})) continue;
        const std::uint32_t block = block_of(extent, {x, y, c.layer});
        if (blocks_.count(block) != 0 || !world.resident(block)) continue;
        std::string& kept = blocks_[block];
        for (std::int32_t k = 0; k < side * side; ++k) {
          const Cell cell{x / side * side + k % side, y / side * side + k / side, c.layer};
          kept.push_back(static_cast<char>(world.terrain(cell)));
        }
      }
    }
  }
}

TerrainId GroundLog::at(const Simulation& simulation, Cell c) const {
  if (!simulation.world().is_streamed()) return simulation.world().terrain(c);
  const auto found = blocks_.find(block_of(simulation.world().extent(), c));
  if (found == blocks_.end()) return simulation.world().terrain(c);
  return static_cast<TerrainId>(found->second[static_cast<std::size_t>(c.y % side * side + c.x % side)]);
}

GroundLog::Part GroundLog::part(const Simulation& simulation) const {
  const Extent extent = simulation.world().extent();
  Part part{0, 0, extent.width, extent.height, 1};
  if (extent.cell_count() <= most_cells || left_ >= right_) return part;
  GroundLog all = *this;
  for (const auto& [group, leg] : legs_of(simulation)) {
    for (const Goal& goal : simulation.plan(group, leg).goals) all.include(goal.cell);
  }
  const std::int32_t margin = std::max(32, std::max(all.right_ - all.left_, all.bottom_ - all.top_) / 8);
  part.x = std::max(0, all.left_ - margin) / side * side;
  part.y = std::max(0, all.top_ - margin) / side * side;
  part.width = std::min(extent.width, all.right_ + margin) - part.x;
  part.height = std::min(extent.height, all.bottom_ + margin) - part.y;
  const auto cells = [&] {
    return static_cast<std::size_t>(part.width / part.step) *
           static_cast<std::size_t>(part.height / part.step) * static_cast<std::size_t>(extent.layers);
  };
  while (cells() > most_cells) ++part.step;
  return part;
}

std::string GroundLog::column(const Simulation& simulation) const {
  const Part area = part(simulation);
  std::string bytes;
  for (std::int32_t layer = 0; layer < simulation.world().extent().layers; ++layer) {
    for (std::int32_t y = area.y; y + area.step <= area.y + area.height; y += area.step) {
      for (std::int32_t x = area.x; x + area.step <= area.x + area.width; x += area.step)
        bytes.push_back(static_cast<char>(at(simulation, {x, y, layer})));
    }
  }
  return bytes;
}

std::string GroundLog::part_in_words(const Simulation& simulation) const {
  const Part area = part(simulation);
  const Extent extent = simulation.world().extent();
  const auto cell = [](std::int32_t x, std::int32_t y) {
    return "[" + std::to_string(x) + ", " + std::to_string(y) + "]";
  };
  std::string words;
  if (area.width != extent.width || area.height != extent.height)
    words = "ground is shown from " + cell(area.x, area.y) + " to " +
            cell(area.x + area.width, area.y + area.height);
  if (simulation.world().is_streamed())
    words +=
        std::string(words.empty() ? "ground is shown" : ",") + " where agents came by, as it was in memory";
  return words;
}

Json GroundLog::describe(const Simulation& simulation) const {
  const World& world = simulation.world();
  const Part area = part(simulation);
  std::array<bool, 256> used{};
  for (const char c : column(simulation)) used[static_cast<std::uint8_t>(c)] = true;
  Json profiles = Json::array(), classes = Json::object(), links = Json::array();
  for (std::uint32_t p = 0; p < world.profile_count(); ++p)
    profiles.push_back(world.profile(ProfileId{p}).name);
  for (std::size_t id = 0; id < used.size(); ++id) {
    if (!used[id]) continue;
    Json costs = Json::array();
    for (std::uint32_t p = 0; p < world.profile_count(); ++p)
      costs.push_back(world.profile(ProfileId{p}).cost[id]);
    classes[std::to_string(id)] = {{"name", name_of(static_cast<TerrainId>(id))},
                                   {"costs", std::move(costs)}};
  }
  const LinkTable& table = world.view(ProfileId{0}).links();
  for (const LinkTable::Entry& entry : table.all()) {
    if (links.size() >= most_links) break;
    const Link& link = table[entry.id];
    links.push_back({to_json(link.from), to_json(link.to)});
  }
  const Extent extent = world.extent();
  return {{"width", extent.width},
          {"height", extent.height},
          {"layers", extent.layers},
          {"x", area.x},
          {"y", area.y},
          {"columns", area.width / area.step},
          {"rows", area.height / area.step},
          {"step", area.step},
          {"profiles", std::move(profiles)},
          {"classes", std::move(classes)},
          {"links", std::move(links)}};
}

}  // namespace portolan::tool
