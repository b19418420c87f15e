// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "board_at_hand.hpp"

#include <string>
#include <utility>

#include <portolan/config/terrain.hpp>

namespace portolan::tool {

Result<std::unique_ptr<BoardAtHand>> open_board_at_hand(const MapOptions& options,
                                                        const detail::GraphFormat& format) {
  if (options.raster.classes.empty() && options.profile.cost != default_profile().cost) {
    return Error{
        options.file.string(), 0, 0, "",
        "is " + std::string(format.name) +
            ", which has terrain that --cost could price where --class names it alone; leave out --cost"};
  }
  Result<detail::Board> board = detail::open_board(options.file, format, options.raster, options.profile);
  if (!board) return board.error();
  auto hand = std::make_unique<BoardAtHand>();
  hand->board = std::move(*board);
  std::optional<Error> fault;
  hand->build_ms = board_time_ms([&] {
    auto made = Graphs::create(hand->board.graph, detail::sectors_of(hand->board, options.sector_size));
    if (made) {
      hand->hierarchy.emplace(std::move(*made));
    } else {
      fault = made.error();
    }
  });
  if (!fault) return hand;
  fault->file = options.file.string();
  return *fault;
}

}  // namespace portolan::tool
