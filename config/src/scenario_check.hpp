// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <optional>

#include <portolan/config/scenario.hpp>
#include <portolan/core/result.hpp>
#include <portolan/core/world.hpp>

namespace portolan::detail {

/// The first link or obstacle of a scenario that does not lie on the map.
[[nodiscard]] std::optional<Error> check_on_map(const Scenario& scenario, const World& world);

}  // namespace portolan::detail
