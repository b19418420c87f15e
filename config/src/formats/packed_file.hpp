// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include <lzma.h>

#include <portolan/core/atomic_file.hpp>

namespace portolan::detail {

/// An AtomicFile whose bytes may be compressed (.xz) on their way.
class PackedFile {
 public:
  PackedFile(const std::filesystem::path& path, bool compress);
  ~PackedFile() { lzma_end(&stream_); }
  PackedFile(const PackedFile&) = delete;
  PackedFile& operator=(const PackedFile&) = delete;

  void write(const char* data, std::size_t size);
  /// Gives the file its name; what went wrong, if anything did.
  [[nodiscard]] std::optional<Error> commit();

 private:
  void pack(const char* data, std::size_t size, lzma_action action);

  AtomicFile file_;
  bool compress_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::string packed_;
};

}  // namespace portolan::detail
