// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A copy of a crowd goes on as the one that it was taken from, and so does a crowd that goes back to a
// moment, whatever has happened since: what each step makes again is in neither, and must not be needed.
#include <cstdint>
#include <deque>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>
#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>

#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using test::tick;

std::vector<std::byte> bytes_of(const Crowd& crowd) {
  StateWriter writer;
  crowd.save_state(writer);
  const std::span<const std::byte> bytes = writer.finish();
  return {bytes.begin(), bytes.end()};
}

struct Arena {
  explicit Arena(Avoidance avoidance) {
    for (const bool to_east : {true, false}) {
      CrowdGroup group{map.view(), to_east ? &eastward : &westward, to_east ? east : west, {}, 1.5F, false};
      group.avoidance = avoidance;
      groups[to_east ? 0 : 1] = crowd.add_group(group);
    }
    test::Random random(5);
    for (int k = 0; k < 24; ++k) add(random);
  }
  void add(test::Random& random) {
    const std::uint32_t side = random.below(2);
    const auto x = static_cast<float>(side == 0 ? 2 + random.below(5) : 13 + random.below(5));
    AgentSpec spec;
    spec.position = {x, static_cast<float>(1 + random.below(4))};
    spec.group = groups[side];
    agents.push_back(crowd.add(spec));
  }
  // What a game may do to agents between two steps.
  void disturb(test::Random& random) {
    const std::size_t who = random.below(static_cast<std::uint32_t>(agents.size()));
    const AgentId id = agents[who];
    switch (random.below(10)) {
      case 0:
        return add(random);
      case 1:
        return crowd.remove(id), void(agents.erase(agents.begin() + static_cast<std::ptrdiff_t>(who)));
      case 2:
        return crowd.set_radius(id, 0.2F + 0.1F * static_cast<float>(random.below(2)));
      case 3:
        return crowd.set_max_speed(id, static_cast<float>(1 + random.below(5)));
      case 4:
        return crowd.set_holds(id, random.percent(50));
      case 5:
        return crowd.regroup(id, groups[random.below(2)]);
      case 6:
        return void(crowd.group(groups[random.below(2)]).headway =
                        0.1F * static_cast<float>(random.below(9)));
      case 7:
        return crowd.set_acceleration(id, static_cast<float>(random.below(3)));
      case 8:
        return crowd.set_turn_rate(id, static_cast<float>(random.below(3)));
      default:
        return crowd.start(id);
    }
  }
  [[nodiscard]] std::vector<std::byte> saved() const { return bytes_of(crowd); }

  test::TestWorld map = test::draw_map(R"(
    .........#..........
    A..................B
    .........#..........
    .........#..........
    ....................
    .........#..........
  )");
  std::vector<Cell> east{map['B']}, west{map['A']};
  test::ReferenceGuide eastward{map.view(), east}, westward{map.view(), west};
  Crowd crowd;
  CrowdGroupId groups[2];
  std::vector<AgentId> agents;
};

TEST(CrowdCopies, GoOnAsTheCrowdThatTheyWereTakenFrom) {
  for (const Avoidance avoidance : {Avoidance::none, Avoidance::separation, Avoidance::reciprocal}) {
    Arena hall(avoidance);
    for (int k = 0; k < 25; ++k) hall.crowd.step(tick);
    const Crowd moment = hall.crowd;
    std::vector<std::uint64_t> hashes;
    for (int k = 0; k < 40; ++k) {
      hall.crowd.step(tick);
      hashes.push_back(hall.crowd.hash());
    }
    test::Random random(7);
    for (int k = 0; k < 6; ++k) hall.add(random);  // slots that the moment does not have
    hall.crowd.step(tick);
    for (const bool put_back : {true, false}) {
      Crowd copy(moment);
      if (put_back) hall.crowd = moment;
      Crowd& again = put_back ? hall.crowd : copy;
      for (const std::uint64_t hash : hashes) {
        again.step(tick);
        ASSERT_EQ(again.hash(), hash) << "avoidance " << static_cast<int>(avoidance);
      }
    }
  }
}

// Where all stand close together and walk far in a step, who is beside whom is looked for again once
// everybody has walked; a copy does not know yet that it is so, and comes to the same.
TEST(CrowdCopies, OfADenseCrowdThatWalksFarInAStepGoOnAlike) {
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    Arena hall(avoidance);
    test::Random random(8);
    for (int k = 0; k < 100; ++k) hall.add(random);
    for (const AgentId agent : hall.agents) hall.crowd.set_max_speed(agent, 8);
    for (int k = 0; k < 60; ++k) {
      Crowd copy(hall.crowd);
      copy.step(tick);
      hall.crowd.step(tick);
      ASSERT_EQ(hall.crowd.hash(), copy.hash())
          << "avoidance " << static_cast<int>(avoidance) << " tick " << k;
    }
  }
}

