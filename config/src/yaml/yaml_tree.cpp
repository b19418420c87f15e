// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "yaml_tree.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

namespace portolan::detail {

namespace {

// Carries the fault out of the parser; caught in parse_yaml, so that it never leaves this file.
struct Refused {
  Error error;
};

std::string shown(const std::string& text) {
  return "'" + (text.size() > 40 ? text.substr(0, 40) + "..." : text) + "'";
}

/// Builds the tree from the parser's events and refuses, while the parser runs, whatever passes a limit: the
/// parser calls before it goes a level deeper, so its own recursion is bounded too.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(std::string_view text, const std::string& name, std::uint32_t origin,
              std::vector<Error>& errors, const YamlLimits& limits)
      : text_(text), name_(&name), origin_(origin), errors_(&errors), limits_(&limits) {
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') line_starts_.push_back(i + 1);
    }
  }

  [[nodiscard]] YamlPtr root() const { return root_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) refuse(mark, "a second document; keep one in a file");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    deliver(make(mark, YamlNode::Kind::null), anchor, mark);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) refuse(mark, "the alias refers to itself; write the value out");
    deliver(found->second, 0, mark);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    check_tag(mark, tag);
    const bool quoted = tag == "!";
    if (quoted) check_closed(mark);
    if (expects_key()) {
      take_key(mark, value, anchor);
      return;
    }
    auto node = make(mark, YamlNode::Kind::scalar);
    node->text = value;
    node->quoted = quoted;
    deliver(std::move(node), anchor, mark);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, YamlNode::Kind::list);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, YamlNode::Kind::map);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Frame {
    std::shared_ptr<YamlNode> node;
    YAML::anchor_t anchor = 0;
    YAML::Mark mark;
    bool has_key = false;
    std::set<std::string> seen;
  };

  [[noreturn]] void refuse(const YAML::Mark& mark, std::string message) const {
    throw Refused{{*name_, mark.line + 1, mark.column + 1, path(), std::move(message)}};
  }

  // Key path of the value that is being read.
  [[nodiscard]] std::string path() const {
    std::string out;
    for (const Frame& frame : open_) {
      const bool is_map = frame.node->kind == YamlNode::Kind::map;
      if (is_map && !frame.has_key) break;
      if (!out.empty()) out += '.';
      out += is_map ? frame.node->keys.back().text : std::to_string(frame.node->items.size());
    }
    return out;
  }

  [[nodiscard]] std::shared_ptr<YamlNode> make(const YAML::Mark& mark, YamlNode::Kind kind) const {
    auto node = std::make_shared<YamlNode>();
    node->kind = kind;
    node->origin = origin_;
    node->line = mark.line + 1;
    node->column = mark.column + 1;
    return node;
  }

  [[nodiscard]] bool expects_key() const {
    return !open_.empty() && open_.back().node->kind == YamlNode::Kind::map && !open_.back().has_key;
  }

  void take_key(const YAML::Mark& mark, const std::string& text, YAML::anchor_t anchor) {
    if (anchor != 0) refuse(mark, "an anchor on a key; put it on the value");
    Frame& frame = open_.back();
    const bool fresh = frame.seen.insert(text).second;
    frame.node->keys.push_back({text, mark.line + 1, mark.column + 1});
    frame.has_key = true;
    if (fresh) return;
    const auto first = std::find_if(frame.node->keys.begin(), frame.node->keys.end(),
                                    [&](const NodeKey& key) { return key.text == text; });
    errors_->push_back(
        {*name_, mark.line + 1, mark.column + 1, path(),
         "the key is given twice, first in line " + std::to_string(first->line) + "; keep one"});
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YamlNode::Kind kind) {
    check_tag(mark, tag);
    if (expects_key())
      refuse(
          mark,
          "expected a key, found a list or mapping; close the brackets before it, and keep keys plain words");
    if (open_.size() + 1 > static_cast<std::size_t>(limits_->depth)) refuse_depth(mark);
    open_.push_back({make(mark, kind), anchor, mark, false, {}});
  }
  [[noreturn]] void refuse_depth(const YAML::Mark& mark) const {
    refuse(mark, "nested deeper than " + std::to_string(limits_->depth) + " levels; no scenario needs that");
  }

  void close() {
    Frame frame = std::move(open_.back());
    open_.pop_back();
    deliver(std::move(frame.node), frame.anchor, frame.mark);
  }

  // Puts a finished value where it belongs.
  void deliver(YamlPtr node, YAML::anchor_t anchor, const YAML::Mark& mark) {
    if (expects_key()) refuse(mark, "expected a key; keys are plain words");
    if (anchor != 0) anchors_[anchor] = node;
    if (open_.size() + static_cast<std::size_t>(node->height) > static_cast<std::size_t>(limits_->depth)) {
      refuse_depth(mark);
    }
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Frame& frame = open_.back();
    frame.node->weight += node->weight;
    frame.node->height = std::max(frame.node->height, node->height + 1);
    if (frame.node->weight > limits_->nodes) {
      refuse(mark, "more than " + std::to_string(limits_->nodes) +
                       " values once aliases are expanded; no scenario "
                       "needs that many");
    }
    frame.node->items.push_back(std::move(node));
    frame.has_key = false;
  }

  // The parser marks plain scalars with "?", quoted ones with "!", and passes explicit tags on.
  void check_tag(const YAML::Mark& mark, const std::string& tag) const {
    if (tag.empty() || tag == "?" || tag == "!") return;
    refuse(mark, "the tag " + shown(tag) + " is not understood; remove it");
  }

  // The parser takes the end of the file for a closing quote.
  void check_closed(const YAML::Mark& mark) const {
    const std::size_t start = text_start(mark);
    const char quote = start < text_.size() ? text_[start] : '\0';
    if (quote != '"' && quote != '\'') return;
    for (std::size_t i = start + 1; i < text_.size(); ++i) {
      if (quote == '"' && text_[i] == '\\') {
        ++i;
      } else if (text_[i] == quote) {
        if (quote == '"' || i + 1 == text_.size() || text_[i + 1] != quote) return;
        ++i;
      }
    }
    refuse(mark, std::string("the quote is never closed; add ") + quote + " at the end of the text");
  }

  // Where the text of a scalar begins: behind its anchor, if it has one.
  [[nodiscard]] std::size_t text_start(const YAML::Mark& mark) const {
    const auto line = std::min(static_cast<std::size_t>(mark.line), line_starts_.size() - 1);
    std::size_t at = line_starts_[line] + static_cast<std::size_t>(mark.column);
    while (at < text_.size() && (text_[at] == '&' || text_[at] == '!')) {
      at = std::min(text_.find_first_of(" \r\n", at), text_.size());
      at = std::min(text_.find_first_not_of(" \r\n", at), text_.size());
    }
    return at;
  }

  std::string_view text_;
  const std::string* name_;
  std::uint32_t origin_;
  std::vector<Error>* errors_;
  const YamlLimits* limits_;
  std::vector<std::size_t> line_starts_;
  std::vector<Frame> open_;
  std::map<YAML::anchor_t, YamlPtr> anchors_;
  YamlPtr root_;
  int documents_ = 0;
};

