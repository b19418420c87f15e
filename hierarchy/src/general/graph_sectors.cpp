// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/detail/graph_sectors.hpp>

#include <algorithm>
#include <numeric>
#include <string>

#include <portolan/core/detail/flat_hash.hpp>

#include "general/sector_gates.hpp"
#include "general/sector_tables.hpp"

namespace portolan::detail {

/// A sector as the graph has it now.
struct GraphSectors::Draft {
  Rows<GraphArc> out;
  std::vector<GraphBridge> leave;
  GraphSector::Weights inside, all;
};

namespace {

bool by_place(const GraphBridge& a, const GraphBridge& b) {
  if (a.from != b.from) return a.from < b.from;
  return a.to != b.to ? a.to < b.to : a.weight < b.weight;
}

bool same_ends(const std::vector<GraphBridge>& a, const std::vector<GraphBridge>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const GraphBridge& x, const GraphBridge& y) {
    return x.from == y.from && x.to == y.to;
  });
}

// Of parallel edges the cheapest is left, which stands first.
template <class Item, class Same>
void drop_parallel(std::vector<Item>& items, std::size_t from, const Same& same) {
  items.erase(std::unique(items.begin() + static_cast<std::ptrdiff_t>(from), items.end(), same), items.end());
}

}  // namespace

std::optional<Error> GraphSectors::build(const GraphSource& source, const GraphPartition& partition) {
  if (auto fault = number(source, partition)) return fault;
  std::vector<GraphBridge> bridges;
  for (std::uint32_t sector = 0; sector < sectors_.size(); ++sector) {
    Draft draft;
    if (auto fault = read(source, sector, draft)) return fault;
    bridges.insert(bridges.end(), draft.leave.begin(), draft.leave.end());
    take(sector, draft);
  }
  for (const GraphBridge& bridge : bridges) sectors_[sector_of_slot_[bridge.to]].enter.push_back(bridge);
  SectorCosts costs;
  for (GraphSector& sector : sectors_) {
    std::sort(sector.enter.begin(), sector.enter.end(), by_place);
    find_portals(sector);
    make_tables(sector, costs);
  }
  for (GraphSector& sector : sectors_) {
    find_gates(sector);
    make_gate_table(sector, costs);
  }
  number_portals();
  return std::nullopt;
}

