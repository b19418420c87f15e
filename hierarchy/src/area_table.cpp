// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "area_table.hpp"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

#include "min_plus.hpp"

namespace portolan::detail {

namespace {

// How a node can be used by ways inside a block.
enum class Role : std::uint8_t { both, leaving, arriving };

struct BlockNode {
  std::uint32_t node = 0;
  Role role = Role::both;
  bool operator==(const BlockNode&) const = default;
  auto operator<=>(const BlockNode&) const = default;
};

constexpr std::size_t lanes = 16;  // of the widest instruction set
// Areas whose children all have tables with so many users are likely to come again.
constexpr std::uint32_t common = 64;

// The nodes on the rim of a block of areas, and the costs between them inside the block.
template <class T>
struct Block {
  std::vector<BlockNode> nodes;
  std::size_t pitch = 0;
  std::vector<T> costs;

  [[nodiscard]] T* row(std::size_t into) { return costs.data() + into * pitch; }
  [[nodiscard]] const T* row(std::size_t into) const { return costs.data() + into * pitch; }
  void shape(std::size_t size) {
    pitch = (size + lanes - 1) / lanes * lanes;
    costs.assign(size * pitch, min_plus_no_way<T>);
  }
};

template <class T>
class Dissection {
 public:
  explicit Dissection(const Level& below) : below_(below) {}

  Block<T> solve(const ChildBlock& block) {
    const std::uint32_t width = block.x1 - block.x0;
    const std::uint32_t height = block.y1 - block.y0;
    if (width == 1 && height == 1) return leaf(child_at(below_, block, block.x0, block.y0));
    ChildBlock first = block;
    ChildBlock second = block;
    if (width >= height) {
      first.x1 = second.x0 = block.x0 + (width + 1) / 2;
    } else {
      first.y1 = second.y0 = block.y0 + (height + 1) / 2;
    }
    const Block<T> a = solve(first);
    const Block<T> b = solve(second);
    return join({&a, &b});
  }

 private:
  Block<T> leaf(std::uint32_t area) {
    const AreaRecord& record = below_.areas[area];
    const CostTable& table = below_.tables[record.table];
    Block<T> block;
    below_.for_each_border_node(record, [&](std::uint32_t id, std::uint32_t) {
      block.nodes.push_back({id, Role::both});
    });
    const AreaLinks& links = below_.links_of(record);
    for (const std::uint32_t id : links.leaving) block.nodes.push_back({id, Role::leaving});
    for (const std::uint32_t id : links.arriving) block.nodes.push_back({id, Role::arriving});
    block.shape(table.size);
    for (std::uint32_t into = 0; into < table.size; ++into) {
      T* const row = block.row(into);
      for (std::uint32_t from = 0; from < table.size; ++from) {
        const std::uint64_t cost = table.at(from, into);
        if (cost != CostTable::no_way) row[from] = static_cast<T>(cost);
      }
    }
    return links.leaving.empty() || links.arriving.empty() ? std::move(block) : join({&block});
  }

  // Puts blocks together. A border node that two of them have, and a link that both leaves and arrives, lie
  // inside now, and are taken out.
  Block<T> join(std::initializer_list<const Block<T>*> parts) {
    std::vector<BlockNode> all;
    for (const Block<T>* part : parts) all.insert(all.end(), part->nodes.begin(), part->nodes.end());
    std::sort(all.begin(), all.end());
    Block<T> whole;
    std::vector<std::uint32_t> inner;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i + 1 < all.size() && all[i].node == all[i + 1].node) {
        inner.push_back(all[i++].node);
      } else {
        whole.nodes.push_back(all[i]);
      }
    }
    const std::size_t keep = whole.nodes.size();
    const std::size_t size = keep + inner.size();
    whole.shape(size);
    const auto place = [&](const BlockNode& node) {
      const auto in = std::lower_bound(inner.begin(), inner.end(), node.node);
      if (in != inner.end() && *in == node.node) return keep + static_cast<std::size_t>(in - inner.begin());
      return static_cast<std::size_t>(std::lower_bound(whole.nodes.begin(), whole.nodes.end(), node) -
                                      whole.nodes.begin());
    };
    std::vector<std::size_t> where;
    std::vector<T> toll;  // of links that are inside now, paid when they are left
    for (const Block<T>* part : parts) {
      where.clear();
      toll.clear();
      for (const BlockNode& node : part->nodes) {
        where.push_back(place(node));
        const bool crossed = node.role == Role::arriving && where.back() >= keep;
        toll.push_back(crossed ? static_cast<T>(below_.link(below_.nodes[node.node]).link.cost) : T{0});
      }
      for (std::size_t into = 0; into < where.size(); ++into) {
        const T* const from_row = part->row(into);
        T* const row = whole.row(where[into]);
        for (std::size_t from = 0; from < where.size(); ++from) {
          const T cost = from_row[from];
          if (cost == min_plus_no_way<T>) continue;
          row[where[from]] = std::min(row[where[from]], static_cast<T>(cost + toll[from]));
        }
      }
    }
    eliminate(whole.costs.data(), size, whole.pitch, keep);
    whole.costs.resize(keep * whole.pitch);
    return whole;
  }

