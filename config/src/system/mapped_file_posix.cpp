// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#if !defined(_WIN32)

#include "system/mapped_file.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace portolan::detail {

std::unique_ptr<MappedFile> MappedFile::open(const std::filesystem::path& file, std::string& fault) {
  const int handle = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0) {
    fault = std::string("cannot be opened: ") + std::strerror(errno);
    return nullptr;
  }
  struct stat status {};
  void* memory = nullptr;
  std::size_t size = 0;
  if (::fstat(handle, &status) != 0 || !S_ISREG(status.st_mode)) {
    fault = "cannot be opened: it is no plain file";
  } else if (status.st_size > 0) {
    size = static_cast<std::size_t>(status.st_size);
    memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, handle, 0);
    if (memory == MAP_FAILED) fault = std::string("cannot be mapped: ") + std::strerror(errno);
  }
  ::close(handle);
  if (!fault.empty()) return nullptr;
  return std::unique_ptr<MappedFile>(new MappedFile({static_cast<std::byte*>(memory), size}));
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
}

}  // namespace portolan::detail

#endif
