// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include <portolan/core/saved_state.hpp>

namespace portolan::detail {

/// Takes the members of an object to saved parts, or back: one list of members serves both, so that what is
/// read cannot differ from what was written. After the first part that is missing or unfit nothing is read
/// any more: ask `good` before use of what was read. Members hold anything then, but nothing out of bounds.
class Carrier {
 public:
  explicit Carrier(PartSink& sink) : sink_(&sink) {}
  explicit Carrier(StateReader& reader) : source_(&reader) { reader.keep_parts(false); }
  ~Carrier() {
    if (source_ != nullptr) source_->keep_parts(true);
  }
  Carrier(const Carrier&) = delete;
  Carrier& operator=(const Carrier&) = delete;

  [[nodiscard]] bool loading() const { return source_ != nullptr; }
  [[nodiscard]] bool good() const { return good_; }
  /// What was read must be so. Returns whether all has been good so far. Says nothing when writing.
  bool require(bool fits) { return good_ = good_ && (fits || !loading()); }

  /// A list, of at most so many when it is read.
  template <class T>
  void values(std::vector<T>& list, std::size_t most = std::numeric_limits<std::size_t>::max()) {
    if (sink_ != nullptr) return sink_->write_part(std::span<const T>(list));
    static_assert(std::is_trivially_copyable_v<T>);
    const SavedPart part = next();
    const std::byte* const from = part.bytes ? part.at(0, part.size) : nullptr;
    list.clear();
    const bool fits = part.size % sizeof(T) == 0 && part.size / sizeof(T) <= most;
    if (!require(from != nullptr && fits) || from == nullptr) return;
    list.resize(static_cast<std::size_t>(part.size / sizeof(T)));
    if (!list.empty()) std::memcpy(static_cast<void*>(list.data()), from, list.size() * sizeof(T));
  }

  /// Single values, as one part. A truth value is 0 or 1.
  template <class... T>
  void record(T&... values) {
    constexpr std::size_t size = (sizeof(T) + ...);
    std::byte bytes[size];
    std::size_t at = 0;
    if (sink_ != nullptr) {
      ((std::memcpy(bytes + at, &values, sizeof(T)), at += sizeof(T)), ...);
      return sink_->write_part(std::span<const std::byte>(bytes));
    }
    const SavedPart part = next();
    const std::byte* from = part.bytes ? part.at(0, part.size) : nullptr;
    if (!require(from != nullptr && part.size == size)) return;
    (take(values, from), ...);
  }

 private:
  [[nodiscard]] SavedPart next() {
    std::optional<SavedPart> part;
    if (good_) part = source_->next();
    return part.value_or(SavedPart{});
  }
  template <class T>
  void take(T& value, const std::byte*& from) {
    static_assert(std::is_trivially_copyable_v<T>);
    if constexpr (std::is_same_v<T, bool>) {
      if (require(static_cast<unsigned>(*from) <= 1)) value = *from != std::byte{0};
    } else {
      std::memcpy(&value, from, sizeof(T));
    }
    from += sizeof(T);
  }

  PartSink* sink_ = nullptr;
  StateReader* source_ = nullptr;
  bool good_ = true;
};

}  // namespace portolan::detail
