// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Is a field exact? By what it tells its readers alone: the rule of a field is written down here a second
// time.
#include <algorithm>
#include <map>
#include <string>

#include <portolan/core/neighbourhood.hpp>
#include <portolan/core/validate.hpp>

#include "../cell_text.hpp"

namespace portolan {

namespace {

class FieldCheck {
 public:
  explicit FieldCheck(const TileField& field) : field_(field), grid_(field.grid()) {
    for (const Goal& goal : field.goals()) {
      const auto [at, fresh] = goals_.try_emplace(goal.cell, goal.offset);
      if (!fresh) at->second = std::min(at->second, goal.offset);
    }
  }

  [[nodiscard]] std::optional<std::string> fault() const {
    if (!field_.finished()) return "the field is not finished";
    const TileGrid& tiles = field_.tiles();
    for (std::uint32_t t = 0; t < tiles.tile_count(); ++t) {
      if (!field_.allowed(TileId{t})) continue;
      const Rect box = tiles.bounds(TileId{t});
      for (std::int32_t i = 0; i < box.width * box.height; ++i) {
        const Cell c{box.x + i % box.width, box.y + i / box.width, box.layer};
        if (auto found = fault_at(c)) return "cell " + detail::text(c) + " " + *found;
      }
    }
    return std::nullopt;
  }

 private:
  /// What a cell's surroundings account for, and the direction that this gives it.
  struct Answer {
    Distance value = unreachable;
    Direction direction = Direction::none;
    void offer(Distance value_there, Direction d) {
      if (!(value_there < value)) return;
      value = value_there;
      direction = d;
    }
  };

  [[nodiscard]] bool allowed(Cell c) const { return field_.allowed(field_.tiles().tile_of(c)); }

  [[nodiscard]] Answer answer_at(Cell c) const {
    Answer answer;
    if (!grid_.passable(c)) return answer;
    const auto goal = goals_.find(c);
    if (goal != goals_.end()) answer.offer(goal->second, Direction::goal);
    const Neighbourhood around = look_around(grid_, c);
    for (const int first : {0, 1}) {
      for (int d = first; d < step_count; d += 2) {
        if ((around.steps >> d & 1U) == 0) continue;
        const auto direction = static_cast<Direction>(d);
        const Cell to = step(c, direction);
        if (!allowed(to) || !allowed({to.x, c.y, c.layer}) || !allowed({c.x, to.y, c.layer})) continue;
        answer.offer(field_.at(to) + grid_.step_cost(c, direction), direction);
      }
    }
    for (const LinkTable::Entry& entry : grid_.links().from_block(c)) {
      const Link& link = grid_.links()[entry.id];
      if (link.from == c && grid_.passable(link.to))
        answer.offer(field_.at(link.to) + Distance{link.cost}, Direction::link);
    }
    return answer;
  }

  [[nodiscard]] std::optional<std::string> fault_at(Cell c) const {
    const Answer wanted = answer_at(c);
    const Distance value = field_.at(c);
    if (value != wanted.value)
      return "has the value " + std::to_string(value.units) + ", but what is around it comes to " +
             std::to_string(wanted.value.units);
    if (field_.direction(c) == wanted.direction) return std::nullopt;
    return "points in direction " + std::to_string(static_cast<int>(field_.direction(c))) + " instead of " +
           std::to_string(static_cast<int>(wanted.direction));
  }

  const TileField& field_;
  GridView grid_;
  std::map<Cell, Distance> goals_;
};

}  // namespace

std::optional<std::string> validate(const TileField& field) { return FieldCheck(field).fault(); }

}  // namespace portolan
