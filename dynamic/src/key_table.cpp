// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <utility>

#include <portolan/dynamic/key_table.hpp>

namespace portolan {
namespace {

constexpr std::size_t first_size = 256;

std::uint64_t mixed(std::uint64_t key) {
  key = (key ^ key >> 31U) * 0x9e3779b97f4a7c15ULL;
  return key ^ key >> 29U;
}

}  // namespace

void KeyTable::clear() {
  size_ = 0;
  if (++generation_ != 0) return;
  slots_.assign(slots_.size(), {});  // the generations have come round
  generation_ = 1;
}

// Where the key is, or would be.
std::size_t KeyTable::place(std::uint64_t key) const {
  std::size_t i = mixed(key) & (slots_.size() - 1);
  while (slots_[i].generation == generation_ && slots_[i].key != key) i = (i + 1) & (slots_.size() - 1);
  return i;
}

std::uint32_t KeyTable::find(std::uint64_t key) const {
  if (size_ == 0) return none;
  const Slot& slot = slots_[place(key)];
  return slot.generation == generation_ ? slot.value : none;
}

std::uint32_t& KeyTable::at(std::uint64_t key) {
  if (2 * size_ >= slots_.size()) grow();
  Slot& slot = slots_[place(key)];
  if (slot.generation != generation_) {
    slot = {key, none, generation_};
    ++size_;
  }
  return slot.value;
}

void KeyTable::grow() {
  std::vector<Slot> old(slots_.empty() ? first_size : 2 * slots_.size());
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.generation == generation_) slots_[place(slot.key)] = slot;
  }
}

}  // namespace portolan
