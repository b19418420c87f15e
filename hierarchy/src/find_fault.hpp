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
[[nodiscard]] std::optional<std::string> find_fault(const HierarchyState& state,
                                                    const ValidateOptions& options);
/// The same of the records and tables of some sectors, which need not be settled.
[[nodiscard]] std::optional<std::string> find_fault_in(const HierarchyState& state,
                                                       std::span<const std::uint32_t> sectors);

}  // namespace portolan::detail
