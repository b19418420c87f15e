// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/path.hpp>
#include <portolan/core/sampling.hpp>
#include <portolan/crowd/field_guide.hpp>

namespace portolan {

Vec2 FieldGuide::heading(Vec2 position, std::int32_t layer) const {
  if (field_ == nullptr) return {};
  if (with_care_ && !next(cell_at(position, layer))) return {};
  return sample_bilinear(*field_, position, layer);
}

Distance FieldGuide::remaining(Cell c) const {
  if (field_ == nullptr || (corridor_ != nullptr && !corridor_->settled(c))) return unreachable;
  return field_->at(c);
}

std::optional<Cell> FieldGuide::next(Cell c) const {
  if (field_ == nullptr || (corridor_ != nullptr && !corridor_->settled(c))) return std::nullopt;
  const Direction d = field_->direction(c);
  if (with_care_ && is_step(d) && !field_->grid().can_step(c, d)) return std::nullopt;
  return next_cell(*field_, field_->grid(), c);
}

}  // namespace portolan
