// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <variant>

#include <portolan/core/assert.hpp>

namespace portolan {

/// What was wrong with an input, where, and what to do about it.
struct Error {
  std::string file;     ///< empty where the input is no file
  int line = 0;         ///< 1-based; 0 where unknown
  int column = 0;       ///< 1-based; 0 where unknown
  std::string key;      ///< key path such as `hierarchy.sector_size`; may be empty
  std::string message;  ///< what was expected, what was found, and the cure

  /// `file:line:column: key: message`, leaving out what is unknown.
  [[nodiscard]] std::string text() const {
    std::string out = file;
    if (line > 0) out += ":" + std::to_string(line);
    if (line > 0 && column > 0) out += ":" + std::to_string(column);
    if (!out.empty()) out += ": ";
    if (!key.empty()) out += key + ": ";
    return out + message;
  }
  /// The same place with a message: for what is found wrong there after reading.
  [[nodiscard]] Error with(std::string what) const { return {file, line, column, key, std::move(what)}; }
};

/// A value or an Error. Must be looked at; taking the value of a failed result is a caller's bug.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  [[nodiscard]] T& value() & { return PORTOLAN_ASSERT(ok(), "ask ok() first"), *std::get_if<0>(&state_); }
  [[nodiscard]] const T& value() const& {
    return PORTOLAN_ASSERT(ok(), "ask ok() first"), *std::get_if<0>(&state_);
  }
  [[nodiscard]] T&& value() && {
    return PORTOLAN_ASSERT(ok(), "ask ok() first"), std::move(*std::get_if<0>(&state_));
  }
  [[nodiscard]] const Error& error() const {
    // The analyzer takes a result that was found not to be ok for one that may be.
    return PORTOLAN_ASSERT(!ok(), "ask ok() first"), *std::get_if<1>(&state_);  // NOLINT(*.UndefReturn)
  }

  [[nodiscard]] T& operator*() & { return value(); }
  [[nodiscard]] const T& operator*() const& { return value(); }
  [[nodiscard]] T* operator->() { return &value(); }
  [[nodiscard]] const T* operator->() const { return &value(); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace portolan
