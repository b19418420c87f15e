// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/vec2.hpp>

#include "yaml_tree.hpp"

namespace portolan::detail {

/// The shortest text that is read as this number again.
template <class T>
[[nodiscard]] std::string shortest_form(T value) {
  std::array<char, 64> buffer{};
  const auto [end, code] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), code == std::errc() ? end : buffer.data()};
}
template <class T>
[[nodiscard]] std::string range_text(T low, T high) {
  return shortest_form(low) + " to " + shortest_form(high);
}

/// Whether a text is a number from its first character to its last.
[[nodiscard]] bool looks_like_a_number(const std::string& text);

/// `a, b, c`.
[[nodiscard]] std::string joined(std::span<const std::string> words);

/// A key as its reader states it: the one source of the errors, the documentation and the editors' schema.
struct KeyRecord {
  enum class Shape : std::uint8_t {
    integer,
    number,
    flag,
    text,
    choice,
    cell,
    point,
    tuple,
    cost,
    list,
    map,
    names,
    terrain
  };

  std::string path{};
  Shape shape = Shape::text;
  std::string range{};
  std::string fallback{};
  std::string help{};
  bool required = false;
  double low = 0;
  double high = 0;
  std::size_t shortest = 0;  ///< of tuples
  std::size_t longest = 0;
  std::vector<std::string> choices{};
};

/// What all readers of one scenario share. With `keys` set nothing is read: every reader states its keys
/// instead.
struct ReadContext {
  struct Origin {
    std::string name;              ///< for messages
    std::filesystem::path folder;  ///< where relative paths start
    bool confined = false;         ///< files that it names lie in that folder or below
  };
  std::vector<Origin> origins;
  std::vector<Error> errors;
  std::vector<std::filesystem::path> files;  ///< that it names
  std::vector<KeyRecord>* keys = nullptr;
};

struct YamlKey {
  std::string_view name;
  std::string_view help;
  bool required = false;
};

[[nodiscard]] constexpr YamlKey required(std::string_view name, std::string_view help) {
  return {name, help, true};
}

class YamlMapping;

/// One value of the document, to be read as what the caller expects. Faults are collected in the context and
/// nothing is returned then.
class ValueReader {
 public:
  ValueReader(ReadContext& context, const YamlNode* node, std::string path)
      : context_(&context), node_(node), path_(std::move(path)) {}

