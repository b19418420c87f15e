// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "allocations.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include <support/system.hpp>

// Sanitizers bring their own, and look at more.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PORTOLAN_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PORTOLAN_COUNTS_ALLOCATIONS 0
#endif
#endif
#ifndef PORTOLAN_COUNTS_ALLOCATIONS
#define PORTOLAN_COUNTS_ALLOCATIONS 1
#endif

namespace {

std::atomic<std::uint64_t> count = 0;

}  // namespace

#if PORTOLAN_COUNTS_ALLOCATIONS
namespace {

void* counted(std::size_t size, std::size_t alignment) {
  ++count;
  const std::size_t whole = (size + alignment - 1) / alignment * alignment;
  void* const memory = portolan::test::aligned_memory(whole == 0 ? alignment : whole, alignment);
  if (memory == nullptr) std::abort();
  return memory;
}

}  // namespace

// In place of those of the standard library, for the whole program.
void* operator new(std::size_t size) { return counted(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { portolan::test::give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { portolan::test::give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { portolan::test::give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  portolan::test::give_back(memory);
}
#endif

namespace portolan::test {

std::uint64_t allocations() { return count; }

}  // namespace portolan::test
