// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/detail/four_ways.hpp>
#include <portolan/core/path.hpp>
#include <portolan/crowd/band_guide.hpp>

namespace portolan {

Vec2 BandGuide::heading(Vec2 position, std::int32_t layer) const {
  const Cell here = cell_at(position, layer);
  if (band_ == nullptr || (with_care_ && !next(here))) return {};
  const Direction own = band_->direction(here);
  if (!is_step(own)) return detail::towards_next(position, here, own);
  detail::FourWays four(detail::upper_left_of(position, layer));
  for (const int k : {0, 1, 2, 3}) four.set(k, band_->direction(four.cell(k)));
  return four.blended(position, here, own);
}

Distance BandGuide::remaining(Cell c) const { return band_ == nullptr ? unreachable : band_->at(c); }

std::optional<Cell> BandGuide::next(Cell c) const {
  if (band_ == nullptr) return std::nullopt;
  const Direction d = band_->direction(c);
  if (with_care_ && is_step(d) && !band_->grid().can_step(c, d)) return std::nullopt;
  return next_cell(*band_, band_->grid(), c);
}

}  // namespace portolan
