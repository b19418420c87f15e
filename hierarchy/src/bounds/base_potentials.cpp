// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "bounds/base_potentials.hpp"

#include <algorithm>
#include <bit>

#include <portolan/core/assert.hpp>

#include "graph/level_saved.hpp"
#include "tables/area_table.hpp"

namespace portolan::detail {

void BasePotentials::build(const Level& lowest, const Level& above, const Landmarks& landmarks,
                           Executor& executor) {
  rows_.assign(lowest.nodes.size(), PotentialRow::all_unknown());
  bases_.assign(above.areas.size(), {});
  fills_.resize(executor.workers());
  executor.parallel_for(above.areas.size(), [&](std::size_t area, unsigned worker) {
    fill(fills_[worker], lowest, above, landmarks, static_cast<std::uint32_t>(area));
  });
}

// All potentials of one area, from its boundary.
void BasePotentials::fill(PotentialFill& fill, const Level& lowest, const Level& above,
                          const Landmarks& landmarks, std::uint32_t area) {
  fill.begin(lowest, above, landmarks, area);
  fill.fill();
  bases_[area] = fill.bases();
  for (std::uint32_t child = 0; child < fill.children(); ++child) {
    for (const Side side : {east, south}) {
      const PotentialFill::Border border = fill.border(child, side);
      for (std::uint32_t i = 0; i < border.count; ++i) rows_[border.node + i] = fill.row(border.row + i);
    }
  }
}

void BasePotentials::update(const Level& lowest, const Level& above, const Landmarks& landmarks,
                            const Change& change) {
  PORTOLAN_ASSERT(std::is_sorted(change.sectors.begin(), change.sectors.end()));
  PORTOLAN_ASSERT(std::is_sorted(change.nodes.begin(), change.nodes.end()));
  PORTOLAN_ASSERT(bases_.size() == above.areas.size());
  rows_.resize(lowest.nodes.size(), PotentialRow::all_unknown());
  fills_.resize(std::max<std::size_t>(fills_.size(), 1));
  find_altered(above, landmarks, change);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_area;
  for (const std::uint32_t sector : change.sectors)
    by_area.emplace_back(parent_of(above, lowest, sector), sector);
  constexpr std::uint32_t none = ~0U;
  for (const std::uint32_t area : altered_) by_area.emplace_back(area, none);
  std::sort(by_area.begin(), by_area.end());
  std::vector<std::uint32_t> sectors;
  for (std::size_t i = 0; i < by_area.size();) {
    const std::uint32_t area = by_area[i].first;
    sectors.clear();
    for (; i < by_area.size() && by_area[i].first == area; ++i) sectors.push_back(by_area[i].second);
    const bool altered = sectors.back() == none;
    if (altered) sectors.pop_back();
    const Patch patch{area, sectors, change.nodes};
    if (!altered && mend(lowest, above, landmarks, patch, false)) continue;
    if (!mend(lowest, above, landmarks, patch, true)) fill(fills_[0], lowest, above, landmarks, area);
  }
}

// Areas that have other potentials on their boundaries than are kept here. When a border changes all of its
// nodes above are rewritten; most are what they were.
void BasePotentials::find_altered(const Level& above, const Landmarks& landmarks, const Change& change) {
  altered_.assign(change.areas.begin(), change.areas.end());
  for (const std::uint32_t id : change.rim_nodes) {
    const NodeRecord& record = above.nodes[id];
    if (!record.alive() || record.is_link()) continue;
    if (std::binary_search(change.nodes.begin(), change.nodes.end(), record.aux)) continue;
    if (holds(above.area_a(record), record.aux, landmarks.of(id))) continue;
    altered_.push_back(above.area_a(record));
    altered_.push_back(above.area_b(record));
  }
  std::sort(altered_.begin(), altered_.end());
  altered_.erase(std::unique(altered_.begin(), altered_.end()), altered_.end());
}

bool BasePotentials::holds(std::uint32_t area, std::uint32_t node,
                           const Landmarks::Potentials& potentials) const {
  PotentialRow row;
  return to_row(potentials, bases_[area], row) && row.offsets == rows_[node].offsets;
}

// Lowers what does not hold any more in one area, and gives new nodes the greatest potentials that do. Not
// `whole`: looks at the changed sectors only. False, and nothing done, when more would have to change.
bool BasePotentials::mend(const Level& lowest, const Level& above, const Landmarks& landmarks,
                          const Patch& patch, bool whole) {
  PotentialFill& fill = fills_[0];
  fill.begin(lowest, above, landmarks, patch.area);
  std::uint64_t changed = 0;
  for (const std::uint32_t sector : patch.sectors) changed |= std::uint64_t{1} << fill.child_number(sector);
  const std::uint64_t children = whole ? fill.all_children() : changed;
  fill.begin_part(children, bases_[patch.area]);
  known_.clear();
  mended_.clear();
  // Sectors on the boundary are looked at as a whole: potentials there may have risen too.
  std::uint64_t awake = changed;
  for (std::uint64_t left = children; left != 0; left &= left - 1) {
    const auto child = static_cast<std::uint32_t>(std::countr_zero(left));
    for (const Side side : {north, west, east, south}) {
      const PotentialFill::Border border = fill.border(child, side);
      if (whole && border.on_boundary) awake |= std::uint64_t{1} << child;
      if (!border.shared && !load(above, landmarks, patch, side, border, whole)) return false;
    }
  }
  for (std::uint64_t left = awake; left != 0; left &= left - 1)
    fill.wait_all(static_cast<std::uint32_t>(std::countr_zero(left)));
  fill.run(awake);
  for (const Known& known : known_) {
    if (fill.row(known.row).offsets != known.before.offsets) return false;
  }
  for (std::uint64_t left = awake; left != 0; left &= left - 1) {
    if (fill.is_doubtful(static_cast<std::uint32_t>(std::countr_zero(left)))) return false;
  }
  for (const auto& [node, row] : mended_) rows_[node] = fill.row(row);
  return true;
}

// What is known of the nodes on one border. False when that cannot be told by the bases of the area. On the
// boundary nothing may be lowered, since another area has those nodes as well.
bool BasePotentials::load(const Level& above, const Landmarks& landmarks, const Patch& patch, Side side,
                          const PotentialFill::Border& border, bool whole) {
  PotentialFill& fill = fills_[0];
  // There, the nodes of one border have consecutive numbers on both levels.
  std::uint32_t on_boundary = above.areas[patch.area].first[side];
  while (border.on_boundary && border.count > 0 && above.nodes[on_boundary].aux != border.node) ++on_boundary;
  const bool owned = !border.on_boundary || side == east || side == south;
  for (std::uint32_t i = 0; i < border.count; ++i) {
    const std::uint32_t node = border.node + i;
    PotentialRow& row = fill.row(border.row + i);
    const bool fresh = std::binary_search(patch.nodes.begin(), patch.nodes.end(), node);
    if (border.on_boundary) {
      if (!to_row(landmarks.of(on_boundary + i), fill.bases(), row)) return false;
    } else if (!fresh) {
      row = rows_[node];
    }
    if (owned && (fresh || whole)) mended_.emplace_back(node, border.row + i);
    if (border.on_boundary || (!fresh && !whole)) known_.push_back({border.row + i, row});
  }
  return true;
}

void BasePotentials::save(PartSink& sink) const {
  sink.write_part(rows_.values());
  sink.write_part(bases_.values());
}

bool BasePotentials::restore(NodeCount nodes, std::size_t areas, PartSource& source) {
  return borrow_next(rows_, source) && borrow_next(bases_, source) && nodes.fits(rows_.size()) &&
         bases_.size() == areas;
}

}  // namespace portolan::detail
