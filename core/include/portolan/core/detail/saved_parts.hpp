// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace portolan {

/// The bytes of a saved world, wherever they are kept. They are checked when they are first asked for.
/// Any thread may ask. What was handed out stays where it is as long as the object lives.
class SavedBytes {
 public:
  virtual ~SavedBytes() = default;
  /// Null where the bytes are damaged or do not exist. Writing to them changes this process's copy alone.
  [[nodiscard]] virtual std::byte* at(std::uint64_t offset, std::uint64_t size) const = 0;
};

/// A run of saved bytes that belongs to one object; at a multiple of 64.
struct SavedPart {
  std::shared_ptr<const SavedBytes> bytes;
  std::uint64_t begin = 0;
  std::uint64_t size = 0;

  [[nodiscard]] std::byte* at(std::uint64_t offset, std::uint64_t count) const {
    return offset > size || count > size - offset ? nullptr : bytes->at(begin + offset, count);
  }
  /// All of it as values of a type; nothing when it is damaged or of another length.
  template <class T>
  [[nodiscard]] std::optional<std::span<T>> values() const {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 64);
    if (size % sizeof(T) != 0) return std::nullopt;
    std::byte* const found = at(0, size);
    if (found == nullptr && size > 0) return std::nullopt;
    return std::span<T>(reinterpret_cast<T*>(found), static_cast<std::size_t>(size / sizeof(T)));
  }
};

/// Takes the parts of an object, one after the other.
class PartSink {
 public:
  virtual ~PartSink() = default;
  virtual void begin_part() = 0;
  virtual void write(std::span<const std::byte> bytes) = 0;

  template <class T>
  void write_part(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    begin_part();
    write(std::as_bytes(values));
  }
  /// A part for each.
  template <class... T>
  void write_lists(const std::vector<T>&... lists) {
    (write_part<T>(lists), ...);
  }
};

/// Gives the parts of an object in the order in which they were written.
class PartSource {
 public:
  virtual ~PartSource() = default;
  /// Nothing when there are no more.
  [[nodiscard]] virtual std::optional<SavedPart> next() = 0;
  /// True where the writer of the parts is trusted: then what they hold is used as it is.
  [[nodiscard]] virtual bool is_trusted() const { return false; }

  template <class T>
  [[nodiscard]] std::optional<std::span<T>> next_values() {
    const std::optional<SavedPart> part = next();
    if (!part) return std::nullopt;
    return part->values<T>();
  }
  /// What `write_lists` wrote. False where a part is damaged, or not there.
  template <class... T>
  [[nodiscard]] bool read_lists(std::vector<T>&... lists) {
    const auto read = [this]<class U>(std::vector<U>& list) {
      const auto values = this->template next_values<U>();
      if (values) list.assign(values->begin(), values->end());
      return values.has_value();
    };
    return (read(lists) && ...);
  }
  /// A part that holds exactly one value.
  template <class T>
  [[nodiscard]] std::optional<T> next_value() {
    const auto values = next_values<T>();
    if (!values || values->size() != 1) return std::nullopt;
    return (*values)[0];
  }
};

}  // namespace portolan
