// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/journal.hpp>

namespace portolan::detail {

/// What a std::vector of plain records does, and it can take over a run of memory that lives elsewhere: the
/// pages of a saved world, which are read, and copied on writing, as they are touched. It copies them itself
/// only when it grows; copies of it have memory of their own. The lender keeps the memory alive.
template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Array() = default;
  Array(const Array& other) : own_(other.begin(), other.end()) { refresh(); }
  Array& operator=(const Array& other) {
    if (this != &other) *this = Array(other);
    return *this;
  }
  Array(Array&& other) noexcept
      : own_(std::move(other.own_)),
        data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        lent_(std::exchange(other.lent_, false)) {}
  Array& operator=(Array&& other) noexcept {
    own_ = std::move(other.own_);
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
    lent_ = std::exchange(other.lent_, false);
    return *this;
  }
  ~Array() = default;

  void borrow(std::span<T> memory) {
    own_ = {};
    data_ = memory.data();
    size_ = memory.size();
    lent_ = true;
  }

  /// Tells a journal of what it held, a page at a time, before that changes; null: no more. What is written
  /// to counts as changed, and so does what a non-const access reads.
  void log_to(Journal* journal) {
    journal_ = journal;
    kept_.assign(journal == nullptr ? 0 : pages(), 0);
  }
  /// A run of values that are about to be written.
  [[nodiscard]] T* edit(std::size_t first, std::size_t count) {
    PORTOLAN_ASSERT(first <= size_ && count <= size_ - first);
    keep(first, count);
    return data_ + first;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// Of its own memory; nothing while it borrows.
  [[nodiscard]] std::size_t capacity() const { return own_.capacity(); }
  [[nodiscard]] T* data() { return edit(0, size_); }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] T& operator[](std::size_t i) {
    PORTOLAN_ASSERT(i < size_);
    if (journal_ != nullptr) [[unlikely]]
      keep_page(i / per_page);
    return data_[i];
  }
  [[nodiscard]] const T& operator[](std::size_t i) const {
    PORTOLAN_ASSERT(i < size_);
    return data_[i];
  }
  [[nodiscard]] T* begin() { return data(); }
  [[nodiscard]] T* end() { return data_ + size_; }
  [[nodiscard]] const T* begin() const { return data_; }
  [[nodiscard]] const T* end() const { return data_ + size_; }
  [[nodiscard]] const T& front() const { return data_[0]; }
  [[nodiscard]] const T& back() const { return data_[size_ - 1]; }
  [[nodiscard]] std::span<const T> values() const { return {data_, size_}; }

  void resize(std::size_t size, const T& value = T{}) {
    if (size == size_) return;
    if (size < size_) keep(size, size_ - size);
    if (journal_ != nullptr) journal_->add([this, size = size_] { resize(size); });
    take_over();
    own_.resize(size, value);
    refresh();
    if (journal_ != nullptr) kept_.resize(std::max(kept_.size(), pages()), 0);
  }
  /// Has memory for a sixteenth more, and has written to it: to grow by a little then neither copies nor
  /// waits for the system. Nothing while it borrows.
  void make_room() {
    if (lent_) return;
    const std::size_t size = size_;
    own_.reserve(size + size / 16 + 64);
    own_.resize(own_.capacity());
    own_.resize(size);
    refresh();
  }
  void assign(std::size_t size, const T& value) {
    PORTOLAN_ASSERT(journal_ == nullptr);
    lent_ = false;
    own_.assign(size, value);
    refresh();
  }
  void push_back(const T& value) {
    PORTOLAN_ASSERT(journal_ == nullptr);
    take_over();
    own_.push_back(value);
    refresh();
  }
  void emplace_back() { push_back(T{}); }
  void clear() {
    PORTOLAN_ASSERT(journal_ == nullptr);
    lent_ = false;
    own_.clear();
    refresh();
  }

 private:
  static constexpr std::size_t per_page = sizeof(T) >= 1024 ? 1 : 1024 / sizeof(T);
  [[nodiscard]] std::size_t pages() const { return (size_ + per_page - 1) / per_page; }
  void keep(std::size_t first, std::size_t count) {
    if (journal_ == nullptr || count == 0) return;
    for (std::size_t page = first / per_page; page <= (first + count - 1) / per_page; ++page) keep_page(page);
  }
  void keep_page(std::size_t page) {
    const std::size_t first = page * per_page;
    const std::size_t count = std::min(per_page, size_ - first);
    journal_->once(kept_[page], count * sizeof(T), [&] {
      return [this, first, old = std::vector<T>(data_ + first, data_ + first + count)] {
        std::copy(old.begin(), old.end(), data_ + first);
      };
    });
  }
  void take_over() {
    if (!lent_) return;
    own_.assign(data_, data_ + size_);
    lent_ = false;
  }
  void refresh() {
    data_ = own_.data();
    size_ = own_.size();
  }

  std::vector<T> own_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
  bool lent_ = false;
  Journal* journal_ = nullptr;
  std::vector<std::uint32_t> kept_;  // by page: in which interval of the journal
};

}  // namespace portolan::detail
