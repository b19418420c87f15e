// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

namespace portolan::detail {

template <class T>
struct PimplDelete {
  void (*call)(T*) = nullptr;
  void operator()(T* value) const { call(value); }
};

/// Owns a value whose type only a source file knows. It brings the destructor along from there, so that a
/// class which holds one needs to write down neither its own nor its moves.
template <class T>
using Pimpl = std::unique_ptr<T, PimplDelete<T>>;

template <class T, class... Args>
[[nodiscard]] Pimpl<T> make_pimpl(Args&&... args) {
  return Pimpl<T>(new T(std::forward<Args>(args)...), {[](T* value) { delete value; }});
}

}  // namespace portolan::detail
