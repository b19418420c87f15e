// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include <portolan/config/scenario_reader.hpp>

#include "scenario_sections.hpp"

// What documents the keys: made from the readers' own records, so that neither page nor schema can lag
// behind.
namespace portolan {

namespace {

using detail::KeyRecord;
using Json = nlohmann::ordered_json;
using Shape = KeyRecord::Shape;

// By shape, in the order of the enumeration.
constexpr std::array<const char*, 13> type_names{
    "integer",  "number", "true/false", "text",    "one of",           "cell", "point",
    "integers", "cost",   "list",       "mapping", "mapping of names", "class"};

std::string type_name(const KeyRecord& key) { return type_names.at(static_cast<std::size_t>(key.shape)); }

std::string default_text(const KeyRecord& key) {
  if (key.required) return "required";
  return key.fallback.empty() ? "none" : key.fallback;
}

// From 1 to a greatest one, or something else.
Json integer_or(int most, Json other) {
  return {{"oneOf", {{{"type", "integer"}, {"minimum", 1}, {"maximum", most}}, std::move(other)}}};
}

// Schema of one value, without what lies below it.
Json value_schema(const KeyRecord& key) {
  switch (key.shape) {
    case Shape::integer: {
      Json schema{{"type", "integer"}, {"minimum", static_cast<std::int64_t>(key.low)}};
      if (key.high < 9e18) schema["maximum"] = static_cast<std::int64_t>(key.high);
      return schema;
    }
    case Shape::number:
      return {{"type", "number"}, {"minimum", key.low}, {"maximum", key.high}};
    case Shape::flag:
      return {{"type", "boolean"}};
    case Shape::text:
      return {{"type", "string"}, {"minLength", 1}};
    case Shape::choice: {
      Json values = Json::array();
      for (const std::string& choice : key.choices) {
        values.push_back(choice);
        if (choice.find_first_not_of("0123456789") == std::string::npos) values.push_back(std::stoi(choice));
      }
      return {{"enum", values}};
    }
    case Shape::cell:
      return {{"type", "array"},
              {"items", {{"type", "integer"}, {"minimum", 0}}},
              {"minItems", 2},
              {"maxItems", 3}};
    case Shape::point:
      return {{"type", "array"},
              {"items", {{"type", "number"}, {"minimum", key.low}}},
              {"minItems", 2},
              {"maxItems", 2}};
    case Shape::tuple:
      return {{"type", "array"},
              {"items", {{"type", "integer"}, {"minimum", static_cast<std::int64_t>(key.low)}}},
              {"minItems", key.shortest},
              {"maxItems", key.longest}};
    case Shape::cost:
      return integer_or(254, {{"const", "impassable"}});
    case Shape::terrain:
      return integer_or(9, {{"type", "string"}, {"minLength", 1}});
    case Shape::list:
      return {{"type", "array"}, {"minItems", key.shortest}, {"maxItems", key.longest}};
    case Shape::map:
    case Shape::names:
      return {{"type", "object"}};
  }
  return Json::object();
}

/// The keys as a tree, to nest the schema.
struct Branch {
  const KeyRecord* key = nullptr;
  std::vector<std::pair<std::string, std::unique_ptr<Branch>>> below;

  Branch& at(const std::string& step) {
    for (auto& [name, branch] : below) {
      if (name == step) return *branch;
    }
    below.emplace_back(step, std::make_unique<Branch>());
    return *below.back().second;
  }
};

Json object_schema(const Branch& branch, Json schema) {
  schema["type"] = "object";
  schema["additionalProperties"] = false;
  Json required = Json::array();
  for (const auto& [name, child] : branch.below) {
    if (child->key != nullptr && child->key->required) required.push_back(name);
  }
  if (!required.empty()) schema["required"] = required;
  return schema;
}

Json branch_schema(const Branch& branch) {
  Json schema = branch.key != nullptr ? value_schema(*branch.key) : Json::object();
  if (branch.key != nullptr) {
    schema["description"] = branch.key->help;
    if (!branch.key->fallback.empty())
      schema["description"] = branch.key->help + " (default: " + branch.key->fallback + ")";
  }
  if (branch.below.empty()) return schema;
  const std::string& first = branch.below.front().first;
  if (first == "[]") {
    schema["items"] = branch_schema(*branch.below.front().second);
  } else if (first == "<name>") {
    schema["additionalProperties"] = branch_schema(*branch.below.front().second);
  } else {
    schema = object_schema(branch, std::move(schema));
    for (const auto& [name, child] : branch.below) schema["properties"][name] = branch_schema(*child);
  }
  return schema;
}

// Steps of a path such as `groups[].start.cell`: groups, [], start, cell.
std::vector<std::string> steps_of(const std::string& path) {
  std::vector<std::string> steps(1);
  for (const char c : path) {
    if (c == '.') {
      steps.emplace_back();
    } else if (c == '[') {
      steps.emplace_back("[");
    } else {
      steps.back() += c;
    }
  }
  return steps;
}

}  // namespace

std::string scenario_keys_markdown() {
  std::string out;
  std::string section = " ";
  for (const KeyRecord& key : detail::describe_keys()) {
    const std::string top = key.path.substr(0, key.path.find_first_of(".["));
    const bool alone =
        key.path == top && key.shape != Shape::map && key.shape != Shape::list && key.shape != Shape::names;
    const std::string heading = alone ? "" : top;
    if (heading != section) {
      out += "\n### " + (heading.empty() ? std::string("General") : "`" + heading + "`") + "\n\n";
      out += "| key | type | range | default | meaning |\n|---|---|---|---|---|\n";
      section = heading;
    }
    out += "| `" + key.path + "` | " + type_name(key) + " | " + key.range + " | " + default_text(key) +
           " | " + key.help + " |\n";
  }
  return out;
}

std::string scenario_json_schema() {
  const std::vector<KeyRecord> keys = detail::describe_keys();
  Branch root;
  for (const KeyRecord& key : keys) {
    Branch* branch = &root;
    for (const std::string& step : steps_of(key.path)) branch = &branch->at(step);
    branch->key = &key;
  }
  Json schema = branch_schema(root);
  Json out{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "Portolan scenario"}};
  out.update(schema);
  return out.dump(1) + "\n";
}

}  // namespace portolan
