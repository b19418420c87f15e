// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <lzma.h>

#include "byte_source.hpp"

namespace portolan::detail {

/// A file that appears under its name only when it is complete: written beside it, then renamed.
class AtomicFile {
 public:
  AtomicFile(std::filesystem::path path, bool compress)
      : path_(std::move(path)), part_(path_.string() + ".part"), compress_(compress) {
    file_.reset(std::fopen(part_.c_str(), "wb"));
    if (!file_) {
      note_errno("cannot be written");
    } else if (compress_ && lzma_easy_encoder(&stream_, 1, LZMA_CHECK_CRC32) != LZMA_OK) {
      fault_ = "cannot be compressed: not enough memory";
    }
  }
  ~AtomicFile() {
    lzma_end(&stream_);
    file_.reset();
    std::error_code ignored;
    if (!committed_ && opened()) std::filesystem::remove(part_, ignored);
  }
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(const char* data, std::size_t size) {
    if (fault_ || size == 0) return;  // no bytes may come with no address, which fwrite may not be given
    if (compress_) {
      pack(data, size, LZMA_RUN);
    } else if (std::fwrite(data, 1, size, file_.get()) != size) {
      note_errno("cannot be written");
    }
  }

  /// Replaces the first bytes of a file that is not compressed.
  void overwrite_start(const char* data, std::size_t size) {
    if (fault_) return;
    if (std::fseek(file_.get(), 0, SEEK_SET) != 0 || std::fwrite(data, 1, size, file_.get()) != size) {
      note_errno("cannot be written");
    }
  }

  /// Gives the file its name; what went wrong, if anything did.
  std::optional<std::string> commit() {
    if (!fault_ && compress_) pack(nullptr, 0, LZMA_FINISH);
    if (!fault_ && std::fflush(file_.get()) != 0) note_errno("cannot be written");
    file_.reset();
    if (fault_) return fault_;
    std::error_code code;
    std::filesystem::rename(part_, path_, code);
    if (code) return "cannot be written: " + code.message();
    committed_ = true;
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool opened() const { return !never_opened_; }

  void note_errno(const char* what) {
    never_opened_ = !file_;
    fault_ =
        std::string(what) + ": " + std::strerror(errno) + "; check the folder and the space that is left";
  }

  void pack(const char* data, std::size_t size, lzma_action action) {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(data);
    stream_.avail_in = size;
    lzma_ret code = LZMA_OK;
    do {
      stream_.next_out = reinterpret_cast<std::uint8_t*>(packed_.data());
      stream_.avail_out = packed_.size();
      code = lzma_code(&stream_, action);
      const std::size_t n = packed_.size() - stream_.avail_out;
      if (code != LZMA_OK && code != LZMA_STREAM_END) fault_ = "cannot be compressed: not enough memory";
      if (n > 0 && std::fwrite(packed_.data(), 1, n, file_.get()) != n) note_errno("cannot be written");
    } while (!fault_ && code != LZMA_STREAM_END && (stream_.avail_in > 0 || action == LZMA_FINISH));
  }

  std::filesystem::path path_;
  std::filesystem::path part_;
  bool compress_;
  bool committed_ = false;
  bool never_opened_ = false;
  FileHandle file_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::vector<char> packed_ = std::vector<char>(std::size_t{1} << 16U);
  std::optional<std::string> fault_;
};

}  // namespace portolan::detail
