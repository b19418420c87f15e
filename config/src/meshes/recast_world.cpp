// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Compiled where Recast is (PORTOLAN_RECAST).
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include <recastnavigation/Recast.h>

#include <portolan/config/terrain.hpp>
#include <portolan/core/assert.hpp>
#include <portolan/core/distance.hpp>

#include "formats/terrain_sink.hpp"
#include "mesh_map.hpp"

namespace portolan::detail {

namespace {

constexpr std::uint64_t most_columns = 1ULL << 24U;
constexpr std::size_t most_layers = 32;
constexpr double voxels_per_cell = 8;  // in height

struct FreeHeightfield {
  void operator()(rcHeightfield* field) const { rcFreeHeightField(field); }
  void operator()(rcCompactHeightfield* field) const { rcFreeCompactHeightfield(field); }
};

/// Where the triangles lie, and how many voxels that is.
struct Block {
  std::array<float, 3> low{}, high{};
  int width = 0, depth = 0;
};

/// Voxels of a mesh, and in which of them somebody stands: the work of Recast.
class Voxels {
 public:
  Voxels(const TriangleMesh& mesh, const MeshWalker& walker, std::string name)
      : mesh_(mesh), walker_(walker), name_(std::move(name)), voxel_(walker.cell_size / voxels_per_cell) {}

  std::optional<Error> build(const MapReadOptions& options) {
    if (auto fault = measure(options)) return fault;
    const auto count = static_cast<int>(mesh_.vertices.size() / 3);
    const auto triangles = static_cast<int>(mesh_.triangles.size() / 3);
    rcContext quiet(false);
    std::vector<unsigned char> areas(static_cast<std::size_t>(triangles), RC_NULL_AREA);
    const double degrees = std::atan(walker_.steepest) * 180 / std::numbers::pi;
    // A slope that is just as steep as is allowed shall not depend on rounding.
    rcMarkWalkableTriangles(&quiet, static_cast<float>(degrees + 1e-3), mesh_.vertices.data(), count,
                            mesh_.triangles.data(), triangles, areas.data());
    const std::unique_ptr<rcHeightfield, FreeHeightfield> solid(rcAllocHeightfield());
    field_.reset(rcAllocCompactHeightfield());
    const int headroom = std::max(1, voxels(walker_.headroom));
    // From cell to cell the steepest slope rises by that much; and no step may lead to two floors.
    const int slope = voxels(walker_.steepest * walker_.cell_size) + 1;
    const int step = std::min(std::max(voxels(walker_.step_height), slope), headroom - 1);
    const bool is_done =
        solid && field_ &&
        rcCreateHeightfield(&quiet, *solid, block_.width, block_.depth, block_.low.data(), block_.high.data(),
                            static_cast<float>(walker_.cell_size), static_cast<float>(voxel_)) &&
        rcRasterizeTriangles(&quiet, mesh_.vertices.data(), count, mesh_.triangles.data(), areas.data(),
                             triangles, *solid, step);
    if (!is_done) return error("takes more memory than there is; give it a larger cell size");
    rcFilterLowHangingWalkableObstacles(&quiet, voxels(walker_.step_height), *solid);
    rcFilterWalkableLowHeightSpans(&quiet, headroom, *solid);
    const int spans = rcGetHeightFieldSpanCount(&quiet, *solid);
    if (spans == 0) {
      return error(
          "has no floor that somebody could stand on; y is up, and floors are counter-clockwise as seen from "
          "above");
    }
    if (spans >= 1 << 24) return error("has more than 2^24 cells of floor; give it a larger cell size");
    if (!rcBuildCompactHeightfield(&quiet, headroom, step, *solid, *field_))
      return error("takes more memory than there is; give it a larger cell size");
    return std::nullopt;
  }

  [[nodiscard]] const rcCompactHeightfield& field() const { return *field_; }

 private:
  [[nodiscard]] Error error(const std::string& message) const { return {name_, 0, 0, "", message}; }
  [[nodiscard]] int voxels(double length) const {
    return static_cast<int>(std::min(std::floor(length / voxel_ + 1e-6), 8191.0));
  }

