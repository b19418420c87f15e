// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/view/atomic_file.hpp>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>

namespace portolan {
namespace {

namespace fs = std::filesystem;

Error cannot_write(const fs::path& path, const std::string& why) {
  Error error;
  error.file = path.string();
  error.message = "cannot write the file: " + why;
  return error;
}

// Empty when all bytes are on their way, else the reason.
std::string write_plainly(const fs::path& path, std::string_view bytes) {
  errno = 0;
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (out) return {};
  return errno != 0 ? std::strerror(errno) : "unknown reason";
}

fs::path temporary_beside(const fs::path& path) {
  const auto stamp = std::chrono::steady_clock::now().time_since_epoch().count();
  return path.parent_path() / ("." + path.filename().string() + "." + std::to_string(stamp) + ".part");
}

}  // namespace

std::optional<Error> write_atomically(const fs::path& path, std::string_view bytes) {
  std::error_code code;
  const fs::path target = fs::is_symlink(path, code) ? fs::weakly_canonical(path, code) : path;
  if (fs::is_directory(target, code)) return cannot_write(path, "it is a folder; name a file in it");
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, code)) {
    return cannot_write(path, "the folder '" + folder.string() + "' does not exist; make it first");
  }
  if (fs::exists(target, code) && !fs::is_regular_file(target, code)) {
    const std::string why = write_plainly(target, bytes);
    if (!why.empty()) return cannot_write(path, why);
    return {};
  }
  const fs::path temporary = temporary_beside(target);
  std::string why = write_plainly(temporary, bytes);
  if (why.empty()) {
    fs::rename(temporary, target, code);
    if (code) why = code.message();
  }
  if (why.empty()) return {};
  fs::remove(temporary, code);
  return cannot_write(path, why);
}

}  // namespace portolan
