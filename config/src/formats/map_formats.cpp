// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/config/detail/graph_map.hpp>
#include <portolan/config/detail/map_format.hpp>
#include <portolan/config/map_formats.hpp>

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "format_table.hpp"
#include "meshes/mesh_map.hpp"
#include "rasters/raster_source.hpp"
#include "saved_format.hpp"
#include "words.hpp"

namespace portolan {

namespace {

bool is_baked(std::string_view head) {
  return head.substr(0, detail::saved_magic.size()) ==
         std::string_view(detail::saved_magic.data(), detail::saved_magic.size());
}

Result<SimulationWorld> read_baked(const std::filesystem::path& file, std::span<const Profile> profiles,
                                   const MapReadOptions& options) {
  Result<SavedWorld> saved = SavedWorld::open(file);
  if (!saved) return saved.error();
  if (options.thorough) {
    if (auto fault = saved->check()) return *fault;
  }
  Result<World> world = saved->world(profiles);
  if (!world) return world.error();
  return SimulationWorld{std::move(*world), saved_hierarchies(std::move(*saved))};
}

bool is_movingai(std::string_view head) { return head.substr(0, 5) == "type "; }

// A world without profiles, with those that are asked for.
template <Result<World> (*read)(const std::filesystem::path&, const MapReadOptions&)>
Result<SimulationWorld> read_plain(const std::filesystem::path& file, std::span<const Profile> profiles,
                                   const MapReadOptions& options) {
  Result<World> world = read(file, options);
  if (!world) return world.error();
  for (const Profile& profile : profiles) world->add_profile(profile);
  world->commit();
  return SimulationWorld{std::move(*world)};
}

template <Result<detail::RasterPtr> (*open)(const std::filesystem::path&, const MapReadOptions&)>
Result<World> read_raster(const std::filesystem::path& file, const MapReadOptions& options) {
  Result<detail::RasterPtr> raster = open(file, options);
  if (!raster) return raster.error();
  return detail::world_of(**raster, file.string(), options.raster);
}

Result<detail::RasterPtr> open_image(const std::filesystem::path& file, const MapReadOptions& options) {
  const bool has_classes = !options.raster.classes.empty();
  return detail::open_image(file, has_classes ? detail::ImageView::values : detail::ImageView::as_it_is,
                            options);
}

constexpr std::array<MapFormat, 10> formats{
    {{"a baked world", ".portolan", is_baked, read_baked},
     {"a MovingAI map", ".map", is_movingai, read_plain<read_map>},
     {"a PNG image", ".png", detail::is_png, read_plain<read_raster<open_image>>},
     {"a grey map", ".pgm", detail::is_pgm, read_plain<read_raster<open_image>>},
     // Names of both end as those of scenarios do, and tell nothing.
     {"an image with its YAML", "", detail::is_raster_yaml, read_plain<detail::read_raster_yaml>},
     {"a triangle mesh with its YAML", "", detail::is_mesh_yaml, read_plain<detail::read_mesh_yaml>},
     {"a triangle mesh", ".obj", detail::is_obj, read_plain<detail::read_obj>},
     {"a NumPy array", ".npy", detail::is_npy, read_plain<read_raster<detail::open_npy>>},
     {"a project of LDtk", ".ldtk", detail::is_ldtk, read_plain<detail::read_ldtk>},
     {"a GeoTIFF", ".tif .tiff", detail::is_tiff, read_plain<read_raster<detail::open_geotiff>>}}};

// What is wrong with a file as a MovingAI map is not what is wrong with it, if it was meant to be something
// else.
Error of_no_format(const std::filesystem::path& file, const Error& error) {
  if (!detail::plain_head(file)) return error;
  std::string endings;
  const auto add = [&](const auto& format) {
    for (std::string_view left = format.endings; !left.empty();) {
      if (!endings.empty()) endings += ", ";
      endings += detail::take_word(left);
    }
  };
  for (const MapFormat& format : formats) add(format);
  for (const detail::GraphFormat& format : detail::graph_formats()) add(format);
  return error.with(
      error.message +
      "; this is read as a MovingAI map, because neither its contents nor its name tell of another "
      "format: if it has one, give its name the ending of that, one of " +
      endings);
}

}  // namespace

std::span<const MapFormat> map_formats() { return formats; }

const MapFormat* map_format_of(const std::filesystem::path& file) {
  const std::optional<std::string> head = detail::plain_head(file);
  if (!head) return nullptr;
  if (const MapFormat* const known = detail::format_of_head<MapFormat>(*head, formats)) return known;
  if (detail::format_of_head(*head, detail::graph_formats()) != nullptr) return nullptr;
  return detail::format_of_ending<MapFormat>(detail::ending_of(file), formats);
}

Result<SimulationWorld> MapFormat::read(const std::filesystem::path& file, std::span<const Profile> profiles,
                                        const MapReadOptions& options) const {
  Result<SimulationWorld> world = reader(file, profiles, options);
  if (!world) return detail::told_as(*this, file, world.error());
  return world;
}

Result<SimulationWorld> open_map_file(const std::filesystem::path& file, std::span<const Profile> profiles,
                                      const MapReadOptions& options) {
  if (const MapFormat* const format = map_format_of(file)) return format->read(file, profiles, options);
  if (const detail::GraphFormat* const graph = detail::graph_format_of(file)) {
    return Error{
        file.string(), 0, 0, "",
        std::string(graph->name) +
            " is a graph here, and no world of squares; scenarios take it, and 'portolan info', 'plan' and "
            "'compare'"};
  }
  Result<SimulationWorld> world = read_plain<read_map>(file, profiles, options);
  if (!world) return of_no_format(file, world.error());
  return world;
}

std::shared_ptr<const HierarchySource> saved_hierarchies(SavedWorld saved) {
  return std::make_shared<const SavedWorld>(std::move(saved));
}

}  // namespace portolan
