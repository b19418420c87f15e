// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <portolan.h>

#include "gdnative.hpp"

/// Values of Godot from and to those of portolan.h. `take` reads an argument, and refuses what is of another
/// type; `made` makes a result.
namespace portolan::godot {

/// Why a call fails: printed as an error of Godot's.
struct Refusal {
  std::string text;
};
struct Vector2 {
  float x, y;
};
struct Vector3 {
  float x, y, z;
};
using Positions = std::vector<Vector2>;
using Places = std::vector<portolan_cell>;
using Agents = std::vector<portolan_agent>;

inline void expect(const Variant* from, const char* what, std::initializer_list<Type> types) {
  if (std::ranges::find(types, type_of(from)) == types.end()) throw Refusal{std::string("is not ") + what};
}

Variant built(auto make, auto value) {
  Variant result;
  make(&result, value);
  return result;
}

template <class T>
struct Pool;
template <>
struct Pool<std::uint8_t> : PoolFunctions<155, 268, 296, 530> {};
template <>
struct Pool<std::int32_t> : PoolFunctions<171, 272, 300, 531> {};
template <>
struct Pool<float> : PoolFunctions<187, 276, 304, 532> {};
template <>
struct Pool<Vector2> : PoolFunctions<219, 284, 312, 534> {};
template <>
struct Pool<Vector3> : PoolFunctions<235, 288, 316, 535> {};

template <class T>
std::vector<T> pool_of(const Variant* from) {
  Reference pool = Pool<T>::from_variant(from);
  std::vector<T> values(static_cast<std::size_t>(Pool<T>::size(&pool)));
  void* access = Pool<T>::read(&pool);
  if (!values.empty()) std::memcpy(values.data(), Pool<T>::read_at(access), values.size() * sizeof(T));
  Pool<T>::read_end(access);
  Pool<T>::drop(&pool);
  return values;
}
template <class T>
Variant made_pool(const T* values, std::size_t count) {
  if (!std::in_range<int>(count)) throw Refusal{"the answer is too long for an array of Godot's"};
  Reference pool;
  Pool<T>::make(&pool);
  Pool<T>::resize(&pool, static_cast<int>(count));
  void* access = Pool<T>::write(&pool);
  if (count > 0) std::memcpy(Pool<T>::write_at(access), values, count * sizeof(T));
  Pool<T>::write_end(access);
  const Variant result = built(Pool<T>::to_variant, &pool);
  Pool<T>::drop(&pool);
  return result;
}
template <class T>
Variant made(const std::vector<T>& values) {
  return made_pool(values.data(), values.size());
}

inline std::int32_t whole(float number) {
  const float floor = std::floor(number);
  if (!(std::abs(floor) < 0x1p31F)) throw Refusal{"is no cell"};
  return static_cast<std::int32_t>(floor);
}
inline portolan_cell cell_of(Vector2 at) { return {whole(at.x), whole(at.y), 0}; }
inline portolan_cell cell_of(Vector3 at) { return {whole(at.x), whole(at.y), whole(at.z)}; }

template <std::integral T>
void take(const Variant* from, T& to) {
  expect(from, "a number", {Type::boolean, Type::integer, Type::real});
  const std::int64_t number = as_int(from);
  if (type_of(from) == Type::real && static_cast<double>(number) != as_real(from))
    throw Refusal{"is not a whole number"};
  if constexpr (std::same_as<T, bool>) {
    to = as_bool(from);
  } else {
    // 64 bits without a sign have the same bits in Godot, which has none of these.
    if (sizeof(T) < 8 && !std::in_range<T>(number))
      throw Refusal{"is out of range: " + std::to_string(number)};
    to = static_cast<T>(number);
  }
}
template <std::floating_point T>
void take(const Variant* from, T& to) {
  expect(from, "a number", {Type::integer, Type::real});
  to = static_cast<T>(as_real(from));
}
inline void take(const Variant* from, Vector2& to) {
  expect(from, "a Vector2", {Type::vector2});
  to = std::bit_cast<Vector2>(as_vector2(from));
}
inline void take(const Variant* from, float (&to)[2]) {
  Vector2 vector;
  take(from, vector);
  to[0] = vector.x, to[1] = vector.y;
}
inline void take(const Variant* from, portolan_cell& to) {
  expect(from, "a cell: Vector2(x, y), or Vector3(x, y, layer)", {Type::vector2, Type::vector3});
  to = type_of(from) == Type::vector2 ? cell_of(std::bit_cast<Vector2>(as_vector2(from)))
                                      : cell_of(std::bit_cast<Vector3>(as_vector3(from)));
}
inline void take(const Variant* from, portolan_rect& to) {
  expect(from, "a Rect2", {Type::rect2});
  const auto [x, y, width, height] = std::bit_cast<std::array<float, 4>>(as_rect2(from));
  to = {whole(x), whole(y), whole(width), whole(height), 0};
}
inline void take(const Variant* from, std::vector<std::uint8_t>& to) {
  expect(from, "a PoolByteArray", {Type::bytes});
  to = pool_of<std::uint8_t>(from);
}
template <class T>
void take_each(const Variant* from, std::vector<T>& to) {
  Reference array = as_array(from);
  const std::unique_ptr<Reference, decltype([](Reference* all) { array_destroy(all); })> guard(&array);
  to.resize(static_cast<std::size_t>(array_size(&array)));
  for (int i = 0; i < array_size(&array); ++i) take(array_at(&array, i), to[static_cast<std::size_t>(i)]);
}
inline void take(const Variant* from, Positions& to) {
  expect(from, "an array of Vector2", {Type::vectors2, Type::array});
  if (type_of(from) == Type::array) return take_each(from, to);
  to = pool_of<Vector2>(from);
}
inline void take(const Variant* from, Places& to) {
  expect(from, "an array of cells", {Type::vectors2, Type::vectors3, Type::array});
  take_each(from, to);
}
inline void take(const Variant* from, Agents& to) {
  expect(from, "an array of numbers of agents", {Type::array});
  take_each(from, to);
}

inline Variant made(bool value) { return built(new_bool, value); }
Variant made(std::floating_point auto value) { return built(new_real, static_cast<double>(value)); }
Variant made(std::integral auto value) { return built(new_int, static_cast<std::int64_t>(value)); }
inline Variant made(Vector2 value) { return built(new_vector2, &value); }
inline Variant made(const float (&vector)[2]) { return made(Vector2{vector[0], vector[1]}); }
inline Variant made(Vector3 value) { return built(new_vector3, &value); }
inline Variant made(Variant value) { return value; }
inline Vector3 vector_of(portolan_cell cell) {
  return {static_cast<float>(cell.x), static_cast<float>(cell.y), static_cast<float>(cell.layer)};
}
inline Variant made(portolan_cell cell) { return made(vector_of(cell)); }
inline Variant made_name(const char* name) {
  Reference text = string_of(name);
  const Variant result = built(new_string, &text);
  string_destroy(&text);
  return result;
}

struct Guard {
  Variant& value;
  ~Guard() { destroy(&value); }
};

class Dictionary {
 public:
  Dictionary() { dictionary_new(&dictionary_); }
  explicit Dictionary(const Variant* from) : dictionary_(as_dictionary(from)) {}
  Dictionary(const Dictionary&) = delete;
  Dictionary& operator=(const Dictionary&) = delete;
  ~Dictionary() { dictionary_destroy(&dictionary_); }

