// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <portolan/core/result.hpp>

#include "system/open_file.hpp"

namespace portolan::detail {

/// Whether a file is in the folder or below it, whatever links and `..` are on its way.
[[nodiscard]] bool lies_below(const std::filesystem::path& file, const std::filesystem::path& folder);

/// Opens a file to be read; null, and a reason, where that cannot be done. A pipe that nobody writes to is
/// given up after some seconds.
[[nodiscard]] FileHandle open_for_reading(const std::filesystem::path& file, std::string& fault);

/// Bytes that come piece by piece.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Fills up to `size` bytes and returns how many; 0 at the end or after a fault.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
  /// What went wrong, if anything did.
  [[nodiscard]] virtual std::optional<std::string> fault() const { return std::nullopt; }
  /// Number of bytes that will come in all, where that is known beforehand.
  [[nodiscard]] virtual std::optional<std::uint64_t> size() const { return std::nullopt; }
};

/// Opens a file; one that starts as an .xz stream does is decompressed on the way, within 128 MiB of decoder
/// memory.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> open_source(const std::filesystem::path& file);

/// How a file begins, decompressed as above: at most 512 bytes.
[[nodiscard]] Result<std::string> head_of(const std::filesystem::path& file);

/// All of a file, decompressed as above, where it has at most so many bytes; `kind` is what needs no more.
[[nodiscard]] std::optional<Error> read_whole(const std::filesystem::path& file, std::size_t most,
                                              const std::string& kind, std::string& text);

/// Bytes in memory, which must outlive the source.
[[nodiscard]] std::unique_ptr<ByteSource> memory_source(std::string_view text);

/// Cuts a source into lines, none longer than a limit. A carriage return at the end of a line is dropped.
class LineReader {
 public:
  static constexpr std::size_t short_line = 4096;  ///< a limit for lines of a few words and numbers

  LineReader(ByteSource& source, std::size_t max_line);

  /// The next line; nothing at the end, after a fault of the source, or when the line is longer than the
  /// limit. Valid until the next call.
  std::optional<std::string_view> next();
  /// The same without the lines that hold nothing but blanks, of which a small compressed file may hold any
  /// number: nothing after too many.
  std::optional<std::string_view> next_filled();
  /// What kept the lines from coming to the end, where something did, in a file of this kind.
  [[nodiscard]] std::optional<Error> fault(const std::string& name, const std::string& kind) const;
  /// Number of the line that `next` returned last, from 1.
  [[nodiscard]] int line() const { return line_; }
  [[nodiscard]] bool too_long() const { return too_long_; }

 private:
  ByteSource* source_;
  std::size_t max_line_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool at_end_ = false;
  bool too_long_ = false;
  int line_ = 0;
  int blank_ = 0;
};

}  // namespace portolan::detail
