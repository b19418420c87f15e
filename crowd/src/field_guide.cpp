// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/detail/four_ways.hpp>
#include <portolan/core/path.hpp>
#include <portolan/core/sampling.hpp>
#include <portolan/crowd/field_guide.hpp>

namespace portolan {
namespace {

template <class Field>
std::optional<Cell> next_on(const Field& field, Cell c, bool with_care) {
  const Direction d = field.direction(c);
  if (with_care && is_step(d) && !field.grid().can_step(c, d)) return std::nullopt;
  return next_cell(field, field.grid(), c);
}

}  // namespace

// Is there a next cell?
template <class Field>
bool FieldGuide::leads_on(const Field& field, Cell c) const {
  const Direction d = field.direction(c);
  return is_step(d) ? !with_care_ || field.grid().can_step(c, d)
                    : next_cell(field, field.grid(), c).has_value();
}

Vec2 FieldGuide::heading(Vec2 position, std::int32_t layer) const {
  if (field_ == nullptr && band_ == nullptr) return {};
  const Cell here = cell_at(position, layer);
  // A finished field tells no direction of a cell that has no value.
  if (corridor_ != nullptr && !corridor_->finished() && !corridor_->settled(here)) return {};
  if (with_care_ && !(band_ != nullptr ? leads_on(*band_, here) : leads_on(*field_, here))) return {};
  return band_ != nullptr ? band_heading(position, layer) : sample_bilinear(*field_, position, layer);
}

Vec2 FieldGuide::band_heading(Vec2 position, std::int32_t layer) const {
  const Cell here = cell_at(position, layer);
  const Direction own = band_->direction(here);
  if (!is_step(own)) return detail::towards_next(position, here, own);
  detail::FourWays four(detail::upper_left_of(position, layer));
  for (const int k : {0, 1, 2, 3}) four.set(k, band_->direction(four.cell(k)));
  return four.blended(position, here, own);
}

Distance FieldGuide::remaining(Cell c) const {
  if (band_ != nullptr) return band_->at(c);
  if (corridor_ != nullptr) return corridor_->settled_at(c);
  return field_ == nullptr ? unreachable : field_->at(c);
}

std::optional<Cell> FieldGuide::next(Cell c) const {
  if (band_ != nullptr) return next_on(*band_, c, with_care_);
  if (field_ == nullptr || (corridor_ != nullptr && !corridor_->settled(c))) return std::nullopt;
  return next_on(*field_, c, with_care_);
}

}  // namespace portolan
