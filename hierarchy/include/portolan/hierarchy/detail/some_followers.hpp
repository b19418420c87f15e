// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include <portolan/core/cell.hpp>

namespace portolan::detail {

/// Of many who follow one field at most 16 whose curves tell enough: the outermost in eight directions,
/// between whose curves the others' are, and as many evenly spread. Of few, all.
[[nodiscard]] std::vector<Cell> some_followers(std::span<const Cell> agents);

}  // namespace portolan::detail
