// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Scenarios, as far as to the first steps of a small one whose map is drawn in the file.

#include <cstddef>
#include <string>
#include <utility>
#include <variant>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

#include "fuzz.hpp"

namespace portolan {
namespace {

// Opens no files, and makes nothing that takes long by intent.
bool is_small(const ScenarioFile& file) {
  for (const MapSource& layer : file.layers) {
    if (!std::holds_alternative<std::string>(layer.from)) return false;
  }
  std::size_t agents = 0;
  for (const ScenarioGroup& group : file.groups) agents += static_cast<std::size_t>(group.count);
  return agents <= 64;
}

}  // namespace
}  // namespace portolan

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  auto file = parse_scenario(fuzz::text_of(data, size), "f.yaml");
  if (!file || !is_small(*file)) return 0;
  auto simulation = open_simulation(std::move(*file));
  for (int i = 0; simulation && i < 4 && simulation->tick(); ++i) continue;
  return 0;
}
