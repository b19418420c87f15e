// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <new>
#include <tuple>

#include "values.hpp"

/// Classes of C++ as classes of Godot: their methods take values of Godot, and what they refuse is printed as
/// an error of Godot's.
namespace portolan::godot {

/// Tells objects of one class from all others.
template <class Self>
inline char tag_of = 0;

template <class Self>
requires std::is_class_v<Self>
void take(const Variant* from, Self*& to) {
  expect(from, "an object of Portolan's", {Type::object});
  Object* object = as_object(from);
  if (object == nullptr || type_tag_of(object) != &tag_of<Self>)
    throw Refusal{"is an object of another class"};
  to = static_cast<Self*>(self_of(object));
}

template <auto method>
struct Bound;
/// What can be without a value may be missing; a method without an answer gives true.
template <class Self, class Result, class... Arguments, Result (Self::*method)(Arguments...)>
struct Bound<method> {
  static Variant call(Object*, void* name, void* self, int count, Variant** given) {
    Variant result;
    std::string text;
    try {
      std::tuple<std::remove_cvref_t<Arguments>...> arguments;
      take_all(count, given, arguments, std::index_sequence_for<Arguments...>());
      const auto run = [&](auto&... each) { return (static_cast<Self*>(self)->*method)(each...); };
      if constexpr (std::is_void_v<Result>) {
        std::apply(run, arguments);
        return made(true);
      } else {
        return made(std::apply(run, arguments));
      }
    } catch (const Refusal& refusal) {
      text = refusal.text;
    } catch (const std::bad_alloc&) {
      text = "no memory is left";
    }
    print_error(text.c_str(), static_cast<const char*>(name), "portolan", 0);
    new_nil(&result);
    return result;
  }

 private:
  template <std::size_t... indices>
  static void take_all(int count, [[maybe_unused]] Variant** given, auto& arguments,
                       std::index_sequence<indices...>) {
    if (std::cmp_greater(count, sizeof...(indices))) throw Refusal{"there are too many arguments"};
    (take_one(count, given, static_cast<int>(indices), std::get<indices>(arguments)), ...);
  }
  template <class T>
  static void take_one(int count, Variant** given, int index, T& to) {
    try {
      if (index < count) {
        take(given[index], to);
      } else if constexpr (!requires { to.has_value(); }) {
        throw Refusal{"is missing"};
      }
    } catch (const Refusal& refusal) {
      throw Refusal{"argument " + std::to_string(index + 1) + " " + refusal.text};
    }
  }
};

/// A class, before its methods.
template <class Self>
void register_type(void* library, const char* name) {
  register_class(library, name, "Reference",
                 {[](Object*, void*) -> void* { return new Self; }, nullptr, nullptr},
                 {[](Object*, void*, void* self) { delete static_cast<Self*>(self); }, nullptr, nullptr});
  set_type_tag(library, name, &tag_of<Self>);
}
/// Its methods, each by the name at the same place.
template <auto... methods>
void register_methods(void* library, const char* type, const char* const (&names)[sizeof...(methods)]) {
  const char* const* name = names;
  const auto add = [&](auto call) {
    register_method(library, type, *name, {0}, {call, const_cast<char*>(*name), nullptr});
    ++name;
  };
  (add(Bound<methods>::call), ...);
}

}  // namespace portolan::godot
