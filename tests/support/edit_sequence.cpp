// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <support/edit_sequence.hpp>

#include <algorithm>

#include <support/random_world.hpp>
#include <support/test_world.hpp>

namespace portolan::test {

namespace {

using Kind = EditStep::Kind;

constexpr const char* names[] = {"terrain", "block", "raise", "lift", "link", "cut", "commit"};

std::string text(Cell c) {
  return "(" + std::to_string(c.x) + "," + std::to_string(c.y) + "," + std::to_string(c.layer) + ")";
}

template <class Visit>
void for_each_cell(const EditStep& step, Visit&& visit) {
  for (std::int32_t y = step.a.y; y <= step.b.y; ++y) {
    for (std::int32_t x = step.a.x; x <= step.b.x; ++x) visit(Cell{x, y, step.a.layer});
  }
}

EditStep random_step(Extent extent, Random& random) {
  // Commits are one step in five; areas are mostly a few cells, and some across sectors.
  constexpr Kind kinds[] = {Kind::terrain, Kind::terrain, Kind::terrain, Kind::block, Kind::block,
                            Kind::raise,   Kind::lift,    Kind::lift,    Kind::link,  Kind::link,
                            Kind::cut,     Kind::commit,  Kind::commit,  Kind::commit};
  EditStep step;
  step.kind = kinds[random.below(std::size(kinds))];
  step.a = random_cell(extent, random);
  if (step.kind == Kind::link) {
    step.b = random_cell(extent, random);
    step.value = random.percent(10) ? random.between(1, 90000) : random.between(1, 900);
    return step;
  }
  const int side = random.percent(15) ? 20 : 3;
  step.b = {std::min(step.a.x + random.between(0, side), extent.width - 1),
            std::min(step.a.y + random.between(0, side), extent.height - 1), step.a.layer};
  const int ground = random.percent(30) ? 254 : 9;
  step.value = step.kind == Kind::terrain && random.percent(40) ? wall : random.between(1, ground);
  step.passing = !random.percent(50);
  return step;
}

}  // namespace

std::vector<EditStep> random_steps(Extent extent, int count, Random& random) {
  std::vector<EditStep> steps;
  for (int i = 0; i < count; ++i) steps.push_back(random_step(extent, random));
  steps.push_back({});
  return steps;
}

std::string describe(const std::vector<EditStep>& steps) {
  std::string out;
  for (const EditStep& step : steps) {
    out += names[static_cast<std::size_t>(step.kind)];
    if (step.kind != Kind::commit && step.kind != Kind::lift && step.kind != Kind::cut)
      out += " " + text(step.a) + " " + text(step.b);
    if (step.kind != Kind::commit) out += " " + std::to_string(step.value);
    if (step.passing) out += " passing";
    out += "\n";
  }
  return out;
}

EditedWorld::EditedWorld(Extent extent, std::uint64_t seed) : world_(extent, 1) {
  RandomWorldOptions options = random_options(seed);
  options.extent = extent;
  options.one_way_links = options.two_way_links = 0;
  const TestWorld drawn = random_world(options, seed);
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    const Cell c = extent.cell(i);
    terrain_.push_back(drawn.world.terrain(c));
    world_.set_terrain(c, terrain_.back());
  }
  add_profiles(world_);
  world_.commit();
}

// Terrain class c costs c; stamps of passing things do not matter to the second profile.
void EditedWorld::add_profiles(World& world) {
  Profile first = cost_profile(1);
  first.cost[wall] = impassable;
  Profile second = cost_profile(2);
  second.sees_passing = false;
  second.cost[wall] = impassable;
  world.add_profile(first);
  world.add_profile(second);
}

void EditedWorld::lay(World& world, const EditStep& stamp, int by) {
  for_each_cell(stamp, [&](Cell c) {
    world.stamp(c, stamp.kind == Kind::block ? by : 0, stamp.kind == Kind::raise ? by * stamp.value : 0,
                stamp.passing);
  });
}

void EditedWorld::set(const EditStep& step) {
  for_each_cell(step, [&](Cell c) {
    terrain_[world_.extent().index(c)] = static_cast<TerrainId>(step.value);
    world_.set_terrain(c, static_cast<TerrainId>(step.value));
  });
}

std::optional<Commit> EditedWorld::take(const EditStep& step) {
  const auto number = static_cast<std::size_t>(step.value);
  switch (step.kind) {
    case Kind::terrain:
      set(step);
      break;
    case Kind::block:
    case Kind::raise:
      stamps_.push_back(step);
      lay(world_, step, 1);
      break;
    case Kind::lift:
      if (stamps_.empty()) break;
      lay(world_, stamps_[number % stamps_.size()], -1);
      stamps_.erase(stamps_.begin() + static_cast<std::ptrdiff_t>(number % stamps_.size()));
      break;
    case Kind::link: {
      const Link link{step.a, step.b, static_cast<std::uint32_t>(step.value)};
      links_.emplace_back(world_.add_link(link), link);
      break;
    }
    case Kind::cut:
      if (links_.empty()) break;
      world_.remove_link(links_[number % links_.size()].first);
      links_.erase(links_.begin() + static_cast<std::ptrdiff_t>(number % links_.size()));
      break;
    case Kind::commit:
      return world_.commit();
  }
  return std::nullopt;
}

World EditedWorld::rebuilt() const {
  World fresh(world_.extent(), 1);
  for (std::size_t i = 0; i < terrain_.size(); ++i) fresh.set_terrain(world_.extent().cell(i), terrain_[i]);
  for (const EditStep& stamp : stamps_) lay(fresh, stamp, 1);
  for (const auto& [id, link] : links_) fresh.add_link(link);
  add_profiles(fresh);
  fresh.commit();
  return fresh;
}

}  // namespace portolan::test