  [[nodiscard]] bool describing() const { return context_->keys != nullptr; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const ReadContext::Origin& origin() const { return context_->origins[node_->origin]; }
  [[nodiscard]] Error mark() const;
  /// While describing: states what this value is, where no key of a mapping does.
  void state(KeyRecord::Shape shape, std::string range, std::string fallback, std::string help) const;
  void fail(std::string message) const { report(mark().with(std::move(message))); }
  /// A fault that lies elsewhere.
  void report(Error error) const { context_->errors.push_back(std::move(error)); }
  void note_file(const std::filesystem::path& file) const { context_->files.push_back(file); }

  /// What the number means is told where somebody writes a unit behind it.
  [[nodiscard]] std::optional<std::int64_t> integer(std::int64_t low, std::int64_t high,
                                                    std::string_view meaning = {}) const;
  /// One of a few integers; reports nothing, so that the caller can name the cure.
  [[nodiscard]] std::optional<std::int64_t> integer_among(std::span<const std::int64_t> allowed) const;
  [[nodiscard]] std::optional<double> number(double low, double high, std::string_view meaning = {}) const;
  [[nodiscard]] std::optional<bool> flag() const;
  [[nodiscard]] std::optional<std::string> text() const;
  [[nodiscard]] std::optional<std::size_t> choice(std::span<const std::string_view> names) const;
  /// `[x, y]` or `[x, y, layer]`.
  [[nodiscard]] std::optional<Cell> cell() const;
  /// A list of `shortest` to `longest` integers.
  [[nodiscard]] std::optional<std::vector<std::int64_t>> integers(std::size_t shortest, std::size_t longest,
                                                                  std::int64_t low, std::int64_t high) const;
  /// A list of exactly `count` numbers.
  [[nodiscard]] std::optional<std::vector<double>> numbers(std::size_t count, double low, double high) const;
  /// 1 to 254, or `impassable`.
  [[nodiscard]] std::optional<Cost> cost() const;
  [[nodiscard]] bool is_list() const { return node_->kind == YamlNode::Kind::list; }
  void map(const std::function<void(YamlMapping&)>& read) const;
  void list(std::size_t shortest, std::size_t longest,
            const std::function<void(const ValueReader&)>& read) const;
  [[nodiscard]] std::size_t size() const { return node_->items.size(); }
  /// The value of a key, where this is a mapping that has it.
  [[nodiscard]] std::optional<ValueReader> find(std::string_view key) const;
  /// An entry of a list.
  [[nodiscard]] ValueReader item(std::size_t i) const {
    return {*context_, node_->items[i].get(), path_ + "." + std::to_string(i)};
  }

  /// `expected ..., found ...`, with a cure where one is known.
  void expected(const std::string& what, std::string_view cure = {}) const;

 private:
  [[nodiscard]] bool is_plain() const;
  [[nodiscard]] std::string_view cure_of_no_mapping() const;
  [[nodiscard]] std::string found() const;
  template <class T>
  [[nodiscard]] std::optional<T> plain_number(const std::string& what, T low, T high,
                                              std::string_view meaning) const;
  template <class Read>
  [[nodiscard]] auto entries(const std::string& what, std::size_t shortest, std::size_t longest,
                             const Read& read) const;

  ReadContext* context_;
  const YamlNode* node_;  // null while describing
  std::string path_;
};

/// One mapping of the document. Each call names a key; what is left over at the end is unknown.
class YamlMapping {
 public:
  YamlMapping(ReadContext& context, const YamlNode* node, std::string path)
      : context_(&context), node_(node), path_(std::move(path)) {}

  [[nodiscard]] bool describing() const { return context_->keys != nullptr; }
  [[nodiscard]] ValueReader here() const { return {*context_, node_, path_}; }
  [[nodiscard]] bool given(std::string_view key) const;
  /// The value of a key that is there.
  [[nodiscard]] ValueReader at(std::string_view key) const;
  /// Number of the one key among these that is given; a fault where there is none (unless `optional`) or
  /// where there are several. One that an override brings wins over those of the file.
  [[nodiscard]] std::optional<std::size_t> only_one(std::span<const std::string_view> keys,
                                                    bool optional = false);

  /// A key that has no effect where none of the others is given; `shown` names them.
  void goes_with(std::string_view key, std::initializer_list<std::string_view> others,
                 std::string_view shown) const;

