// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/config/detail/graph_map.hpp>
#include <portolan/config/detail/map_format.hpp>
#include <portolan/config/map_formats.hpp>

#include <array>
#include <string>
#include <utility>

#include "byte_source.hpp"
#include "meshes/mesh_map.hpp"
#include "rasters/raster_source.hpp"
#include "saved_format.hpp"

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
    {{"a baked world", is_baked, read_baked},
     {"a MovingAI map", is_movingai, read_plain<read_map>},
     {"a PNG image", detail::is_png, read_plain<read_raster<open_image>>},
     {"a grey map", detail::is_pgm, read_plain<read_raster<open_image>>},
     {"an image with its YAML", detail::is_raster_yaml, read_plain<detail::read_raster_yaml>},
     {"a triangle mesh with its YAML", detail::is_mesh_yaml, read_plain<detail::read_mesh_yaml>},
     {"a triangle mesh", detail::is_obj, read_plain<detail::read_obj>},
     {"a NumPy array", detail::is_npy, read_plain<read_raster<detail::open_npy>>},
     {"a project of LDtk", detail::is_ldtk, read_plain<detail::read_ldtk>},
     {"a GeoTIFF", detail::is_tiff, read_plain<read_raster<detail::open_geotiff>>}}};

}  // namespace

std::span<const MapFormat> map_formats() { return formats; }

const MapFormat* map_format_of(const std::filesystem::path& file) {
  return detail::format_of<MapFormat>(file, formats);
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
  return read_plain<read_map>(file, profiles, options);
}

std::shared_ptr<const HierarchySource> saved_hierarchies(SavedWorld saved) {
  return std::make_shared<const SavedWorld>(std::move(saved));
}

}  // namespace portolan