  // What is claimed is looked at before memory is taken for it.
  std::optional<Error> measure(const MapReadOptions& options) {
    block_.low.fill(1e30F);
    block_.high.fill(-1e30F);
    double touched = 0;
    for (std::size_t t = 0; t < mesh_.triangles.size(); t += 3) touched += take(&mesh_.triangles[t]);
    const double wide = (block_.high[0] - block_.low[0]) / walker_.cell_size,
                 deep = (block_.high[2] - block_.low[2]) / walker_.cell_size,
                 tall = (block_.high[1] - block_.low[1]) / voxel_;
    const double most = static_cast<double>(std::min(most_columns, options.max_cells));
    const double width = std::max(1.0, std::ceil(wide - 1e-3)), depth = std::max(1.0, std::ceil(deep - 1e-3));
    if (width > options.max_side || depth > options.max_side || width * depth > most ||
        tall > RC_SPAN_MAX_HEIGHT - 1) {
      return error("is too large for cells of " + std::to_string(walker_.cell_size) + ": " +
                   std::to_string(block_.high[0] - block_.low[0]) + " x " +
                   std::to_string(block_.high[2] - block_.low[2]) + ", and " +
                   std::to_string(block_.high[1] - block_.low[1]) +
                   " high; give it a larger cell size, or cut it into smaller ones");
    }
    if (touched > 4 * most) {
      return error(
          "has so many large triangles over each other that to cut it takes too long; give it a larger cell "
          "size, or take out those that lie on others");
    }
    block_.width = static_cast<int>(width);
    block_.depth = static_cast<int>(depth);
    return std::nullopt;
  }
  // Gives how many columns the box around a triangle has.
  double take(const int* corners) {
    std::array<float, 3> low{1e30F, 1e30F, 1e30F}, high{-1e30F, -1e30F, -1e30F};
    for (int corner = 0; corner < 3; ++corner) {
      const float* const at = &mesh_.vertices[3 * static_cast<std::size_t>(corners[corner])];
      for (std::size_t axis = 0; axis < 3; ++axis) {
        low[axis] = std::min(low[axis], at[axis]);
        high[axis] = std::max(high[axis], at[axis]);
      }
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
      block_.low[axis] = std::min(block_.low[axis], low[axis]);
      block_.high[axis] = std::max(block_.high[axis], high[axis]);
    }
    return ((high[0] - low[0]) / walker_.cell_size + 2) * ((high[2] - low[2]) / walker_.cell_size + 2);
  }

  const TriangleMesh& mesh_;
  const MeshWalker& walker_;
  std::string name_;
  double voxel_;
  Block block_;
  std::unique_ptr<rcCompactHeightfield, FreeHeightfield> field_;
};

/// Puts spans into layers: one above the other never share one, and beside each other they do only where a
/// step leads between them.
class Layers {
 public:
  Layers(const rcCompactHeightfield& field, std::size_t most)
      : field_(field), most_(most), layer_of_(static_cast<std::size_t>(field.spanCount), none) {}

  /// False where more would be needed than there may be.
  bool build() {
    std::size_t column = 0;
    for (int z = 0; z < field_.height; ++z) {
      for (int x = 0; x < field_.width; ++x, ++column) {
        const rcCompactCell& cell = field_.cells[column];
        for (int i = static_cast<int>(cell.index), end = i + static_cast<int>(cell.count); i < end; ++i) {
          if (layer_of(i) == none && !spread({x, z, i})) return false;
        }
      }
    }
    return true;
  }

  [[nodiscard]] std::size_t count() const { return spans_.size(); }
  [[nodiscard]] std::int32_t layer_of(int span) const { return layer_of_[static_cast<std::size_t>(span)]; }
  /// The span of a column in a layer, or `none`.
  [[nodiscard]] int span_at(std::size_t layer, int x, int z) const { return spans_[layer][column_of(x, z)]; }
  /// The span that a step in one of four directions leads to, or `none`.
  [[nodiscard]] int beside(int x, int z, int span, int direction) const {
    PORTOLAN_ASSERT(span >= 0 && span < field_.spanCount, "a span of the field");
    const int step = rcGetCon(field_.spans[span], direction);
    if (step == RC_NOT_CONNECTED) return none;
    const std::size_t column = column_of(x + rcGetDirOffsetX(direction), z + rcGetDirOffsetY(direction));
    return static_cast<int>(field_.cells[column].index) + step;
  }

  static constexpr std::int32_t none = -1;

 private:
  struct Place {
    int x = 0, z = 0, span = 0;
  };

  [[nodiscard]] std::size_t column_of(int x, int z) const {
    return static_cast<std::size_t>(z) * static_cast<std::size_t>(field_.width) + static_cast<std::size_t>(x);
  }

  [[nodiscard]] bool fits(const Place& place, std::size_t layer) const {
    if (span_at(layer, place.x, place.z) != none) return false;
    for (int direction = 0; direction < 4; ++direction) {
      const int x = place.x + rcGetDirOffsetX(direction), z = place.z + rcGetDirOffsetY(direction);
      if (x < 0 || z < 0 || x >= field_.width || z >= field_.height) continue;
      const int there = span_at(layer, x, z);
      if (there != none && there != beside(place.x, place.z, place.span, direction)) return false;
    }
    return true;
  }

