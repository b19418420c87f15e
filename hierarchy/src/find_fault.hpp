// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <portolan/hierarchy/validate.hpp>

namespace portolan::detail {

struct HierarchyState;

/// What `validate` tells of a settled state.
[[nodiscard]] std::optional<std::string> find_fault(const HierarchyState& state, std::uint32_t tables = 0,
                                                    std::size_t flooded_cells = std::size_t{1} << 22U);
/// What is wrong with areas, borders, nodes and links on all levels, whatever they hold: no index among them
/// is used before it was checked. It reads no table and no ground, and takes a time proportional to the
/// records.
[[nodiscard]] std::optional<std::string> find_fault_in_records(const HierarchyState& state);
/// What `find_fault` tells of the records and tables of some sectors, which need not be settled.
[[nodiscard]] std::optional<std::string> find_fault_in(const HierarchyState& state,
                                                       std::span<const std::uint32_t> sectors);

}  // namespace portolan::detail
