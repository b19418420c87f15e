// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <portolan/core/world.hpp>

#include <support/random.hpp>

namespace portolan::test {

/// One edit of a world. Any part of a sequence of edits is a sequence of edits, so that it can be shrunk.
struct EditStep {
  enum class Kind : std::uint8_t {
    terrain,  ///< cells a to b become terrain class `value`; 255 is a wall
    block,    ///< a blocking stamp on cells a to b
    raise,    ///< a stamp that adds `value` to the cost of cells a to b
    lift,     ///< stamp number `value`, of those that lie, leaves
    link,     ///< from a to b at a cost of `value`
    cut,      ///< link number `value`, of those there are, goes
    commit,
  };
  Kind kind = Kind::commit;
  Cell a;
  Cell b;
  int value = 0;
  bool passing = false;
};

[[nodiscard]] std::vector<EditStep> random_steps(Extent extent, int count, Random& random);
/// One step a line.
[[nodiscard]] std::string describe(const std::vector<EditStep>& steps);

/// A world with a history, and a plain record of what it should be now.
class EditedWorld {
 public:
  /// Ground of cost 1 with random walls and costs; profiles with a clearance of 1, and of 2.
  EditedWorld(Extent extent, std::uint64_t seed);

  /// What changed, where the step is a commit.
  std::optional<Commit> take(const EditStep& step);
  /// The same world without a history: everything laid at once.
  [[nodiscard]] World rebuilt() const;
  [[nodiscard]] const World& world() const { return world_; }
  static constexpr std::uint32_t profiles = 2;

 private:
  static void add_profiles(World& world);
  static void lay(World& world, const EditStep& stamp, int by);
  void set(const EditStep& step);

  World world_;
  std::vector<TerrainId> terrain_;
  std::vector<EditStep> stamps_;
  std::vector<std::pair<LinkId, Link>> links_;
};

}  // namespace portolan::test
