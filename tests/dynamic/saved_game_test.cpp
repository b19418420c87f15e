// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Games that are saved and go on in another set of objects: everything that follows must be as if they had
// not been saved. And bytes that are not what was saved are refused, whatever was done to them.
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/hash.hpp>
#include <portolan/core/saved_state.hpp>
#include <portolan/core/validate.hpp>
#include <portolan/dynamic/navigator.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using Bytes = std::vector<std::byte>;

/// Agents that take a step of their order's field in each tick, on a world that changes. What happens in a
/// tick depends on the seed and the tick alone.
class Match {
 public:
  Match(std::uint64_t seed, int most_side) : seed_(seed) {
    test::TestWorld made = test::random_world(test::random_options(seed, most_side), seed);
    world_ = std::make_unique<World>(std::move(made.world));
    hierarchy_ = std::make_unique<Hierarchy>(*world_, made.profile, options());
    navigator_ = std::make_unique<Navigator>(*world_);
    navigator_->add(*hierarchy_);
    test::Random random(seed);
    for (int k = 0; k < 40; ++k) cells_.push_back(test::random_passable_cell(view(), random));
  }

  void tick() {
    test::Random random(seed_ * 100003 + tick_++);
    edit(random);
    command(random);
    hash_ = detail::mix(hash_, navigator_->commit().sectors_rebuilt());
    for (std::uint32_t a = 0; a < cells_.size(); ++a) navigator_->place(a, cells_[a]);
    hash_ = detail::mix(hash_, navigator_->work(random.below(30)));
    for (const OrderEvent& e : navigator_->events()) {
      const auto at = static_cast<std::uint64_t>(
          world_->extent().contains(e.nearest) ? world_->extent().index(e.nearest) : ~std::size_t{0});
      for (const std::uint64_t part : {std::uint64_t{static_cast<unsigned char>(e.kind)},
                                       std::uint64_t{e.order.slot}, std::uint64_t{e.agent}, at})
        hash_ = detail::mix(hash_, part);
    }
    for (std::uint32_t a = 0; a < cells_.size(); ++a) walk(a);
  }
  /// Of all that has happened.
  [[nodiscard]] std::uint64_t hash() const { return hash_; }
  [[nodiscard]] const World& world() const { return *world_; }

  [[nodiscard]] Bytes saved() const {
    StateWriter writer;
    world_->save_state(writer);
    hierarchy_->save_state(writer);
    navigator_->save_state(writer);
    writer.write_part<Cell>(cells_);
    const std::span<const std::byte> bytes = writer.finish();
    return {bytes.begin(), bytes.end()};
  }
  /// In place of all objects. Says whether it was read.
  bool load(std::span<const std::byte> bytes) {
    auto reader = StateReader::open(bytes);
    if (!reader) return false;
    auto world = World::restore_state(*reader);
    if (!world) return false;
    auto land = std::make_unique<World>(std::move(*world));
    auto hierarchy = Hierarchy::restore_state(*land, hierarchy_->profile(), options(), *reader);
    if (!hierarchy) return false;
    auto graph = std::make_unique<Hierarchy>(std::move(*hierarchy));
    auto navigator = std::make_unique<Navigator>(*land);
    navigator->add(*graph);
    if (navigator->restore_state(*reader)) return false;
    const auto cells = reader->next_values<Cell>();
    if (!cells) return false;
    cells_.assign(cells->begin(), cells->end());
    navigator_ = std::move(navigator);
    hierarchy_ = std::move(graph);
    world_ = std::move(land);
    return true;
  }

 private:
  [[nodiscard]] HierarchyOptions options() const {
    return {.sector_size = 8, .levels = 1 + static_cast<int>(seed_ % 3), .level_factor = 2};
  }
  [[nodiscard]] GridView view() const { return world_->view(hierarchy_->profile()); }

  void edit(test::Random& random) {
    for (int k = random.between(-4, 3); k > 0; --k) {
      const Cell c = test::random_cell(world_->extent(), random);
      if (random.percent(50)) {
        world_->set_terrain(c, random.percent(50) ? test::wall : TerrainId{1});
      } else {
        world_->stamp(c, world_->stamped(c) ? -1 : 1);
      }
    }
  }
  void command(test::Random& random) {
    const std::uint32_t first = random.below(30);
    std::vector<std::uint32_t> squad{first, first + 3, first + 7};
    const auto place = [&] { return test::random_cell(world_->extent(), random); };
    OrderSpec spec;
    spec.profile = hierarchy_->profile();
    spec.options.headings = Headings::octile;
    switch (random.below(12)) {
      case 0:
        spec.kind = OrderKind::follow;
        spec.target = random.below(40);
        break;
      case 1:
        spec.kind = OrderKind::flee;
        spec.target = random.below(40);
        break;
      case 2:
        spec.kind = OrderKind::patrol;
        spec.places = {place(), place()};
        break;
      case 3:
        return navigator_->leave(squad);
      case 4:
        return stop_or_pause(random, first);
      case 5:
        spec.places = {place()};
        for (std::uint32_t a = 0; a < 40; ++a) squad.push_back(a);
        break;
      case 6:
        spec.places = {place(), place(), place()};
        break;
      default:
        return;
    }
    navigator_->give(spec, squad);
  }
  void stop_or_pause(test::Random& random, std::uint32_t agent) {
    const OrderId order = navigator_->order_of(agent);
    if (!navigator_->alive(order)) return;
    const bool removes = random.percent(50);
    removes ? navigator_->remove(order) : navigator_->pause(order, random.percent(50));
  }
  void walk(std::uint32_t agent) {
    Cell& at = cells_[agent];
    const OrderId order = navigator_->order_of(agent);
    if (navigator_->alive(order) && navigator_->field(order).settled(at)) {
      const Direction d = navigator_->field(order).direction(at);
      if (is_step(d) && view().can_step(at, d)) at = step(at, d);
    }
    hash_ = detail::mix(hash_, world_->extent().index(at));
  }

