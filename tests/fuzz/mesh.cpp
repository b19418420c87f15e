// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "formats/byte_source.hpp"
#include "fuzz.hpp"
#include "meshes/mesh_map.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  const auto source = detail::memory_source(fuzz::text_of(data, size));
  const auto mesh = detail::read_obj_mesh(*source, "f.obj");
  MapReadOptions options;
  options.max_cells = 1U << 14U;
  if (mesh.ok()) static_cast<void>(detail::world_of_mesh(*mesh, {}, "f.obj", options));
  return 0;
}
