// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <portolan/core/vec2.hpp>

namespace portolan::detail {

/// What a scenario says of `Crowd::set_focus`.
struct FocusOptions {
  std::vector<Vec2> at;
  float radius = 100;
  std::int32_t interval = 8;
};

}  // namespace portolan::detail
