// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <baselines/reference_field.hpp>
#include <portolan/dynamic/streamed_order.hpp>

#include <support/cases.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>
#include <support/world_source.hpp>

namespace portolan {
namespace {

/// Agents that take a step of the field per tick in a streamed world.
class Walk {
 public:
  Walk(World world, const World& whole, ProfileId profile, const HierarchyOptions& options,
       std::uint32_t most_resident, std::uint32_t ahead, std::vector<Cell> agents, std::vector<Goal> goals)
      : world_(std::move(world)),
        whole_(whole),
        profile_(profile),
        hierarchy_(loaded(world_), profile, options),
        planner_(hierarchy_),
        agents_(std::move(agents)),
        paid_(agents_.size(), 0),
        goals_(goals) {
    for (std::uint32_t b = 0; b < TileGrid(world_.extent()).tile_count(); ++b) world_.unload(b);
    stream_.emplace(world_, most_resident, 1U);
    order_.emplace(world_, hierarchy_, std::move(goals), OrderOptions{}, ahead);
  }

  // False when all have arrived.
  bool tick() {
    stream_->begin_tick();
    order_->look(agents_);
    for (std::uint32_t phase = 0; phase < order_->phases(); ++phase) order_->ask(*stream_, phase);
    stream_->serve();
    order_->update(*stream_, planner_);
    bool walking = false;
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      Cell& c = agents_[i];
      if (!world_.contains(c)) continue;
      walking = true;
      if (order_->planned()) walk(i);
    }
    return walking;
  }

  World& world() { return world_; }
  Hierarchy& hierarchy() { return hierarchy_; }
  const SectorStream& stream() const { return *stream_; }
  const StreamedOrder& order() const { return *order_; }
  const std::vector<Cell>& agents() const { return agents_; }
  std::uint64_t paid(std::size_t agent) const { return paid_[agent]; }
  int waits() const { return waits_; }

 private:
  static World& loaded(World& world) {
    for (std::uint32_t b = 0; b < TileGrid(world.extent()).tile_count(); ++b) world.load(b);
    return world;
  }
  bool is_goal(Cell c) const {
    return std::any_of(goals_.begin(), goals_.end(), [&](const Goal& goal) { return goal.cell == c; });
  }
  void walk(std::size_t i) {
    Cell& c = agents_[i];
    const Direction d = order_->field().direction(c);
    if (d == Direction::goal && is_goal(c)) {
      c = {-1, -1, -1};
      return;
    }
    if (!is_step(d) && d != Direction::link) {
      EXPECT_TRUE(order_->waits(c)) << c.x << "," << c.y << " direction " << static_cast<int>(d);
      ++waits_;
      return;
    }
    const Cell next = is_step(d) ? step(c, d) : over_link(c);
    // The whole world judges, which knows nothing of the streamed one.
    const GridView grid = whole_.view(profile_);
    EXPECT_TRUE(d == Direction::link || grid.can_step(c, d));
    EXPECT_TRUE(world_.resident(hierarchy_.grid().costs().block_of(next)));
    if (is_step(d)) paid_[i] += grid.step_cost(c, d).units;
    c = next;
  }
  Cell over_link(Cell c) {
    const LinkTable& links = whole_.view(profile_).links();
    const Link* best = nullptr;
    const auto over = [&](const Link& link) { return order_->field().at(link.to) + Distance{link.cost}; };
    for (const LinkTable::Entry& entry : links.from_block(c)) {
      const Link& link = links[entry.id];
      if (link.from == c && (best == nullptr || over(link) < over(*best))) best = &link;
    }
    EXPECT_NE(best, nullptr);
    const auto i = static_cast<std::size_t>(std::find(agents_.begin(), agents_.end(), c) - agents_.begin());
    paid_[i] += best->cost;
    return best->to;
  }

