// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#if defined(_WIN32)

#include <system_error>

#include <windows.h>

#include "system/mapped_file.hpp"

namespace portolan::detail {

namespace {

std::string last_fault() { return std::system_category().message(static_cast<int>(::GetLastError())); }

// The view keeps what it shows: handles of the file and of the mapping need not live on.
void* view_of(::HANDLE file, std::string& fault) {
  const ::HANDLE mapping = ::CreateFileMappingW(file, nullptr, PAGE_WRITECOPY, 0, 0, nullptr);
  void* const view = mapping != nullptr ? ::MapViewOfFile(mapping, FILE_MAP_COPY, 0, 0, 0) : nullptr;
  if (view == nullptr) fault = "cannot be mapped: " + last_fault();
  if (mapping != nullptr) ::CloseHandle(mapping);
  return view;
}

}  // namespace

std::unique_ptr<MappedFile> MappedFile::open(const std::filesystem::path& file, std::string& fault) {
  constexpr ::DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  const ::HANDLE handle = ::CreateFileW(file.c_str(), GENERIC_READ, shared, nullptr, OPEN_EXISTING,
                                        FILE_ATTRIBUTE_NORMAL, nullptr);
  if (handle == INVALID_HANDLE_VALUE) {
    fault = "cannot be opened: " + last_fault();
    return nullptr;
  }
  void* memory = nullptr;
  ::LARGE_INTEGER size{};
  if (::GetFileType(handle) != FILE_TYPE_DISK || ::GetFileSizeEx(handle, &size) == 0) {
    fault = "cannot be opened: it is no plain file";
  } else if (size.QuadPart > 0) {
    memory = view_of(handle, fault);
  }
  ::CloseHandle(handle);
  if (!fault.empty()) return nullptr;
  return std::unique_ptr<MappedFile>(
      new MappedFile({static_cast<std::byte*>(memory), static_cast<std::size_t>(size.QuadPart)}));
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::UnmapViewOfFile(bytes_.data());
}

}  // namespace portolan::detail

#endif
