// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <portolan/config/saved_world.hpp>
#include <portolan/hierarchy/hierarchy.hpp>

#include <support/dev_maps.hpp>
#include <support/section_main.hpp>

namespace portolan::bench {

// Each prints its table; a wrong answer is told to the report, and not timed.

void bench_open(Report& report, const Settings& settings);       ///< a baked world against building it
void bench_profiles(Report& report, const Settings& settings);   ///< a second profile
void bench_links(Report& report, const Settings& settings);      ///< floors with stairs against a flat map
void bench_streaming(Report& report, const Settings& settings);  ///< ticks while sectors come and go

/// A file that is gone when its owner is.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name)
      : path_(std::filesystem::temp_directory_path() / ("portolan-bench-" + name)) {}
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A world of one profile and its hierarchy, into a file.
inline void bake(const World& world, const Hierarchy& hierarchy, const std::filesystem::path& file) {
  const Hierarchy* const all[] = {&hierarchy};
  if (const auto error = save_world(world, all, file)) throw std::runtime_error(error->text());
}

template <class T>
T value_or_throw(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().text());
  return std::move(result).value();
}

}  // namespace portolan::bench