  World world_;
  const World& whole_;
  ProfileId profile_;
  Hierarchy hierarchy_;
  Planner planner_;
  std::vector<Cell> agents_;
  std::vector<std::uint64_t> paid_;
  std::vector<Goal> goals_;
  std::optional<SectorStream> stream_;
  std::optional<StreamedOrder> order_;
  int waits_ = 0;
};

test::RandomWorldOptions some_world(std::uint64_t seed) {
  test::Random random(seed);
  test::RandomWorldOptions options;
  options.extent = {random.between(200, 420), random.between(200, 420), random.percent(30) ? 2 : 1};
  options.shape = test::all_shapes[random.below(std::size(test::all_shapes))];
  options.density = random.between(5, 30);
  options.most_cost = random.percent(50) ? 1 : 6;
  options.two_way_links = options.extent.layers > 1 ? 12 : random.between(0, 3);
  const bool narrow = options.shape == test::Shape::maze || options.shape == test::Shape::noise;
  options.clearance = narrow ? 1 : random.between(1, 2);
  return options;
}

TEST(StreamedOrder, ArrivesWithATenthOfTheWorldAndWalksNoFurther) {
  constexpr int sizes[] = {8, 16, 32};
  double paid = 0;
  double with_everything = 0;
  int walks = 0;
  for (std::uint64_t seed = 0; seed < test::cases(60); ++seed) {
    test::Random random(seed);
    test::TestWorld map = test::random_world(some_world(seed), seed);
    const Cell from = test::random_passable_cell(map.view(), random);
    const Goal goal{test::random_passable_cell(map.view(), random)};
    HierarchyOptions options;
    options.sector_size = sizes[random.below(3)];
    const Hierarchy whole(map.world, map.profile, options);
    if (!whole.can_reach(from, goal.cell)) continue;
    Planner planner(whole);
    PlanRequest request;
    request.agents = {from};
    request.goals = {goal};
    const Plan plan = planner.plan(request);
    CorridorField field(whole);
    field.reset(plan);
    field.advance();
    const std::uint32_t most = std::max(12U, TileGrid(map.extent()).tile_count() / 10);
    Walk walk(test::streamed_copy(map.world, std::make_shared<const test::WorldSource>(map.world)), map.world,
              map.profile, options, most, static_cast<std::uint32_t>(random.between(2, 6)), {from}, {goal});
    int ticks = 0;
    while (walk.tick()) {
      ASSERT_LT(++ticks, 20'000) << seed;
      ASSERT_LE(walk.world().resident_blocks(), most);
    }
    EXPECT_EQ(walk.order().work().plans, 1U);
    EXPECT_LE(walk.stream().report().most_loads_in_a_tick, 1U);
    EXPECT_EQ(walk.hierarchy().fingerprint(), whole.fingerprint());
    EXPECT_GE(walk.paid(0), reference_dijkstra_buckets(map.view(), request.goals).at(from).units) << seed;
    EXPECT_LE(static_cast<double>(walk.paid(0)), 1.01 * static_cast<double>(plan.costs[0].units)) << seed;
    paid += static_cast<double>(walk.paid(0));
    with_everything += static_cast<double>(field.at(from).units);
    ++walks;
  }
  EXPECT_GT(walks, static_cast<int>(test::cases(60) / 2));
  EXPECT_LE(paid, 1.01 * with_everything);
  RecordProperty("percent_more", std::to_string((paid / with_everything - 1) * 100));
}

TEST(StreamedOrder, ManyAgentsShareTheRoom) {
  for (std::uint64_t seed = 100; seed < 100 + test::storm(12); ++seed) {
    test::Random random(seed);
    test::TestWorld map = test::random_world({{400, 300, 1}, test::Shape::caves}, seed);
    const Hierarchy whole(map.world, map.profile);
    const Goal goal{test::random_passable_cell(map.view(), random)};
    std::vector<Cell> agents;
    while (agents.size() < 12) {
      const Cell c = test::random_passable_cell(map.view(), random);
      if (whole.can_reach(c, goal.cell)) agents.push_back(c);
    }
    Walk walk(test::streamed_copy(map.world, std::make_shared<const test::WorldSource>(map.world)), map.world,
              map.profile, {}, 40, 4, agents, {goal});
    int ticks = 0;
    while (walk.tick()) {
      ASSERT_LT(++ticks, 20'000) << seed;
      ASSERT_LE(walk.world().resident_blocks(), 40U);
      for (const Cell& c : walk.agents()) {
        if (walk.world().contains(c) && walk.order().planned()) {
          ASSERT_TRUE(walk.world().resident(whole.grid().costs().block_of(c)));
        }
      }
    }
  }
}

TEST(StreamedOrder, ReplansWhenTheCorridorChanges) {
  // Two gaps in a long wall; the nearer one is shut when the agent is on its way.
  World whole({512, 256, 1}, 1);
  const ProfileId profile = whole.add_profile(test::cost_profile());
  for (int y = 0; y < 256; ++y) {
    if ((y >= 100 && y < 104) || (y >= 220 && y < 224)) continue;
    whole.set_terrain({256, y, 0}, test::wall);
  }
  whole.commit();
  const std::uint32_t blocks = TileGrid(whole.extent()).tile_count();
  Walk walk(test::streamed_copy(whole, std::make_shared<const test::WorldSource>(whole)), whole, profile, {},
            blocks / 5, 3, {{10, 90, 0}}, {{{500, 90, 0}}});
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(walk.tick());
  ASSERT_EQ(walk.order().work().plans, 1U);
  for (World* world : {&whole, &walk.world()}) {
    for (int y = 100; y < 104; ++y) world->set_terrain({256, y, 0}, test::wall);
  }
  whole.commit();
  walk.hierarchy().apply(walk.world().commit());
  int ticks = 0;
  while (walk.tick()) ASSERT_LT(++ticks, 5000);
  EXPECT_EQ(walk.order().work().plans, 2U);
  EXPECT_GT(walk.stream().report().loads_for_edits, 0U);
}

TEST(SectorStream, UnloadsWhatNobodyHasWantedForLongest) {
  World whole({128, 32, 1}, 1);
  whole.add_profile(test::cost_profile());
  whole.commit();
  auto source = std::make_shared<test::WorldSource>(whole);
  source->break_block(3);
  World world = test::streamed_copy(whole, source);
  SectorStream stream(world, 2, 1);
  const auto tick = [&](std::vector<std::uint32_t> wanted) {
    stream.begin_tick();
    for (const std::uint32_t block : wanted) stream.want(block);
    stream.serve();
    std::vector<std::uint32_t> there;
    for (std::uint32_t b = 0; b < 4; ++b) {
      if (world.resident(b)) there.push_back(b);
    }
    return there;
  };
  using Blocks = std::vector<std::uint32_t>;
  EXPECT_EQ(tick({0, 1}), (Blocks{0})) << "one load in a tick";
  EXPECT_EQ(tick({0, 1}), (Blocks{0, 1}));
  EXPECT_EQ(tick({0}), (Blocks{0, 1})) << "what is not wanted stays while there is room";
  EXPECT_EQ(tick({2}), (Blocks{0, 2})) << "1 was wanted longer ago than 0";
  EXPECT_EQ(tick({0, 2, 1}), (Blocks{0, 2})) << "no room for a third";
  EXPECT_EQ(tick({3, 0}), (Blocks{0})) << "3 cannot be read, but 2 had made room for it";
  EXPECT_EQ(stream.first_failure(), 3U);
  EXPECT_EQ(stream.report().failures, 1U);
  EXPECT_EQ(tick({3}), (Blocks{0})) << "it is not asked for again";
  EXPECT_EQ(stream.report().loads, 3U);
  EXPECT_EQ(stream.report().unloads, 2U);
  EXPECT_EQ(stream.report().most_resident, 2U);
}

}  // namespace
}  // namespace portolan