std::optional<Error> GraphSectors::number(const GraphSource& source, const GraphPartition& partition) {
  const std::size_t count = source.vertex_count();
  if (partition.sector_of.size() != count) {
    return Error{}.with("the graph has " + std::to_string(count) + " vertices, the partition sectors for " +
                        std::to_string(partition.sector_of.size()) + "; give each vertex one");
  }
  if (count >= GraphSector::no_portal) return Error{}.with("a graph has fewer than 2^32 - 1 vertices");
  std::vector<std::uint32_t> next(partition.sectors + std::size_t{1}, 0);
  for (std::size_t v = 0; v < count; ++v) {
    const std::uint32_t sector = partition.sector_of[v];
    if (sector >= partition.sectors) {
      return Error{}.with("vertex " + std::to_string(v) + " is in sector " + std::to_string(sector) +
                          "; give it one below " + std::to_string(partition.sectors));
    }
    ++next[sector + 1];
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  sectors_.assign(partition.sectors, {});
  for (std::uint32_t s = 0; s < partition.sectors; ++s) {
    sectors_[s].first = next[s];
    sectors_[s].count = next[s + 1] - next[s];
  }
  slot_of_.resize(count);
  vertex_at_.resize(count);
  sector_of_slot_.resize(count);
  for (std::uint32_t v = 0; v < count; ++v) {
    const std::uint32_t slot = next[partition.sector_of[v]]++;
    slot_of_[v] = slot;
    vertex_at_[slot] = v;
    sector_of_slot_[slot] = partition.sector_of[v];
  }
  return std::nullopt;
}

std::optional<Error> GraphSectors::check(std::uint32_t vertex, std::uint64_t to, std::int64_t weight,
                                         std::size_t count) const {
  const std::string edge = "the edge from vertex " + std::to_string(vertex) + " to " + std::to_string(to);
  if (to >= slot_of_.size()) {
    return Error{}.with(edge + " leads out of the graph; indices are below " +
                        std::to_string(slot_of_.size()));
  }
  if (weight < 1) {
    return Error{}.with(edge + " weighs " + std::to_string(weight) +
                        "; give it a whole number from 1 up, or leave it out where there is no way");
  }
  // No path inside a sector may cost more than a table holds.
  const std::uint64_t most = (unknown_cost - 1) / std::max<std::size_t>(count, 1);
  if (static_cast<std::uint64_t>(weight) > most) {
    return Error{}.with(edge + " weighs " + std::to_string(weight) + ", and edges of its sector at most " +
                        std::to_string(most) + "; divide all weights, or make sectors smaller");
  }
  return std::nullopt;
}

std::optional<Error> GraphSectors::read(const GraphSource& source, std::uint32_t number, Draft& draft) const {
  const GraphSector& sector = sectors_[number];
  std::vector<GraphSource::Edge> edges;
  for (std::uint32_t local = 0; local < sector.count; ++local) {
    const std::uint32_t slot = sector.first + local, vertex = vertex_at_[slot];
    source.edges_from(vertex, edges);
    const std::size_t first = draft.out.items.size(), first_left = draft.leave.size();
    for (const GraphSource::Edge& edge : edges) {
      if (auto fault = check(vertex, edge.to, edge.weight, sector.count)) return fault;
      if (edge.to == vertex) continue;  // a loop is on no cheapest path
      const auto weight = static_cast<std::uint32_t>(edge.weight);
      const std::uint32_t other = slot_of_[edge.to];
      draft.all.add(weight);
      if (sector_of_slot_[other] == number) {
        draft.inside.add(weight);
        draft.out.items.push_back({other - sector.first, weight});
      } else {
        draft.leave.push_back({slot, other, weight});
      }
    }
    std::sort(draft.out.items.begin() + static_cast<std::ptrdiff_t>(first), draft.out.items.end(),
              [](const GraphArc& a, const GraphArc& b) {
                return a.other != b.other ? a.other < b.other : a.weight < b.weight;
              });
    drop_parallel(draft.out.items, first,
                  [](const GraphArc& a, const GraphArc& b) { return a.other == b.other; });
    std::sort(draft.leave.begin() + static_cast<std::ptrdiff_t>(first_left), draft.leave.end(), by_place);
    drop_parallel(draft.leave, first_left,
                  [](const GraphBridge& a, const GraphBridge& b) { return a.to == b.to; });
    draft.out.end_row();
  }
  return std::nullopt;
}

// True when the costs inside changed. Edges to other sectors are the caller's to tell those of.
bool GraphSectors::take(std::uint32_t number, Draft& draft) {
  GraphSector& sector = sectors_[number];
  sector.inside = draft.inside;
  sector.all = draft.all;
  sector.leave = std::move(draft.leave);
  GraphArcs in(turned(draft.out)), out(std::move(draft.out));
  if (sector.out == out) return false;
  sector.out = std::move(out);
  sector.in = std::move(in);
  const std::vector<std::uint32_t> components = std::move(sector.component_of);
  const Rows<std::uint32_t> steps = std::move(sector.component_steps);
  find_components(sector);
  if (components != sector.component_of || steps != sector.component_steps) joins_else_ = true;
  return true;
}

bool GraphSectors::find_portals(GraphSector& sector) const {
  std::vector<std::uint32_t> portals;
  for (const GraphBridge& bridge : sector.leave) portals.push_back(bridge.from - sector.first);
  for (const GraphBridge& bridge : sector.enter) portals.push_back(bridge.to - sector.first);
  std::sort(portals.begin(), portals.end());
  portals.erase(std::unique(portals.begin(), portals.end()), portals.end());
  if (portals == sector.portals && sector.portal_of.size() == sector.count) return false;
  sector.portals = std::move(portals);
  sector.portal_of.assign(sector.count, GraphSector::no_portal);
  for (std::uint32_t p = 0; p < sector.portals.size(); ++p) sector.portal_of[sector.portals[p]] = p;
  return true;
}

void GraphSectors::find_gates(GraphSector& sector) const {
  sector.gates.enter = choose_gates(*this, sector.enter);
  sector.gates.vertices.clear();
  for (const GraphBridge& gate : sector.gates.enter) sector.gates.vertices.push_back(gate.to - sector.first);
  for (const GraphBridge& gate : choose_gates(*this, sector.leave))
    sector.gates.vertices.push_back(gate.from - sector.first);
  std::sort(sector.gates.vertices.begin(), sector.gates.vertices.end());
  sector.gates.vertices.erase(std::unique(sector.gates.vertices.begin(), sector.gates.vertices.end()),
                              sector.gates.vertices.end());
}

// What gates there are depends on the components at both sides of a border.
std::vector<std::uint32_t> GraphSectors::with_neighbours(const std::vector<std::uint32_t>& touched) const {
  std::vector<std::uint32_t> result = touched;
  for (const std::uint32_t number : touched) {
    for (const GraphBridge& bridge : sectors_[number].leave) result.push_back(sector_of_slot_[bridge.to]);
    for (const GraphBridge& bridge : sectors_[number].enter) result.push_back(sector_of_slot_[bridge.from]);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

void GraphSectors::number_portals() {
  first_portal_.assign(1, 0);
  sector_of_portal_.clear();
  for (std::uint32_t s = 0; s < sectors_.size(); ++s) {
    sector_of_portal_.insert(sector_of_portal_.end(), sectors_[s].portals.size(), s);
    first_portal_.push_back(static_cast<std::uint32_t>(sector_of_portal_.size()));
  }
  for (GraphSector& sector : sectors_) cross(sector);
}

void GraphSectors::cross(GraphSector& sector) const {
  const auto row = [&](std::vector<GraphBridge> bridges, Rows<GraphCross>& rows, bool entering) {
    if (entering) {
      std::sort(bridges.begin(), bridges.end(), [](const GraphBridge& a, const GraphBridge& b) {
        return a.to != b.to ? a.to < b.to : a.from < b.from;
      });
    }
    rows.clear();
    auto bridge = bridges.begin();
    for (const std::uint32_t local : sector.portals) {
      const std::uint32_t slot = sector.first + local;
      for (; bridge != bridges.end() && (entering ? bridge->to : bridge->from) == slot; ++bridge) {
        const std::uint32_t other = entering ? bridge->from : bridge->to;
        const std::uint32_t number = sector_of_slot_[other];
        const GraphSector& beyond = sectors_[number];
        const std::uint32_t local_beyond = other - beyond.first;
        const std::uint32_t portal = first_portal_[number] + beyond.portal_of[local_beyond];
        rows.items.push_back({number, local_beyond, portal, bridge->weight});
      }
      rows.end_row();
    }
    PORTOLAN_ASSERT(bridge == bridges.end(), "all ends of bridges are portals");
  };
  row(sector.leave, sector.cross_out, false);
  row(sector.enter, sector.cross_in, true);
  row(sector.gates.enter, sector.gates.in, true);
}

/// Puts what the sectors that were read again have to say into those that they lead to.
struct GraphSectors::Edges {
  GraphSectors& sectors;
  const std::vector<std::uint32_t>& read;  // ascending
  std::vector<std::uint32_t> told{};       // sectors that some edge leads to, or led to

  [[nodiscard]] bool was_read(std::uint32_t slot) const {
    return std::binary_search(read.begin(), read.end(), sectors.sector_of_slot_[slot]);
  }
  void note(const std::vector<GraphBridge>& leave) {
    for (const GraphBridge& bridge : leave) told.push_back(sectors.sector_of_slot_[bridge.to]);
  }
  // True when it changed.
  bool renew(std::uint32_t number) {
    std::vector<GraphBridge> enter;
    for (const GraphBridge& bridge : sectors.sectors_[number].enter) {
      if (!was_read(bridge.from)) enter.push_back(bridge);
    }
    for (const std::uint32_t from : read) {
      for (const GraphBridge& bridge : sectors.sectors_[from].leave) {
        if (sectors.sector_of_slot_[bridge.to] == number) enter.push_back(bridge);
      }
    }
    std::sort(enter.begin(), enter.end(), by_place);
    if (enter == sectors.sectors_[number].enter) return false;
    sectors.sectors_[number].enter = std::move(enter);
    return true;
  }
};

Result<std::vector<std::uint32_t>> GraphSectors::apply(const GraphSource& source,
                                                       std::span<const std::uint32_t> changed) {
  std::vector<std::uint32_t> read_anew;
  for (const std::uint32_t vertex : changed) {
    PORTOLAN_ASSERT(vertex < slot_of_.size(), "vertices neither come nor go");
    read_anew.push_back(sector_of(vertex));
  }
  std::sort(read_anew.begin(), read_anew.end());
  read_anew.erase(std::unique(read_anew.begin(), read_anew.end()), read_anew.end());
  std::vector<Draft> drafts(read_anew.size());
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    if (auto fault = read(source, read_anew[i], drafts[i])) return *fault;
  }
  joins_else_ = false;
  Edges edges{*this, read_anew};
  std::vector<std::uint32_t> inside, touched;
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    const bool leaves_else = sectors_[read_anew[i]].leave != drafts[i].leave;
    if (leaves_else) {
      joins_else_ = joins_else_ || !same_ends(sectors_[read_anew[i]].leave, drafts[i].leave);
      edges.note(sectors_[read_anew[i]].leave);
      edges.note(drafts[i].leave);
      touched.push_back(read_anew[i]);
    }
    if (take(read_anew[i], drafts[i])) inside.push_back(read_anew[i]);
  }
  touched.insert(touched.end(), inside.begin(), inside.end());
  std::sort(edges.told.begin(), edges.told.end());
  edges.told.erase(std::unique(edges.told.begin(), edges.told.end()), edges.told.end());
  for (const std::uint32_t sector : edges.told) {
    if (edges.renew(sector)) touched.push_back(sector);
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  renew(touched, inside);
  return touched;
}

/// What portals there were, where there are others now.
struct GraphSectors::OldPortals {
  std::vector<std::uint32_t> first;                                         // as first_portal_
  FlatHash<std::uint32_t, std::uint32_t> place;                             // of a sector in `lists`
  std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> lists;  // sectors and their portals
};

void GraphSectors::renew(const std::vector<std::uint32_t>& touched,
                         const std::vector<std::uint32_t>& inside) {
  SectorCosts costs;
  OldPortals old{first_portal_, {}, {}};
  for (const std::uint32_t number : touched) {
    GraphSector& sector = sectors_[number];
    std::vector<std::uint32_t> portals = sector.portals;
    const bool other_portals = find_portals(sector);
    if (other_portals) {
      old.place[number] = static_cast<std::uint32_t>(old.lists.size());
      old.lists.emplace_back(number, std::move(portals));
    }
    if (other_portals || std::binary_search(inside.begin(), inside.end(), number)) make_tables(sector, costs);
    ++sector.version;
  }
  const std::vector<std::uint32_t> near = with_neighbours(touched);
  for (const std::uint32_t number : near) {
    find_gates(sectors_[number]);
    make_gate_table(sectors_[number], costs);
  }
  numbers_before_.clear();
  if (old.lists.empty()) {
    for (const std::uint32_t number : near) cross(sectors_[number]);
  } else {
    number_portals();
    compare_numbers(old);
  }
}

void GraphSectors::compare_numbers(const OldPortals& old) {
  numbers_before_.reserve(portal_count());
  for (std::uint32_t s = 0; s < sectors_.size(); ++s) {
    const std::uint32_t* const place = old.place.find(s);
    for (std::uint32_t p = 0; p < sectors_[s].portals.size(); ++p) {
      std::uint32_t before = p;
      if (place != nullptr) {
        const std::vector<std::uint32_t>& list = old.lists[*place].second;
        const auto found = std::lower_bound(list.begin(), list.end(), sectors_[s].portals[p]);
        const bool is_there = found != list.end() && *found == sectors_[s].portals[p];
        before = is_there ? static_cast<std::uint32_t>(found - list.begin()) : GraphSector::no_portal;
      }
      numbers_before_.push_back(before == GraphSector::no_portal ? before : old.first[s] + before);
    }
  }
}

std::size_t GraphSectors::memory_bytes() const {
  std::size_t bytes = (slot_of_.capacity() + vertex_at_.capacity() + sector_of_slot_.capacity() +
                       first_portal_.capacity() + sector_of_portal_.capacity()) *
                      sizeof(std::uint32_t);
  for (const GraphSector& s : sectors_) {
    bytes +=
        sizeof(s) + s.in.memory_bytes() + s.out.memory_bytes() + s.cross_in.memory_bytes() +
        s.cross_out.memory_bytes() + s.table_in.memory_bytes() + s.table_out.memory_bytes() +
        s.gates.memory_bytes() + s.component_steps.memory_bytes() +
        (s.leave.capacity() + s.enter.capacity()) * sizeof(GraphBridge) +
        (s.portal_of.capacity() + s.portals.capacity() + s.component_of.capacity()) * sizeof(std::uint32_t);
  }
  return bytes;
}

}  // namespace portolan::detail
