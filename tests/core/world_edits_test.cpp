// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The strongest test of the world: whatever the edits, it equals one built from nothing.
#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/world.hpp>

#include <support/random_world.hpp>

namespace portolan::test {
namespace {

/// What a world should hold after some edits, and how to build that from nothing.
struct Mirror {
  explicit Mirror(Extent size)
      : extent(size), terrain(size.cell_count(), 1), blocking(terrain.size()), extra(terrain.size()) {}

  [[nodiscard]] World rebuilt() const {
    World world(extent, 1);
    add_profiles(world);
    for (std::size_t i = 0; i < terrain.size(); ++i) {
      world.set_terrain(extent.cell(i), terrain[i]);
      if (blocking[i] != 0 || extra[i] != 0) world.stamp(extent.cell(i), blocking[i], extra[i]);
    }
    for (const auto& [id, link] : links) world.add_link(link);
    world.commit();
    return world;
  }
  static void add_profiles(World& world) {
    Profile second = cost_profile(4);
    second.cost[2] = impassable;
    world.add_profile(cost_profile());
    world.add_profile(second);
    world.add_profile(cost_profile(2));
  }

  Extent extent;
  std::vector<TerrainId> terrain;
  std::vector<int> blocking, extra;
  std::vector<std::pair<LinkId, Link>> links;
};

void edit_links(World& world, Mirror& mirror, Random& random) {
  if (mirror.links.empty() || random.percent(60)) {
    const Cell from = random_cell(mirror.extent, random), to = random_cell(mirror.extent, random);
    const Link link{from, to, 1 + random.below(50)};
    mirror.links.emplace_back(world.add_link(link), link);
  } else {
    const auto gone = mirror.links.begin() + random.below(static_cast<std::uint32_t>(mirror.links.size()));
    world.remove_link(gone->first);
    mirror.links.erase(gone);
  }
}

void edit(World& world, Mirror& mirror, Random& random) {
  const Cell c = random_cell(mirror.extent, random);
  const std::size_t i = mirror.extent.index(c);
  switch (random.below(5)) {
    case 0:
      mirror.terrain[i] = random.percent(40) ? wall : static_cast<TerrainId>(random.between(1, 5));
      world.set_terrain(c, mirror.terrain[i]);
      break;
    case 1: {
      std::vector<TerrainId> run(random.below(static_cast<std::uint32_t>(mirror.extent.width - c.x)) + 1,
                                 static_cast<TerrainId>(random.between(1, 3)));
      std::copy(run.begin(), run.end(), mirror.terrain.begin() + static_cast<std::ptrdiff_t>(i));
      world.set_terrain_run(c, run);
      break;
    }
    case 2:
      mirror.blocking[i] += 1;
      mirror.extra[i] += 2;
      world.stamp(c, 1, 2);
      break;
    case 3:  // takes off what is there, of this cell or of the next that carries any
      for (std::size_t k = 0; k < mirror.blocking.size(); ++k) {
        const std::size_t j = (i + k) % mirror.blocking.size();
        if (mirror.blocking[j] == 0) continue;
        world.stamp(mirror.extent.cell(j), -1, -2);
        mirror.blocking[j] -= 1;
        mirror.extra[j] -= 2;
        break;
      }
      break;
    default:
      edit_links(world, mirror, random);
  }
}

/// Costs of all cells as a profile sees them.
std::vector<Cost> costs(const World& world, std::uint32_t profile) {
  std::vector<Cost> all;
  for (std::size_t i = 0; i < world.extent().cell_count(); ++i) {
    all.push_back(world.view({profile}).cost(world.extent().cell(i)));
  }
  return all;
}

/// The least box around the cells of a block that changed; nothing when none did.
std::optional<Rect> changed_box(Extent extent, std::uint32_t block, const std::vector<Cost>& old,
                                const std::vector<Cost>& now) {
  const Rect r = TileGrid(extent).bounds(TileId{block});
  int x0 = r.x + 32, y0 = r.y + 32, x1 = -1, y1 = -1;
  for (int y = r.y; y < r.y + r.height; ++y) {
    for (int x = r.x; x < r.x + r.width; ++x) {
      const std::size_t i = extent.index({x, y, r.layer});
      if (old[i] == now[i]) continue;
      x0 = std::min(x0, x), x1 = std::max(x1, x), y0 = std::min(y0, y), y1 = std::max(y1, y);
    }
  }
  if (x1 < 0) return std::nullopt;
  return Rect{x0, y0, x1 - x0 + 1, y1 - y0 + 1, r.layer};
}

void expect_true_report(const World& world, const ProfileChange& change, const std::vector<Cost>& old,
                        const std::vector<Cost>& now) {
  std::size_t reported = 0;
  for (std::uint32_t b = 0; b < TileGrid(world.extent()).tile_count(); ++b) {
    const std::optional<Rect> box = changed_box(world.extent(), b, old, now);
    if (!box) continue;
    ASSERT_LT(reported, change.blocks.size());
    ASSERT_EQ(change.blocks[reported], b);
    ASSERT_EQ(change.changed[reported], *box);
    bool worse = false, better = false;
    for (int y = box->y; y < box->y + box->height; ++y) {
      for (int x = box->x; x < box->x + box->width; ++x) {
        const std::size_t i = world.extent().index({x, y, box->layer});
        worse |= now[i] > old[i];
        better |= now[i] < old[i];
      }
    }
    ASSERT_EQ(change.worse[reported] != 0, worse);
    ASSERT_EQ(change.better[reported] != 0, better);
    ++reported;
  }
  ASSERT_EQ(reported, change.blocks.size());
}

std::vector<Link> sorted_links(const World& world) {
  std::vector<Link> links;
  for (const LinkTable::Entry& entry : world.view({0}).links().all()) {
    links.push_back(world.view({0}).links()[entry.id]);
  }
  std::sort(links.begin(), links.end(), [](const Link& a, const Link& b) {
    return std::tie(a.from, a.to, a.cost) < std::tie(b.from, b.to, b.cost);
  });
  return links;
}

// Where nothing waited a commit tells of no profile.
ProfileChange told_of(const Commit& commit, std::uint32_t p) {
  return commit.profiles.empty() ? ProfileChange{ProfileId{p}, {}, {}, {}, {}, {}} : commit.profiles[p];
}

TEST(World, EqualsOneBuiltFromNothingAfterRandomEdits) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Random random(seed);
    Mirror mirror({random.between(1, 100), random.between(1, 70), random.between(1, 2)});
    World world(mirror.extent, 1);
    Mirror::add_profiles(world);
    SCOPED_TRACE("seed " + std::to_string(seed));
    for (int round = 0; round < 12; ++round) {
      std::vector<std::vector<Cost>> old;
      for (std::uint32_t p = 0; p < 3; ++p) old.push_back(costs(world, p));
      for (int edits = random.between(0, 40); edits > 0; --edits) edit(world, mirror, random);
      for (std::uint32_t p = 0; p < 3; ++p) ASSERT_EQ(costs(world, p), old[p]) << "seen before the commit";
      const Commit commit = world.commit();
      const World rebuilt = mirror.rebuilt();
      for (std::uint32_t p = 0; p < 3; ++p) {
        ASSERT_EQ(costs(world, p), costs(rebuilt, p)) << "profile " << p << ", round " << round;
        expect_true_report(world, told_of(commit, p), old[p], costs(world, p));
        if (HasFatalFailure()) return;
      }
      ASSERT_EQ(sorted_links(world), sorted_links(rebuilt));
    }
  }
}

}  // namespace
}  // namespace portolan::test
