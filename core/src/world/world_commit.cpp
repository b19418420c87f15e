// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What a commit does: the costs of the marked rows again, and what is different in them.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/validate.hpp>
#include <portolan/core/world.hpp>

namespace portolan {

namespace {

constexpr std::uint32_t all_rows = ~0U;
constexpr std::size_t ahead = 4;  // blocks whose memory is fetched before their turn

// What lies far apart in memory takes longer to fetch than to work on.
void fetch(const std::uint8_t* block, std::uint32_t rows) {
  for (rows |= rows >> 1U, rows &= 0x55555555U; rows != 0; rows &= rows - 1) {  // two rows a line
    __builtin_prefetch(block + std::countr_zero(rows) * BlockArray::side);
  }
}

// Writes down where rows of a block differ, and returns which do.
std::uint32_t compare(const std::uint8_t* old, const std::uint8_t* fresh, std::uint32_t rows, BlockDiff& diff,
                      std::uint32_t& columns) {
  std::uint32_t changed = 0;
  for (; rows != 0; rows &= rows - 1) {
    const auto y = static_cast<std::size_t>(std::countr_zero(rows));
    if (std::memcmp(old + y * 32, fresh + y * 32, 32) == 0) continue;
    std::uint32_t worse = 0;
    std::uint32_t better = 0;
    for (std::size_t x = 0; x < 32; ++x) {
      worse |= static_cast<std::uint32_t>(fresh[y * 32 + x] > old[y * 32 + x]) << x;
      better |= static_cast<std::uint32_t>(fresh[y * 32 + x] < old[y * 32 + x]) << x;
    }
    diff.worse[y] = worse;
    diff.better[y] = better;
    columns |= worse | better;
    changed |= 1U << y;
  }
  return changed;
}

bool some(const std::array<std::uint32_t, 32>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](std::uint32_t row) { return row != 0; });
}

// Replaces rows of a block. Only where one of them is of one value may the block be so.
void set_rows(BlockArray& costs, std::uint32_t block, const Rect& box, const std::uint8_t* fresh,
              std::uint32_t rows) {
  bool plain = false;
  for (; rows != 0; rows &= rows - 1) {
    const int y = std::countr_zero(rows);
    const std::uint8_t* row = fresh + y * 32;
    costs.set_run({box.x, box.y + y, box.layer}, row, 32);
    plain = plain || std::memcmp(row, row + 1, 31) == 0;
  }
  const std::uint8_t* now = costs.block(block);
  if (!plain || std::memcmp(now, now + 1, BlockArray::cells - 1) != 0) return;
  std::array<std::uint8_t, BlockArray::cells> all;
  all.fill(now[0]);
  costs.set_block(block, all.data());
}

}  // namespace

// Clearance spreads a change to the blocks around it.
std::vector<std::uint32_t> World::touched_blocks(int clearance) const {
  std::vector<std::uint32_t> touched = dirty_;
  if (clearance > 1) {
    const TileGrid blocks(extent());
    for (const std::uint32_t b : dirty_) {
      for (int d = 0; d < step_count; ++d) {
        const TileId n = blocks.neighbour(TileId{b}, static_cast<Direction>(d));
        if (n.valid()) touched.push_back(n.value);
      }
    }
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  return touched;
}

void World::refresh(Layered& layered, std::span<const std::uint32_t> blocks, ProfileChange& change) {
  const TileGrid grid(extent());
  std::array<std::uint8_t, BlockArray::cells> fresh;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::uint32_t b = blocks[i];
    if (i + ahead < blocks.size()) {
      fetch(terrain_.block(blocks[i + ahead]), marked_[blocks[i + ahead]]);
      fetch(layered.costs->block(blocks[i + ahead]), marked_[blocks[i + ahead]]);
    }
    if (!resident(b)) continue;  // beside an edit, but its source failed
    const Rect box = grid.bounds(TileId{b});
    const std::uint8_t* old = layered.costs->block(b);
    std::uint32_t rows = all_rows;
    const bool by_rows = layered.profile.clearance == 1 && marked_[b] != all_rows && box.width == 32;
    if (by_rows) {
      rows = box.height == 32 ? marked_[b] : marked_[b] & ((1U << box.height) - 1);
      compute_rows(layered.profile, terrain_.block(b), b, rows, fresh.data());
    } else {
      compute_block(layered.profile, b, fresh.data());
    }
    BlockDiff diff;
    std::uint32_t columns = 0;
    const std::uint32_t changed_rows = compare(old, fresh.data(), rows, diff, columns);
    if (changed_rows == 0) continue;
    const int x0 = std::countr_zero(columns);
    const int y0 = std::countr_zero(changed_rows);
    change.blocks.push_back(b);
    change.changed.push_back({box.x + x0, box.y + y0, 32 - std::countl_zero(columns) - x0,
                              32 - std::countl_zero(changed_rows) - y0, box.layer});
    change.worse.push_back(some(diff.worse) ? 1 : 0);
    change.better.push_back(some(diff.better) ? 1 : 0);
    change.diffs.push_back(diff);
    if (by_rows) {
      set_rows(*layered.costs, b, box, fresh.data(), changed_rows);
    } else {
      layered.costs->set_block(b, fresh.data());
    }
  }
}

Commit World::commit() {
  Commit result;
  for (const LinkId id : links_to_remove_) {
    result.links_removed.push_back((*links_)[id]);
    links_->remove(id);
  }
  for (const LinkId id : links_to_add_) {
    result.links_added.push_back((*links_)[id]);
    links_->activate(id);
  }
  links_to_remove_.clear();
  links_to_add_.clear();
  for (std::uint32_t p = 0; p < profiles_.size(); ++p) {
    ProfileChange change{ProfileId{p}, {}, {}, {}, {}, {}};
    const std::vector<std::uint32_t> touched = touched_blocks(profiles_[p].profile.clearance);
    change.blocks.reserve(touched.size());
    change.changed.reserve(touched.size());
    change.worse.reserve(touched.size());
    change.better.reserve(touched.size());
    change.diffs.reserve(touched.size());
    refresh(profiles_[p], touched, change);
    result.profiles.push_back(std::move(change));
  }
  std::vector<std::uint32_t> touched;
  if (PORTOLAN_VALIDATING != 0) touched = touched_blocks(2);
  for (const std::uint32_t b : dirty_) marked_[b] = 0;
  dirty_.clear();
  PORTOLAN_EXPECT_VALID(validate(*this, touched));
  if (!result.empty()) ++version_;
  result.version = version_;
  return result;
}

}  // namespace portolan
