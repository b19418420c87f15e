// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "bounds/base_potentials.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>

#include "graph/level_saved.hpp"
#include "tables/area_table.hpp"

namespace portolan::detail {

void BasePotentials::build(const Source& source, Executor& executor) {
  source_ = source;
  rows_.assign(source.lowest->nodes.size(), PotentialRow::all_unknown());
  bases_.assign(source.above->areas.size(), {});
  due_ = std::vector<std::atomic<std::uint8_t>>(bases_.size());
  fills_.resize(executor.workers());
  executor.parallel_for(bases_.size(), [&](std::size_t area, unsigned worker) {
    fill(fills_[worker], static_cast<std::uint32_t>(area));
  });
}

// All potentials of one area, from its boundary.
void BasePotentials::fill(PotentialFill& fill, std::uint32_t area) const {
  fill.begin(*source_.lowest, *source_.above, *source_.landmarks, area);
  fill.fill();
  bases_[area] = fill.bases();
  for (std::uint32_t child = 0; child < fill.children(); ++child) {
    for (const Side side : {east, south}) {
      const PotentialFill::Border border = fill.border(child, side);
      for (std::uint32_t i = 0; i < border.count; ++i) rows_[border.node + i] = fill.row(border.row + i);
    }
  }
}

void BasePotentials::fill_due(std::uint32_t area) const {
  PORTOLAN_ASSERT(source_.landmarks != nullptr, "they are built or restored first");
  const std::lock_guard lock(*filling_);
  if (due_[area].load(std::memory_order_relaxed) == 0) return;
  keep_due();
  fills_.resize(std::max<std::size_t>(fills_.size(), 1));
  fill(fills_.front(), area);
  ++filled_;
  due_[area].store(0, std::memory_order_release);
}

void BasePotentials::update(const Change& change) {
  PORTOLAN_ASSERT(bases_.size() == source_.above->areas.size());
  keep_due();
  rows_.resize(source_.lowest->nodes.size(), PotentialRow::all_unknown());
  const auto mark = [this](std::uint32_t area) { due_[area].store(1, std::memory_order_relaxed); };
  for (const std::uint32_t sector : change.sectors) mark(parent_of(*source_.above, *source_.lowest, sector));
  for (const std::uint32_t area : change.areas) mark(area);
  for (const std::uint32_t area : change.altered) mark(area);
}

std::uint64_t BasePotentials::fill_some(std::uint64_t most) {
  constexpr std::uint64_t nodes_per_area = 160;
  std::uint64_t taken = 0;
  for (std::uint32_t area = 0; area < due_.size() && taken < most; ++area) {
    if (due_[area].load(std::memory_order_relaxed) == 0) continue;
    fill_due(area);
    taken += nodes_per_area;
  }
  return taken;
}

void BasePotentials::log_to(Journal* journal) {
  journal_ = journal;
  kept_ = 0;
  rows_.log_to(journal);
  bases_.log_to(journal);
}

void BasePotentials::keep_due() const {
  if (journal_ == nullptr) return;
  journal_->once(kept_, due_.size(), [this] {
    std::vector<std::uint8_t> old;
    for (const auto& area : due_) old.push_back(area.load(std::memory_order_relaxed));
    return [this, old] {
      for (std::size_t area = 0; area < old.size(); ++area) due_[area] = old[area];
    };
  });
}

void BasePotentials::save(PartSink& sink) const {
  for (std::uint32_t area = 0; area < due_.size(); ++area) prepare(area);
  sink.write_part(rows_.values());
  sink.write_part(bases_.values());
}

void BasePotentials::save_live(PartSink& sink) const {
  std::vector<std::uint8_t> due;
  for (const auto& area : due_) due.push_back(area.load(std::memory_order_relaxed));
  sink.write_part(rows_.values());
  sink.write_part(bases_.values());
  sink.write_part<std::uint8_t>(due);
}

bool BasePotentials::restore(const Source& source, NodeCount nodes, PartSource& parts) {
  source_ = source;
  due_ = std::vector<std::atomic<std::uint8_t>>(source.above->areas.size());
  return borrow_next(rows_, parts) && borrow_next(bases_, parts) && nodes.fits(rows_.size()) &&
         bases_.size() == due_.size();
}

bool BasePotentials::restore_live(PartSource& parts) {
  const auto due = parts.next_values<std::uint8_t>();
  if (!due || due->size() != due_.size()) return false;
  for (std::size_t area = 0; area < due_.size(); ++area) due_[area] = (*due)[area];
  return true;
}

}  // namespace portolan::detail
