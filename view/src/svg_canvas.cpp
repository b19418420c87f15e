// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/view/svg.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/view/detail/replay_page.hpp>

#include "legend_strip.hpp"
#include "pixel_rows.hpp"
#include "png_encoder.hpp"

namespace portolan {
namespace detail {
namespace {

constexpr int max_cell_pixels = 32;
constexpr Color background = rgb(0xF4EEE0);

// Hundredths of a pixel are more than anybody sees.
std::string number(float value) {
  std::array<char, 32> text{};
  const int size = std::snprintf(text.data(), text.size(), "%.2f", static_cast<double>(value));
  std::string_view shown(text.data(), static_cast<std::size_t>(size));
  while (shown.back() == '0') shown.remove_suffix(1);
  if (shown.back() == '.') shown.remove_suffix(1);
  return std::string(shown == "-0" ? "0" : shown);
}

// As an attribute: fill="#0a141e" fill-opacity=".5".
std::string paint(std::string_view what, Color c) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "#%02x%02x%02x", c.r, c.g, c.b);
  std::string out = ' ' + std::string(what) + "=\"" + text.data() + '"';
  if (c.a < 255)
    out += ' ' + std::string(what) + "-opacity=\"" + number(static_cast<float>(c.a) / 255.0F) + '"';
  return out;
}

std::string attribute(std::string_view name, float value) {
  return ' ' + std::string(name) + "=\"" + number(value) + '"';
}

std::string box(Vec2 at, Vec2 size, const std::string& look) {
  return "<rect" + attribute("x", at.x) + attribute("y", at.y) + attribute("width", size.x) +
         attribute("height", size.y) + look + "/>\n";
}

std::string circle(Vec2 at, float radius, const std::string& look) {
  return "<circle" + attribute("cx", at.x) + attribute("cy", at.y) + attribute("r", radius) + look + "/>\n";
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        // XML knows no control characters.
        out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return out;
}

/// The lines of a legend below a picture.
class Legend {
 public:
  explicit Legend(int width) : width_(static_cast<float>(width)) {}

  void add(const LegendEntry& entry) {
    const float length = mark_width(entry) + static_cast<float>(entry.text.size()) * letter;
    if (x_ > margin && x_ + length > width_) {
      x_ = margin;
      y_ += line;
    }
    mark(entry);
    const Vec2 words{x_ + mark_width(entry), y_ + 14};
    svg_ += "<text" + attribute("x", words.x) + attribute("y", words.y) + paint("fill", legend_ink) + '>' +
            escaped(entry.text) + "</text>\n";
    x_ += length + gap;
  }
  [[nodiscard]] int height() const { return static_cast<int>(y_ + line + margin); }
  [[nodiscard]] const std::string& svg() const { return svg_; }

 private:
  static constexpr float margin = 8;
  static constexpr float gap = 18;
  static constexpr float line = 22;
  static constexpr float letter = 7.4F;  // of 13 pixels, in the mean

  static float mark_width(const LegendEntry& entry) {
    using Mark = LegendEntry::Mark;
    return entry.mark == Mark::none ? 0.0F : entry.mark == Mark::ramp ? 66.0F : 20.0F;
  }

  void mark(const LegendEntry& entry) {
    const std::string look = paint("fill", entry.color);
    const std::string rim =
        paint("fill", legend_paper) + paint("stroke", entry.color) + " stroke-width=\"2\"";
    const Vec2 middle{x_ + 7, y_ + 10};
    switch (entry.mark) {
      case LegendEntry::Mark::none:
        return;
      case LegendEntry::Mark::square:
        svg_ += box({x_, y_ + 3}, {14, 14}, look);
        return;
      case LegendEntry::Mark::line:
        svg_ += box({x_, y_ + 8}, {14, 4}, look);
        return;
      case LegendEntry::Mark::dot:
        svg_ += circle(middle, 5, look);
        return;
      case LegendEntry::Mark::goal:
        svg_ += circle(middle, 6, rim) + circle(middle, 2, look);
        return;
      case LegendEntry::Mark::start:
        svg_ += circle(middle, 5, rim);
        return;
      case LegendEntry::Mark::link:
        svg_ += box({x_ + 1, y_ + 4}, {12, 12}, paint("fill", legend_paper) + paint("stroke", legend_ink));
        svg_ += "<path d=\"M" + number(x_ + 4) + ' ' + number(y_ + 11) + "l3 -3l3 3\" fill=\"none\"" +
                paint("stroke", legend_ink) + "/>\n";
        return;
      case LegendEntry::Mark::ramp:
        for (int i = 0; i < 30; ++i)
          svg_ += box({x_ + static_cast<float>(2 * i), y_ + 3}, {2.2F, 14},
                      paint("fill", distance_color(i / 29.0)));
    }
  }

