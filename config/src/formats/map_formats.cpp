// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/config/detail/map_format.hpp>
#include <portolan/config/map_formats.hpp>

#include <array>
#include <string>
#include <system_error>
#include <utility>

#include "byte_source.hpp"
#include "saved_format.hpp"

namespace portolan {

namespace {

constexpr std::size_t head_size = 64;

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

Result<SimulationWorld> read_movingai(const std::filesystem::path& file, std::span<const Profile> profiles,
                                      const MapReadOptions& options) {
  Result<World> world = read_map(file, options);
  if (!world) return world.error();
  for (const Profile& profile : profiles) world->add_profile(profile);
  world->commit();
  return SimulationWorld{std::move(*world)};
}

constexpr std::array<MapFormat, 2> formats{
    {{"a baked world", is_baked, read_baked}, {"a MovingAI map", is_movingai, read_movingai}}};

}  // namespace

std::span<const MapFormat> map_formats() { return formats; }

const MapFormat* map_format_of(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return nullptr;
  std::string fault;
  const std::unique_ptr<detail::ByteSource> source = detail::open_source(file, fault);
  if (source == nullptr) return nullptr;
  std::array<char, head_size> head{};
  const std::string_view bytes(head.data(), source->read(head.data(), head.size()));
  for (const MapFormat& format : formats) {
    if (format.sniff(bytes)) return &format;
  }
  return nullptr;
}

Result<SimulationWorld> open_map_file(const std::filesystem::path& file, std::span<const Profile> profiles,
                                      const MapReadOptions& options) {
  const MapFormat* const format = map_format_of(file);
  return format != nullptr ? format->read(file, profiles, options) : read_movingai(file, profiles, options);
}

std::shared_ptr<const HierarchySource> saved_hierarchies(SavedWorld saved) {
  return std::make_shared<const SavedWorld>(std::move(saved));
}

}  // namespace portolan
