// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <support/gppc.hpp>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace portolan::test {

namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what) {
  throw std::runtime_error(file.string() + ": " + what);
}

template <class T>
T field(std::istream& in, const std::filesystem::path& file, const std::string& key) {
  std::string word;
  T value{};
  if (!(in >> word >> value) || word != key) fail(file, "no field '" + key + "'");
  return value;
}

std::vector<GppcPatch> load_patches(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (field<std::string>(in, file, "type") != "patch") fail(file, "not a file of patches");
  std::vector<GppcPatch> patches(field<std::size_t>(in, file, "patches"));
  for (std::size_t i = 0; i < patches.size(); ++i) {
    if (field<std::size_t>(in, file, "patch") != i) fail(file, "patches are not in order");
    patches[i].rows.resize(field<std::size_t>(in, file, "height"));
    patches[i].width = field<int>(in, file, "width");
    std::string row;
    if (!(in >> row) || row != "map") fail(file, "no word 'map'");
    for (std::string& line : patches[i].rows) {
      if (!(in >> line) || line.size() != static_cast<std::size_t>(patches[i].width))
        fail(file, "a row of another length");
    }
  }
  return patches;
}

void check(const GppcScenario& scenario, const GppcCommand& command, const std::filesystem::path& file) {
  if (!scenario.extent.contains(command.at)) fail(file, "a cell outside");
  if (command.query) {
    if (!scenario.extent.contains(command.goal)) fail(file, "a goal outside");
    return;
  }
  if (command.patch >= scenario.patches.size()) fail(file, "an unknown patch");
  const GppcPatch& patch = scenario.patches[command.patch];
  if (command.at.x + patch.width > scenario.extent.width ||
      command.at.y + static_cast<int>(patch.rows.size()) > scenario.extent.height)
    fail(file, "a patch that reaches outside");
}

}  // namespace

GppcScenario load_gppc(const std::filesystem::path& scen) {
  std::ifstream in(scen);
  GppcScenario scenario;
  static_cast<void>(field<int>(in, scen, "version"));
  scenario.extent.height = field<int>(in, scen, "height");
  scenario.extent.width = field<int>(in, scen, "width");
  std::string word;
  if (field<int>(in, scen, "cost") != 1 || !(in >> word) || word != "octile")
    fail(scen, "steps that are not octile");
  scenario.patches = load_patches(scen.parent_path() / field<std::string>(in, scen, "patch"));
  if (!(in >> word) || word != "commands") fail(scen, "no word 'commands'");
  while (in >> word) {
    GppcCommand command;
    int step = 0;
    command.query = word == "Q";
    if (!command.query && word != "P") fail(scen, "unknown command '" + word + "'");
    in >> step;
    if (!command.query) in >> command.patch;
    in >> command.at.x >> command.at.y;
    if (command.query) in >> command.goal.x >> command.goal.y >> command.optimum;
    if (!in) fail(scen, "a command is cut short");
    check(scenario, command, scen);
    scenario.commands.push_back(command);
  }
  return scenario;
}

bool matches_optimum(const Path& path, double optimum) {
  constexpr double slack = 1e-6;
  std::uint64_t straight = 0;
  std::uint64_t diagonal = 0;
  for (std::size_t i = 1; i < path.cells.size(); ++i) {
    const bool slants = path.cells[i].x != path.cells[i - 1].x && path.cells[i].y != path.cells[i - 1].y;
    ++(slants ? diagonal : straight);
  }
  const double length = static_cast<double>(straight) + static_cast<double>(diagonal) * std::sqrt(2.0);
  if (length < optimum - slack || path.cost.units != 24 * straight + 34 * diagonal) return false;
  // The optimum is s + d * sqrt(2) for one pair of whole numbers only.
  for (double d = 0; d * std::sqrt(2.0) <= optimum + slack; ++d) {
    const double s = std::round(optimum - d * std::sqrt(2.0));
    if (std::abs(s + d * std::sqrt(2.0) - optimum) < slack)
      return static_cast<double>(path.cost.units) <= 24 * s + 34 * d;
  }
  return false;
}

}  // namespace portolan::test