  const Level& below_;
};

template <class T>
void fill(const Level& level, const Level& below, std::uint32_t area, AreaTableMaker::Made& made) {
  const Block<T> block = Dissection<T>(below).solve(children_of(level, below, area));
  // From the order of the block to that of the area's record.
  std::vector<std::size_t> where;
  const auto find = [&](std::uint32_t id, Role role) {
    const BlockNode node{level.nodes[id].aux, role};
    const auto at = std::find(block.nodes.begin(), block.nodes.end(), node);
    where.push_back(static_cast<std::size_t>(at - block.nodes.begin()));
  };
  const AreaRecord& record = level.areas[area];
  level.for_each_border_node(record, [&](std::uint32_t id, std::uint32_t) { find(id, Role::both); });
  const AreaLinks& links = level.links_of(record);
  for (const std::uint32_t id : links.leaving) find(id, Role::leaving);
  for (const std::uint32_t id : links.arriving) find(id, Role::arriving);
  made.size = static_cast<std::uint32_t>(where.size());
  made.values.assign(where.size() * where.size(), CostTable::no_way);
  for (std::size_t into = 0; into < where.size(); ++into) {
    const T* const row = block.row(where[into]);
    for (std::size_t from = 0; from < where.size(); ++from) {
      if (from != into && row[where[from]] != min_plus_no_way<T>)
        made.values[into * where.size() + from] = row[where[from]];
    }
  }
}

// No way that visits no node twice costs more.
std::uint64_t dearest_way(const Level& below, const ChildBlock& block) {
  std::uint64_t sum = 0;
  for (std::uint32_t y = block.y0; y < block.y1; ++y) {
    for (std::uint32_t x = block.x0; x < block.x1; ++x) {
      const AreaRecord& record = below.areas[child_at(below, block, x, y)];
      const CostTable& table = below.tables[record.table];
      std::uint64_t entry = std::numeric_limits<std::uint16_t>::max();
      if (table.width != TableWidth::narrow) {
        for (std::uint32_t i = 0; i < table.size * table.size; ++i) {
          const std::uint64_t cost = table.at(i % table.size, i / table.size);
          if (cost != CostTable::no_way) entry = std::max(entry, cost);
        }
      }
      sum += entry * table.size;
      for (const std::uint32_t id : below.links_of(record).arriving)
        sum += below.link(below.nodes[id]).link.cost;
    }
  }
  return sum;
}

}  // namespace

ChildBlock children_of(const Level& level, const Level& below, std::uint32_t area) {
  const int shift = level.grid.shift() - below.grid.shift();
  const std::uint32_t columns = level.grid.columns();
  ChildBlock block;
  block.layer = area / (columns * level.grid.rows());
  block.x0 = (area % columns) << shift;
  block.y0 = (area / columns % level.grid.rows()) << shift;
  block.x1 = std::min(block.x0 + (1U << shift), below.grid.columns());
  block.y1 = std::min(block.y0 + (1U << shift), below.grid.rows());
  return block;
}

std::uint32_t parent_of(const Level& level, const Level& below, std::uint32_t child) {
  const int shift = level.grid.shift() - below.grid.shift();
  const std::uint32_t x = child % below.grid.columns() >> shift;
  const std::uint32_t y = child / below.grid.columns() % below.grid.rows() >> shift;
  const std::uint32_t layer = child / (below.grid.columns() * below.grid.rows());
  return (layer * level.grid.rows() + y) * level.grid.columns() + x;
}

AreaTableMaker::Values AreaTableMaker::make(const Level& level, const Level& below, std::uint32_t area) {
  const ChildBlock block = children_of(level, below, area);
  key_.assign({block.x1 - block.x0, block.y1 - block.y0});
  bool plain = true;
  for (std::uint32_t y = block.y0; plain && y < block.y1; ++y) {
    for (std::uint32_t x = block.x0; x < block.x1; ++x) {
      const AreaRecord& record = below.areas[child_at(below, block, x, y)];
      plain = plain && record.links == AreaRecord::no_links && below.tables.users(record.table) >= common;
      key_.push_back(record.table);
      key_.push_back(record.end[0] | static_cast<std::uint32_t>(record.end[1]) << 16U);
      key_.push_back(record.end[2] | static_cast<std::uint32_t>(record.end[3]) << 16U);
    }
  }
  if (plain) {
    const auto known = plain_.find(key_);
    if (known != plain_.end()) return known->second;
  }
  auto made = std::make_shared<Made>();
  if (dearest_way(below, block) < min_plus_no_way<std::uint32_t>) {
    fill<std::uint32_t>(level, below, area, *made);
  } else {
    fill<std::uint64_t>(level, below, area, *made);
  }
  if (plain) plain_.emplace(key_, made);
  return made;
}

}  // namespace portolan::detail
