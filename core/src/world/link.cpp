// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/link_table.hpp>
#include <portolan/core/link.hpp>

namespace portolan {

std::uint64_t LinkTable::block_key(Cell c) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(c.layer)) << 48U |
         static_cast<std::uint64_t>(static_cast<std::uint32_t>(c.y) >> 5U) << 24U |
         static_cast<std::uint64_t>(static_cast<std::uint32_t>(c.x) >> 5U);
}

std::span<const LinkTable::Entry> LinkTable::find(const std::vector<Entry>& sorted, Cell c) {
  if (sorted.empty()) return {};
  const std::uint64_t key = block_key(c);
  const auto first = std::lower_bound(sorted.begin(), sorted.end(), Entry{key, LinkId{0}});
  auto last = first;
  while (last != sorted.end() && last->block == key) ++last;
  return std::span(sorted).subspan(static_cast<std::size_t>(first - sorted.begin()),
                                   static_cast<std::size_t>(last - first));
}

LinkId LinkTable::reserve(const Link& link) {
  PORTOLAN_ASSERT(link.cost > 0, "a link must cost something");
  LinkId id{static_cast<std::uint32_t>(links_.size())};
  if (free_.empty()) {
    links_.push_back(link);
    state_.push_back(State::reserved);
  } else {
    id = free_.back();
    free_.pop_back();
    links_[id.value] = link;
    state_[id.value] = State::reserved;
  }
  return id;
}

void LinkTable::activate(LinkId id) {
  PORTOLAN_ASSERT(id.value < state_.size() && state_[id.value] == State::reserved, "activate a link once");
  state_[id.value] = State::seen;
  const Entry out{block_key(links_[id.value].from), id};
  const Entry in{block_key(links_[id.value].to), id};
  out_.insert(std::lower_bound(out_.begin(), out_.end(), out), out);
  in_.insert(std::lower_bound(in_.begin(), in_.end(), in), in);
}

void LinkTable::remove(LinkId id) {
  PORTOLAN_ASSERT(id.value < state_.size() && state_[id.value] != State::free, "remove a link once");
  if (state_[id.value] == State::seen) {
    const Entry out{block_key(links_[id.value].from), id};
    const Entry in{block_key(links_[id.value].to), id};
    out_.erase(std::lower_bound(out_.begin(), out_.end(), out));
    in_.erase(std::lower_bound(in_.begin(), in_.end(), in));
  }
  state_[id.value] = State::free;
  free_.push_back(id);
}

// One record per id; a cost of 0 stands for an id that no link has.
void LinkTable::save(PartSink& sink) const {
  std::vector<Link> links = links_;
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (state_[i] != State::seen) links[i] = {{}, {}, 0};
  }
  sink.write_part<Link>(links);
}

std::optional<LinkTable> LinkTable::restore(Extent extent, PartSource& source) {
  const auto links = source.next_values<Link>();
  if (!links) return std::nullopt;
  LinkTable table;
  table.links_.assign(links->begin(), links->end());
  for (std::uint32_t i = 0; i < links->size(); ++i) {
    const Link& link = table.links_[i];
    table.state_.push_back(link.cost == 0 ? State::free : State::seen);
    if (link.cost == 0) {
      table.free_.push_back({i});
      continue;
    }
    if (!extent.contains(link.from) || !extent.contains(link.to)) return std::nullopt;
    table.out_.push_back({block_key(link.from), LinkId{i}});
    table.in_.push_back({block_key(link.to), LinkId{i}});
  }
  std::sort(table.out_.begin(), table.out_.end());
  std::sort(table.in_.begin(), table.in_.end());
  return table;
}

bool LinkTable::restore_free_ids(std::span<const LinkId> ids) {
  std::vector<LinkId> sorted(ids.begin(), ids.end());
  std::sort(sorted.begin(), sorted.end());
  std::sort(free_.begin(), free_.end());
  if (sorted != free_) return false;
  free_.assign(ids.begin(), ids.end());
  return true;
}

}  // namespace portolan
