// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <string>

#include <portolan/config/map_file.hpp>
#include <portolan/core/assert.hpp>

#include "packed_file.hpp"

namespace portolan {

std::optional<Error> write_map(const World& world, const std::filesystem::path& file, std::int32_t layer) {
  PORTOLAN_ASSERT(layer >= 0 && layer < world.extent().layers);
  detail::PackedFile out(file, file.extension() == ".xz");
  const Extent extent = world.extent();
  const std::string header = "type octile\nheight " + std::to_string(extent.height) + "\nwidth " +
                             std::to_string(extent.width) + "\nmap\n";
  out.write(header.data(), header.size());
  std::string row(static_cast<std::size_t>(extent.width) + 1, '\n');
  for (std::int32_t y = 0; y < extent.height; ++y) {
    for (std::int32_t x = 0; x < extent.width; ++x) {
      row[static_cast<std::size_t>(x)] = static_cast<char>(world.terrain({x, y, layer}));
    }
    out.write(row.data(), row.size());
  }
  return out.commit();
}

}  // namespace portolan
