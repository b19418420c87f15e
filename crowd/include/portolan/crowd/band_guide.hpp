// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/crowd/guide.hpp>
#include <portolan/hierarchy/band_field.hpp>

namespace portolan {

/// Guides along a band, with smoothed headings: those of the four nearest cells blended, as `sample_bilinear`
/// does it for whole fields. Cells outside the band count as walls for that. The band must outlive its use
/// here. A band that is older than the world may be followed with care: where its next step has become
/// illegal, agents stop. Cost: four look-ups.
class BandGuide final : public Guide {
 public:
  void follow(const BandField* band, bool with_care = false) {
    band_ = band;
    with_care_ = with_care;
  }

  [[nodiscard]] Vec2 heading(Vec2 position, std::int32_t layer) const override;
  [[nodiscard]] std::optional<Cell> next(Cell c) const override;
  [[nodiscard]] Distance remaining(Cell c) const override;

 private:
  const BandField* band_ = nullptr;
  bool with_care_ = false;
};

}  // namespace portolan
