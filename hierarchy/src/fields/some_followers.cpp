// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/detail/some_followers.hpp>

#include <algorithm>
#include <cstddef>

namespace portolan::detail {

std::vector<Cell> some_followers(std::span<const Cell> agents) {
  constexpr std::size_t most = 16;
  if (agents.size() <= most) return {agents.begin(), agents.end()};
  std::vector<Cell> some;
  for (std::size_t d = 0; d < step_count; ++d) {
    const auto outwards = [d](Cell c) { return c.x * step_dx[d] + c.y * step_dy[d]; };
    some.push_back(*std::max_element(agents.begin(), agents.end(),
                                     [&](Cell a, Cell b) { return outwards(a) < outwards(b); }));
  }
  const std::size_t left = most - some.size();
  for (std::size_t i = 0; i < left; ++i) some.push_back(agents[i * agents.size() / left]);
  return some;
}

}  // namespace portolan::detail