// What a map is drawn with is tempting as a key, and the rest of the line is a comment then.
Error describe(const YAML::Exception& fault, const std::string& name, std::string_view text) {
  const bool placed = !fault.mark.is_null();
  const bool bare = text.find("#:") != std::string_view::npos || text.find("@:") != std::string_view::npos;
  return {name, placed ? fault.mark.line + 1 : 0, placed ? fault.mark.column + 1 : 0, "",
          "not valid YAML: " + fault.msg +
              "; check indentation, colons and the space behind them, commas, brackets and quotes" +
              (bare ? ": the characters # and @ need quotes as keys, \"#\"" : "")};
}

}  // namespace

const YamlPtr* YamlNode::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size() && i < items.size(); ++i) {
    if (keys[i].text == key) return &items[i];
  }
  return nullptr;
}

YamlPtr parse_yaml(std::string_view text, const std::string& name, std::uint32_t origin,
                   std::vector<Error>& errors, const YamlLimits& limits) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  if (auto error = scan_bytes(text, name, limits)) {
    errors.push_back(std::move(*error));
    return nullptr;
  }
  TreeBuilder builder(text, name, origin, errors, limits);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const Refused& refused) {
    errors.push_back(refused.error);
    return nullptr;
  } catch (const YAML::Exception& fault) {
    errors.push_back(describe(fault, name, text));
    return nullptr;
  }
  if (builder.root() == nullptr) {
    errors.push_back({name, 0, 0, "", "the file is empty; expected at least `map` and `groups`"});
  }
  return builder.root();
}

}  // namespace portolan::detail
