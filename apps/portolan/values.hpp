// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <portolan/config/detail/raster_options.hpp>
#include <portolan/core/cell.hpp>
#include <portolan/core/profile.hpp>

// What the texts of the command line mean. A check gives what is wrong; empty: nothing.
namespace portolan::tool {

/// `12,3` or `12,3,1`.
[[nodiscard]] std::optional<Cell> parse_cell(std::string_view text);
/// `x,y,width,height` or `x,y,width,height,layer`; nothing for other text, or where no cell is in it.
[[nodiscard]] std::optional<Rect> parse_area(std::string_view text);
/// `swamp=3` or `W=impassable`, `no` for short. What is wrong where the text is none of these; empty:
/// nothing.
[[nodiscard]] std::string set_cost(Profile& profile, std::string_view text);

/// `3=wall` or `3=4`, what a number of an image stands for. False where the text is neither.
[[nodiscard]] bool add_class(RasterOptions& options, std::string_view text);

[[nodiscard]] std::string check_epsilon(const std::string& text);
[[nodiscard]] std::string check_seed(const std::string& text);
[[nodiscard]] std::string check_file_name(const std::string& text);
[[nodiscard]] std::string check_shown(const std::string& text);
/// Of the environment: the library takes what it knows and is silent about the rest.
[[nodiscard]] std::string check_environment();

}  // namespace portolan::tool