  [[nodiscard]] int size() const { return dictionary_size(&dictionary_); }

  /// Where there is such a key, its value into `to`. The key is used up.
  template <class T>
  bool take_at(Variant key, T& to) const {
    const Guard name{key};
    if (!dictionary_has(&dictionary_, &key)) return false;
    Variant value = dictionary_get(&dictionary_, &key);
    const Guard guard{value};
    take(&value, to);
    return true;
  }
  Dictionary& set(const char* name, Variant value) {
    Variant key = made_name(name);
    const Guard guards[] = {{key}, {value}};
    dictionary_set(&dictionary_, &key, &value);
    return *this;
  }
  [[nodiscard]] Variant variant() const { return built(new_dictionary, &dictionary_); }

 private:
  Reference dictionary_;
};

/// Of values, which are used up.
inline Variant made_array(std::vector<Variant>& values) {
  Reference array;
  array_new(&array);
  for (Variant& value : values) {
    array_push_back(&array, &value);
    destroy(&value);
  }
  const Variant result = built(new_array, &array);
  array_destroy(&array);
  return result;
}

/// A cost for each class of terrain; impassable where there is none.
struct Costs {
  std::vector<std::uint8_t> all;
};
inline void take(const Variant* from, Costs& to) {
  expect(from, "a Dictionary", {Type::dictionary});
  const Dictionary costs(from);
  to.all.assign(256, 255);
  int used = 0;
  for (std::int64_t terrain = 0; terrain < 256; ++terrain) {
    used += costs.take_at(made(terrain), to.all[static_cast<std::size_t>(terrain)]) ? 1 : 0;
  }
  if (used != costs.size()) throw Refusal{"has keys other than 0 to 255"};
}

/// What is called by its name, in a dictionary. A name that nobody asked for is refused by `done`.
class Options {
 public:
  void use(const Variant* from) { dictionary_.emplace(from); }
  [[nodiscard]] bool has_value() const { return dictionary_.has_value(); }
  template <class T>
  Options& take(const char* name, T& to) {
    try {
      if (dictionary_ && dictionary_->take_at(made_name(name), to)) ++used_;
    } catch (Refusal& refusal) {
      throw Refusal{std::string(name) + " " + refusal.text};
    }
    names_ += std::string(names_.empty() ? "" : ", ") + name;
    return *this;
  }
  void done() const {
    if (dictionary_ && dictionary_->size() != used_) throw Refusal{"there are no options but " + names_};
  }

 private:
  std::optional<Dictionary> dictionary_;
  int used_ = 0;
  std::string names_;
};
inline void take(const Variant* from, Options& to) {
  expect(from, "a Dictionary", {Type::dictionary, Type::nil});
  if (type_of(from) == Type::dictionary) to.use(from);
}
template <class T>
void take(const Variant* from, std::optional<T>& to) {
  if (type_of(from) != Type::nil) take(from, to.emplace());
}

}  // namespace portolan::godot
