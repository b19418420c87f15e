// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "mapped_file.hpp"

#include <cerrno>
#include <cstring>

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#else
#include <fstream>
#include <new>
#endif

namespace portolan::detail {

#if defined(__unix__) || defined(__APPLE__)

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

#else

std::unique_ptr<MappedFile> MappedFile::open(const std::filesystem::path& file, std::string& fault) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  const auto end = in ? static_cast<std::streamoff>(in.tellg()) : -1;
  if (end < 0) {
    fault = "cannot be opened";
    return nullptr;
  }
  const auto size = static_cast<std::size_t>(end);
  auto* const memory = static_cast<std::byte*>(::operator new (size, std::align_val_t{64}));
  in.seekg(0);
  in.read(reinterpret_cast<char*>(memory), end);
  std::unique_ptr<MappedFile> mapped(new MappedFile({memory, size}));
  if (in) return mapped;
  fault = "cannot be read";
  return nullptr;
}

MappedFile::~MappedFile() { ::operator delete (bytes_.data(), std::align_val_t{64}); }

#endif

}  // namespace portolan::detail
