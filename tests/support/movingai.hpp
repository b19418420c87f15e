// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <support/test_world.hpp>

namespace portolan::test {

/// A MovingAI `.map` or `.map.xz` with the default profile: '.', 'G' and 'S' at cost 1, all else impassable.
/// Deliberately shares no code with the library's own loader, so that each can check the other.
/// Throws std::runtime_error where the file is no such map.
[[nodiscard]] TestWorld load_movingai(const std::filesystem::path& file);

/// One line of a `.scen` file.
struct ScenQuery {
  int bucket = 0;
  Cell start;
  Cell goal;
  double optimum = 0;  ///< straight steps at 1, diagonal steps at the square root of 2
};
[[nodiscard]] std::vector<ScenQuery> load_scen(const std::filesystem::path& file);

/// All `.map` files under movingai/ in the folder with the public maps, sorted; empty when it is missing.
[[nodiscard]] std::vector<std::filesystem::path> movingai_maps();

/// Those that a test over all of them takes: as with cases(), every eighth where invariants are checked.
[[nodiscard]] std::vector<std::filesystem::path> movingai_cases();

/// The file's bytes; those of a `.xz` file are unpacked.
[[nodiscard]] std::string read_bytes(const std::filesystem::path& file);

}  // namespace portolan::test