  // From one span to all that steps lead to and that the layer has room for: the first layer that takes the
  // one.
  bool spread(const Place& start) {
    std::size_t layer = 0;
    while (layer < spans_.size() && !fits(start, layer)) ++layer;
    if (layer == most_) return false;
    if (layer == spans_.size()) {
      spans_.emplace_back(static_cast<std::size_t>(field_.width) * static_cast<std::size_t>(field_.height),
                          none);
    }
    std::vector<Place> open;
    put(start, layer, open);
    for (std::size_t next = 0; next < open.size(); ++next) {
      const Place here = open[next];
      for (int direction = 0; direction < 4; ++direction) {
        const int span = beside(here.x, here.z, here.span, direction);
        if (span == none || layer_of(span) != none) continue;
        const Place there{here.x + rcGetDirOffsetX(direction), here.z + rcGetDirOffsetY(direction), span};
        if (fits(there, layer)) put(there, layer, open);
      }
    }
    return true;
  }
  void put(const Place& place, std::size_t layer, std::vector<Place>& open) {
    PORTOLAN_ASSERT(layer_of(place.span) == none, "a span is in one layer");
    PORTOLAN_ASSERT(span_at(layer, place.x, place.z) == none, "a layer has one span of a column");
    spans_[layer][column_of(place.x, place.z)] = place.span;
    layer_of_[static_cast<std::size_t>(place.span)] = static_cast<std::int32_t>(layer);
    open.push_back(place);
  }

  const rcCompactHeightfield& field_;
  std::size_t most_;
  std::vector<std::int32_t> layer_of_;   // by span
  std::vector<std::vector<int>> spans_;  // by layer and column
};

/// Costs of the spans by slope, and the world that they make.
class MeshWorld {
 public:
  MeshWorld(const rcCompactHeightfield& field, const Layers& layers, const MeshWalker& walker)
      : field_(field), layers_(layers), steepest_(walker.steepest) {}

  World make() const {
    World world({field_.width, field_.height, static_cast<std::int32_t>(layers_.count())},
                terrain::out_of_bounds);
    for (std::size_t layer = 0; layer < layers_.count(); ++layer) fill(world, layer);
    for (std::size_t layer = 0; layer < layers_.count(); ++layer) {
      for (int z = 0; z < field_.height; ++z) {
        for (int x = 0; x < field_.width; ++x) link(world, layer, x, z);
      }
    }
    return world;
  }

 private:
  // Half of the rise from the one side to the other: single steps are as high as voxels are, or nothing.
  [[nodiscard]] int cost(int x, int z, int span) const {
    double slope = 0;
    for (const int direction : {0, 1}) {
      const int a = layers_.beside(x, z, span, direction), b = layers_.beside(x, z, span, direction + 2);
      const int low = a == Layers::none ? span : a, high = b == Layers::none ? span : b;
      const double run = static_cast<double>(field_.cs) * ((low == span ? 0 : 1) + (high == span ? 0 : 1));
      const double rise =
          static_cast<double>(field_.ch) * std::abs(field_.spans[low].y - field_.spans[high].y);
      if (run > 0) slope = std::max(slope, rise / run);
    }
    return static_cast<int>(std::clamp(std::ceil(9 * slope / steepest_ - 1e-3), 1.0, 9.0));
  }

  void fill(World& world, std::size_t layer) const {
    TerrainSink sink(world, static_cast<std::int32_t>(layer));
    for (int z = 0; z < field_.height; ++z) {
      TerrainId* const row = sink.row();
      for (int x = 0; x < field_.width; ++x) {
        const int span = layers_.span_at(layer, x, z);
        row[x] =
            span == Layers::none ? terrain::out_of_bounds : static_cast<TerrainId>('0' + cost(x, z, span));
      }
      sink.push();
    }
  }

  // To the cells of other layers that a step leads to; it costs what one inside a layer does.
  void link(World& world, std::size_t layer, int x, int z) const {
    const int span = layers_.span_at(layer, x, z);
    for (int direction = 0; span != Layers::none && direction < 4; ++direction) {
      const int other = layers_.beside(x, z, span, direction);
      if (other == Layers::none || layers_.layer_of(other) == static_cast<std::int32_t>(layer)) continue;
      const Cell from{x, z, static_cast<std::int32_t>(layer)},
          to{x + rcGetDirOffsetX(direction), z + rcGetDirOffsetY(direction), layers_.layer_of(other)};
      const int costs = cost(x, z, span) + cost(to.x, to.y, other);
      world.add_link({from, to, straight_factor * static_cast<std::uint32_t>(costs)});
    }
  }

  const rcCompactHeightfield& field_;
  const Layers& layers_;
  double steepest_;
};

}  // namespace

Result<World> world_of_mesh(const TriangleMesh& mesh, const MeshWalker& walker, const std::string& name,
                            const MapReadOptions& options) {
  PORTOLAN_ASSERT(walker.cell_size > 0, "cells have a size");
  Voxels voxels(mesh, walker, name);
  if (auto fault = voxels.build(options)) return *fault;
  const std::uint64_t cells =
      static_cast<std::uint64_t>(voxels.field().width) * static_cast<std::uint64_t>(voxels.field().height);
  Layers layers(voxels.field(), std::min<std::uint64_t>(most_layers, options.max_cells / cells));
  if (!layers.build()) {
    return Error{name, 0, 0, "",
                 "has too many floors over each other; expected " + std::to_string(most_layers) +
                     " layers at most, and " + std::to_string(options.max_cells) +
                     " cells in all of them; cut it into smaller ones"};
  }
  return MeshWorld(voxels.field(), layers, walker).make();
}

}  // namespace portolan::detail
