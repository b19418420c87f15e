// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <random>
#include <string>
#include <system_error>

namespace portolan::test {

/// A folder of one test alone, gone at its end. Tests run beside each other, from several checkouts at once:
/// no name that the test makes up is safe.
class TempFolder {
 public:
  TempFolder() {
    std::random_device dice;
    do {
      path_ = std::filesystem::temp_directory_path() /
              ("portolan-test-" + std::to_string(dice()) + "-" + std::to_string(dice()));
    } while (!std::filesystem::create_directory(path_));
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace portolan::test
