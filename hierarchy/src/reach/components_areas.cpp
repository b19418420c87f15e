// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The local components of one area of an upper level, from those of its children.
#include <algorithm>

#include <portolan/core/assert.hpp>

#include "reach/components.hpp"
#include "reach/components_sides.hpp"
#include "tables/area_table.hpp"

namespace portolan::detail {

/// The children of an area, and their local components under one numbering, child by child.
struct Components::Family {
  Family(Levels levels, std::size_t above, std::uint32_t number)
      : level(*levels[above]),
        below(*levels[above - 1]),
        at(above),
        area(number),
        block(children_of(level, below, number)),
        width(block.x1 - block.x0),
        first(width * (block.y1 - block.y0) + 1, 0) {}

  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(first.size()) - 1; }
  [[nodiscard]] std::uint32_t child(std::uint32_t n) const {
    return child_at(below, block, block.x0 + n % width, block.y0 + n / width);
  }
  /// Number of a child's first local component.
  [[nodiscard]] std::uint32_t first_of(std::uint32_t child) const {
    const std::uint32_t x = child % below.grid.columns() - block.x0;
    const std::uint32_t y = child / below.grid.columns() % below.grid.rows() - block.y0;
    return first[y * width + x];
  }

  const Level& level;
  const Level& below;
  std::size_t at;
  std::uint32_t area;
  ChildBlock block;
  std::uint32_t width;
  std::vector<std::uint32_t> first;     // by child
  std::vector<std::uint32_t> label_of;  // by the least of a set: the area's local component, or none
};

// Joins the local components of an area's children over the borders between them. True when the area's own
// local components changed.
bool Components::relabel_area(Levels levels, std::size_t at, std::uint32_t area) {
  Family family(levels, at, area);
  join_children(family);
  label_nodes(family);
  const bool changed = set_partition(locals_[at], area, family.level.areas[area], labels_);
  point_up(family);
  return changed;
}

void Components::join_children(Family& family) {
  const LocalComponents& children = locals_[family.at - 1];
  for (std::uint32_t n = 0; n < family.count(); ++n) {
    family.first[n + 1] = family.first[n] + children.areas[family.child(n)].count;
  }
  unions_.reset(family.first.back());
  const auto join = [&](std::uint32_t border) {
    const BorderRange& range = family.below.borders[border];
    for (std::uint32_t id = range.first; id < range.first + range.count; ++id) {
      const Sides s = sides_of(family.below, id);
      unions_.unite(family.first_of(s.a) + children.local(s.a, s.place_a),
                    family.first_of(s.b) + children.local(s.b, s.place_b));
    }
  };
  for (std::uint32_t n = 0; n < family.count(); ++n) {
    if (n % family.width + 1 < family.width) join(2 * family.child(n));
    if (n + family.width < family.count()) join(2 * family.child(n) + 1);
  }
  unions_.normalize();
}

// The area's own nodes, through the child that each lies in.
void Components::label_nodes(Family& family) {
  const LocalComponents& children = locals_[family.at - 1];
  const Level& level = family.level;
  const Level& below = family.below;
  family.label_of.assign(family.first.back(), ~0U);
  labels_.clear();
  std::uint16_t count = 0;
  const auto add = [&](std::uint32_t child, std::uint32_t place) {
    const std::uint32_t least = unions_.least_of(family.first_of(child) + children.local(child, place));
    if (family.label_of[least] == ~0U) family.label_of[least] = count++;
    labels_.push_back(static_cast<std::uint16_t>(family.label_of[least]));
  };
  const AreaRecord& record = level.areas[family.area];
  level.for_each_border_node(record, [&](std::uint32_t id, std::uint32_t) {
    const NodeRecord& node = level.nodes[id];
    const Sides s = sides_of(below, node.aux);
    node.border >> 1U == family.area ? add(s.a, s.place_a) : add(s.b, s.place_b);
  });
  const AreaLinks& links = level.links_of(record);
  for (const std::uint32_t id : links.leaving) {
    const LinkNode& link = below.link(below.nodes[level.nodes[id].aux]);
    add(link.from_area, link.leaving_at);
  }
  for (const std::uint32_t id : links.arriving) {
    const LinkNode& link = below.link(below.nodes[level.nodes[id].aux]);
    add(link.to_area, link.arriving_at);
  }
}

// Points the children's local components at those of the area.
void Components::point_up(const Family& family) {
  LocalComponents& children = locals_[family.at - 1];
  const std::vector<std::uint32_t>& first = family.first;
  for (std::uint32_t n = 0; n < family.count(); ++n) {
    const Area& child = children.areas[family.child(n)];
    for (std::uint32_t p = 0; p < child.count; ++p) {
      const std::uint32_t least = unions_.least_of(first[n] + p);
      std::uint32_t& up = children.up[child.first + p];
      if (family.label_of[least] != ~0U) {
        up = locals_[family.at].areas[family.area].first + family.label_of[least];
        continue;
      }
      // Enclosed inside: known by the first local component of its class, whose own slot stands for it.
      const auto owner =
          static_cast<std::uint32_t>(std::upper_bound(first.begin(), first.end(), least) - first.begin() - 1);
      PORTOLAN_ASSERT(owner < family.count());
      up = enclosed | (children.areas[family.child(owner)].first + (least - first[owner]));
    }
  }
}

}  // namespace portolan::detail
