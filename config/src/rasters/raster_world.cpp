// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>
#include <utility>
#include <vector>

#include <portolan/config/terrain.hpp>
#include <portolan/core/assert.hpp>

#include "formats/terrain_sink.hpp"
#include "raster_source.hpp"

namespace portolan {

namespace detail {

namespace {

constexpr std::int64_t most_shade = 765;
constexpr int cost_classes = 9;

Error at_cell(const std::string& name, std::int32_t x, std::int32_t y, std::string message) {
  return {name, y + 1, x + 1, "", std::move(message)};
}

TerrainId class_of_cost(std::int64_t cost) { return static_cast<TerrainId>('0' + cost); }

// Percent of occupancy: free ground, costs, and a wall at 100.
TerrainId class_of_percent(std::int64_t percent) {
  if (percent <= 0) return terrain::ground;
  return percent >= 100 ? terrain::wall : class_of_cost(1 + (percent - 1) / 11);
}

// As map_server of ROS 2 has it. All shades there are, so that each is worked out once.
TerrainId class_of_shade(std::int64_t shade, const ShadeRule& rule) {
  const double light = static_cast<double>(shade) / static_cast<double>(most_shade);
  if (rule.mode == ShadeRule::Mode::raw) {
    const auto percent = static_cast<std::int64_t>(std::nearbyint(light * 255));
    return percent > 100 ? terrain::out_of_bounds : class_of_percent(percent);
  }
  const double occupied = rule.negate ? light : 1 - light;
  if (occupied > rule.occupied) return terrain::wall;
  if (occupied < rule.free) return terrain::ground;
  if (rule.mode == ShadeRule::Mode::trinary || rule.occupied <= rule.free) return terrain::out_of_bounds;
  const double share = (occupied - rule.free) / (rule.occupied - rule.free);
  return class_of_percent(static_cast<std::int64_t>(std::nearbyint(share * 100)));
}

/// Turns a row of numbers into classes.
class Translator {
 public:
  virtual ~Translator() = default;
  virtual std::optional<Error> row(std::int32_t y, std::span<const std::int64_t> from, TerrainId* to) = 0;
};

class ShadeTranslator final : public Translator {
 public:
  explicit ShadeTranslator(const ShadeRule& rule) {
    for (std::int64_t shade = 0; shade <= most_shade; ++shade)
      classes_[static_cast<std::size_t>(shade)] = class_of_shade(shade, rule);
  }
  std::optional<Error> row(std::int32_t, std::span<const std::int64_t> from, TerrainId* to) override {
    for (const std::int64_t shade : from) {
      PORTOLAN_ASSERT(shade == no_value || (shade >= 0 && shade <= most_shade), "readers give shades");
      *to++ = shade == no_value ? terrain::out_of_bounds : classes_[static_cast<std::size_t>(shade)];
    }
    return std::nullopt;
  }

 private:
  std::array<TerrainId, most_shade + 1> classes_{};
};

/// By the table of the user, or, without one, by what a cost is.
class ValueTranslator final : public Translator {
 public:
  ValueTranslator(const RasterOptions& options, std::string name)
      : by_cost_(options.classes.empty()), name_(std::move(name)) {
    for (const auto& [value, id] : options.classes) classes_[value] = id;
    if (!by_cost_) return;
    classes_ = {{0, terrain::wall}, {impassable, terrain::wall}};
    for (int cost = 1; cost <= cost_classes; ++cost) classes_[cost] = class_of_cost(cost);
  }
  std::optional<Error> row(std::int32_t y, std::span<const std::int64_t> from, TerrainId* to) override {
    for (std::size_t x = 0; x < from.size(); ++x) {
      if (from[x] != last_) {
        const auto found = classes_.find(from[x]);
        if (found == classes_.end()) return unknown(static_cast<std::int32_t>(x), y, from[x]);
        last_ = from[x];
        class_ = found->second;
      }
      to[x] = class_;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] Error unknown(std::int32_t x, std::int32_t y, std::int64_t value) const {
    const std::string found = value == no_value ? "no value" : "the value " + std::to_string(value);
    return at_cell(
        name_, x, y,
        "found " + found +
            (by_cost_ ? ", expected a cost from 1 to 9, or 0 or 255 for a wall; else say in `classes` of "
                        "the scenario's map, or by --class, what it stands for"
                      : ", which the table of classes does not have; add it"));
  }

  bool by_cost_;
  std::string name_;
  std::unordered_map<std::int64_t, TerrainId> classes_;
  std::int64_t last_ = -1;  // no table has it
  TerrainId class_ = 0;
};

/// Cells of one slope class, by the greatest step to one of the four beside them. Limits are whole numbers,
/// worked out once.
class Slopes {
 public:
  Slopes(const RasterSource::Scale& scale, double steepest) {
    for (int cost = 1; cost <= cost_classes; ++cost) {
      const double slope = steepest * cost / cost_classes;
      across_[static_cast<std::size_t>(cost - 1)] = limit(slope * scale.cell_x / scale.height);
      down_[static_cast<std::size_t>(cost - 1)] = limit(slope * scale.cell_y / scale.height);
    }
  }
  [[nodiscard]] TerrainId class_of(std::int64_t across, std::int64_t down) const {
    for (std::size_t i = 0; i < cost_classes; ++i) {
      if (across <= across_[i] && down <= down_[i]) return class_of_cost(static_cast<std::int64_t>(i) + 1);
    }
    return terrain::wall;
  }

