// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/sampling.hpp>
#include <portolan/crowd/field_guide.hpp>

namespace portolan {

Vec2 FieldGuide::heading(Vec2 position, std::int32_t layer) const {
  if (field_ == nullptr || (with_care_ && !next(cell_at(position, layer)))) return {};
  return sample_bilinear(*field_, position, layer);
}

Distance FieldGuide::remaining(Cell c) const { return field_ == nullptr ? unreachable : field_->at(c); }

std::optional<Cell> FieldGuide::next(Cell c) const {
  const Direction d = field_ == nullptr ? Direction::none : field_->direction(c);
  if (d == Direction::none) return std::nullopt;
  if (with_care_ && is_step(d) && !field_->grid().can_step(c, d)) return std::nullopt;
  if (is_step(d)) return step(c, d);
  if (d == Direction::goal) return c;
  const LinkTable& links = field_->grid().links();
  std::optional<Cell> best;
  Distance least = unreachable;
  for (const LinkTable::Entry& entry : links.from_block(c)) {
    const Link& link = links[entry.id];
    if (link.from != c || !(field_->at(link.to) + Distance{link.cost} < least)) continue;
    least = field_->at(link.to) + Distance{link.cost};
    best = link.to;
  }
  return best;
}

}  // namespace portolan
