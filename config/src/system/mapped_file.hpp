// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace portolan::detail {

/// A file as memory. Pages come in as they are touched; writing to them changes this process's copy alone.
/// Where the system has no mapping, the whole file is read.
class MappedFile {
 public:
  /// Null, and a reason, when the file cannot be opened.
  [[nodiscard]] static std::unique_ptr<MappedFile> open(const std::filesystem::path& file,
                                                        std::string& fault);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }

 private:
  explicit MappedFile(std::span<std::byte> bytes) : bytes_(bytes) {}
  std::span<std::byte> bytes_;
};

}  // namespace portolan::detail
