// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <portolan/config/detail/raster_options.hpp>
#include <portolan/config/printable.hpp>

#include "formats/byte_source.hpp"
#include "formats/words.hpp"
#include "raster_source.hpp"
#include "yaml/yaml_key.hpp"
#include "yaml/yaml_tree.hpp"

// A YAML file that says what an image means: that of the robots' map_server, or ours for heights and classes.
namespace portolan {

namespace detail {

namespace {

constexpr std::array<std::string_view, 3> mode_names{"trinary", "scale", "raw"};
constexpr std::array<std::string_view, 4> negate_names{"0", "1", "false", "true"};

struct RasterText {
  std::filesystem::path image;
  ShadeRule shades;
  std::optional<MapFrame> frame;
  bool has_heights = false;  // a key that images of heights have, or classes
  bool has_classes = false;
  std::vector<std::pair<std::uint32_t, TerrainId>> classes;
  RasterSource::Scale scale;
  std::int64_t no_data = no_value;
  std::int64_t width = 0, height = 0;  // 0: not said
};

// The keys of map_server.
void read_shades(YamlMapping& keys, RasterText& text) {
  int negate = 0;
  double resolution = 0;
  keys.choice({"mode", "how shades become terrain"}, text.shades.mode, mode_names);
  keys.choice({"negate", "whether black is free"}, negate, negate_names);
  text.shades.negate = (negate & 1) != 0;
  keys.number({"occupied_thresh", "share of black above which a cell is a wall"}, text.shades.occupied, 0, 1);
  keys.number({"free_thresh", "share of black below which a cell is free"}, text.shades.free, 0, 1);
  keys.number({"resolution", "metres of a cell's side"}, resolution, 1e-6, 1e6);
  if (resolution > 0) text.frame = MapFrame{.resolution = resolution};
  std::vector<double> origin;
  if (keys.given("origin")) origin = keys.at("origin").numbers(3, -1e9, 1e9).value_or(origin);
  keys.known("origin");
  if (text.frame && origin.size() == 3) {
    text.frame->origin = {origin[0], origin[1]};
    text.frame->yaw = origin[2];
  }
}

void read_height_keys(YamlMapping& keys, RasterText& text) {
  double offset = 0;
  text.has_heights = keys.given("height_scale_m") || keys.given("cell_size_m") || keys.given("no_data");
  keys.number({"height_offset_m", "height of the value 0"}, offset, -1e9, 1e9);  // steps do not depend on it
  keys.number({"height_scale_m", "what a step of one is in metres"}, text.scale.height, 1e-9, 1e9);
  keys.integer({"no_data", "the value of cells without data"}, text.no_data, 0, 65535);
  keys.known("cell_size_m");
  if (!keys.given("cell_size_m")) return;
  const ValueReader value = keys.at("cell_size_m");
  if (value.is_list()) {
    const auto sides = value.numbers(2, 1e-6, 1e6);
    if (sides) text.scale = {(*sides)[0], (*sides)[1], text.scale.height};
  } else if (const auto side = value.number(1e-6, 1e6)) {
    text.scale = {*side, *side, text.scale.height};
  }
}

// What others write beside it is not needed: sizes are compared, the rest is left alone.
void read_remarks(YamlMapping& keys, RasterText& text) {
  keys.integer({"width", "columns of the image"}, text.width, 1, 1 << 30);
  keys.integer({"height", "rows of the image"}, text.height, 1, 1 << 30);
  for (const std::string_view remark : {"void_cells", "crs", "origin_xy", "source"}) keys.known(remark);
}

// With a table from elsewhere that of the file is not looked at: it may be in words for people.
void read_class_table(YamlMapping& keys, bool is_needed, RasterText& text) {
  text.has_classes = keys.given("classes");
  if (is_needed) {
    read_raster_classes(keys, text.classes);
  } else {
    keys.known("classes");
  }
}

RasterText read_keys(YamlMapping& keys, const MapReadOptions& options, const std::filesystem::path& folder) {
  RasterText text;
  std::string image;
  keys.text(required("image", "the image, relative to the folder of this file"), image);
  text.image = folder / image;
  if (options.raster.confined && !image.empty() && !lies_below(text.image, folder)) {
    keys.at("image").fail("expected an image in the folder of this file or below, found '" + image + "'");
  }
  read_shades(keys, text);
  read_height_keys(keys, text);
  read_remarks(keys, text);
  read_class_table(keys, options.raster.classes.empty(), text);
  return text;
}

Result<RasterText> read_text(const std::filesystem::path& file, const MapReadOptions& options) {
  RasterText text;
  const auto fault = read_mapping(file, "description of an image", [&](YamlMapping& keys) {
    text = read_keys(keys, options, file.parent_path());
  });
  if (fault) return *fault;
  return text;
}

/// A raster whose file does not say how high a step is, nor which value stands for none.
class Described final : public RasterSource {
 public:
  Described(RasterPtr raster, Scale scale, std::int64_t none)
      : raster_(std::move(raster)), scale_(scale), none_(none) {}
  [[nodiscard]] Extent extent() const override { return raster_->extent(); }
  [[nodiscard]] RasterKind kind() const override { return raster_->kind(); }
  [[nodiscard]] std::optional<Scale> scale() const override { return scale_; }
  [[nodiscard]] std::optional<Error> next_row(std::span<std::int64_t> row) override {
    auto fault = raster_->read(row);
    if (kind() == RasterKind::heights) std::replace(row.begin(), row.end(), none_, no_value);
    return fault;
  }

