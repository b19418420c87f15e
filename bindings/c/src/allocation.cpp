// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// `new` and `delete` of the shared library, which has a C++ runtime of its own that nobody else sees: all
// memory of worlds and agents comes from the host's allocator, and no other memory of the host does.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "guard.hpp"

#ifdef PORTOLAN_C_OWN_NEW
namespace {

portolan_allocator host{};  // functions are null: malloc and free
std::atomic<std::uint64_t> pieces{0};

void* allocate(std::size_t size, std::size_t alignment) noexcept {
  if (size == 0) size = 1;
  void* memory = nullptr;
  if (host.allocate != nullptr) {
    memory = host.allocate(host.user, size, alignment);
  } else if (alignment <= alignof(std::max_align_t)) {
    memory = std::malloc(size);
  } else {
    memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  }
  if (memory != nullptr) pieces.fetch_add(1, std::memory_order_relaxed);
  return memory;
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  void* memory = allocate(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void release(void* memory) noexcept {
  if (memory == nullptr) return;
  pieces.fetch_sub(1, std::memory_order_relaxed);
  if (host.release != nullptr) {
    host.release(host.user, memory);
  } else {
    std::free(memory);
  }
}

constexpr std::size_t usual = alignof(std::max_align_t);
constexpr std::size_t number(std::align_val_t alignment) { return static_cast<std::size_t>(alignment); }

}  // namespace

void* operator new(std::size_t size) { return allocate_or_throw(size, usual); }
void* operator new[](std::size_t size) { return allocate_or_throw(size, usual); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size, usual); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size, usual); }
void* operator new(std::size_t size, std::align_val_t a) { return allocate_or_throw(size, number(a)); }
void* operator new[](std::size_t size, std::align_val_t a) { return allocate_or_throw(size, number(a)); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

portolan_status portolan_set_allocator(const portolan_allocator* allocator) {
  portolan_allocator wanted;
  PORTOLAN_C_TRY(portolan::c::read_struct(allocator, "portolan_allocator", wanted));
  if ((wanted.allocate == nullptr) != (wanted.release == nullptr)) {
    return portolan::c::fail(PORTOLAN_BAD_ARGUMENT, "allocate and release are given both, or neither");
  }
  if (pieces.load() != 0) {
    return portolan::c::fail(PORTOLAN_REFUSED,
                             "%llu pieces of memory are in use: set the allocator before all else",
                             static_cast<unsigned long long>(pieces.load()));
  }
  host = wanted;
  return PORTOLAN_OK;
}

uint64_t portolan_allocations(void) { return pieces.load(); }

#else

portolan_status portolan_set_allocator(const portolan_allocator*) {
  return portolan::c::fail(PORTOLAN_REFUSED,
                           "this build shares the allocator of the program that it is a part of");
}

uint64_t portolan_allocations(void) { return 0; }

#endif
