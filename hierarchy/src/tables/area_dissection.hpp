// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include <portolan/hierarchy/detail/level.hpp>

#include "simd/min_plus.hpp"
#include "tables/area_table.hpp"

namespace portolan::detail {

/// How a link can be used by paths inside a block: `leaving` ones end there, `arriving` ones begin there.
enum class LinkRole : std::uint8_t { leaving, arriving };

/// A link on the boundary of a block.
struct BlockLink {
  std::uint32_t node = 0;
  LinkRole role = LinkRole::leaving;
  bool operator==(const BlockLink&) const = default;
  auto operator<=>(const BlockLink&) const = default;
};

/// The nodes on the boundary of a block of areas, and the costs between them inside the block. Nodes in
/// order: those of the north, west, east and south side, from left to right or top to bottom, then links,
/// ascending.
template <class T>
struct Block {
  std::array<std::uint32_t, 4> sides{};  // number of nodes by side
  std::vector<BlockLink> links;
  std::size_t pitch = 0;
  const T* costs = nullptr;  // row-major, row j holding the costs into node j
  std::vector<T> own;        // memory of the costs, unless a table lends its own

  [[nodiscard]] std::uint32_t portals() const { return std::accumulate(sides.begin(), sides.end(), 0U); }
  [[nodiscard]] std::uint32_t size() const { return portals() + static_cast<std::uint32_t>(links.size()); }
  [[nodiscard]] const T* row(std::size_t into) const { return costs + into * pitch; }
};

/// Costs between the nodes on the boundary of a block of areas, from the tables of the areas. A block is
/// halved until halves are single areas; on the way back halves are joined along the nodes between them,
/// which are then taken out. T is how costs are kept: 16 bits stop at 65535, are exact below, and are for
/// areas without links only, where paths cost the same in both directions; others must have room for the
/// costliest path. Reusable scratch: no allocation in steady state.
template <class T>
class Dissection {
 public:
  /// Valid until the next call or a change of the level.
  const Block<T>& solve(const Level& below, const ChildBlock& block);
  /// False where no path may stand for a path that 16 bits do not hold, in what was solved last.
  [[nodiscard]] bool exact() const { return exact_; }

 private:
  static constexpr bool symmetric = sizeof(T) == 2;
  using Parts = std::initializer_list<const Block<T>*>;

  void solve(const ChildBlock& block, std::size_t depth, Block<T>& out);
  void leaf(std::uint32_t area, Block<T>& out);
  void borrow_or_copy(const CostTable& table, Block<T>& out);
  /// `seam` is the side of the first part that the second one lies at; none for a part by itself.
  void join(Parts parts, int seam, Block<T>& out);
  void place(Parts parts, int seam, Block<T>& out);
  void place_links(const Block<T>& part, const Block<T>& whole, std::uint32_t seam_count,
                   std::vector<MatrixPiece>& pieces);
  MatrixQuarters<T> shape(Block<T>& out);
  void take_out(const MatrixQuarters<T>& whole);

  const Level* below_ = nullptr;
  bool exact_ = true;
  std::vector<std::array<Block<T>, 2>> halves_;  // by depth
  Block<T> alone_;                               // a single area before its links are joined
  Block<T> whole_;
  std::vector<BlockLink> links_;
  std::vector<std::uint32_t> inner_links_;
  std::array<std::vector<MatrixPiece>, 2> pieces_;
  std::size_t inner_ = 0;      // number of inner nodes
  std::vector<T> from_inner_;  // boundary by inner: costs from inner nodes into those of the boundary
  std::vector<T> into_inner_;  // inner by boundary
  std::vector<T> between_;     // inner by inner
  std::vector<T> through_;     // boundary by inner, any path along inner nodes
};

extern template class Dissection<std::uint16_t>;
extern template class Dissection<std::uint32_t>;
extern template class Dissection<std::uint64_t>;

}  // namespace portolan::detail
