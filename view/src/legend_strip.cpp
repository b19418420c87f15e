// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "legend_strip.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <portolan/core/assert.hpp>

#include "font.hpp"

namespace portolan::detail {
namespace {

constexpr int advance = glyph_width + 1;

// Lays entries out in lines; all sizes are in units of `zoom` pixels.
class Strip {
 public:
  Strip(int width, int zoom, std::span<const LegendEntry> entries) : width_(width), zoom_(zoom) {
    int x = margin;
    for (const LegendEntry& entry : entries) {
      const int length = entry_width(entry);
      if (x > margin && x + length > width / zoom) {
        x = margin;
        ++lines_;
      }
      places_.push_back({x, lines_ - 1});
      x += length + gap;
    }
  }

  [[nodiscard]] int rows() const { return (lines_ * line_height + 2 * padding) * zoom_; }

  void draw(std::uint8_t* rgb, std::span<const LegendEntry> entries) {
    rgb_ = rgb;
    box(0, 0, (width_ + zoom_ - 1) / zoom_, rows() / zoom_, legend_paper);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const int y = padding + places_[i].line * line_height;
      mark(entries[i], places_[i].x, y);
      text(entries[i].text, places_[i].x + mark_width(entries[i]), y + 2);
    }
  }

 private:
  struct Place {
    int x;
    int line;
  };
  static constexpr int margin = 6;
  static constexpr int padding = 4;
  static constexpr int gap = 12;
  static constexpr int line_height = 14;

  static int mark_width(const LegendEntry& entry) {
    switch (entry.mark) {
      case LegendEntry::Mark::none:
        return 0;
      case LegendEntry::Mark::ramp:
        return 62;
      default:
        return 16;
    }
  }
  static int entry_width(const LegendEntry& entry) {
    return mark_width(entry) + static_cast<int>(entry.text.size()) * advance;
  }

  void box(int x, int y, int w, int h, Color color) {
    const int x1 = std::min((x + w) * zoom_, width_);
    const int y1 = std::min((y + h) * zoom_, rows());
    for (int py = y * zoom_; py < y1; ++py) {
      for (int px = x * zoom_; px < x1; ++px) {
        std::uint8_t* out = rgb_ + (static_cast<std::size_t>(py) * static_cast<std::size_t>(width_) +
                                    static_cast<std::size_t>(px)) *
                                       3;
        out[0] = color.r;
        out[1] = color.g;
        out[2] = color.b;
      }
    }
  }

  void mark(const LegendEntry& entry, int x, int y) {
    switch (entry.mark) {
      case LegendEntry::Mark::none:
        break;
      case LegendEntry::Mark::square:
        box(x, y, 12, 11, entry.color);
        break;
      case LegendEntry::Mark::line:
        box(x, y + 4, 12, 3, entry.color);
        break;
      case LegendEntry::Mark::dot:
      case LegendEntry::Mark::start:
      case LegendEntry::Mark::goal:
        round(x, y, entry);
        break;
      case LegendEntry::Mark::link:
        box(x + 1, y, 11, 11, legend_ink);
        box(x + 2, y + 1, 9, 9, legend_paper);
        for (int i = 0; i < 4; ++i) {  // an arrow up
          box(x + 6 - i, y + 3 + i, 1, 2, legend_ink);
          box(x + 6 + i, y + 3 + i, 1, 2, legend_ink);
        }
        break;
      case LegendEntry::Mark::ramp:
        for (int i = 0; i < 57; ++i) box(x + i, y, 1, 11, distance_color(i / 56.0));
        break;
    }
  }

  // A dot; a start is hollow, and a goal has another dot in it.
  void round(int x, int y, const LegendEntry& entry) {
    box(x + 3, y + 2, 7, 7, entry.color);
    box(x + 4, y + 1, 5, 9, entry.color);
    box(x + 2, y + 3, 9, 5, entry.color);
    if (entry.mark == LegendEntry::Mark::dot) return;
    box(x + 4, y + 4, 5, 3, legend_paper);
    box(x + 5, y + 3, 3, 5, legend_paper);
    if (entry.mark == LegendEntry::Mark::goal) box(x + 5, y + 4, 3, 3, entry.color);
  }

  void text(std::string_view words, int x, int y) {
    for (const char c : words) {
      const std::string_view rows_of_glyph = glyph(c);
      for (int row = 0; row < glyph_height; ++row) {
        for (int column = 0; column < glyph_width; ++column) {
          const int at = row * (glyph_width + 1) + column;
          if (rows_of_glyph[static_cast<std::size_t>(at)] == '#') box(x + column, y + row, 1, 1, legend_ink);
        }
      }
      x += advance;
    }
  }

  int width_;
  int zoom_;
  int lines_ = 1;
  std::vector<Place> places_;
  std::uint8_t* rgb_ = nullptr;
};

}  // namespace

int append_legend(std::vector<std::uint8_t>& rgb, int width, std::span<const LegendEntry> entries) {
  if (entries.empty()) return 0;
  PORTOLAN_ASSERT(width > 0 && rgb.size() % (static_cast<std::size_t>(width) * 3) == 0,
                  "a legend comes below whole rows");
  Strip strip(width, width >= 1400 ? 2 : 1, entries);
  const std::size_t before = rgb.size();
  rgb.resize(before + static_cast<std::size_t>(strip.rows()) * static_cast<std::size_t>(width) * 3);
  strip.draw(rgb.data() + before, entries);
  return strip.rows();
}

}  // namespace portolan::detail
