// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/flat_hash.hpp>
#include <portolan/dynamic/footprint.hpp>
#include <portolan/dynamic/motion.hpp>

namespace portolan {

/// A point in time, in whole steps of a length that the caller chooses.
using TimeStep = std::int64_t;

/// The steps from `from` on, `to` no longer included.
struct TimeSpan {
  TimeStep from = 0;
  TimeStep to = 0;

  [[nodiscard]] constexpr bool contains(TimeStep t) const { return from <= t && t < to; }
  constexpr auto operator<=>(const TimeSpan&) const = default;
};

/// How the motion of obstacles is cut into time steps: an obstacle stands still for `steps` steps, then
/// `time` of its own time has passed. The first such period begins with the forecast.
struct ForecastGrid {
  TimeStep steps = 1;
  double time = 1;
  /// Steps that a cell counts as blocked before an obstacle comes and after it has gone: how far from its
  /// plan an agent may be in time.
  TimeStep margin = 0;
};

/// Which cells are going to be blocked when, within a span of time that ends at the horizon; of what comes
/// after it nothing is known. Filled, then finished, then read: by any number of threads. Keeps its memory.
/// Memory: O(spans that come out), cost: O(cells of an obstacle * its moves from cell to cell), not the
/// world.
class Forecast {
 public:
  static constexpr std::int32_t most_growth = 64;  ///< what is farther is nobody's to foresee
  /// Empties it. `span` begins now and ends at the horizon.
  void reset(Extent extent, TimeSpan span, const ForecastGrid& grid = {});

  /// Blocks a cell; outside world or span that is without effect.
  void block(Cell cell, TimeSpan when);
  /// An obstacle with a script; its own time is `clock` now. Sampled with the additions of
  /// `Obstacles::advance`, so that both agree bit for bit.
  void add_script(const Course& course, const PresenceScript& presence, const Footprint& footprint,
                  std::int32_t layer, double clock);
  /// An obstacle whose movement is not known: it is thought to go on as it does now, such as
  /// `Course::linear(position, velocity)`, and the cells that it might reach grow by `growth` cells per unit
  /// of time, all around, rounded up to whole cells, until they have grown by `most_growth`.
  void add_seen(const Course& course, double growth, const Footprint& footprint, std::int32_t layer);
  /// Makes it ready to be read.
  void finish();

  [[nodiscard]] TimeSpan span() const { return span_; }
  [[nodiscard]] TimeStep horizon() const { return span_.to; }
  /// When a cell is blocked: ascending, neither overlapping nor touching.
  [[nodiscard]] std::span<const TimeSpan> blocked(Cell cell) const;
  [[nodiscard]] bool blocked(Cell cell, TimeStep at) const;
  [[nodiscard]] std::size_t cell_count() const { return index_.size(); }

 private:
  struct Entry {
    std::uint64_t cell = 0;
    TimeSpan when;
    constexpr auto operator<=>(const Entry&) const = default;
  };
  struct Part {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  // A cell on which an obstacle lies, and since when.
  struct Covered {
    std::uint64_t cell = 0;
    TimeStep since = 0;
  };
  void lie(const Footprint& footprint, Cell anchor, TimeStep at);
  void end_covered(const Covered& covered, TimeStep at);

  Extent extent_;
  TimeSpan span_;
  ForecastGrid grid_;
  std::vector<Entry> entries_;
  std::vector<Covered> covered_, before_;  // by the obstacle that is being added
  std::vector<TimeSpan> spans_;
  std::vector<Part> parts_;                       // per cell with spans
  FlatHash<std::uint64_t, std::uint32_t> index_;  // cell -> part
};

/// A footprint's cells and all within `ring` rows and columns of them.
[[nodiscard]] Footprint grown(const Footprint& footprint, std::int32_t ring);

}  // namespace portolan