  std::uint64_t seed_;
  std::uint64_t tick_ = 0;
  std::uint64_t hash_ = 0;
  std::unique_ptr<World> world_;
  std::unique_ptr<Hierarchy> hierarchy_;
  std::unique_ptr<Navigator> navigator_;
  std::vector<Cell> cells_;
};

TEST(SavedGame, GoesOnBitForBitAsOneThatWasNotSaved) {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    Match straight(seed, 110);
    Match other(seed, 110);
    test::Random random(seed);
    for (int tick = 0; tick < 160; ++tick) {
      if (random.percent(8)) {
        const Bytes bytes = other.saved();
        ASSERT_TRUE(other.load(bytes)) << "seed " << seed << " tick " << tick;
        ASSERT_EQ(other.saved().size(), bytes.size()) << "seed " << seed << " tick " << tick;
        ASSERT_EQ(validate(other.world()), std::nullopt) << "seed " << seed << " tick " << tick;
      }
      straight.tick();
      other.tick();
      ASSERT_EQ(straight.hash(), other.hash()) << "seed " << seed << " tick " << tick;
    }
  }
}

TEST(SavedGame, BytesThatAreNotAllThereOrOthersAreRefused) {
  Match match(3, 40);
  for (int tick = 0; tick < 40; ++tick) match.tick();
  const Bytes bytes = match.saved();
  const std::uint64_t hash = match.hash();
  test::Random random(7);
  for (int k = 0; k < 300; ++k) {
    Bytes damaged = bytes;
    if (random.percent(30)) {
      damaged.resize(random.below(static_cast<std::uint32_t>(bytes.size())));
    } else {
      damaged[random.below(static_cast<std::uint32_t>(bytes.size()))] ^= std::byte{1} << random.below(8);
    }
    const auto opened = StateReader::open(damaged);
    ASSERT_FALSE(opened.ok()) << "change " << k;
    ASSERT_FALSE(opened.error().message.empty());
  }
  EXPECT_TRUE(match.load(bytes));
  EXPECT_EQ(match.hash(), hash);
}

TEST(SavedGame, SaysWhatIsWrongWithTheBytes) {
  const auto message = [](const Bytes& bytes) { return StateReader::open(bytes).error().message; };
  const Bytes good = Match(1, 20).saved();
  EXPECT_EQ(message({}), "the saved state is cut off; save it again");
  Bytes other = good;
  other[0] = std::byte{'X'};
  EXPECT_EQ(message(other), "this is no saved state");
  other = good;
  other[8] = std::byte{99};
  EXPECT_EQ(message(other), "the state was saved as version 99, this program reads version 2");
  other = good;
  other.pop_back();
  EXPECT_EQ(message(other), "the saved state is cut off, or was added to; save it again");
}

// Checksums set right again: counts and indices are looked at all the same. Of the world and of orders any
// byte may be anything; whatever is taken for a game must be playable.
TEST(SavedGame, NumbersThatDoNotFitAreRefusedEvenUnderAChecksumThatFits) {
  const auto parts_of = [](const Bytes& bytes) {
    std::vector<Bytes> parts;
    auto reader = StateReader::open(bytes);
    while (const auto part = reader->next()) {
      const std::byte* const begin = part->at(0, part->size);
      parts.emplace_back(begin, begin + part->size);
    }
    return parts;
  };
  Match match(4, 40);
  for (int tick = 0; tick < 60; ++tick) match.tick();
  const Bytes bytes = match.saved();
  const std::vector<Bytes> parts = parts_of(bytes);
  test::Random random(11);
  int refused = 0;
  for (int k = 0; k < 400; ++k) {
    std::vector<Bytes> changed = parts;
    const std::uint32_t later = random.below(static_cast<std::uint32_t>(parts.size() / 2));
    Bytes& part = changed[changed.size() - 2 - later];  // the last one is the test's own
    if (part.empty() || random.percent(20)) {
      part.resize(random.below(64));
    } else {
      const std::uint32_t near = std::min<std::uint32_t>(64, static_cast<std::uint32_t>(part.size()));
      part[random.below(near)] = static_cast<std::byte>(random.below(256));
    }
    StateWriter writer;
    for (const Bytes& p : changed) writer.write_part<std::byte>(p);
    Match loaded(4, 40);
    if (!loaded.load(writer.finish())) {
      ++refused;
    } else {
      for (int tick = 0; tick < 5; ++tick) loaded.tick();
    }
  }
  EXPECT_GT(refused, 40);
}

}  // namespace
}  // namespace portolan
