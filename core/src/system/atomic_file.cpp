// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/detail/atomic_file.hpp>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

#include "system/file_calls.hpp"

namespace portolan {
namespace {

namespace fs = std::filesystem;
namespace calls = detail::file_calls;

constexpr std::size_t buffer_size = std::size_t{1} << 18U;
constexpr int most_links = 40;  // as many as Linux follows
constexpr int most_names = 100;
constexpr std::size_t longest_stem = 180;  // of 255 bytes that a name may have

// Where a chain of links ends, whether there is something or not. Unlike `weakly_canonical` this follows a
// link to a file that does not exist yet.
fs::path behind_links(fs::path path) {
  std::error_code code;
  for (int k = 0; k < most_links && fs::is_symlink(fs::symlink_status(path, code)); ++k) {
    const fs::path to = fs::read_symlink(path, code);
    if (code) break;
    path = to.is_absolute() ? to : path.parent_path() / to;
  }
  return path;
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

constexpr std::string_view part_ending = ".part";

// How the names of all writers of a file begin; the number of the writer's process follows.
std::string part_beginning(const fs::path& target) {
  return "." + target.filename().string().substr(0, longest_stem) + ".";
}

// A name that no other writer has, in the same folder.
fs::path name_beside(const fs::path& target) {
  static std::atomic<std::uint64_t> count{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return folder_of(target) / (part_beginning(target) + std::to_string(calls::process_number()) + "." +
                              std::to_string(now) + "." + std::to_string(count++) + std::string(part_ending));
}

// Takes away what writers of this file left who were killed between giving it a name and the right one.
void remove_leftovers(const fs::path& target) {
  const std::string beginning = part_beginning(target);
  std::error_code code;
  for (fs::directory_iterator at(folder_of(target), code), end; !code && at != end; at.increment(code)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(beginning) || !name.ends_with(part_ending)) continue;
    const char* const number = name.c_str() + beginning.size();
    int writer = 0;
    const auto parsed = std::from_chars(number, name.c_str() + name.size(), writer);
    if (parsed.ec != std::errc() || *parsed.ptr != '.' || writer <= 0) continue;
    if (calls::process_is_gone(writer)) calls::remove(at->path());
  }
}

}  // namespace

AtomicFile::AtomicFile(fs::path path) : path_(std::move(path)), target_(path_) {
  find_target();
  if (!fault_) open();
}

AtomicFile::~AtomicFile() { close(); }

void AtomicFile::find_target() {
  std::error_code code;
  if (path_.empty()) return fail("no name is given; name a file");
  const fs::file_status status = fs::status(path_, code);
  if (fs::is_directory(status)) return fail("it is a folder; name a file in it");
  in_place_ = fs::exists(status) && !fs::is_regular_file(status);
  if (!in_place_) target_ = behind_links(path_);
  if (!in_place_ && !fs::is_directory(folder_of(target_), code))
    return fail("the folder '" + folder_of(target_).string() + "' does not exist; make it first");
}

void AtomicFile::open() {
  std::error_code code;
  file_ = calls::open_unnamed(in_place_ ? fs::temp_directory_path(code) : folder_of(target_));
  if (file_ < 0) open_named();
  if (file_ < 0) return fail_by_errno();
  // A file that is there already keeps its permissions.
  if (!in_place_) calls::copy_permissions(target_, file_);
  buffer_.reserve(buffer_size);
}

void AtomicFile::open_named() {
  std::error_code code;
  const fs::path beside = in_place_ ? fs::temp_directory_path(code) / target_.filename() : target_;
  for (int k = 0; k < most_names && file_ < 0; ++k) {
    part_ = name_beside(beside);
    file_ = calls::open_new(part_);
    if (file_ < 0 && errno != EEXIST) break;
  }
  if (file_ < 0) part_.clear();
}

void AtomicFile::fail(const std::string& why) {
  if (!fault_) fault_ = why;
}

void AtomicFile::fail_by_errno() {
  fail(std::string(std::strerror(errno)) + "; check the folder and the space that is left");
}

void AtomicFile::write(const char* data, std::size_t size) {
  if (fault_ || size == 0) return;
  if (buffer_.size() + size > buffer_size) flush();
  if (size >= buffer_size) return write_through(data, size);
  buffer_.append(data, size);
}

void AtomicFile::flush() {
  write_through(buffer_.data(), buffer_.size());
  buffer_.clear();
}

void AtomicFile::write_through(const char* data, std::size_t size) {
  if (!fault_ && !calls::write_all(file_, data, size)) fail_by_errno();
}

void AtomicFile::overwrite_start(const char* data, std::size_t size) {
  flush();
  if (fault_) return;
  if (!calls::seek_start(file_)) return fail_by_errno();
  write_through(data, size);
  if (!fault_ && !calls::seek_end(file_)) fail_by_errno();
}

void AtomicFile::copy_to_target() {
  const int out = calls::open_to_write(target_);
  if (out < 0 || !calls::seek_start(file_)) fail_by_errno();
  while (!fault_) {
    buffer_.resize(buffer_size);
    const std::ptrdiff_t n = calls::read(file_, buffer_.data(), buffer_.size());
    if (n == 0) break;
    if (n < 0 || !calls::write_all(out, buffer_.data(), static_cast<std::size_t>(n))) fail_by_errno();
  }
  if (out >= 0 && !calls::close(out) && !fault_) fail_by_errno();
}

// Where a file has the name already, one of its own first, because a link cannot take a name that is in use;
// renaming can, in one step.
void AtomicFile::take_name() {
  if (part_.empty()) {
    if (calls::link(file_, target_)) return;
    for (int k = 0; k < most_names && part_.empty(); ++k) {
      const fs::path name = name_beside(target_);
      if (calls::link(file_, name)) {
        part_ = name;
      } else if (errno != EEXIST) {
        return fail_by_errno();
      }
    }
  }
  // Windows renames no file that is open.
  if (!calls::close(std::exchange(file_, -1)) || !calls::rename(part_, target_)) return fail_by_errno();
  part_.clear();
}

std::optional<Error> AtomicFile::commit() {
  flush();
  if (!in_place_) remove_leftovers(target_);
  if (!fault_) in_place_ ? copy_to_target() : take_name();
  close();
  if (!fault_) return std::nullopt;
  return Error{path_.string(), 0, 0, "", "cannot be written: " + *fault_};
}

void AtomicFile::close() {
  if (file_ >= 0) static_cast<void>(calls::close(file_));
  file_ = -1;
  if (!part_.empty()) calls::remove(part_);
  part_.clear();
}

std::optional<Error> write_atomically(const fs::path& path, std::string_view bytes) {
  AtomicFile file(path);
  file.write(bytes.data(), bytes.size());
  return file.commit();
}

}  // namespace portolan
