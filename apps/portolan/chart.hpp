// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace portolan::tool {

/// Text that stands in a page as it is.
[[nodiscard]] std::string html_text(std::string_view text);

struct ChartPoint {
  double x = 0;
  double y = 0;
};

/// Dots over an axis by powers of ten, as an SVG with its key, for a page whose style names the colours s0 to
/// s5. Points must have x above zero.
class Chart {
 public:
  Chart(std::string x_title, std::string y_title)
      : x_title_(std::move(x_title)), y_title_(std::move(y_title)) {}

  /// Points must have y above zero then.
  void y_by_powers() { y_by_powers_ = true; }
  /// A series without points is left out.
  void add(std::string name, std::vector<ChartPoint> points);
  [[nodiscard]] std::string html() const;

 private:
  struct Series {
    std::string name;
    std::size_t color;
    std::vector<ChartPoint> points;
  };
  struct Axis {
    double low = 0;
    double high = 1;
    bool by_powers = true;

    [[nodiscard]] double place(double value) const;  ///< from 0 to 1
    [[nodiscard]] std::vector<double> ticks() const;
  };

  [[nodiscard]] Axis axis(double ChartPoint::*member, bool by_powers) const;
  [[nodiscard]] std::string frame(const Axis& x, const Axis& y) const;

  std::string x_title_;
  std::string y_title_;
  std::vector<Series> series_;
  std::size_t added_ = 0;
  bool y_by_powers_ = false;
};

}  // namespace portolan::tool
