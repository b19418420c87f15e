// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <utility>

#include "formats/words.hpp"
#include "yaml_tree.hpp"

namespace portolan::detail {

namespace {

/// One `key.path=value` on its way into a tree. Nodes on the way are copied, the others shared.
class Override {
 public:
  Override(const std::string& assignment, std::uint32_t origin, std::vector<Error>& errors)
      : name_("--set " + assignment), origin_(origin), errors_(&errors) {
    const std::size_t equals = assignment.find('=');
    if (equals == 0 || equals == std::string::npos) {
      fail("", "expected key.path=value, such as groups.0.count=10");
      return;
    }
    path_ = assignment.substr(0, equals);
    for (std::size_t at = 0; at <= path_.size();) {
      const std::size_t stop = std::min(path_.find('.', at), path_.size());
      steps_.push_back(path_.substr(at, stop - at));
      at = stop + 1;
    }
    if (std::any_of(steps_.begin(), steps_.end(), [](const std::string& s) { return s.empty(); })) {
      fail(path_, "the key path has an empty part; write it like groups.0.count");
    } else if (steps_.size() > static_cast<std::size_t>(YamlLimits{}.depth)) {
      fail(path_, "the key path is too deep");
    }
    const std::string text = assignment.substr(equals + 1);
    if (failed_) return;
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string::npos) return;  // an empty value takes the key away
    if (text[first] == '#' || text.front() == '%') {
      fail(path_, std::string("a text that begins with '") + text[first] +
                      "' needs quotes, here too: " + path_ + "='\"" + text + "\"'");
      return;
    }
    const std::size_t before = errors_->size();
    value_ = parse_yaml(text, name_, origin_, *errors_);
    failed_ = errors_->size() > before || value_ == nullptr;
  }

  [[nodiscard]] bool failed() const { return failed_; }

  YamlPtr apply(const YamlPtr& node, std::size_t depth) {
    if (depth == steps_.size()) return value_;
    const bool empty = node == nullptr || node->kind == YamlNode::Kind::null;
    if (!empty && node->kind == YamlNode::Kind::list) return apply_list(*node, depth);
    if (!empty && node->kind == YamlNode::Kind::scalar) {
      fail(prefix(depth),
           "expected a mapping or list here, found '" + node->text + "'; shorten the key path");
      return node;
    }
    auto copy = empty ? std::make_shared<YamlNode>() : std::make_shared<YamlNode>(*node);
    copy->kind = YamlNode::Kind::map;
    if (empty) copy->origin = origin_;
    const auto found = std::find_if(copy->keys.begin(), copy->keys.end(),
                                    [&](const NodeKey& key) { return key.text == steps_[depth]; });
    const auto index = static_cast<std::size_t>(found - copy->keys.begin());
    if (found == copy->keys.end()) {
      copy->keys.push_back({steps_[depth], 0, 0});
      copy->items.push_back(nullptr);
    }
    copy->items[index] = apply(copy->items[index], depth + 1);
    if (copy->items[index] == nullptr || copy->items[index]->kind == YamlNode::Kind::null) {
      copy->keys.erase(copy->keys.begin() + static_cast<std::ptrdiff_t>(index));
      copy->items.erase(copy->items.begin() + static_cast<std::ptrdiff_t>(index));
    }
    return copy;
  }

 private:
  YamlPtr apply_list(const YamlNode& node, std::size_t depth) {
    const std::string& step = steps_[depth];
    auto copy = std::make_shared<YamlNode>(node);
    std::size_t index = 0;
    if (!is_number(step, index) || index > node.items.size()) {
      fail(prefix(depth), "expected a list index from 0 to " + std::to_string(node.items.size()) +
                              ", found '" + step + "'; the last one appends");
      return copy;
    }
    if (index == node.items.size()) copy->items.push_back(nullptr);
    copy->items[index] = apply(copy->items[index], depth + 1);
    if (copy->items[index] == nullptr)
      copy->items.erase(copy->items.begin() + static_cast<std::ptrdiff_t>(index));
    return copy;
  }

  [[nodiscard]] std::string prefix(std::size_t depth) const {
    std::string out;
    for (std::size_t i = 0; i < depth; ++i) out += (i > 0 ? "." : "") + steps_[i];
    return out;
  }
  void fail(std::string key, std::string message) {
    errors_->push_back({name_, 0, 0, std::move(key), std::move(message)});
    failed_ = true;
  }

  std::string name_;
  std::uint32_t origin_;
  std::vector<Error>* errors_;
  std::string path_;
  std::vector<std::string> steps_;
  YamlPtr value_;
  bool failed_ = false;
};

}  // namespace

YamlPtr apply_override(const YamlPtr& root, const std::string& assignment, std::uint32_t origin,
                       std::vector<Error>& errors) {
  Override change(assignment, origin, errors);
  if (change.failed()) return root;
  YamlPtr changed = change.apply(root, 0);
  return change.failed() ? root : changed;
}

}  // namespace portolan::detail
