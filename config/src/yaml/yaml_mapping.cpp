// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <utility>

#include "yaml_key.hpp"

namespace portolan::detail {

std::string joined(std::span<const std::string> words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) out += (i > 0 ? ", " : "") + words[i];
  return out;
}

std::string YamlMapping::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

bool YamlMapping::given(std::string_view key) const {
  return node_ != nullptr && node_->find(key) != nullptr;
}

ValueReader YamlMapping::at(std::string_view key) const {
  return {*context_, node_->find(key)->get(), path_of(key)};
}

std::optional<ValueReader> YamlMapping::take(const YamlKey& wanted, KeyRecord key) {
  known_.emplace_back(wanted.name);
  if (describing()) {
    key.path = path_of(wanted.name);
    key.help = wanted.help;
    key.required = wanted.required;
    if (wanted.required) key.fallback.clear();
    context_->keys->push_back(std::move(key));
    return std::nullopt;
  }
  if (given(wanted.name)) return at(wanted.name);
  if (wanted.required) {
    here().fail("the key '" + std::string(wanted.name) + "' is missing (" + std::string(wanted.help) +
                "); add it");
  }
  return std::nullopt;
}

std::optional<std::size_t> YamlMapping::only_one(std::span<const std::string_view> keys, bool optional) {
  if (describing()) return std::nullopt;
  std::vector<std::size_t> hits, overrides;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!given(keys[i])) continue;
    hits.push_back(i);
    names.emplace_back(keys[i]);
    if ((*node_->find(keys[i]))->origin != 0) overrides.push_back(i);
  }
  if (hits.size() == 1) return hits[0];
  if (overrides.size() == 1) return overrides[0];
  if (hits.empty() && optional) return std::nullopt;
  const std::vector<std::string> all(keys.begin(), keys.end());
  here().fail("expected exactly one of " + joined(all) + ", found " +
              (names.empty() ? "none" : joined(names)) + (names.empty() ? "; add one" : "; keep one"));
  return std::nullopt;
}

void YamlMapping::goes_with(std::string_view key, std::initializer_list<std::string_view> others,
                            std::string_view shown) const {
  const auto is_given = [&](std::string_view other) { return given(other); };
  if (!given(key) || std::any_of(others.begin(), others.end(), is_given)) return;
  at(key).fail("goes with " + std::string(shown) + "; give that too, or take it away");
}

KeyRecord YamlMapping::out_of(std::vector<std::string> choices, std::string fallback) {
  KeyRecord key{.shape = KeyRecord::Shape::choice, .range = joined(choices), .fallback = std::move(fallback)};
  key.choices = std::move(choices);
  return key;
}

void YamlMapping::point(const YamlKey& wanted, std::vector<Vec2>& target, double low, double high) {
  std::vector<double> point;
  read(wanted,
       {.shape = KeyRecord::Shape::point, .range = "[x, y], each " + range_text(low, high), .low = low},
       point, [&](const ValueReader& value) { return value.numbers(2, low, high); });
  if (!point.empty()) target.push_back({static_cast<float>(point[0]), static_cast<float>(point[1])});
}

void YamlMapping::integers(const YamlKey& wanted, std::vector<std::int64_t>& target, std::size_t shortest,
                           std::size_t longest, std::int64_t low, std::int64_t high, std::string_view shape) {
  read(wanted,
       {.shape = KeyRecord::Shape::tuple,
        .range = std::string(shape),
        .low = static_cast<double>(low),
        .high = static_cast<double>(high),
        .shortest = shortest,
        .longest = longest},
       target, [&](const ValueReader& value) { return value.integers(shortest, longest, low, high); });
}

void YamlMapping::map(const YamlKey& wanted, const std::function<void(YamlMapping&)>& read) {
  const auto value = take(wanted, {.shape = KeyRecord::Shape::map});
  if (describing()) {
    ValueReader(*context_, nullptr, path_of(wanted.name)).map(read);
  } else if (value) {
    value->map(read);
  }
}

void YamlMapping::list(const YamlKey& wanted, std::size_t shortest, std::size_t longest,
                       const std::function<void(const ValueReader&)>& read) {
  const auto value = take(wanted, {.shape = KeyRecord::Shape::list,
                                   .range = range_text(shortest, longest) + " entries",
                                   .shortest = shortest,
                                   .longest = longest});
  if (describing()) {
    ValueReader(*context_, nullptr, path_of(wanted.name)).list(shortest, longest, read);
  } else if (value) {
    value->list(shortest, longest, read);
  }
}

void YamlMapping::names(const YamlKey& wanted,
                        const std::function<void(const std::string&, const ValueReader&)>& read) {
  const auto value = take(wanted, {.shape = KeyRecord::Shape::names});
  if (describing()) {
    read("<name>", {*context_, nullptr, path_of(wanted.name) + ".<name>"});
    return;
  }
  if (!value) return;
  if ((*node_->find(wanted.name))->kind == YamlNode::Kind::null) {
    return value->expected(
        "a mapping of keys to values",
        "give a value or remove the key; a key that is the character # needs quotes: \"#\"");
  }
  value->map([&](YamlMapping& entries) {
    for (const NodeKey& key : entries.node_->keys) {
      entries.known_.push_back(key.text);
      read(key.text, entries.at(key.text));
    }
  });
}

// What an unknown key is that stands where its writer did not mean it to: the part of a number behind a
// comma, or a key that is not indented below the one that it belongs to. Empty where it is neither.
std::string YamlMapping::slip_at(std::size_t i, std::optional<std::size_t> above) const {
  const auto is_empty = [&](std::size_t k) { return node_->items[k]->kind == YamlNode::Kind::null; };
  const std::string& text = node_->keys[i].text;
  const auto is_short_number = [](const std::string& word) {
    constexpr std::size_t longest = 20;
    return word.size() <= longest && looks_like_a_number(word);
  };
  if (i > 0 && is_empty(i) && is_short_number(text) && is_short_number(node_->items[i - 1]->text)) {
    const std::string& before = node_->items[i - 1]->text;
    return "a comma ends a value: write " + before + "." + text + " with a point, or [" + before + ", " +
           text + "] where it is a list";
  }
  if (!above || !is_empty(*above)) return "";
  return "indent it below '" + node_->keys[*above].text + "' where it belongs to that";
}

void YamlMapping::finish() const {
  if (describing()) return;
  std::optional<std::size_t> known_above;
  for (std::size_t i = 0; i < node_->keys.size(); ++i) {
    const NodeKey& key = node_->keys[i];
    if (std::find(known_.begin(), known_.end(), key.text) != known_.end()) {
      known_above = i;
      continue;
    }
    const std::uint32_t origin = node_->items[i]->origin;
    const auto near = nearest(key.text, known_);
    if (key.text == "<<") {
      context_->errors.push_back({context_->origins[origin].name, origin == 0 ? key.line : 0,
                                  origin == 0 ? key.column : 0, path_,
                                  "unknown key '<<': keys are not merged; write them out, or repeat a whole "
                                  "value by its alias"});
      continue;
    }
    const std::string shown = key.text.size() > 60 ? key.text.substr(0, 60) + "..." : key.text;
    const std::string slip = near ? "did you mean '" + *near + "'?" : slip_at(i, known_above);
    context_->errors.push_back(
        {context_->origins[origin].name, origin == 0 ? key.line : 0, origin == 0 ? key.column : 0, path_,
         "unknown key '" + shown + "'; " + (slip.empty() ? "known here: " + joined(known_) : slip)});
  }
}

}  // namespace portolan::detail
