// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "bounds/landmarks.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/octile.hpp>

#include "graph/level_saved.hpp"

namespace portolan::detail {

namespace {

// What a jump costs as a multiple of the way at cost 1. No path pays for a nearer jump unless it is four
// times as long as the way there, at the highest cost of a cell.
constexpr std::uint64_t jump_factor = 1024;
constexpr std::int64_t on_edge = 20;  // landmarks; the others stand
constexpr std::int64_t lattice = 4;   // so many in a row, in one row less
static_assert(on_edge + lattice * (lattice - 1) == std::int64_t{Landmarks::count});
// With more changed areas than this share of all, nothing is left to keep.
constexpr std::size_t share_built_anew = 4;
constexpr std::size_t least_built_anew = 8;
// The same for the nodes of one landmark: to look at a quarter of them takes as long as to begin again.
constexpr std::size_t share_raised = 6;
// To relax an area takes as long as to look at so many nodes.
constexpr std::uint64_t nodes_per_area = 4;
constexpr std::uint64_t nodes_per_look = 80;  // at all landmarks of an area's nodes

// Where a landmark stands: on the edge of the map, or on a lattice inside. Half cells.
std::pair<std::int64_t, std::int64_t> place_of(Extent extent, std::size_t slot) {
  const std::int64_t width = 2 * std::int64_t{extent.width};
  const std::int64_t height = 2 * std::int64_t{extent.height};
  const auto number = static_cast<std::int64_t>(slot);
  if (number >= on_edge) {
    const std::int64_t inside = number - on_edge;
    return {width * (1 + inside % lattice) / (lattice + 1), height * (1 + inside / lattice) / lattice};
  }
  std::int64_t along = 2 * (width + height) * number / on_edge;
  if (along < width) return {along, 0};
  along -= width;
  if (along < height) return {width, along};
  along -= height;
  if (along < width) return {width - along, height};
  return {0, height - (along - width)};
}

std::uint32_t jump_of(const Level& level, std::uint32_t node, std::size_t slot) {
  const NodeRecord& record = level.nodes[node];
  const auto [x, y] = place_of(level.grid.extent(), slot);
  const std::uint64_t way = octile_half_units(std::abs(record.x2 - x), std::abs(record.y2 - y));
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(jump_factor * way, AreaRelaxation::far - 1));
}

void seed_jumps(const Level& level, std::size_t slot, AreaRelaxation& relaxation) {
  for (std::uint32_t node = 0; node < level.nodes.size(); ++node) {
    if (level.nodes[node].alive()) relaxation.seed(node, jump_of(level, node, slot));
  }
}

Potentials jumps_of(const Level& level, std::uint32_t node) {
  Potentials jumps;
  for (std::size_t slot = 0; slot < Landmarks::count; ++slot) jumps[slot] = jump_of(level, node, slot);
  return jumps;
}

// The least of what is known and of what the exits of an area make of a path that begins at a place in it.
// `exits`: their potentials.
void take_through(const Level& level, std::uint32_t area, std::uint32_t place,
                  std::span<const std::uint32_t> exits, Potentials& least) {
  const AreaRecord& record = level.areas[area];
  const CostTable& table = level.tables[record.table];
  if (level.is_plain(record))
    return least_sums(table.row<std::uint16_t>(place), table.size, place, exits, least);
  const auto count = static_cast<std::uint32_t>(exits.size() / potential_lanes);
  for (std::uint32_t exit = 0; exit < count; ++exit) {
    const std::uint64_t cost = table.at(place, exit);
    if (exit == place || cost >= AreaRelaxation::far) continue;
    for (std::size_t slot = 0; slot < potential_lanes; ++slot) {
      const std::uint64_t sum = cost + exits[exit * potential_lanes + slot];
      least[slot] = static_cast<std::uint32_t>(std::min<std::uint64_t>(least[slot], sum));
    }
  }
}

}  // namespace

void Landmarks::build(const Level& level, Executor& executor) {
  potentials_.assign(level.nodes.size(), {});
  doubts_.assign(level.nodes.size(), 0);
  build_anew(level, executor);
}

// Slots are solved apart from each other, in memory of their own, and laid side by side afterwards.
void Landmarks::build_anew(const Level& level, Executor& executor) {
  std::array<std::vector<std::uint32_t>, count> values;
  executor.parallel_for(count, [&](std::size_t slot, unsigned) {
    AreaRelaxation relaxation;
    relaxation.begin(level);
    values[slot].assign(level.nodes.size(), AreaRelaxation::far);
    seed_jumps(level, slot, relaxation);
    static_cast<void>(relaxation.run());  // on whole levels all costs fit
    relaxation.for_each_value([&](std::uint32_t node, std::uint32_t value) { values[slot][node] = value; });
  });
  constexpr std::size_t piece = 2048;
  executor.parallel_for((potentials_.size() + piece - 1) / piece, [&](std::size_t p, unsigned) {
    for (std::size_t node = p * piece; node < std::min(potentials_.size(), (p + 1) * piece); ++node) {
      for (std::size_t slot = 0; slot < count; ++slot) potentials_[node][slot] = values[slot][node];
    }
  });
}

