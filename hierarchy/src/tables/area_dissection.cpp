// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "tables/area_dissection.hpp"

#include <algorithm>
#include <type_traits>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

template <class T>
MinPlusMatrix<T> cleared(std::vector<T>& memory, std::size_t rows, std::size_t columns) {
  const std::size_t pitch = min_plus_pitch<T>(columns);
  memory.assign(rows * pitch, min_plus_no_path<T>);
  return {memory.data(), rows, columns, pitch};
}

}  // namespace

template <class T>
const Block<T>& Dissection<T>::solve(const Level& below, const ChildBlock& block) {
  PORTOLAN_ASSERT(block.x1 <= below.grid.columns() && block.y1 <= below.grid.rows(),
                  "a block lies inside the level");
  below_ = &below;
  exact_ = true;
  solve(block, 0, whole_);
  return whole_;
}

template <class T>
void Dissection<T>::solve(const ChildBlock& block, std::size_t depth, Block<T>& out) {
  const std::uint32_t width = block.x1 - block.x0;
  const std::uint32_t height = block.y1 - block.y0;
  PORTOLAN_ASSERT(block.x0 < block.x1 && block.y0 < block.y1);
  if (width == 1 && height == 1) return leaf(child_at(*below_, block, block.x0, block.y0), out);
  ChildBlock first = block;
  ChildBlock second = block;
  const bool across = width >= height;
  if (across) {
    first.x1 = second.x0 = block.x0 + (width + 1) / 2;
  } else {
    first.y1 = second.y0 = block.y0 + (height + 1) / 2;
  }
  constexpr std::size_t deepest = 16;
  if (halves_.empty()) halves_.resize(deepest);  // at once: references to it must last
  PORTOLAN_ASSERT(depth < deepest);
  auto& [a, b] = halves_[depth];
  solve(first, depth + 1, a);
  solve(second, depth + 1, b);
  join({&a, &b}, across ? east : south, out);
}

template <class T>
void Dissection<T>::leaf(std::uint32_t area, Block<T>& out) {
  const AreaRecord& record = below_->areas[area];
  const AreaLinks& links = below_->links_of(record);
  const bool crossed = !links.leaving.empty() && !links.arriving.empty();
  Block<T>& block = crossed ? alone_ : out;
  for (std::size_t side = 0; side < 4; ++side) {
    block.sides[side] = record.end[side] - (side == 0 ? 0U : record.end[side - 1]);
  }
  block.links.clear();
  // In the order of the table; the order by node is made when blocks are joined.
  for (const std::uint32_t id : links.leaving) block.links.push_back({id, LinkRole::leaving});
  for (const std::uint32_t id : links.arriving) block.links.push_back({id, LinkRole::arriving});
  PORTOLAN_ASSERT(below_->tables[record.table].size == block.size());
  borrow_or_copy(below_->tables[record.table], block);
  constexpr int by_itself = -1;
  if (crossed) join({&alone_}, by_itself, out);
}

template <class T>
void Dissection<T>::borrow_or_copy(const CostTable& table, Block<T>& out) {
  if constexpr (std::is_same_v<T, std::uint16_t>) {
    // Its value for no path is that of narrow tables.
    out.pitch = table.size;
    out.costs = table.row<std::uint16_t>(0);
  } else {
    out.pitch = min_plus_pitch<T>(table.size);
    out.own.assign(table.size * out.pitch, min_plus_no_path<T>);
    out.costs = out.own.data();
    for (std::uint32_t into = 0; into < table.size; ++into) {
      for (std::uint32_t from = 0; from < table.size; ++from) {
        const std::uint64_t cost = table.at(from, into);
        if (cost != CostTable::no_path) out.own[into * out.pitch + from] = static_cast<T>(cost);
      }
    }
  }
}

template <class T>
void Dissection<T>::join(Parts parts, int seam, Block<T>& out) {
  place(parts, seam, out);
  const MatrixQuarters<T> whole = shape(out);
  std::size_t number = 0;
  for (const Block<T>* part : parts) lay_costs(part->costs, part->pitch, pieces_[number++], whole);
  take_out(whole);
}

// With A the costs that parts know between nodes of the boundary, F from inner nodes, I into inner nodes and
// B between inner nodes, row by node that is gone to: A becomes min(A, F B* I), where B* is the closure.
// Where costs are symmetric F is I turned over, and need not be laid; B* I has few long rows where F B* has
// many short ones.
template <class T>
void Dissection<T>::take_out(const MatrixQuarters<T>& whole) {
  if constexpr (symmetric) {
    const MinPlusMatrix<T> through = cleared(through_, inner_, whole.boundary.rows);
    const unsigned into = costliest(whole.into_inner);
    const auto fits = [&](MinPlusMatrix<T> costs) { return costliest(costs) + into < min_plus_no_path<T>; };
    exact_ = floyd_warshall(whole.between) && fits(whole.between) && exact_;
    take_products(through, whole.between, whole.into_inner);
    exact_ = fits(through) && exact_;
    take_symmetric_products(whole.boundary, through, whole.into_inner);
  } else if (inner_ > 0) {
    const MinPlusMatrix<T> through = cleared(through_, whole.boundary.rows, inner_);
    floyd_warshall(whole.between);
    take_products(through, whole.from_inner, whole.between);
    take_products(whole.boundary, through, whole.into_inner);
  }
}

