// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

/// What libFuzzer calls, once per input; each program of this folder defines it, and only a crash, a hang or
/// too much memory is a finding.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace portolan::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// What failed assertions throw after `throw_at_assertions`.
struct FailedAssertion {};

/// Saved worlds and games may lie in what loading takes on trust: answers are false then, nothing else.
/// Builds that check invariants find it out sooner or later, and such an input ends there; others play it to
/// its end.
void throw_at_assertions();

/// A file in memory alone, for readers that take a path: its content is replaced, its path stays.
class MemoryFile {
 public:
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  /// The path under which the bytes are found until the next call.
  const std::filesystem::path& with(std::span<const std::byte> bytes);

 private:
  int descriptor_;
  std::filesystem::path path_;
};

/// Takes numbers from the front of an input; zeros once it is used up.
class Numbers {
 public:
  Numbers(const std::uint8_t* data, std::size_t size) : rest_(data, size) {}

  [[nodiscard]] bool empty() const { return rest_.empty(); }
  template <class T>
  T take() {
    T value{};
    for (std::size_t i = 0; i < sizeof(T) && !rest_.empty(); ++i) {
      value = static_cast<T>(value | static_cast<T>(T{rest_.front()} << (8 * i)));
      rest_ = rest_.subspan(1);
    }
    return value;
  }

 private:
  std::span<const std::uint8_t> rest_;
};

/// Changes bytes as the numbers say: a word in place of another, a byte, a run from elsewhere.
void change(std::span<std::byte> bytes, Numbers& numbers);
/// Changes a part of a saved game, or makes it longer or shorter.
void change_part(std::vector<std::byte>& part, Numbers& numbers);

}  // namespace portolan::fuzz
