// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/detail/revision.hpp>
#include <portolan/core/straight_field.hpp>

namespace portolan::detail {

/// One revision of two fields together, for a guide that tells what follows from both.
class PairRevision {
 public:
  void forget() { number_ = 0; }
  /// True where they are others than before, or have changed.
  bool note(const StraightField& first, const StraightField& second) {
    if (of(first, second) != 0) return false;
    first_ = first.revision();
    second_ = second.revision();
    number_ = new_revision();
    return true;
  }
  /// 0 where they have changed since they were noted.
  [[nodiscard]] std::uint64_t of(const StraightField& first, const StraightField& second) const {
    return first_ == first.revision() && second_ == second.revision() ? number_ : 0;
  }

 private:
  std::uint64_t number_ = 0, first_ = 0, second_ = 0;
};

}  // namespace portolan::detail
