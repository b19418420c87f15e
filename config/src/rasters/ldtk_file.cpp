// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <portolan/config/printable.hpp>
#include <portolan/config/terrain.hpp>
#include <portolan/core/assert.hpp>

#include "formats/byte_source.hpp"
#include "raster_source.hpp"

// Projects of the level editor LDtk (https://ldtk.io/json): JSON, one or more levels, each with layers of
// numbers.
namespace portolan::detail {

namespace {

using Json = nlohmann::json;

constexpr std::size_t most_bytes = std::size_t{32} << 20U;  // about 16 times as much in memory
constexpr std::int64_t farthest = 1LL << 30U;               // pixels from the origin
constexpr int deepest = 64;

/// A layer of numbers of one level; places in cells of the whole map.
struct Grid {
  std::int64_t x = 0, y = 0, width = 0, height = 0;
  const Json* numbers = nullptr;
};

std::int64_t number_of(const Json& object, const char* key, std::int64_t otherwise) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_integer()) return otherwise;
  return std::clamp<std::int64_t>(found->get<std::int64_t>(), -farthest, farthest);
}

std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

const Json& list_of(const Json& object, const char* key) {
  static const Json none = Json::array();
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? *found : none;
}

// `Walls` is `wall`.
std::optional<TerrainId> class_named(std::string name) {
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (name.size() < 2) return std::nullopt;
  if (const auto id = terrain_class(name)) return id;
  if (name.back() == 's') name.pop_back();
  return name.size() < 2 ? std::nullopt : terrain_class(name);
}

class LdtkReader {
 public:
  LdtkReader(std::string name, const MapReadOptions& options) : name_(std::move(name)), options_(&options) {}

  Result<World> read(const Json& project) {
    if (auto fault = read_levels(project)) return *fault;
    if (grids_.empty())
      return fault("", "has no layer of kind IntGrid, whose numbers say what is where; add one");
    RasterOptions table = options_->raster;
    read_names(project, table);
    Extent extent;
    std::vector<std::int64_t> numbers;
    if (auto fault = lay_out(table, extent, numbers)) return *fault;
    const RasterPtr raster = memory_raster(extent, RasterKind::values, std::move(numbers));
    return world_of(*raster, name_, table);
  }

 private:
  [[nodiscard]] Error fault(std::string key, std::string message) const {
    return {name_, 0, 0, std::move(key), std::move(message)};
  }

  std::optional<Error> read_levels(const Json& project) {
    if (!project.is_object()) return fault("", "expected an object, as LDtk writes it");
    if (list_of(project, "levels").empty() && !list_of(project, "worlds").empty())
      return fault("worlds", "has several worlds; save one of them as a project");
    const std::string layout = text_of(project, "worldLayout");
    std::int64_t along = 0;
    for (const Json& level : list_of(project, "levels")) {
      if (!level.is_object()) return fault("levels", "expected objects");
      std::int64_t x = number_of(level, "worldX", 0), y = number_of(level, "worldY", 0);
      // Levels in a row have no place of their own.
      if (layout == "LinearHorizontal") x = along, y = 0;
      if (layout == "LinearVertical") x = 0, y = along;
      along += number_of(level, layout == "LinearVertical" ? "pxHei" : "pxWid", 0);
      if (along < 0 || along > farthest) return fault("levels", "reach farther than 2^30 pixels");
      if (auto wrong = read_level(level, x, y)) return wrong;
    }
    return std::nullopt;
  }

  std::optional<Error> read_level(const Json& level, std::int64_t x, std::int64_t y) {
    const std::string key = "level '" + printable(text_of(level, "identifier").substr(0, 60)) + "'";
    const auto layers = level.find("layerInstances");
    if (layers == level.end() || !layers->is_array())
      return fault(key, "its layers are in another file; switch off 'Save levels to separate files' in LDtk");
    for (const Json& layer : *layers) {
      if (!layer.is_object() || text_of(layer, "__type") != "IntGrid") continue;
      const std::int64_t side = number_of(layer, "__gridSize", 0);
      if (side < 1 || (side_ != 0 && side != side_))
        return fault(key,
                     "its layers IntGrid have cells of several sizes, or of none; give all of them one size");
      side_ = side;
      if (x % side != 0 || y % side != 0)
        return fault(key, "does not begin at a whole number of cells; move it to the grid");
      Grid grid{x / side, y / side, number_of(layer, "__cWid", 0), number_of(layer, "__cHei", 0),
                &list_of(layer, "intGridCsv")};
      if (auto wrong = check_raster_size(static_cast<std::uint64_t>(std::max<std::int64_t>(grid.width, 0)),
                                         static_cast<std::uint64_t>(std::max<std::int64_t>(grid.height, 0)),
                                         name_, *options_))
        return wrong->with(key + " " + wrong->message);
      if (grid.numbers->size() != static_cast<std::uint64_t>(grid.width * grid.height))
        return fault(key, "expected " + std::to_string(grid.width * grid.height) +
                              " numbers in intGridCsv, found " + std::to_string(grid.numbers->size()));
      grids_.push_back(grid);
    }
    return std::nullopt;
  }

