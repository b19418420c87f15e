// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <portolan/core/assert.hpp>

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

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// Of its own memory; nothing while it borrows.
  [[nodiscard]] std::size_t capacity() const { return own_.capacity(); }
  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] T& operator[](std::size_t i) {
    PORTOLAN_ASSERT(i < size_);
    return data_[i];
  }
  [[nodiscard]] const T& operator[](std::size_t i) const {
    PORTOLAN_ASSERT(i < size_);
    return data_[i];
  }
  [[nodiscard]] T* begin() { return data_; }
  [[nodiscard]] T* end() { return data_ + size_; }
  [[nodiscard]] const T* begin() const { return data_; }
  [[nodiscard]] const T* end() const { return data_ + size_; }
  [[nodiscard]] T& front() { return data_[0]; }
  [[nodiscard]] const T& front() const { return data_[0]; }
  [[nodiscard]] T& back() { return data_[size_ - 1]; }
  [[nodiscard]] std::span<const T> values() const { return {data_, size_}; }

  void resize(std::size_t size, const T& value = T{}) {
    if (size == size_) return;
    take_over();
    own_.resize(size, value);
    refresh();
  }
  void assign(std::size_t size, const T& value) {
    lent_ = false;
    own_.assign(size, value);
    refresh();
  }
  void push_back(const T& value) {
    take_over();
    own_.push_back(value);
    refresh();
  }
  void emplace_back() { push_back(T{}); }
  void clear() {
    lent_ = false;
    own_.clear();
    refresh();
  }

 private:
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
};

}  // namespace portolan::detail