 private:
  RasterPtr raster_;
  Scale scale_;
  std::int64_t none_;
};

ImageView view_of(const RasterText& text, const MapReadOptions& options) {
  if (text.has_classes || !options.raster.classes.empty()) return ImageView::values;
  return text.has_heights ? ImageView::heights : ImageView::shades;
}

}  // namespace

std::optional<Error> read_mapping(const std::filesystem::path& file, const std::string& kind,
                                  const std::function<void(YamlMapping&)>& take) {
  std::string bytes;
  if (auto fault = read_whole(file, YamlLimits{}.bytes, kind, bytes)) return fault;
  ReadContext context;
  context.origins.push_back({file.string(), file.parent_path()});
  const YamlPtr tree = parse_yaml(bytes, file.string(), 0, context.errors);
  if (tree != nullptr) ValueReader(context, tree.get(), "").map(take);
  if (context.errors.empty()) return std::nullopt;
  Error first = context.errors.front();
  first.key = printable(first.key);
  first.message = printable(first.message);
  return first;
}

bool is_raster_yaml(std::string_view head) {
  constexpr std::array<std::string_view, 12> first_keys{
      "image",       "mode",    "resolution",     "origin",          "negate",  "occupied_thresh",
      "free_thresh", "classes", "height_scale_m", "height_offset_m", "no_data", "cell_size_m"};
  const std::string_view line = first_yaml_line(head);
  const std::size_t colon = line.find(':');
  return colon != std::string_view::npos &&
         std::find(first_keys.begin(), first_keys.end(), line.substr(0, colon)) != first_keys.end();
}

void read_raster_classes(YamlMapping& keys, std::vector<std::pair<std::uint32_t, TerrainId>>& classes) {
  keys.names({"classes",
              "of images, arrays, LDtk and Tiled: the terrain that stands for a number, by name, by "
              "character, or by its "
              "cost, 1 to 9 or impassable"},
             [&](const std::string& number, const ValueReader& value) {
               if (value.describing()) {
                 value.state(KeyRecord::Shape::terrain, "a class, 1 to 9, or impassable", "",
                             "terrain of this number");
                 return;
               }
               std::uint32_t key = 0;
               if (!is_number(number, key))
                 return value.fail("expected a whole number from 0 to 4294967295 as key, found '" +
                                   number.substr(0, 40) + "'");
               const auto text = value.text();
               const auto id = text ? raster_class(*text) : std::nullopt;
               if (id) {
                 classes.emplace_back(key, *id);
               } else if (text) {
                 value.expected(
                     "a terrain class by name or character, a cost from 1 to 9, or impassable",
                     "for a higher cost take a character here, and give that its cost in `terrain`");
               }
             });
}

Result<World> read_raster_yaml(const std::filesystem::path& file, const MapReadOptions& options) {
  const Result<RasterText> text = read_text(file, options);
  if (!text) return text.error();
  RasterOptions raster_options = options.raster;
  if (raster_options.classes.empty()) raster_options.classes = text->classes;
  Result<RasterPtr> image = open_image(text->image, view_of(*text, options), options);
  if (!image) return image.error();
  const Extent extent = (*image)->extent();
  if ((text->width > 0 && text->width != extent.width) ||
      (text->height > 0 && text->height != extent.height)) {
    return Error{file.string(), 0, 0, "",
                 "says that the image has " + std::to_string(text->width) + " x " +
                     std::to_string(text->height) + " cells, and it has " + std::to_string(extent.width) +
                     " x " + std::to_string(extent.height)};
  }
  Described raster(std::move(*image), text->scale, text->no_data);
  return world_of(raster, text->image.string(), raster_options, text->shades);
}

}  // namespace detail

MapFrame::Point MapFrame::metres(Point cells, std::int32_t rows) const {
  const double right = cells.x * resolution, up = (rows - cells.y) * resolution;
  const double c = std::cos(yaw), s = std::sin(yaw);
  return {origin.x + c * right - s * up, origin.y + s * right + c * up};
}

MapFrame::Point MapFrame::cells(Point metres, std::int32_t rows) const {
  const double east = metres.x - origin.x, north = metres.y - origin.y;
  const double c = std::cos(yaw), s = std::sin(yaw);
  return {(c * east + s * north) / resolution, rows - (c * north - s * east) / resolution};
}

Result<std::optional<MapFrame>> read_map_frame(const std::filesystem::path& file) {
  const Result<std::string> head = detail::head_of(file);
  if (!head) return head.error();
  if (!detail::is_raster_yaml(*head)) return std::optional<MapFrame>();
  MapReadOptions options;
  options.raster.classes.emplace_back(0, TerrainId{0});  // the table is not looked at
  const auto text = detail::read_text(file, options);
  if (!text) return text.error();
  return text->frame;
}

std::filesystem::path image_named_by(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return {};  // a pipe is read once
  const Result<std::string> head = detail::head_of(file);
  if (!head || !detail::is_raster_yaml(*head)) return {};
  MapReadOptions options;
  options.raster.classes.emplace_back(0, TerrainId{0});  // the table is not looked at
  const auto text = detail::read_text(file, options);
  return text ? text->image : std::filesystem::path();
}

}  // namespace portolan
