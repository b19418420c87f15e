// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "terminal.hpp"

namespace portolan::tool {
namespace {

constexpr double left_side = 70;
constexpr double top = 20;
constexpr double width = 810;
constexpr double height = 320;
constexpr int colors = 6;

std::string at(const char* attribute, double value) {
  return std::string(" ") + attribute + "=\"" + fixed(value, 1) + '"';
}

std::string words(double x, double y, const char* anchor, const std::string& text) {
  return "<text" + at("x", x) + at("y", y) + " text-anchor=\"" + anchor + "\">" + html_text(text) +
         "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2) {
  return "<line class=\"grid\"" + at("x1", x1) + at("y1", y1) + at("x2", x2) + at("y2", y2) + "/>\n";
}

// As many digits as a tick needs.
std::string tick_text(double value) {
  const auto whole = static_cast<std::uint64_t>(std::llround(value));
  if (std::abs(value - static_cast<double>(whole)) < 1e-9) return grouped(whole);
  std::string text = fixed(value, 6);
  while (text.back() == '0') text.pop_back();
  return text;
}

// One, two or five times a power of ten, so that at most six of them lead up to a number.
double round_step(double most) {
  double step = std::pow(10.0, std::floor(std::log10(std::max(most, 1e-3))) - 1);
  for (const double factor : {2.0, 2.5, 2.0, 2.0, 2.5}) {
    if (most / step <= 6) break;
    step *= factor;
  }
  return step;
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else {
      out += c;
    }
  }
  return out;
}

double Chart::Axis::place(double value) const {
  if (by_powers) return (std::log10(value) - low) / (high - low);
  return (value - low) / (high - low);
}

std::vector<double> Chart::Axis::ticks() const {
  std::vector<double> found;
  if (by_powers) {
    for (int i = 0; low + i <= high + 0.5; ++i) found.push_back(std::pow(10.0, low + i));
    return found;
  }
  const double step = round_step(high);
  for (int i = 0; i * step <= high * (1 + 1e-9); ++i) found.push_back(i * step);
  return found;
}

void Chart::add(std::string name, std::vector<ChartPoint> points) {
  const std::size_t color = added_++ % colors;
  if (!points.empty()) series_.push_back({std::move(name), color, std::move(points)});
}

// From the power of ten below all points to that above them; or from zero to a round number.
Chart::Axis Chart::axis(double ChartPoint::*member, bool by_powers) const {
  double least = std::numeric_limits<double>::max();
  double most = 0;
  for (const Series& series : series_) {
    for (const ChartPoint& p : series.points) {
      least = std::min(least, p.*member);
      most = std::max(most, p.*member);
    }
  }
  if (series_.empty()) return {};
  if (by_powers) {
    const double low = std::floor(std::log10(least));
    return {low, std::max(low + 1, std::ceil(std::log10(most))), true};
  }
  const double step = round_step(most);
  return {0, std::max(step, std::ceil(most / step) * step), false};
}

std::string Chart::frame(const Axis& x, const Axis& y) const {
  std::string out;
  for (const double tick : x.ticks()) {
    const double place = left_side + x.place(tick) * width;
    out += line(place, top, place, top + height) + words(place, top + height + 18, "middle", tick_text(tick));
  }
  for (const double tick : y.ticks()) {
    const double place = top + (1 - y.place(tick)) * height;
    out += line(left_side, place, left_side + width, place) +
           words(left_side - 8, place + 4, "end", tick_text(tick));
  }
  out += words(left_side + width, top + height + 38, "end", x_title_);
  return out + words(8, 12, "start", y_title_);
}

std::string Chart::html() const {
  if (series_.empty()) return "<p class=\"note\">No query was solved.</p>\n";
  const Axis x = axis(&ChartPoint::x, true);
  const Axis y = axis(&ChartPoint::y, y_by_powers_);
  std::string key = "<p class=\"key\">";
  std::string svg = "<div class=\"scroll\"><svg viewBox=\"0 0 900 380\" role=\"img\" aria-label=\"" +
                    y_title_ + " against " + x_title_ + "\">\n" + frame(x, y);
  for (const Series& series : series_) {
    const std::string color = "var(--s" + std::to_string(series.color) + ")";
    key += "<span><i style=\"background:" + color + "\"></i>" + html_text(series.name) + "</span>\n";
    svg += "<g class=\"dots\" style=\"fill:" + color + "\">\n";
    for (const ChartPoint& p : series.points) {
      svg += "<circle" + at("cx", left_side + x.place(p.x) * width) +
             at("cy", top + (1 - std::clamp(y.place(p.y), 0.0, 1.0)) * height) + " r=\"2.5\"/>\n";
    }
    svg += "</g>\n";
  }
  return svg + "</svg></div>\n" + key + "</p>\n";
}

}  // namespace portolan::tool