  // What the project calls its numbers counts where the user has no table. Nothing is ground.
  static void read_names(const Json& project, RasterOptions& table) {
    const bool by_names = table.classes.empty();
    const auto has_zero = [](const auto& entry) { return entry.first == 0; };
    if (std::none_of(table.classes.begin(), table.classes.end(), has_zero))
      table.classes.emplace_back(0U, terrain::ground);
    const auto definitions = project.find("defs");
    if (!by_names || definitions == project.end() || !definitions->is_object()) return;
    for (const Json& layer : list_of(*definitions, "layers")) {
      if (!layer.is_object()) continue;
      for (const Json& value : list_of(layer, "intGridValues")) {
        if (!value.is_object()) continue;
        const std::int64_t number = number_of(value, "value", -1);
        const auto id = class_named(text_of(value, "identifier"));
        if (id && number > 0) table.classes.emplace_back(static_cast<std::uint32_t>(number), *id);
      }
    }
  }

  // The layers of a level come from the top down: the first that says something counts. Cells in no level are
  // out of bounds.
  std::optional<Error> lay_out(RasterOptions& table, Extent& extent, std::vector<std::int64_t>& numbers) {
    std::int64_t left = farthest, top = farthest, right = -farthest, bottom = -farthest;
    for (const Grid& grid : grids_) {
      left = std::min(left, grid.x);
      top = std::min(top, grid.y);
      right = std::max(right, grid.x + grid.width);
      bottom = std::max(bottom, grid.y + grid.height);
    }
    if (auto wrong = check_raster_size(static_cast<std::uint64_t>(right - left),
                                       static_cast<std::uint64_t>(bottom - top), name_, *options_))
      return wrong->with("all levels together: it " + wrong->message);
    extent = {static_cast<std::int32_t>(right - left), static_cast<std::int32_t>(bottom - top)};
    // A number that no table has from elsewhere.
    constexpr std::uint32_t outside = 0xFFFFFFFFU;
    table.classes.emplace_back(outside, terrain::out_of_bounds);
    numbers.assign(extent.cell_count(), outside);
    for (const Grid& grid : grids_) {
      for (std::size_t i = 0; i < grid.numbers->size(); ++i) {
        const Json& number = (*grid.numbers)[i];
        if (!number.is_number_integer() || number < 0 || number >= outside)
          return fault("intGridCsv",
                       "expected whole numbers from 0, found '" + number.dump().substr(0, 40) + "'");
        const auto x = grid.x - left + static_cast<std::int64_t>(i) % grid.width;
        const auto y = grid.y - top + static_cast<std::int64_t>(i) / grid.width;
        PORTOLAN_ASSERT(x < extent.width && y < extent.height, "the map holds all levels");
        std::int64_t& cell = numbers[static_cast<std::size_t>(y * extent.width + x)];
        if (cell == outside || cell == 0) cell = number.get<std::int64_t>();
      }
    }
    return std::nullopt;
  }

  std::string name_;
  const MapReadOptions* options_;
  std::vector<Grid> grids_;
  std::int64_t side_ = 0;  // of a cell, in pixels
};

// What it tells behind its number, or behind the place, which leads the error. It may quote as much of the
// file as it likes.
std::string in_short(std::string_view told, std::string_view behind) {
  constexpr std::size_t most = 200;
  const std::size_t found = told.find(behind);
  if (found != std::string_view::npos) told.remove_prefix(found + behind.size());
  return printable(told.substr(0, most)) + (told.size() > most ? "..." : "");
}

Error no_json(const std::string& file, const std::string& text, const Json::parse_error& error) {
  const std::string_view read = std::string_view(text).substr(0, std::min(error.byte, text.size()));
  const auto line = static_cast<int>(std::count(read.begin(), read.end(), '\n')) + 1;
  const auto column = static_cast<int>(read.size() - (read.rfind('\n') + 1));
  return {file, line, column, "",
          "no JSON, as a project of LDtk is: " + in_short(error.what(), ": ") + "; save it again in LDtk"};
}

}  // namespace

bool is_ldtk(std::string_view head) {
  const std::size_t brace = head.find_first_not_of(" \t\r\n");
  return brace != std::string_view::npos && head[brace] == '{' &&
         head.find("\"__header__\"") != std::string_view::npos;
}

Result<World> read_ldtk(const std::filesystem::path& file, const MapReadOptions& options) {
  std::string text;
  if (auto fault = read_whole(file, most_bytes, "project of LDtk", text)) return *fault;
  bool too_deep = false;
  const auto watch = [&](int depth, Json::parse_event_t, Json&) {
    return !(too_deep = too_deep || depth > deepest);
  };
  try {
    const Json project = Json::parse(text, watch);
    if (too_deep)
      return Error{file.string(), 0, 0, "", "lies in itself more than 64 deep; no project of LDtk does"};
    return LdtkReader(file.string(), options).read(project);
  } catch (const Json::parse_error& error) {
    return no_json(file.string(), text, error);
  } catch (const Json::exception& error) {  // a number that is beyond all numbers
    return Error{file.string(), 0, 0, "",
                 "no JSON that can be read: " + in_short(error.what(), "] ") + "; save it again in LDtk"};
  }
}

}  // namespace portolan::detail
