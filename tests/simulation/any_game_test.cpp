// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Games with all that may happen in one, on worlds of every kind: saved at any moment, or taken back, they go
// on as those that were not.
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/simulation/ordered_crowd.hpp>

#include <support/cases.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

const HierarchyOptions hierarchies{.sector_size = 8, .levels = 2, .level_factor = 2};

/// A world and hierarchies that a host keeps itself: the first lends its bounds to the others, who pay
/// nowhere less.
struct Land {
  Land(World&& of, const std::vector<ProfileId>& kinds) : world(std::move(of)) {
    for (const ProfileId kind : kinds)
      graphs.push_back(std::make_unique<Hierarchy>(world, kind, options(kinds)));
  }
  Land(World&& of, const std::vector<ProfileId>& kinds, StateReader& reader) : world(std::move(of)) {
    for (const ProfileId kind : kinds) {
      std::optional<Hierarchy> graph = Hierarchy::restore_state(world, kind, options(kinds), reader);
      if (!graph) return;
      graphs.push_back(std::make_unique<Hierarchy>(std::move(*graph)));
    }
  }

  [[nodiscard]] HierarchyOptions options(const std::vector<ProfileId>& kinds) const {
    HierarchyOptions made = hierarchies;
    if (graphs.empty()) {
      made.lends_to.assign(kinds.begin() + 1, kinds.end());
    } else {
      made.bounds_from = graphs.front().get();
    }
    return made;
  }
  [[nodiscard]] Navigator navigator() {
    Navigator made(world);
    for (const auto& graph : graphs) made.add(*graph);
    return made;
  }

  World world;
  std::vector<std::unique_ptr<Hierarchy>> graphs;
};

/// What happens in a tick depends on the seed and the tick alone. Every third game keeps its land itself.
class AnyGame {
 public:
  explicit AnyGame(std::uint64_t seed) : seed_(seed) {
    TestWorld made = random_world(random_options(seed, 60), seed);
    Profile wide = cost_profile(2);
    wide.even = seed % 2 == 0;
    Profile slow = made.world.profile(made.profile);
    slow.cost[2] = 255;
    kinds_ = {made.profile, made.world.add_profile(wide), made.world.add_profile(slow)};
    if (seed % 3 == 0) land_ = std::make_unique<Land>(std::move(made.world), kinds_);
    army_ = std::make_unique<OrderedCrowd>(land_ ? land_->navigator()
                                                 : Navigator(std::move(made.world), hierarchies));
    set_manners();
    Random random(seed);
    for (int k = 0; k < 30; ++k) spawn(random);
  }

  void tick(std::uint64_t guess = 0) {
    Random random(seed_ * 100003 + tick_++ + guess);
    edit(random);
    army_->commit();
    if (random.percent(8)) replace(random);
    if (random.percent(25)) command(random);
    army_->work(random.below(60));
    army_->step(0.05F);
  }
  [[nodiscard]] std::uint64_t hash() const { return army_->crowd().hash(); }

  [[nodiscard]] bool save_and_load() {
    StateWriter writer;
    if (land_) {
      land_->world.save_state(writer);
      for (const auto& graph : land_->graphs) graph->save_state(writer);
    }
    army_->save_state(writer);
    Result<StateReader> reader = StateReader::open(writer.finish());
    return reader && load(*reader);
  }
  /// Plays some ticks in which other things happen, and takes them back.
  void guess_in_vain(int ticks) {
    const auto was = std::tuple(tick_, agents_, links_);
    const std::uint64_t moment = army_->keep();
    for (int k = 0; k < ticks; ++k) tick(7919);
    army_->go_back(moment);
    std::tie(tick_, agents_, links_) = was;
    if (tick_ % 3 == 0) army_->forget_before(moment);
  }

 private:
  [[nodiscard]] bool load(StateReader& reader) {
    std::unique_ptr<Land> land;
    if (land_) {
      std::optional<World> world = World::restore_state(reader);
      if (!world) return false;
      land = std::make_unique<Land>(std::move(*world), kinds_, reader);
      if (land->graphs.size() < kinds_.size()) return false;
    }
    std::optional<OrderedCrowd> loaded = land ? OrderedCrowd::restored(reader, land->navigator())
                                              : OrderedCrowd::restored(reader, hierarchies);
    if (!loaded) return false;
    army_ = std::make_unique<OrderedCrowd>(std::move(*loaded));
    land_ = std::move(land);
    set_manners();
    return true;
  }
  void set_manners() {
    for (const ProfileId kind : kinds_) {
      CrowdGroup& manner = army_->manner(kind);
      manner.avoidance = static_cast<Avoidance>(seed_ % 3);
      manner.leave_on_arrival = seed_ % 4 == 1;
      manner.formation = static_cast<Formation>(seed_ % 5);
      manner.keeps_rank = seed_ % 7 == 2;
      manner.headway = seed_ % 6 == 5 ? 0.5F : 0.0F;
      manner.full_speed_cost = seed_ % 5 == 3 ? 1 : 0;
    }
  }
  [[nodiscard]] Cell any_cell(Random& random) const { return random_cell(army_->world().extent(), random); }
  [[nodiscard]] ProfileId any_kind(Random& random) const {
    return kinds_[random.percent(50) ? 0 : random.percent(50) ? 1 : 2];
  }