  float width_;
  float x_ = margin;
  float y_ = margin;
  std::string svg_;
};

/// Writes down what is drawn. See draw_svg.
class SvgCanvas final : public Canvas {
 public:
  SvgCanvas(Rect area, int wanted_side, int max_side) : area_(area) {
    const PixelScale pixels(area, wanted_side, max_side, max_cell_pixels);
    scale_ = pixels.scale();
    pixel_cells_ = pixels.pixel_cells;
    width_ = pixels.pixels(area.width);
    height_ = pixels.pixels(area.height);
  }

  [[nodiscard]] Rect area() const override { return area_; }
  [[nodiscard]] float scale() const override { return scale_; }
  void cells(const RowPainter& painter) override {
    std::vector<std::uint8_t> pixels;
    int width = 0;
    int height = 0;
    paint_rows(area_, pixel_cells_, painter, [&](int y, std::span<const Color> row) {
      width = static_cast<int>(row.size());
      height = y + 1;
      for (const Color c : row) pixels.insert(pixels.end(), {c.r, c.g, c.b, c.a});
    });
    const float side = scale_ * static_cast<float>(pixel_cells_);
    body_ += "<image" + attribute("width", static_cast<float>(width) * side) +
             attribute("height", static_cast<float>(height) * side) +
             " style=\"image-rendering:pixelated\" preserveAspectRatio=\"none\" "
             "href=\"data:image/png;base64," +
             base64(encode_png(pixels, width, height, Channels::rgba)) + "\"/>\n";
  }

  void fill(Vec2 corner, Vec2 opposite, Color color) override {
    const Vec2 a = to_pixels({std::min(corner.x, opposite.x), std::min(corner.y, opposite.y)});
    const Vec2 b = to_pixels({std::max(corner.x, opposite.x), std::max(corner.y, opposite.y)});
    body_ += box(a, b - a, paint("fill", color));
  }

  void stroke(std::span<const Vec2> points, float width, Color color) override {
    PORTOLAN_ASSERT(width >= 0, "a width in pixels is a number that is not negative");
    if (points.empty()) return;
    body_ += "<polyline points=\"";
    for (const Vec2 point : points) {
      const Vec2 p = to_pixels(point);
      body_ += number(p.x) + ',' + number(p.y) + ' ';
    }
    body_.back() = '"';
    body_ += paint("stroke", color) + attribute("stroke-width", width) + "/>\n";
  }

  void disc(Vec2 centre, float radius, Color color) override {
    PORTOLAN_ASSERT(radius >= 0, "a radius in pixels is a number that is not negative");
    body_ += circle(to_pixels(centre), radius, paint("fill", color));
  }

  void legend(std::span<const LegendEntry> entries) override {
    legend_.assign(entries.begin(), entries.end());
  }

  /// The picture as text.
  [[nodiscard]] std::string encode() const {
    Legend legend(width_);
    for (const LegendEntry& entry : legend_) legend.add(entry);
    const int strip = legend_.empty() ? 0 : legend.height();
    const std::string width = std::to_string(width_);
    const std::string height = std::to_string(height_ + strip);
    const Vec2 size{static_cast<float>(width_), static_cast<float>(height_)};
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height +
                      "\" viewBox=\"0 0 " + width + ' ' + height + "\">\n";
    out += "<clipPath id=\"map\">" + box({}, size, "") + "</clipPath>\n" +
           "<g clip-path=\"url(#map)\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n" +
           box({}, size, paint("fill", background)) + body_ + "</g>\n";
    if (strip > 0) {
      out += "<g transform=\"translate(0 " + std::to_string(height_) +
             ")\" font-family=\"system-ui, sans-serif\" font-size=\"13\">\n" +
             box({}, {size.x, static_cast<float>(strip)}, paint("fill", legend_paper)) + legend.svg() +
             "</g>\n";
    }
    return out + "</svg>\n";
  }

 private:
  [[nodiscard]] Vec2 to_pixels(Vec2 p) const {
    return {(p.x - static_cast<float>(area_.x)) * scale_, (p.y - static_cast<float>(area_.y)) * scale_};
  }

  Rect area_;
  float scale_ = 1;
  int pixel_cells_ = 1;
  int width_ = 0;
  int height_ = 0;
  std::string body_;
  std::vector<LegendEntry> legend_;
};

}  // namespace
}  // namespace detail

std::string draw_svg(Rect area, const std::function<void(Canvas&)>& draw, int wanted_side, int max_side) {
  detail::SvgCanvas canvas(area, wanted_side, max_side);
  draw(canvas);
  return canvas.encode();
}

}  // namespace portolan
