// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/view/png_canvas.hpp>

#include <algorithm>
#include <cmath>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/atomic_file.hpp>

#include "legend_strip.hpp"
#include "pixel_rows.hpp"
#include "png_encoder.hpp"

namespace portolan {

PngCanvas::PngCanvas(Rect area, int wanted_side, int max_side, Color background) : area_(area) {
  const detail::PixelScale pixels(area, wanted_side, max_side, max_cell_pixels);
  cell_pixels_ = pixels.cell_pixels;
  pixel_cells_ = pixels.pixel_cells;
  width_ = pixels.pixels(area.width);
  height_ = pixels.pixels(area.height);
  const auto count = static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  pixels_.resize(count * 3);
  coverage_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    pixels_[i * 3] = background.r;
    pixels_[i * 3 + 1] = background.g;
    pixels_[i * 3 + 2] = background.b;
  }
}

float PngCanvas::scale() const { return static_cast<float>(cell_pixels_) / static_cast<float>(pixel_cells_); }

Color PngCanvas::pixel(int x, int y) const {
  PORTOLAN_ASSERT(x >= 0 && y >= 0 && x < width_ && y < height_);
  const std::size_t i = place(x, y) * 3;
  return {pixels_[i], pixels_[i + 1], pixels_[i + 2], 255};
}

Vec2 PngCanvas::to_pixels(Vec2 p) const {
  return {(p.x - static_cast<float>(area_.x)) * scale(), (p.y - static_cast<float>(area_.y)) * scale()};
}

void PngCanvas::blend_pixel(int x, int y, Color color) {
  const std::size_t i = place(x, y) * 3;
  const Color mixed = blend({pixels_[i], pixels_[i + 1], pixels_[i + 2], 255}, color);
  pixels_[i] = mixed.r;
  pixels_[i + 1] = mixed.g;
  pixels_[i + 2] = mixed.b;
}

void PngCanvas::cells(const RowPainter& painter) {
  detail::paint_rows(area_, pixel_cells_, painter, [this](int y, std::span<const Color> row) {
    for (int x = 0; x < width_; ++x) {
      const Color color = row[static_cast<std::size_t>(x / cell_pixels_)];
      if (color.a == 0) continue;
      for (int dy = 0; dy < cell_pixels_; ++dy) blend_pixel(x, y * cell_pixels_ + dy, color);
    }
  });
}

void PngCanvas::fill(Vec2 corner, Vec2 opposite, Color color) {
  const Vec2 a = to_pixels(corner);
  const Vec2 b = to_pixels(opposite);
  const int x0 = std::max(0, static_cast<int>(std::floor(std::min(a.x, b.x))));
  const int y0 = std::max(0, static_cast<int>(std::floor(std::min(a.y, b.y))));
  const int x1 = std::min(width_, static_cast<int>(std::ceil(std::max(a.x, b.x))));
  const int y1 = std::min(height_, static_cast<int>(std::ceil(std::max(a.y, b.y))));
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) blend_pixel(x, y, color);
  }
}

void PngCanvas::cover(int x, int y, float amount) {
  const std::size_t i = place(x, y);
  const auto value = static_cast<std::uint8_t>(std::lround(std::clamp(amount, 0.0F, 1.0F) * 255));
  if (value <= coverage_[i]) return;
  if (coverage_[i] == 0) covered_.push_back(i);
  coverage_[i] = value;
}

void PngCanvas::lay_coverage(Color color) {
  for (const std::size_t i : covered_) {
    Color part = color;
    part.a = static_cast<std::uint8_t>(color.a * coverage_[i] / 255);
    blend_pixel(static_cast<int>(i % static_cast<std::size_t>(width_)),
                static_cast<int>(i / static_cast<std::size_t>(width_)), part);
    coverage_[i] = 0;
  }
  covered_.clear();
}

// A pixel is covered by its distance from the segment. Both ends in pixels.
void PngCanvas::segment(Vec2 from, Vec2 to, float half_width) {
  const float reach = half_width + 1;
  const int x0 = std::max(0, static_cast<int>(std::floor(std::min(from.x, to.x) - reach)));
  const int y0 = std::max(0, static_cast<int>(std::floor(std::min(from.y, to.y) - reach)));
  const int x1 = std::min(width_ - 1, static_cast<int>(std::ceil(std::max(from.x, to.x) + reach)));
  const int y1 = std::min(height_ - 1, static_cast<int>(std::ceil(std::max(from.y, to.y) + reach)));
  const float dx = to.x - from.x;
  const float dy = to.y - from.y;
  const float length2 = dx * dx + dy * dy;
  for (int y = y0; y <= y1; ++y) {
    for (int x = x0; x <= x1; ++x) {
      const float px = static_cast<float>(x) + 0.5F - from.x;
      const float py = static_cast<float>(y) + 0.5F - from.y;
      const float t = length2 > 0 ? std::clamp((px * dx + py * dy) / length2, 0.0F, 1.0F) : 0.0F;
      const float amount = half_width + 0.5F - std::hypot(px - t * dx, py - t * dy);
      if (amount > 0) cover(x, y, amount);
    }
  }
}

void PngCanvas::stroke(std::span<const Vec2> points, float width, Color color) {
  PORTOLAN_ASSERT(width > 0, "a line is wider than nothing");
  constexpr float longest_piece = 32;  // keeps the boxes of slanted lines small
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Vec2 a = to_pixels(points[i]);
    const Vec2 b = to_pixels(points[i + 1]);
    const int pieces = 1 + static_cast<int>(std::hypot(b.x - a.x, b.y - a.y) / longest_piece);
    for (int p = 0; p < pieces; ++p) {
      const float t0 = static_cast<float>(p) / static_cast<float>(pieces);
      const float t1 = static_cast<float>(p + 1) / static_cast<float>(pieces);
      segment({a.x + t0 * (b.x - a.x), a.y + t0 * (b.y - a.y)},
              {a.x + t1 * (b.x - a.x), a.y + t1 * (b.y - a.y)}, width / 2);
    }
  }
  lay_coverage(color);
}

void PngCanvas::disc(Vec2 centre, float radius, Color color) {
  PORTOLAN_ASSERT(radius > 0, "a disc is wider than nothing");
  const Vec2 p = to_pixels(centre);
  segment(p, p, radius);
  lay_coverage(color);
}

void PngCanvas::legend(std::span<const LegendEntry> entries) {
  legend_.assign(entries.begin(), entries.end());
}

std::string PngCanvas::encode() const {
  std::vector<std::uint8_t> all = pixels_;
  const int strip = detail::append_legend(all, width_, legend_);
  return detail::encode_png(all, width_, height_ + strip);
}

std::optional<Error> PngCanvas::save(const std::filesystem::path& path) const {
  return write_atomically(path, encode());
}

}  // namespace portolan
