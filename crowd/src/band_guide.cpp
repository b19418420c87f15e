// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <array>

#include <portolan/core/path.hpp>
#include <portolan/core/sampling.hpp>
#include <portolan/crowd/band_guide.hpp>

namespace portolan {
namespace {

// A blend that turns further from its own cell's way than this is not followed: opposite ways nearly cancel.
constexpr float least_agreement = 0.1F;

// Straight for the centre of the next cell: inside two cells side by side, or four around an open corner, the
// line to it never leaves open ground.
Vec2 towards_next(Vec2 p, Cell c, Direction d) {
  if (d == Direction::none) return {};
  return normalised(centre_of(is_step(d) ? step(c, d) : c) - p);
}

// The four cells around a position, and their directions.
class Four {
 public:
  Four(const BandField& band, Cell upper_left) : corner_(upper_left) {
    for (std::size_t k = 0; k < 4; ++k) ways_[k] = band.direction(cell(k));
  }
  [[nodiscard]] Direction way(int x, int y) const {
    return ways_[static_cast<std::size_t>((y - corner_.y) * 2 + x - corner_.x)];
  }

  // What the four pull at p, each the more the nearer it is; those without a way push.
  [[nodiscard]] Vec2 pull(Vec2 p) const {
    const float fx = p.x - 0.5F - static_cast<float>(corner_.x);
    const float fy = p.y - 0.5F - static_cast<float>(corner_.y);
    const std::array<float, 4> weight{(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy};
    Vec2 sum;
    for (std::size_t k = 0; k < 4; ++k) {
      const Vec2 centre = centre_of(cell(k));
      Vec2 one = unit_vector(ways_[k]);
      if (!is_step(ways_[k])) one = normalised(ways_[k] == Direction::none ? p - centre : centre - p);
      sum += one * weight[k];
    }
    return sum;
  }

  // True when the half cell ahead lies on cells with a way.
  [[nodiscard]] bool clear_ahead(Vec2 p, Cell here, Vec2 heading) const {
    const Cell ahead = cell_at(p + heading * 0.5F, here.layer);
    if (ahead == here) return true;
    if (ahead.x < corner_.x || ahead.y < corner_.y || ahead.x > corner_.x + 1 || ahead.y > corner_.y + 1)
      return false;
    return way(ahead.x, ahead.y) != Direction::none && way(here.x, ahead.y) != Direction::none &&
           way(ahead.x, here.y) != Direction::none;
  }

 private:
  [[nodiscard]] Cell cell(std::size_t k) const {
    const auto i = static_cast<int>(k);
    return {corner_.x + i % 2, corner_.y + i / 2, corner_.layer};
  }

  Cell corner_;
  std::array<Direction, 4> ways_{};
};

}  // namespace

Vec2 BandGuide::heading(Vec2 position, std::int32_t layer) const {
  const Cell here = cell_at(position, layer);
  if (band_ == nullptr || (with_care_ && !next(here))) return {};
  const Direction own = band_->direction(here);
  if (!is_step(own)) return towards_next(position, here, own);
  const Four four(*band_, cell_at({position.x - 0.5F, position.y - 0.5F}, layer));
  const Vec2 way = normalised(four.pull(position));
  if (dot(way, unit_vector(own)) > least_agreement && four.clear_ahead(position, here, way)) return way;
  return towards_next(position, here, own);
}

Distance BandGuide::remaining(Cell c) const { return band_ == nullptr ? unreachable : band_->at(c); }

std::optional<Cell> BandGuide::next(Cell c) const {
  const Direction d = band_ == nullptr ? Direction::none : band_->direction(c);
  if (d == Direction::none) return std::nullopt;
  const GridView grid = band_->grid();
  if (is_step(d)) return with_care_ && !grid.can_step(c, d) ? std::nullopt : std::optional(step(c, d));
  if (d == Direction::goal) return c;
  const LinkId link = detail::link_taken(*band_, grid, c);
  return link.valid() ? std::optional(grid.links()[link].to) : std::nullopt;
}

}  // namespace portolan
