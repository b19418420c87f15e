// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <utility>

#include <portolan/core/assert.hpp>

#include "formats/words.hpp"
#include "yaml_key.hpp"

namespace portolan::detail {

bool looks_like_a_number(const std::string& text) {
  double ignored = 0;
  return is_number(text, ignored);
}

namespace {

constexpr std::int64_t max_coordinate = 32767;
constexpr std::int64_t max_layer = 63;

// 010 is ten to some readers and eight to others; better to ask.
bool has_leading_zero(std::string_view text) {
  if (!text.empty() && text[0] == '-') text.remove_prefix(1);
  return text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9';
}

// What to write in place of a number with a unit behind it; empty where the text is something else.
template <class T>
std::string without_unit(const std::string& text, T low, T high, std::string_view meaning) {
  T value = 0;
  const char* const stop = text.data() + text.size();
  const auto [end, code] = std::from_chars(text.data(), stop, value);
  const std::string_view unit(end, static_cast<std::size_t>(stop - end));
  const bool is_unit = code == std::errc() && !unit.empty() && !looks_like_a_number(text) &&
                       unit.find_first_of(".,:0123456789") == std::string_view::npos;
  if (!is_unit) return "";
  const std::string number = value >= low && value <= high ? shortest_form(value) : "the number";
  return "write " + number + " without a unit" +
         (meaning.empty() ? "" : ": " + std::string(meaning.substr(0, meaning.find(';'))));
}

}  // namespace

Error ValueReader::mark() const {
  if (describing()) return {};
  return {
      origin().name, node_->origin == 0 ? node_->line : 0, node_->origin == 0 ? node_->column : 0, path_, {}};
}

void ValueReader::state(KeyRecord::Shape shape, std::string range, std::string fallback,
                        std::string help) const {
  KeyRecord key;
  key.path = path_;
  key.shape = shape;
  key.range = std::move(range);
  key.fallback = std::move(fallback);
  key.help = std::move(help);
  context_->keys->push_back(std::move(key));
}

std::string ValueReader::found() const {
  switch (node_->kind) {
    case YamlNode::Kind::null:
      return "nothing";
    case YamlNode::Kind::list:
      return "a list of " + std::to_string(node_->items.size());
    case YamlNode::Kind::map:
      return "a mapping";
    case YamlNode::Kind::scalar:
      break;
  }
  const std::string text = node_->text.size() > 60 ? node_->text.substr(0, 60) + "..." : node_->text;
  return node_->quoted ? "the quoted text '" + text + "'" : "'" + text + "'";
}

void ValueReader::expected(const std::string& what, std::string_view cure) const {
  std::string message = "expected " + what + ", found " + found();
  if (!cure.empty()) {
    message += "; " + std::string(cure);
  } else if (node_->kind == YamlNode::Kind::null) {
    message += "; give a value or remove the key";
  } else if (node_->kind == YamlNode::Kind::scalar && node_->quoted && looks_like_a_number(node_->text)) {
    message += "; remove the quotes";
  }
  fail(std::move(message));
}

std::optional<ValueReader> ValueReader::find(std::string_view key) const {
  const YamlPtr* const value = node_->kind == YamlNode::Kind::map ? node_->find(key) : nullptr;
  if (value == nullptr) return std::nullopt;
  return ValueReader(*context_, value->get(),
                     path_.empty() ? std::string(key) : path_ + "." + std::string(key));
}

bool ValueReader::is_plain() const { return node_->kind == YamlNode::Kind::scalar && !node_->quoted; }

template <class T>
std::optional<T> ValueReader::plain_number(const std::string& what, T low, T high,
                                           std::string_view meaning) const {
  T value = 0;
  const bool leading_zero = is_plain() && has_leading_zero(node_->text);
  if (is_plain() && !leading_zero && is_number(node_->text, value) && value >= low && value <= high)
    return value;
  const bool comma = std::is_floating_point_v<T> && is_plain() && node_->text.find(',') != std::string::npos;
  expected(what, leading_zero ? "leading zeros may mean base eight: write it without"
                 : comma      ? "the decimal sign is a point"
                 : is_plain() ? without_unit(node_->text, low, high, meaning)
                              : "");
  return std::nullopt;
}

std::optional<std::int64_t> ValueReader::integer(std::int64_t low, std::int64_t high,
                                                 std::string_view meaning) const {
  PORTOLAN_ASSERT(low <= high, "a range holds a number");
  return plain_number("an integer from " + range_text(low, high), low, high, meaning);
}

std::optional<double> ValueReader::number(double low, double high, std::string_view meaning) const {
  PORTOLAN_ASSERT(low <= high, "a range holds a number");
  return plain_number("a number from " + range_text(low, high), low, high, meaning);
}

std::optional<std::int64_t> ValueReader::integer_among(std::span<const std::int64_t> allowed) const {
  std::int64_t value = 0;
  if (!is_plain() || has_leading_zero(node_->text) || !is_number(node_->text, value)) {
    return std::nullopt;
  }
  return std::find(allowed.begin(), allowed.end(), value) != allowed.end() ? std::optional(value)
                                                                           : std::nullopt;
}

std::optional<bool> ValueReader::flag() const {
  if (is_plain() && node_->text == "true") return true;
  if (is_plain() && node_->text == "false") return false;
  constexpr std::array<std::string_view, 8> yes{"yes", "on", "y", "Yes", "True", "TRUE", "On", "1"};
  constexpr std::array<std::string_view, 8> no{"no", "off", "n", "No", "False", "FALSE", "Off", "0"};
  const auto is_in = [this](const auto& words) {
    return is_plain() && std::find(words.begin(), words.end(), node_->text) != words.end();
  };
  expected("true or false", is_in(yes) ? "write true" : is_in(no) ? "write false" : "");
  return std::nullopt;
}

std::optional<std::string> ValueReader::text() const {
  if (node_->kind == YamlNode::Kind::scalar && !node_->text.empty()) return node_->text;
  expected("a text", node_->kind == YamlNode::Kind::scalar ? "the text is empty" : "");
  return std::nullopt;
}

std::optional<std::size_t> ValueReader::choice(std::span<const std::string_view> names) const {
  PORTOLAN_ASSERT(!names.empty(), "there is something to choose from");
  if (node_->kind == YamlNode::Kind::scalar) {
    const auto hit = std::find(names.begin(), names.end(), node_->text);
    if (hit != names.end()) return static_cast<std::size_t>(hit - names.begin());
  }
  const std::vector<std::string> known(names.begin(), names.end());
  const auto near = node_->kind == YamlNode::Kind::scalar ? nearest(node_->text, known) : std::nullopt;
  expected("one of " + joined(known), near ? "did you mean '" + *near + "'?" : "");
  return std::nullopt;
}

// The values of a list of so many entries; nothing where one of them is at fault.
template <class Read>
auto ValueReader::entries(const std::string& what, std::size_t shortest, std::size_t longest,
                          const Read& read) const {
  std::optional<std::vector<typename decltype(read(*this, 0))::value_type>> values;
  if (node_->kind != YamlNode::Kind::list || node_->items.size() < shortest ||
      node_->items.size() > longest) {
    expected(what);
    return values;
  }
  values.emplace();
  for (std::size_t i = 0; i < node_->items.size(); ++i) {
    if (const auto value = read(item(i), i)) values->push_back(*value);
  }
  if (values->size() < node_->items.size()) values.reset();
  return values;
}

std::optional<std::vector<std::int64_t>> ValueReader::integers(std::size_t shortest, std::size_t longest,
                                                               std::int64_t low, std::int64_t high) const {
  const std::string count =
      std::to_string(shortest) + (longest > shortest ? " or " + std::to_string(longest) : std::string());
  return entries("a list of " + count + " integers", shortest, longest,
                 [&](const ValueReader& entry, std::size_t) { return entry.integer(low, high); });
}

std::optional<std::vector<double>> ValueReader::numbers(std::size_t count, double low, double high) const {
  return entries("a list of " + std::to_string(count) + " numbers", count, count,
                 [&](const ValueReader& entry, std::size_t) { return entry.number(low, high); });
}

std::optional<Cell> ValueReader::cell() const {
  const auto parts =
      entries("a cell [x, y] or [x, y, layer]", 2, 3, [&](const ValueReader& entry, std::size_t i) {
        return entry.integer(0, i == 2 ? max_layer : max_coordinate);
      });
  if (!parts) return std::nullopt;
  const auto part = [&](std::size_t i) { return static_cast<std::int32_t>((*parts)[i]); };
  return Cell{part(0), part(1), parts->size() == 3 ? part(2) : 0};
}

std::optional<Cost> ValueReader::cost() const {
  // In quotes too, as programs write it that write JSON.
  if (node_->kind == YamlNode::Kind::scalar && node_->text == "impassable") return impassable;
  std::int64_t value = 0;
  if (is_plain() && !has_leading_zero(node_->text) && is_number(node_->text, value) && value >= 1 &&
      value <= 254) {
    return static_cast<Cost>(value);
  }
  const bool closed = is_plain() && (node_->text == "no" || node_->text == "255");
  const bool is_free = is_plain() && node_->text == "0";
  expected("a cost from 1 to 254, or impassable", closed    ? "write impassable"
                                                  : is_free ? "write 1 for the cheapest ground, or impassable"
                                                            : "");
  return std::nullopt;
}

// Of the text as a whole it says no more than what it must be.
std::string_view ValueReader::cure_of_no_mapping() const {
  if (path_.empty() || node_->origin != 0) return "";
  switch (node_->kind) {
    case YamlNode::Kind::null:
      return "indent its keys below it, or take it away";
    case YamlNode::Kind::list:
      return "write its keys without '- ' before them, and without brackets";
    default:
      return "write its keys below it, indented, or as {key: value}";
  }
}

void ValueReader::map(const std::function<void(YamlMapping&)>& read) const {
  if (!describing() && node_->kind != YamlNode::Kind::map) {
    expected("a mapping of keys to values", cure_of_no_mapping());
    return;
  }
  YamlMapping reader(*context_, node_, path_);
  read(reader);
  reader.finish();
}

void ValueReader::list(std::size_t shortest, std::size_t longest,
                       const std::function<void(const ValueReader&)>& read) const {
  PORTOLAN_ASSERT(shortest <= longest, "a list may have some length");
  if (describing()) {
    read({*context_, nullptr, path_ + "[]"});
    return;
  }
  if (node_->kind != YamlNode::Kind::list) {
    // An override of an entry where the file has no list.
    const std::string_view cure = node_->origin != 0 ? "name the whole list, in brackets"
                                  : node_->kind == YamlNode::Kind::null
                                      ? "begin each entry below it with '- '"
                                      : "begin each entry with '- '";
    expected("a list", cure);
    return;
  }
  const std::size_t size = node_->items.size();
  if (size < shortest || size > longest) {
    fail("expected a list of " +
         range_text(static_cast<std::int64_t>(shortest), static_cast<std::int64_t>(longest)) +
         " entries, found " + std::to_string(size));
  }
  for (std::size_t i = 0; i < std::min(size, longest); ++i) {
    read(item(i));
  }
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> known) {
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  if (word.size() > 64) return best;
  for (const std::string& candidate : known) {
    // Edit distance with swaps of neighbours (optimal string alignment), three rows.
    std::vector<std::size_t> before, above(candidate.size() + 1), row(candidate.size() + 1);
    std::iota(above.begin(), above.end(), std::size_t{0});
    for (std::size_t i = 1; i <= word.size(); ++i) {
      row[0] = i;
      for (std::size_t j = 1; j <= candidate.size(); ++j) {
        const std::size_t change = word[i - 1] == candidate[j - 1] ? 0 : 1;
        row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + change});
        if (i > 1 && j > 1 && word[i - 1] == candidate[j - 2] && word[i - 2] == candidate[j - 1]) {
          row[j] = std::min(row[j], before[j - 2] + 1);
        }
      }
      before = above;
      above = row;
    }
    if (above.back() < best_distance) {
      best_distance = above.back();
      best = candidate;
    }
  }
  return best;
}

}  // namespace portolan::detail
