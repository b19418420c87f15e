// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/path.hpp>
#include <portolan/core/result.hpp>

namespace portolan {

/// Writes an array as NumPy's `.npy`. `type` is as NumPy has it (`<i8`, `|i1`), `shape` as many sides as the
/// array has dimensions. The file appears whole under its name or not at all.
[[nodiscard]] std::optional<Error> write_npy(const std::filesystem::path& file, std::string_view type,
                                             std::span<const std::size_t> shape,
                                             std::span<const std::byte> numbers);

/// The distances of a field to its goal as an array of int64, layers by rows by columns, in units; -1 where
/// the goal cannot be reached, or the field does not reach so far.
template <FlowField Field>
[[nodiscard]] std::optional<Error> write_distances(const Field& field, const Extent& extent,
                                                   const std::filesystem::path& file) {
  constexpr std::string_view type = std::endian::native == std::endian::little ? "<i8" : ">i8";
  std::vector<std::int64_t> units(extent.cell_count(), -1);
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Distance d = field.at(extent.cell(i));
    if (reachable(d)) units[i] = static_cast<std::int64_t>(d.units);
  }
  const std::array<std::size_t, 3> shape{static_cast<std::size_t>(extent.layers),
                                         static_cast<std::size_t>(extent.height),
                                         static_cast<std::size_t>(extent.width)};
  return write_npy(file, type, shape, std::as_bytes(std::span(units)));
}

/// Its directions as int8, layers by rows by columns by 2: the step (dx, dy), y down; (0, 0) at goals, where
/// the next step is a link, and where there is none.
template <FlowField Field>
[[nodiscard]] std::optional<Error> write_directions(const Field& field, const Extent& extent,
                                                    const std::filesystem::path& file) {
  std::vector<std::int8_t> steps(2 * extent.cell_count(), 0);
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    const Direction direction = field.direction(extent.cell(i));
    if (!is_step(direction)) continue;
    steps[2 * i] = static_cast<std::int8_t>(step_dx[static_cast<std::size_t>(direction)]);
    steps[2 * i + 1] = static_cast<std::int8_t>(step_dy[static_cast<std::size_t>(direction)]);
  }
  const std::array<std::size_t, 4> shape{static_cast<std::size_t>(extent.layers),
                                         static_cast<std::size_t>(extent.height),
                                         static_cast<std::size_t>(extent.width), 2};
  return write_npy(file, "|i1", shape, std::as_bytes(std::span(steps)));
}

}  // namespace portolan