std::span<const std::uint32_t> Landmarks::update(const Level& level, std::span<const std::uint32_t> areas,
                                                 std::span<const std::uint32_t> fresh_nodes,
                                                 Executor& executor) {
  PORTOLAN_ASSERT(potentials_.size() <= level.nodes.size());
  keep_doubts();
  altered_.clear();
  work_ = nodes_per_look * areas.size();
  Potentials none;
  none.fill(AreaRelaxation::far);
  potentials_.resize(level.nodes.size(), none);
  doubts_.resize(level.nodes.size(), 0);
  if (potentials_.empty()) return {};
  if (areas.size() > least_built_anew && areas.size() * share_built_anew > level.areas.size()) {
    build_anew(level, executor);
    work_ += count * level.areas.size() * nodes_per_area;
    forget_doubts();
    for (std::uint32_t area = 0; area < level.areas.size(); ++area) altered_.push_back(area);
    return altered_;
  }
  for (const std::uint32_t node : fresh_nodes) {
    if (level.nodes[node].alive()) potentials_[node] = jumps_of(level, node);
  }
  // What comes in place of what was there mostly has its potentials: without a guess all that rests on it
  // would be raised, and fall again.
  std::vector<std::uint32_t> fresh(fresh_nodes.begin(), fresh_nodes.end());
  std::sort(fresh.begin(), fresh.end());
  if (!fresh.empty()) {
    for (const std::uint32_t area : areas) {
      for_each_least(level, area, [&](std::uint32_t node, const Potentials& least) {
        if (!std::binary_search(fresh.begin(), fresh.end(), node)) return;
        Potentials& guess = potentials_[node] = jumps_of(level, node);
        for (std::size_t slot = 0; slot < count; ++slot) guess[slot] = std::min(guess[slot], least[slot]);
      });
    }
  }
  broken_ = 0;
  for (const std::uint32_t area : areas) look_at(level, area);
  lower(level, areas);
  for (const std::uint32_t node : fresh) {
    if (level.nodes[node].alive()) alter(level, node);
  }
  return altered_;
}

void Landmarks::gather(const Level& level, std::uint32_t area, std::vector<std::uint32_t>& into) const {
  into.clear();
  level.for_each_exit(level.areas[area], [&](std::uint32_t node, std::uint32_t) {
    into.insert(into.end(), potentials_[node].begin(), potentials_[node].end());
  });
}

// Calls visit(node, least) for the nodes whose potentials paths through an area account for: with what all
// their neighbours make of them.
template <class Visit>
void Landmarks::for_each_least(const Level& level, std::uint32_t area, const Visit& visit) {
  gather(level, area, here_);
  const AreaRecord& record = level.areas[area];
  for (const Side side : all_sides) {
    if (record.end[side] == record.begin(side)) continue;
    const AreaId beside = level.grid.beside({area}, side);
    gather(level, beside.value, there_);
    const std::uint32_t first_there = level.areas[beside.value].begin(opposite(side));
    for (std::uint32_t i = 0; i < record.end[side] - record.begin(side); ++i) {
      const std::uint32_t node = record.first[side] + i;
      Potentials least;
      least.fill(AreaRelaxation::far);
      take_through(level, area, record.begin(side) + i, here_, least);
      take_through(level, beside.value, first_there + i, there_, least);
      visit(node, least);
    }
  }
  for (const std::uint32_t node : level.links_of(record).arriving) {
    const LinkNode& link = level.link(level.nodes[node]);
    Potentials least;
    least.fill(AreaRelaxation::far);
    take_through(level, area, link.arriving_at, here_, least);
    for (std::uint32_t& sum : least)
      sum = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(std::uint64_t{sum} + link.link.cost, AreaRelaxation::far));
    visit(node, least);
  }
}

// All slots at once, where a relaxation takes one after the other.
void Landmarks::look_at(const Level& level, std::uint32_t area) {
  for_each_least(level, area, [&](std::uint32_t node, const Potentials& least) {
    const Potentials& known = of(node);
    std::uint32_t doubts = 0;
    for (std::size_t slot = 0; slot < count; ++slot) {
      if (least[slot] > known[slot] && jump_of(level, node, slot) > known[slot]) doubts |= 1U << slot;
      broken_ |= (least[slot] < known[slot] ? 1U : 0U) << slot;
    }
    doubt(node, doubts);
  });
}

void Landmarks::lower(const Level& level, std::span<const std::uint32_t> areas) {
  if (broken_ == 0) return;
  relaxation_.begin(level);
  for (std::size_t slot = 0; slot < count; ++slot) {
    if ((broken_ >> slot & 1U) == 0) continue;
    relaxation_.restart();
    relaxation_.begin_with(of(0).data() + slot, count);
    for (const std::uint32_t area : areas) relaxation_.wake(area);
    static_cast<void>(relaxation_.run());
    work_ += nodes_per_area * relaxation_.work();
    store(level, slot);
  }
}