  void spawn(Random& random) {
    AgentSpec spec;
    const Cell c = any_cell(random);
    spec.position = centre_of(c);
    spec.layer = c.layer;
    spec.radius = 0.1F * static_cast<float>(random.between(2, 5));
    spec.max_speed = static_cast<float>(random.between(1, 6));
    const ProfileId kind = any_kind(random);
    if (army_->has_room(kind, spec)) agents_.push_back(army_->add(kind, spec));
  }
  void replace(Random& random) {
    if (!agents_.empty()) {
      const std::size_t fallen = random.below(static_cast<std::uint32_t>(agents_.size()));
      army_->remove(agents_[fallen]);
      agents_.erase(agents_.begin() + static_cast<std::ptrdiff_t>(fallen));
    }
    spawn(random);
  }
  void edit(Random& random) {
    World& world = army_->world();
    for (int k = random.between(-4, 3); k > 0; --k) {
      const Cell c = any_cell(random);
      random.percent(50) ? world.set_terrain(c, random.percent(50) ? wall : TerrainId{1})
                         : world.stamp(c, world.stamped(c) ? -1 : 1);
    }
    if (random.percent(10))
      links_.push_back(world.add_link({any_cell(random), any_cell(random), 1 + random.below(90)}));
    if (links_.size() < 4) return;
    world.remove_link(links_.front());
    links_.erase(links_.begin());
  }
  void command(Random& random) {
    if (agents_.empty()) return;
    const AgentId first = agents_[random.below(static_cast<std::uint32_t>(agents_.size()))];
    std::vector<AgentId> squad;
    for (const AgentId a : agents_) {
      if (army_->profile_of(a) == army_->profile_of(first) && random.percent(40)) squad.push_back(a);
    }
    const OrderId order = army_->order_of(first);
    const bool alive = army_->navigator().alive(order);
    switch (random.below(10)) {
      case 0:
        return army_->leave(squad);
      case 1:
        return alive ? army_->pause(order, random.percent(50)) : void();
      case 2:
        return alive ? army_->remove(order) : void();
      case 3:
        return alive ? army_->join(order, squad) : void();
      case 4:
        if (alive) army_->set_places(order, std::vector<Cell>{any_cell(random)});
        return;
      default:
        give(random, army_->profile_of(first), squad);
    }
  }
  void give(Random& random, ProfileId kind, const std::vector<AgentId>& squad) {
    OrderSpec spec;
    spec.profile = kind;
    spec.kind = static_cast<OrderKind>(random.below(4));
    spec.places = {any_cell(random), any_cell(random)};
    spec.target = agents_[random.below(static_cast<std::uint32_t>(agents_.size()))].slot;
    spec.options.headings = random.percent(60) ? Headings::any_angle : Headings::octile;
    army_->give(spec, squad);
  }

  std::uint64_t seed_;
  std::uint64_t tick_ = 0;
  std::vector<ProfileId> kinds_;
  std::unique_ptr<Land> land_;  // none: the navigator took it over
  std::unique_ptr<OrderedCrowd> army_;
  std::vector<AgentId> agents_;
  std::vector<LinkId> links_;
};

TEST(AnyGame, GoesOnBitForBitFromAnySave) {
  for (std::uint64_t seed = 1; seed <= storm(40); ++seed) {
    AnyGame straight(seed), other(seed);
    Random random(seed);
    for (int tick = 0; tick < 100; ++tick) {
      ASSERT_TRUE(!random.percent(15) || other.save_and_load()) << "seed " << seed << " tick " << tick;
      straight.tick();
      other.tick();
      ASSERT_EQ(straight.hash(), other.hash()) << "seed " << seed << " tick " << tick;
    }
  }
}

TEST(AnyGame, GoesOnBitForBitFromMomentsThatItGoesBackTo) {
  for (std::uint64_t seed = 1; seed <= storm(40); ++seed) {
    AnyGame straight(seed), other(seed);
    Random random(seed);
    for (int tick = 0; tick < 100; ++tick) {
      if (random.percent(15)) other.guess_in_vain(random.between(1, 8));
      straight.tick();
      other.tick();
      ASSERT_EQ(straight.hash(), other.hash()) << "seed " << seed << " tick " << tick;
    }
  }
}

}  // namespace
}  // namespace portolan::test