  template <class T>
  void integer(const YamlKey& wanted, T& target, std::int64_t low, std::int64_t high) {
    read(wanted, bounded(KeyRecord::Shape::integer, target, low, high), target,
         [&](const ValueReader& value) { return value.integer(low, high, wanted.help); });
  }
  /// A limit, whose greatest value stands for none: 0 in the file.
  template <class T>
  void limit(const YamlKey& wanted, T& target, std::int64_t high) {
    constexpr T none = std::numeric_limits<T>::max();
    std::int64_t value = target == none ? 0 : static_cast<std::int64_t>(target);
    integer(wanted, value, 0, high);
    target = value == 0 ? none : static_cast<T>(value);
  }
  /// An integer out of a few.
  template <class T>
  void one_of(const YamlKey& wanted, T& target, std::span<const std::int64_t> allowed,
              std::string_view cure) {
    std::vector<std::string> choices;
    for (const std::int64_t a : allowed) choices.push_back(shortest_form(a));
    read(wanted, out_of(choices, shown_default(target)), target, [&](const ValueReader& value) {
      const auto found = value.integer_among(allowed);
      if (!found) value.expected("one of " + joined(choices), cure);
      return found;
    });
  }
  template <class T>
  void number(const YamlKey& wanted, T& target, double low, double high) {
    read(wanted, bounded(KeyRecord::Shape::number, target, low, high), target,
         [&](const ValueReader& value) { return value.number(low, high, wanted.help); });
  }
  template <class T>
  void flag(const YamlKey& wanted, T& target) {
    read(wanted, {.shape = KeyRecord::Shape::flag, .range = "true, false", .fallback = shown_default(target)},
         target, [](const ValueReader& value) { return value.flag(); });
  }
  template <class E>
  void choice(const YamlKey& wanted, E& target, std::span<const std::string_view> names) {
    const std::string_view fallback =
        wanted.required ? std::string_view() : names[static_cast<std::size_t>(target)];
    read(wanted, out_of({names.begin(), names.end()}, std::string(fallback)), target,
         [&](const ValueReader& value) { return value.choice(names); });
  }
  void text(const YamlKey& wanted, std::string& target, std::string_view fallback = {}) {
    read(wanted, {.shape = KeyRecord::Shape::text, .fallback = std::string(fallback)}, target,
         [](const ValueReader& value) { return value.text(); });
  }
  void cell(const YamlKey& wanted, Cell& target) {
    read(wanted, {.shape = KeyRecord::Shape::cell, .range = "[x, y] or [x, y, layer]"}, target,
         [](const ValueReader& value) { return value.cell(); });
  }
  void cost(const YamlKey& wanted, Cost& target) {
    read(wanted, {.shape = KeyRecord::Shape::cost, .range = "1 to 254, or impassable"}, target,
         [](const ValueReader& value) { return value.cost(); });
  }
  /// Appends a point `[x, y]`.
  void point(const YamlKey& wanted, std::vector<Vec2>& target, double low, double high);
  void integers(const YamlKey& wanted, std::vector<std::int64_t>& target, std::size_t shortest,
                std::size_t longest, std::int64_t low, std::int64_t high, std::string_view shape);
  void map(const YamlKey& wanted, const std::function<void(YamlMapping&)>& read);
  void list(const YamlKey& wanted, std::size_t shortest, std::size_t longest,
            const std::function<void(const ValueReader&)>& read);
  /// A mapping whose keys are names of the user's own.
  void names(const YamlKey& wanted, const std::function<void(const std::string&, const ValueReader&)>& read);

  /// A key that may be there, and is read by hand or not at all.
  void known(std::string_view key) { known_.emplace_back(key); }
  /// Reports the keys that nobody asked for.
  void finish() const;

 private:
  [[nodiscard]] std::optional<ValueReader> take(const YamlKey& wanted, KeyRecord record);
  [[nodiscard]] std::string slip_at(std::size_t i, std::optional<std::size_t> above) const;
  [[nodiscard]] std::string path_of(std::string_view key) const;
  /// Takes a key into `target`, where it is given and right.
  template <class T, class Read>
  void read(const YamlKey& wanted, KeyRecord key, T& target, const Read& as) {
    const std::optional<ValueReader> value = take(wanted, std::move(key));
    if (!value) return;
    if (auto found = as(*value)) assign(target, std::move(*found));
  }
  template <class T, class N>
  [[nodiscard]] static KeyRecord bounded(KeyRecord::Shape shape, const T& target, N low, N high) {
    return {.shape = shape,
            .range = range_text(low, high),
            .fallback = shown_default(target),
            .low = static_cast<double>(low),
            .high = static_cast<double>(high)};
  }
  [[nodiscard]] static KeyRecord out_of(std::vector<std::string> choices, std::string fallback);

  template <class T, class V>
  static void assign(T& target, V value) {
    target = static_cast<T>(std::move(value));
  }
  template <class T, class V>
  static void assign(std::optional<T>& target, V value) {
    target = static_cast<T>(std::move(value));
  }
  [[nodiscard]] static std::string shown_default(bool value) { return value ? "true" : "false"; }
  template <class T>
  [[nodiscard]] static std::string shown_default(T value) {
    return shortest_form(value);
  }
  template <class T>
  [[nodiscard]] static std::string shown_default(const std::optional<T>&) {
    return {};
  }

  ReadContext* context_;
  const YamlNode* node_;  // null while describing
  std::string path_;
  std::vector<std::string> known_;
};

/// The known word that is nearest to a misspelt one, if any is near.
[[nodiscard]] std::optional<std::string> nearest(std::string_view word, std::span<const std::string> known);

}  // namespace portolan::detail
