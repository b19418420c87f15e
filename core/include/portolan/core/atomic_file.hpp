// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <portolan/core/result.hpp>

namespace portolan {

/// A file that appears under its name as a whole or not at all: it is written in the folder of its target and
/// takes the name when it is complete. Who reads the name sees the old content or the new, never a part, also
/// when several processes write it at once: the last to be complete wins. Where the system can (Linux), the
/// file has no name before, so that nothing stays behind when the process is killed; elsewhere it has one of
/// its own, which the destructor removes.
/// Symbolic links are followed. What is no plain file (a device, a pipe) is never replaced: it is written to
/// when all bytes are known, and a pipe waits for its reader then.
/// Not thread-safe. Faults are kept and told by `commit`.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(const char* data, std::size_t size);
  /// Replaces the first bytes.
  void overwrite_start(const char* data, std::size_t size);
  /// Gives up, for this reason: nothing appears.
  void fail(const std::string& why);
  [[nodiscard]] bool failed() const { return fault_.has_value(); }

  /// Gives the file its name; what went wrong, if anything did. To be called once, at the end.
  [[nodiscard]] std::optional<Error> commit();

 private:
  void find_target();
  void open();
  void open_named();
  void fail_by_errno();
  void flush();
  void write_through(const char* data, std::size_t size);
  void copy_to_target();
  void take_name();
  void close();

  std::filesystem::path path_;    // as given, for messages
  std::filesystem::path target_;  // behind all links
  std::filesystem::path part_;    // empty while the file has no name
  std::string buffer_;
  std::optional<std::string> fault_;
  int file_ = -1;
  bool in_place_ = false;  // the target is no plain file
};

/// All of a file at once.
[[nodiscard]] std::optional<Error> write_atomically(const std::filesystem::path& path,
                                                    std::string_view bytes);

}  // namespace portolan