// At steps of a thirtieth of a second most go straight on until they decide again, and do nothing else.
TEST(CrowdCopies, OfThoseWhoGoStraightOnGoOnAlike) {
  for (const Avoidance avoidance : {Avoidance::none, Avoidance::separation}) {
    Arena hall(avoidance);
    for (int k = 0; k < 120; ++k) {
      Crowd copy(hall.crowd);
      copy.step(1.0F / 30);
      hall.crowd.step(1.0F / 30);
      ASSERT_EQ(hall.saved(), bytes_of(copy)) << "avoidance " << static_cast<int>(avoidance) << " step " << k;
    }
  }
}

struct Kept {
  std::uint64_t moment;
  std::vector<std::byte> bytes;
  std::vector<AgentId> agents;
};

TEST(CrowdMoments, AreGoneBackToBitForBit) {
  for (std::uint64_t seed = 1; seed <= test::storm(12); ++seed) {
    Arena hall(seed % 2 == 0 ? Avoidance::separation : Avoidance::reciprocal);
    test::Random random(seed);
    std::deque<Kept> kept;
    for (int k = 0; k < 120; ++k) {
      for (std::uint32_t n = random.below(4); n > 0; --n) hall.disturb(random);
      for (std::uint32_t n = random.below(3); n > 0; --n) hall.crowd.step(tick);
      kept.push_back({hall.crowd.keep(), hall.saved(), hall.agents});
      if (kept.size() > 9) {
        kept.pop_front();
        hall.crowd.forget_before(kept.front().moment);
      }
      if (!random.percent(30)) continue;
      if (random.percent(50)) hall.crowd.step(tick);
      kept.resize(1 + random.below(static_cast<std::uint32_t>(kept.size())));
      hall.crowd.go_back(kept.back().moment);
      hall.agents = kept.back().agents;
      ASSERT_EQ(hall.saved() == kept.back().bytes, true) << "seed " << seed << " round " << k;
    }
  }
}

TEST(CrowdMoments, GoOnAsACrowdThatKeptNone) {
  for (const Avoidance avoidance : {Avoidance::none, Avoidance::separation, Avoidance::reciprocal}) {
    Arena straight(avoidance), other(avoidance);
    test::Random dice(3), same_dice(3), wrong_dice(9);
    for (int k = 0; k < 60; ++k) {
      const std::uint64_t moment = other.crowd.keep();
      const std::vector<AgentId> agents = other.agents;
      for (int n = 0; n < k % 5; ++n) {
        other.disturb(wrong_dice);
        other.crowd.step(tick);
        other.crowd.keep();
      }
      other.crowd.go_back(moment);
      other.agents = agents;
      straight.disturb(dice), other.disturb(same_dice);
      straight.crowd.step(tick), other.crowd.step(tick);
      ASSERT_EQ(straight.saved() == other.saved(), true) << "tick " << k;
    }
  }
}

// Of a game that moves, no more than 72 bytes an agent, and of one that stands next to nothing.
TEST(CrowdMoments, ShareWhatHasNotChanged) {
  for (const bool moves : {true, false}) {
    Arena hall(Avoidance::reciprocal);
    for (const AgentId agent : hall.agents) hall.crowd.set_holds(agent, !moves);
    for (int k = 0; k < 4; ++k) hall.crowd.step(tick);
    hall.crowd.keep();
    const std::size_t first = hall.crowd.kept_bytes();
    hall.crowd.keep();
    const std::size_t of_none = hall.crowd.kept_bytes() - first;  // in which nothing has happened
    const int moments = 10;
    for (int k = 0; k < moments; ++k) {
      hall.crowd.step(tick);
      hall.crowd.keep();
    }
    const std::size_t all = hall.crowd.kept_bytes() - first - of_none * (1 + moments);
    // Of those who stand, nothing; of those who push out of a heap, less than half of a whole copy.
    EXPECT_LE(all, moves ? hall.agents.size() * moments * 72 : 0);
    EXPECT_LE(first, hall.agents.size() * 96 + 1024) << "a whole copy";
    if (moves) {
      EXPECT_GE(all, hall.agents.size() * moments * 16) << "they walk";
    }
  }
}

TEST(CrowdMoments, AreForgotten) {
  Arena hall(Avoidance::separation);
  const std::uint64_t first = hall.crowd.keep();
  const std::size_t first_of_all = hall.crowd.kept_bytes();
  for (int k = 0; k < 5; ++k) hall.crowd.step(tick), hall.crowd.keep();
  EXPECT_GT(hall.crowd.kept_bytes(), first_of_all);
  hall.crowd.forget_before(first + 5);
  Crowd keeps_one(hall.crowd);
  keeps_one.keep();
  EXPECT_EQ(hall.crowd.kept_bytes(), keeps_one.kept_bytes());
  hall.crowd.go_back(first + 5);
  EXPECT_EQ(Crowd(hall.crowd).kept_bytes(), 0U) << "a copy has none";
}

}  // namespace
}  // namespace portolan
