// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "fuzz.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

#include <portolan/core/assert.hpp>

namespace portolan::fuzz {
namespace {

// A fault of the machine, not a finding; but a run without files finds nothing.
void need(bool works, const char* what) {
  if (works) return;
  std::perror(what);
  std::exit(2);
}

}  // namespace

void throw_at_assertions() {
  set_assert_handler([](const AssertionFailure&) { throw FailedAssertion(); });
}

MemoryFile::MemoryFile() : descriptor_(memfd_create("fuzz", 0)) {
  need(descriptor_ >= 0, "memfd_create");
  path_ = "/proc/self/fd/" + std::to_string(descriptor_);
}

MemoryFile::~MemoryFile() { close(descriptor_); }

const std::filesystem::path& MemoryFile::with(std::span<const std::byte> bytes) {
  need(ftruncate(descriptor_, 0) == 0, "ftruncate");
  need(pwrite(descriptor_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()), "pwrite");
  return path_;
}

void change(std::span<std::byte> bytes, Numbers& numbers) {
  const auto kind = numbers.take<std::uint8_t>();
  if (bytes.empty()) return;
  // Counts stand in front: half of all changes fall into the first 64 bytes.
  const std::size_t room = kind % 2 == 0 ? std::min<std::size_t>(bytes.size(), 64) : bytes.size();
  const std::size_t at = numbers.take<std::uint32_t>() % room;
  const std::span<std::byte> place = bytes.subspan(at);
  if (kind % 8 < 4) {
    const auto word = numbers.take<std::uint32_t>();
    std::memcpy(place.data(), &word, std::min(sizeof(word), place.size()));
  } else if (kind % 8 < 6) {
    place.front() = std::byte{numbers.take<std::uint8_t>()};
  } else {
    const std::size_t from = numbers.take<std::uint32_t>() % bytes.size();
    const std::size_t size = std::min({std::size_t{64}, bytes.size() - from, place.size()});
    std::memmove(place.data(), bytes.data() + from, size);
  }
}

void change_part(std::vector<std::byte>& part, Numbers& numbers) {
  if (numbers.take<std::uint8_t>() < 32) {
    part.resize(numbers.take<std::uint16_t>() % (2 * part.size() + 16));
  } else {
    change(part, numbers);
  }
}

}  // namespace portolan::fuzz
