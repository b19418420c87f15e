// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace portolan::detail {

/// The bytes that a replay page shows, by name; view/page/data.js reads them.
using ReplayColumns = std::vector<std::pair<std::string, std::string>>;

/// One HTML file that needs nothing else: the page of view/page with these columns in it, packed.
[[nodiscard]] std::string replay_page(const ReplayColumns& columns);

/// Packed by deflate in the form of zlib.
[[nodiscard]] std::string deflated(std::string_view bytes);
[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace portolan::detail
