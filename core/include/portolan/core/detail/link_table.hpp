// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/cell.hpp>
#include <portolan/core/detail/saved_parts.hpp>
#include <portolan/core/id.hpp>
#include <portolan/core/link.hpp>

namespace portolan {

/// The links of a world, looked up by the 32 by 32 block of either end. Ids stay stable while other links
/// come and go. Reads are thread-safe; lookups O(log links).
class LinkTable {
 public:
  /// Takes an id for a link that look-ups do not see yet.
  LinkId reserve(const Link& link);
  /// Lets look-ups see a reserved link.
  void activate(LinkId id);
  /// Forgets a link, seen or only reserved; its id may be given again.
  void remove(LinkId id);
  /// True for a link that look-ups see.
  [[nodiscard]] bool alive(LinkId id) const {
    return id.value < links_.size() && state_[id.value] == State::seen;
  }
  [[nodiscard]] const Link& operator[](LinkId id) const {
    return PORTOLAN_ASSERT(id.value < links_.size(), "ask for links of this table"), links_[id.value];
  }
  [[nodiscard]] bool empty() const { return out_.empty(); }
  [[nodiscard]] std::size_t size() const { return out_.size(); }

  struct Entry {
    std::uint64_t block = 0;  ///< key of the block of the end that the list is sorted by
    LinkId id;
    auto operator<=>(const Entry&) const = default;
  };
  /// Links that leave from, or arrive in, the 32 by 32 block that holds c; by ascending id.
  [[nodiscard]] std::span<const Entry> from_block(Cell c) const { return find(out_, c); }
  [[nodiscard]] std::span<const Entry> into_block(Cell c) const { return find(in_, c); }
  /// All live links, ordered by the block they leave from.
  [[nodiscard]] std::span<const Entry> all() const { return out_; }

  void save(PartSink& sink) const;
  /// Links keep their ids. Nothing when the part is damaged or a link does not fit the extent.
  [[nodiscard]] static std::optional<LinkTable> restore(Extent extent, PartSource& source);
  /// Ids that no link has, in the order in which they will be given again, last first.
  [[nodiscard]] std::span<const LinkId> free_ids() const { return free_; }
  /// After `restore`: false unless they are just those that no link has.
  [[nodiscard]] bool restore_free_ids(std::span<const LinkId> ids);

 private:
  enum class State : std::uint8_t { free, reserved, seen };

  [[nodiscard]] static std::uint64_t block_key(Cell c);
  [[nodiscard]] static std::span<const Entry> find(const std::vector<Entry>& sorted, Cell c);

  std::vector<Link> links_;
  std::vector<State> state_;
  std::vector<LinkId> free_;
  std::vector<Entry> out_;
  std::vector<Entry> in_;
};

}  // namespace portolan