std::span<const std::uint32_t> Landmarks::raise(const Level& level, std::uint64_t most) {
  altered_.clear();
  work_ = 0;
  if (raise_due_ == 0) return {};
  PORTOLAN_ASSERT(potentials_.size() == level.nodes.size(), "update() comes before raise()");
  keep_doubts();
  relaxation_.begin(level);
  while (raise_due_ != 0 && work_ < most) {
    const std::uint32_t later = raise_due_ & (~0U << next_);
    const auto slot = static_cast<std::size_t>(std::countr_zero(later != 0 ? later : raise_due_));
    raise_slot(level, slot);
    next_ = static_cast<std::uint32_t>((slot + 1) % count);
  }
  return altered_;
}

// Nodes that were doubted may be gone since, or others; those that came in their place were looked at.
void Landmarks::raise_slot(const Level& level, std::size_t slot) {
  PORTOLAN_ASSERT((raise_due_ >> slot & 1U) != 0, "only what is due is raised");
  raise_due_ &= ~(1U << slot);
  raised_.clear();
  std::erase_if(doubted_, [&](std::uint32_t node) {
    std::uint32_t& doubts = doubts_[node];
    if ((doubts >> slot & 1U) != 0 && level.nodes[node].alive()) raised_.push_back(node);
    return (doubts &= ~(1U << slot)) == 0;
  });
  relaxation_.restart();
  relaxation_.begin_with(of(0).data() + slot, count);
  const std::size_t most = level.nodes.size() / share_raised;
  const auto jump = [&](std::uint32_t node) { return jump_of(level, node, slot); };
  const std::size_t looked_at = relaxation_.raise(raised_, jump, most);
  if (looked_at >= most) {
    relaxation_.restart();
    seed_jumps(level, slot, relaxation_);
  }
  work_ += looked_at;
  static_cast<void>(relaxation_.run());
  work_ += nodes_per_area * relaxation_.work();
  store(level, slot);
}

void Landmarks::store(const Level& level, std::size_t slot) {
  relaxation_.for_each_value([&](std::uint32_t node, std::uint32_t value) {
    if (value == of(node)[slot]) return;
    potentials_[node][slot] = value;
    alter(level, node);
  });
}

void Landmarks::log_to(Journal* journal) {
  journal_ = journal;
  kept_ = 0;
  potentials_.log_to(journal);
  doubts_.log_to(journal);
}

void Landmarks::forget_doubts() {
  raise_due_ = 0;
  for (const std::uint32_t node : doubted_) doubts_[node] = 0;
  doubted_.clear();
}

void Landmarks::keep_doubts() {
  if (journal_ != nullptr) journal_->copy(kept_, raise_due_, next_, doubted_);
}

void Landmarks::save(PartSink& sink) const {
  sink.write_part(potentials_.values());
  std::vector<std::uint32_t> waiting{next_};
  for (std::size_t slot = 0; slot < count; ++slot) {
    const std::size_t length = waiting.size();
    waiting.push_back(0);
    for (const std::uint32_t node : doubted_) {
      if ((doubts_[node] >> slot & 1U) != 0) waiting.push_back(node);
    }
    waiting[length] = static_cast<std::uint32_t>(waiting.size() - length - 1);
  }
  sink.write_part<std::uint32_t>(waiting);
}

bool Landmarks::restore(NodeCount nodes, PartSource& source) {
  std::vector<std::uint32_t> waiting;
  if (!borrow_next(potentials_, source) || !nodes.fits(potentials_.size()) || !copy_next(waiting, source) ||
      waiting.empty() || waiting.front() >= count)
    return false;
  auto next = waiting.begin();
  next_ = *next++;
  forget_doubts();
  doubts_.assign(potentials_.size(), 0);
  for (std::size_t slot = 0; slot < count; ++slot) {
    if (next == waiting.end() || *next > static_cast<std::size_t>(waiting.end() - next - 1)) return false;
    const auto end = next + 1 + *next;
    for (++next; next != end; ++next) {
      if (*next >= doubts_.size()) return false;
      doubt(*next, 1U << slot);
    }
  }
  return next == waiting.end();
}

void Landmarks::doubt(std::uint32_t node, std::uint32_t slots) {
  const std::uint32_t before = std::as_const(doubts_)[node];
  if ((slots & ~before) == 0) return;
  if (before == 0) doubted_.push_back(node);
  doubts_[node] = before | slots;
  raise_due_ |= slots;
}

void Landmarks::alter(const Level& level, std::uint32_t node) {
  altered_.push_back(level.area_a(level.nodes[node]));
  altered_.push_back(level.area_b(level.nodes[node]));
}

}  // namespace portolan::detail
