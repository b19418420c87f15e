// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// What Portolan uses of GDNative, by which Godot 3 calls and is called. Its functions are tables of
/// pointers, whose order has been the same since core 1.0 and NativeScript 1.1 (Godot 3.1): tables of other
/// versions are refused when the library is loaded.
namespace portolan::godot {

struct Object;  // the engine's: looked into by nobody

// The sizes are those of the engine. What is returned by value are integers to the calling convention, also
// where it is floats.
struct alignas(8) Variant {
  unsigned char bytes[24];
};
struct Reference {  // a string, a dictionary, an array
  void* data;
};
template <int size>
struct Bytes {
  unsigned char bytes[size];
};

enum class Type : int {
  nil = 0,
  boolean = 1,
  integer = 2,
  real = 3,
  vector2 = 5,
  rect2 = 6,
  vector3 = 7,
  object = 17,
  dictionary = 18,
  array = 19,
  bytes = 20,
  integers = 21,
  vectors2 = 24,
  vectors3 = 25
};

using Function = void (*)();
struct Api {
  unsigned type, major, minor;
  const Api* next;
};
struct CoreApi : Api {
  unsigned extension_count;
  const Api* const* extensions;
  Function functions[744];
};
template <int count>
struct ScriptApi : Api {
  Function functions[count];
};
struct InitOptions {
  bool in_editor;
  std::uint64_t hashes[3];
  Function report_version_mismatch;
  void (*report_loading_error)(const Object* library, const char* what);
  Object* library;
  const CoreApi* core;
  const Reference* library_path;
};

inline const CoreApi* core = nullptr;
inline const ScriptApi<6>* script = nullptr;
inline const ScriptApi<13>* script_more = nullptr;

/// One function: its place in a table, and its type.
template <const auto& table, int place, class Signature>
struct Entry;
template <const auto& table, int place, class Result, class... Arguments>
struct Entry<table, place, Result(Arguments...)> {
  Result operator()(Arguments... arguments) const {
    return reinterpret_cast<Result (*)(Arguments...)>(table->functions[place])(arguments...);
  }
};
template <int place, class Signature>
using Core = Entry<core, place, Signature>;

inline constexpr Core<507, Type(const Variant*)> type_of;
inline constexpr Core<509, void(Variant*)> new_nil;
inline constexpr Core<510, void(Variant*, bool)> new_bool;
inline constexpr Core<512, void(Variant*, std::int64_t)> new_int;
inline constexpr Core<513, void(Variant*, double)> new_real;
inline constexpr Core<514, void(Variant*, const Reference*)> new_string;
inline constexpr Core<515, void(Variant*, const void*)> new_vector2;
inline constexpr Core<517, void(Variant*, const void*)> new_vector3;
inline constexpr Core<528, void(Variant*, const Reference*)> new_dictionary;
inline constexpr Core<529, void(Variant*, const Reference*)> new_array;
inline constexpr Core<537, bool(const Variant*)> as_bool;
inline constexpr Core<539, std::int64_t(const Variant*)> as_int;
inline constexpr Core<540, double(const Variant*)> as_real;
inline constexpr Core<542, Bytes<8>(const Variant*)> as_vector2;
inline constexpr Core<543, Bytes<16>(const Variant*)> as_rect2;
inline constexpr Core<544, Bytes<12>(const Variant*)> as_vector3;
inline constexpr Core<554, Object*(const Variant*)> as_object;
inline constexpr Core<555, Reference(const Variant*)> as_dictionary;
inline constexpr Core<556, Reference(const Variant*)> as_array;
inline constexpr Core<570, void(Variant*)> destroy;

inline constexpr Core<323, void(Reference*)> array_new;
inline constexpr Core<335, const Variant*(const Reference*, int)> array_at;
inline constexpr Core<351, void(Reference*, const Variant*)> array_push_back;
inline constexpr Core<356, int(const Reference*)> array_size;
inline constexpr Core<361, void(Reference*)> array_destroy;
inline constexpr Core<362, void(Reference*)> dictionary_new;
inline constexpr Core<364, void(Reference*)> dictionary_destroy;
inline constexpr Core<365, int(const Reference*)> dictionary_size;
inline constexpr Core<368, bool(const Reference*, const Variant*)> dictionary_has;
inline constexpr Core<374, Variant(const Reference*, const Variant*)> dictionary_get;
inline constexpr Core<375, void(Reference*, const Variant*, const Variant*)> dictionary_set;
inline constexpr Core<681, Reference(const char*)> string_of;
inline constexpr Core<721, void(Reference*)> string_destroy;
inline constexpr Core<741, void(const char* what, const char* function, const char* file, int line)>
    print_error;

/// Pool arrays have all the same functions: those of one kind begin here and there.
template <int array, int reading, int writing, int variant>
struct PoolFunctions {
  static constexpr Core<array, void(Reference*)> make{};
  static constexpr Core<array + 9, void(Reference*, int)> resize{};
  static constexpr Core<array + 10, void*(const Reference*)> read{};
  static constexpr Core<array + 11, void*(Reference*)> write{};
  static constexpr Core<array + 14, int(const Reference*)> size{};
  static constexpr Core<array + 15, void(Reference*)> drop{};
  static constexpr Core<reading, const void*(const void*)> read_at{};
  static constexpr Core<reading + 2, void(void*)> read_end{};
  static constexpr Core<writing, void*(const void*)> write_at{};
  static constexpr Core<writing + 2, void(void*)> write_end{};
  static constexpr Core<variant, void(Variant*, const Reference*)> to_variant{};
  static constexpr Core<variant + 27, Reference(const Variant*)> from_variant{};
};

// Classes of a library.
template <class Signature>
struct Callback {
  Signature* call;
  void* data;
  void (*release)(void*);
};
using CreateFunction = Callback<void*(Object*, void* data)>;
using DestroyFunction = Callback<void(Object*, void* data, void* self)>;
using Method = Callback<Variant(Object*, void* data, void* self, int count, Variant** arguments)>;
struct MethodAttributes {
  int remote;
};
inline constexpr Entry<script, 0, void(void*, const char*, const char*, CreateFunction, DestroyFunction)>
    register_class;
inline constexpr Entry<script, 2, void(void*, const char*, const char*, MethodAttributes, Method)>
    register_method;
inline constexpr Entry<script, 5, void*(Object*)> self_of;
inline constexpr Entry<script_more, 7, void(void*, const char*, const void*)> set_type_tag;
inline constexpr Entry<script_more, 8, const void*(const Object*)> type_tag_of;

}  // namespace portolan::godot
