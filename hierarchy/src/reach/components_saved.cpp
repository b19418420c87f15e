// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <vector>

#include <portolan/core/assert.hpp>

#include "graph/level_saved.hpp"
#include "reach/components.hpp"

namespace portolan::detail {

namespace {

struct LocalCounts {
  std::uint32_t slots = 0;
  std::uint32_t rows = 0;
};

// Which of some slots have an owner. Two owners of one slot would each change what the other looks up.
class Owned {
 public:
  explicit Owned(std::size_t slots) : owned_(slots) {}

  /// False where a slot is not there, or has an owner.
  [[nodiscard]] bool take(std::size_t first, std::size_t count) {
    if (first > owned_.size() || count > owned_.size() - first) return false;
    const auto begin = owned_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = begin + static_cast<std::ptrdiff_t>(count);
    if (std::find(begin, end, true) != end) return false;
    std::fill(begin, end, true);
    return true;
  }

 private:
  std::vector<bool> owned_;
};

}  // namespace

void Components::save(PartSink& sink) const {
  for (const LocalComponents& locals : locals_) {
    const LocalCounts counts{locals.slots.end(), locals.rows.end()};
    sink.write_part<LocalCounts>({&counts, 1});
    sink.write_part(locals.areas.values());
    sink.write_part(locals.local_at.values());
    sink.write_part(locals.up.values());
  }
}

bool Components::restore(std::size_t levels, PartSource& source) {
  locals_ = std::vector<LocalComponents>(levels);
  for (LocalComponents& locals : locals_) {
    const auto counts = source.next_value<LocalCounts>();
    if (!counts || !borrow_next(locals.areas, source) || !borrow_next(locals.local_at, source) ||
        !borrow_next(locals.up, source)) {
      return false;
    }
    locals.slots.restore(counts->slots);
    locals.rows.restore(counts->rows);
    if (locals.up.size() != counts->slots) return false;
  }
  return true;
}

bool Components::fits(Levels levels, std::span<const std::uint32_t> waiting) const {
  std::vector<bool> waits(levels[0]->areas.size(), false);
  for (const std::uint32_t sector : waiting) waits[sector] = true;
  for (std::size_t at = 0; at < levels.size(); ++at) {
    if (!fits(*levels[at], at, waits)) return false;
    waits.clear();
  }
  return true;
}

// `waits`: areas that are partitioned again before anybody looks at them; empty: none.
bool Components::fits(const Level& level, std::size_t at, const std::vector<bool>& waits) const {
  PORTOLAN_ASSERT(at < locals_.size());
  const LocalComponents& locals = locals_[at];
  if (locals.areas.size() != level.areas.size() || locals.local_at.size() < locals.rows.end()) return false;
  Owned slots(locals.up.size());
  Owned rows(locals.rows.end());
  for (std::uint32_t i = 0; i < locals.areas.size(); ++i) {
    const Area& area = locals.areas[i];
    const AreaRecord& record = level.areas[i];
    const AreaLinks& links = level.links_of(record);
    const std::size_t places = record.portals() + links.leaving.size() + links.arriving.size();
    const bool is_of_level = area.place_count == places && area.end == record.end;
    if (!is_of_level && (waits.empty() || !waits[i])) return false;
    if (area.place_count > 0 && area.count == 0) return false;
    if (area.count > 0 && !slots.take(area.first, area.count)) return false;
    if (area.places == ~0U) {
      if (area.count > 1) return false;
      continue;
    }
    if (!rows.take(area.places, area.place_count)) return false;
    const auto* const row = locals.local_at.data() + area.places;
    const auto is_beyond = [&](std::uint16_t local) { return local >= area.count; };
    if (std::any_of(row, row + area.place_count, is_beyond)) return false;
  }
  if (at + 1 == locals_.size()) return true;
  return std::all_of(locals.up.begin(), locals.up.end(), [&](std::uint32_t up) {
    return (up & enclosed) != 0 || up < locals_[at + 1].up.size();
  });
}

}  // namespace portolan::detail