// Says which node of each part goes where. A border node that two parts have, and a link that both leaves and
// arrives, lie inside now.
template <class T>
void Dissection<T>::place(Parts parts, int seam, Block<T>& out) {
  const Block<T>& first = **parts.begin();
  const std::uint32_t seam_count = seam < 0 ? 0 : first.sides[static_cast<std::size_t>(seam)];
  constexpr std::array<int, 4> opposite{south, east, west, north};
  out.sides = {};
  std::size_t number = 0;
  for (const Block<T>* part : parts) {
    const int shut = seam < 0 ? seam : number == 0 ? seam : opposite[static_cast<std::size_t>(seam)];
    PORTOLAN_ASSERT(shut < 0 || part->sides[static_cast<std::size_t>(shut)] == seam_count);
    std::vector<MatrixPiece>& pieces = pieces_[number++];
    pieces.clear();
    std::uint32_t begin = 0;
    for (std::size_t side = 0; side < 4; ++side) {
      const std::uint32_t count = part->sides[side];
      const bool inner = static_cast<int>(side) == shut;
      // Where its side begins is added below, when all sides are known.
      if (count > 0) pieces.push_back({begin, count, inner ? 0 : out.sides[side], inner});
      if (!inner) out.sides[side] += count;
      begin += count;
    }
  }
  number = 0;
  for (const Block<T>* part : parts) {
    auto piece = pieces_[number++].begin();
    std::uint32_t start = 0;
    for (std::size_t side = 0; side < 4; start += out.sides[side++]) {
      if (part->sides[side] == 0) continue;
      if (!piece->inner) piece->to += start;
      ++piece;
    }
  }
  links_.clear();
  for (const Block<T>* part : parts) links_.insert(links_.end(), part->links.begin(), part->links.end());
  std::sort(links_.begin(), links_.end());
  out.links.clear();
  inner_links_.clear();
  for (std::size_t i = 0; i < links_.size(); ++i) {
    if (i + 1 < links_.size() && links_[i].node == links_[i + 1].node) {
      inner_links_.push_back(links_[i++].node);
    } else {
      out.links.push_back(links_[i]);
    }
  }
  inner_ = seam_count + inner_links_.size();
  number = 0;
  for (const Block<T>* part : parts) place_links(*part, out, seam_count, pieces_[number++]);
}

template <class T>
void Dissection<T>::place_links(const Block<T>& part, const Block<T>& whole, std::uint32_t seam_count,
                                std::vector<MatrixPiece>& pieces) {
  std::uint32_t begin = part.portals();
  for (const BlockLink& link : part.links) {
    MatrixPiece piece{begin++, 1};
    const auto in = std::lower_bound(inner_links_.begin(), inner_links_.end(), link.node);
    piece.inner = in != inner_links_.end() && *in == link.node;
    if (piece.inner) {
      piece.to = seam_count + static_cast<std::uint32_t>(in - inner_links_.begin());
      piece.ends = link.role == LinkRole::leaving;
      piece.begins = !piece.ends;
      if (piece.begins) piece.link_cost = below_->link(below_->nodes[link.node]).link.cost;
    } else {
      const auto at = std::lower_bound(whole.links.begin(), whole.links.end(), link);
      PORTOLAN_ASSERT(at != whole.links.end() && *at == link);
      piece.to = whole.portals() + static_cast<std::uint32_t>(at - whole.links.begin());
    }
    pieces.push_back(piece);
  }
}

template <class T>
MatrixQuarters<T> Dissection<T>::shape(Block<T>& out) {
  const std::size_t boundary = out.size();
  out.pitch = min_plus_pitch<T>(boundary);
  MatrixQuarters<T> whole;
  whole.boundary = cleared(out.own, boundary, boundary);
  out.costs = out.own.data();
  if constexpr (!symmetric) whole.from_inner = cleared(from_inner_, boundary, inner_);
  whole.into_inner = cleared(into_inner_, inner_, boundary);
  whole.between = cleared(between_, inner_, inner_);
  return whole;
}

template class Dissection<std::uint16_t>;
template class Dissection<std::uint32_t>;
template class Dissection<std::uint64_t>;

}  // namespace portolan::detail
