// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/graph_partition.hpp>

#include <algorithm>

#include <portolan/core/assert.hpp>

namespace portolan {

GraphPartition GraphPartition::blocks(std::uint32_t columns, std::uint32_t rows, std::uint32_t side) {
  PORTOLAN_ASSERT(side > 0, "a block has vertices");
  const std::uint32_t across = (columns + side - 1) / side, down = (rows + side - 1) / side;
  GraphPartition result{{}, across * down};
  result.sector_of.reserve(static_cast<std::size_t>(columns) * rows);
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column)
      result.sector_of.push_back(row / side * across + column / side);
  }
  return result;
}

}  // namespace portolan