 private:
  // What is a whole number but for its rounding is one.
  static std::int64_t limit(double steps) {
    return static_cast<std::int64_t>(std::min(std::floor(steps + 1e-6), 1e15));
  }

  std::array<std::int64_t, cost_classes> across_{}, down_{};
};

std::int64_t step_between(std::int64_t a, std::int64_t b) {
  if (a == no_value || b == no_value) return 0;
  return a > b ? a - b : b - a;
}

/// Heights need the rows above and below: three at a time.
std::optional<Error> read_heights(RasterSource& raster, const Slopes& slopes, TerrainSink& sink) {
  const auto width = static_cast<std::size_t>(raster.extent().width);
  const std::int32_t height = raster.extent().height;
  std::vector<std::int64_t> above(width, no_value), here(width), below(width);
  if (auto fault = raster.read(here)) return fault;
  for (std::int32_t y = 0; y < height; ++y) {
    if (y + 1 == height) {
      std::fill(below.begin(), below.end(), no_value);
    } else if (auto fault = raster.read(below)) {
      return fault;
    }
    TerrainId* const row = sink.row();
    for (std::size_t x = 0; x < width; ++x) {
      const std::int64_t left = x > 0 ? here[x - 1] : no_value,
                         right = x + 1 < width ? here[x + 1] : no_value;
      const std::int64_t across = std::max(step_between(here[x], left), step_between(here[x], right));
      const std::int64_t down = std::max(step_between(here[x], above[x]), step_between(here[x], below[x]));
      row[x] = here[x] == no_value ? terrain::out_of_bounds : slopes.class_of(across, down);
    }
    sink.push();
    above.swap(here);
    here.swap(below);
  }
  return std::nullopt;
}

std::optional<Error> read_rows(RasterSource& raster, Translator& translator, TerrainSink& sink) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(raster.extent().width));
  for (std::int32_t y = 0; y < raster.extent().height; ++y) {
    if (auto fault = raster.read(numbers)) return fault;
    if (auto fault = translator.row(y, numbers, sink.row())) return fault;
    sink.push();
  }
  return std::nullopt;
}

std::optional<Error> fill_heights(RasterSource& raster, const std::string& name, const RasterOptions& options,
                                  TerrainSink& sink) {
  RasterSource::Scale scale = raster.scale().value_or(RasterSource::Scale{});
  if (options.cell_size > 0) scale.cell_x = scale.cell_y = options.cell_size;
  if (!(scale.cell_x > 0 && scale.cell_y > 0)) {
    return Error{
        name, 0, 0, "",
        "these are heights, and how long the side of a cell is, in their unit, is not known; say it by "
        "`cell_size` of the scenario's map, by --cell-size, or by `cell_size_m` in a YAML file that names "
        "the image"};
  }
  return read_heights(raster, Slopes(scale, options.steepest), sink);
}

class MemoryRaster final : public RasterSource {
 public:
  MemoryRaster(Extent extent, RasterKind kind, std::vector<std::int64_t> numbers)
      : extent_(extent), kind_(kind), numbers_(std::move(numbers)) {
    PORTOLAN_ASSERT(numbers_.size() == extent.cell_count(), "a number for each cell");
  }
  [[nodiscard]] Extent extent() const override { return extent_; }
  [[nodiscard]] RasterKind kind() const override { return kind_; }
  [[nodiscard]] std::optional<Error> next_row(std::span<std::int64_t> row) override {
    const auto at = static_cast<std::ptrdiff_t>(row.size()) * (rows() - 1);
    std::copy_n(numbers_.begin() + at, row.size(), row.begin());
    return std::nullopt;
  }

 private:
  Extent extent_;
  RasterKind kind_;
  std::vector<std::int64_t> numbers_;
};

}  // namespace

RasterPtr memory_raster(Extent extent, RasterKind kind, std::vector<std::int64_t> numbers) {
  return std::make_unique<MemoryRaster>(extent, kind, std::move(numbers));
}

std::optional<Error> check_raster_size(std::uint64_t width, std::uint64_t height, const std::string& name,
                                       const MapReadOptions& options) {
  const auto side = static_cast<std::uint64_t>(options.max_side);
  if (width >= 1 && height >= 1 && width <= side && height <= side && width * height <= options.max_cells)
    return std::nullopt;
  return Error{name, 0, 0, "",
               "claims " + std::to_string(width) + " x " + std::to_string(height) + " cells; expected 1 to " +
                   std::to_string(options.max_side) + " on a side and at most " +
                   std::to_string(options.max_cells) + " in all; cut it into smaller ones"};
}

Result<World> world_of(RasterSource& raster, const std::string& name, const RasterOptions& options,
                       const ShadeRule& shades) {
  World world(raster.extent(), terrain::out_of_bounds);
  TerrainSink sink(world);
  std::optional<Error> fault;
  if (raster.kind() == RasterKind::heights) {
    fault = fill_heights(raster, name, options, sink);
  } else if (raster.kind() == RasterKind::shades) {
    ShadeTranslator translator(shades);
    fault = read_rows(raster, translator, sink);
  } else {
    ValueTranslator translator(options, name);
    fault = read_rows(raster, translator, sink);
  }
  if (fault) return *fault;
  return world;
}

}  // namespace detail

std::optional<TerrainId> raster_class(std::string_view text) {
  if (text == "impassable") return terrain::wall;
  return terrain_class(text);
}

}  // namespace portolan
