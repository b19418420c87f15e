// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What a commit does: the costs of the marked rows again, and what is different in them.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/journal.hpp>
#include <portolan/core/detail/prefetch.hpp>
#include <portolan/core/validate.hpp>
#include <portolan/core/world.hpp>

#include "clearance.hpp"
#include "stamp_overlay.hpp"
#include "walls.hpp"

namespace portolan {

namespace {

constexpr std::size_t ahead = 4;  // blocks whose memory is fetched before their turn

bool some(const std::array<std::uint32_t, 32>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](std::uint32_t row) { return row != 0; });
}

// Replaces rows of a block. Only where they are of one value may the block be so.
void set_rows(BlockArray& costs, std::uint32_t block, const std::uint8_t* fresh, std::uint32_t rows) {
  costs.set_rows(block, fresh, rows);
  const std::uint8_t* const row = fresh + std::countr_zero(rows) * BlockArray::side;
  if (std::memcmp(row, row + 1, BlockArray::side - 1) != 0) return;
  const std::uint8_t* const now = costs.block(block);
  if (std::memcmp(now, now + 1, BlockArray::cells - 1) != 0) return;
  std::array<std::uint8_t, BlockArray::cells> all;
  all.fill(now[0]);
  costs.set_block(block, all.data());
}

}  // namespace

// Whether a block that the last kind has renewed comes out the same for this one: both had equal costs there,
// and the touched ground costs them the same. Mostly so for players of whom each has gates of its own: of a
// building's edit with sixteen of them a tenth was making the same blocks over and over.
bool World::comes_out_as(Renewed& other, std::uint32_t kind, const Touched& touched) const {
  const Layered& own = profiles_[kind];
  const Layered& made = profiles_[other.kind];
  if (!held_the_same(other, kind, touched.block)) return false;
  if (own.profile.sees_passing != made.profile.sees_passing) return false;
  if (Reach::of(own.profile).any() && (own.walls == nullptr || own.walls != made.walls)) return false;
  if (!other.knows_ground) find_ground(other, touched);
  for (std::size_t word = 0; word < other.ground.size(); ++word) {
    for (std::uint64_t left = other.ground[word]; left != 0; left &= left - 1) {
      const std::size_t ground = word * 64 + static_cast<std::size_t>(std::countr_zero(left));
      if (own.profile.cost[ground] != made.profile.cost[ground]) return false;
    }
  }
  return true;
}

// Which terrain is where an edit touches a block: the same for all kinds of a body.
void World::find_ground(Renewed& renewed, const Touched& touched) const {
  const TerrainId* const terrain = terrain_.block(touched.block);
  for (std::uint32_t rows = touched.marks.rows; rows != 0; rows &= rows - 1) {
    const TerrainId* const row = terrain + std::countr_zero(rows) * BlockArray::side;
    for (std::uint32_t left = touched.marks.columns; left != 0; left &= left - 1) {
      const TerrainId ground = row[std::countr_zero(left)];
      renewed.ground[ground / 64] |= std::uint64_t{1} << (ground % 64);
    }
  }
  renewed.knows_ground = true;
}

void World::take_over(const Renewed& other, std::uint32_t block, Layered& layered, Commit& commit) const {
  if (other.place == Renewed::none) return;
  const ProfileChange& made = commit.profiles[other.kind];
  ProfileChange& change = commit.profiles.back();
  change.blocks.push_back(block);
  change.changed.push_back(made.changed[other.place]);
  change.worse.push_back(made.worse[other.place]);
  change.better.push_back(made.better[other.place]);
  change.diffs.push_back(made.diffs[other.place]);
  layered.costs->share_block(block, *profiles_[other.kind].costs);
}

// Writes the rows that have come out different. False where none has.
bool World::renew_block(Layered& layered, const Touched& touched, std::uint8_t* scratch, const Rect& box,
                        ProfileChange& change) const {
  BlockDiff& diff = change.diffs.emplace_back();
  const Marks changed = renew(layered, touched, scratch, diff);
  if (changed.rows == 0) {
    change.diffs.pop_back();
    return false;
  }
  const int x0 = std::countr_zero(changed.columns);
  const int y0 = std::countr_zero(changed.rows);
  change.blocks.push_back(touched.block);
  change.changed.push_back({box.x + x0, box.y + y0, 32 - std::countl_zero(changed.columns) - x0,
                            32 - std::countl_zero(changed.rows) - y0, box.layer});
  change.worse.push_back(some(diff.worse) ? 1 : 0);
  change.better.push_back(some(diff.better) ? 1 : 0);
  set_rows(*layered.costs, touched.block, scratch, changed.rows);
  return true;
}

// `renewed`: as the kinds of this body before it left it, one for each touched block.
void World::refresh(std::uint32_t kind, std::span<const Touched> touched, std::span<Renewed> renewed,
                    Commit& commit) {
  const TileGrid grid(extent());
  Layered& layered = profiles_[kind];
  ProfileChange& change = commit.profiles.back();
  std::array<std::uint8_t, BlockArray::cells> fresh;
  const auto fetch_for = [&](std::size_t i) {
    if (i < touched.size() && !held_the_same(renewed[i], kind, touched[i].block)) fetch(layered, touched[i]);
  };
  for (std::size_t i = 0; i < ahead; ++i) fetch_for(i);
  for (std::size_t i = 0; i < touched.size(); ++i) {
    fetch_for(i + ahead);
    Touched now = touched[i];
    const std::uint32_t b = now.block;
    if (!resident(b)) continue;  // beside an edit, but its source failed
    const Rect box = grid.bounds(TileId{b});
    // What lies outside the world stays impassable.
    for (Marks* const marks : {&now.marks, &now.edited}) {
      if (box.height < 32) marks->rows &= (1U << box.height) - 1;
      if (box.width < 32) marks->columns &= (1U << box.width) - 1;
    }
    if (comes_out_as(renewed[i], kind, now)) {
      take_over(renewed[i], b, layered, commit);
      continue;
    }
    renewed[i].before = layered.costs->content(b);
    renewed[i].kind = kind;
    renewed[i].place = Renewed::none;
    if (renew_block(layered, now, fresh.data(), box, change))
      renewed[i].place = static_cast<std::uint32_t>(change.blocks.size() - 1);
  }
}

namespace {

// Those that wait go and come.
void take_links(LinkTable& links, std::vector<LinkId>& to_remove, std::vector<LinkId>& to_add,
                Commit& result) {
  for (const LinkId id : to_remove) {
    result.links_removed.push_back(links[id]);
    links.remove(id);
  }
  for (const LinkId id : to_add) {
    result.links_added.push_back(links[id]);
    links.activate(id);
  }
  to_remove.clear();
  to_add.clear();
}

}  // namespace

Commit World::commit() {
  if (!waiting_edits()) {  // most ticks of a game
    Commit nothing;
    nothing.version = version_;
    return nothing;
  }
  try {
    return take_edits();
  } catch (...) {
    broken_ = true;
    throw;
  }
}

Commit World::take_edits() {
  Commit result;
  if (journal_ != nullptr) {
    journal_->add([this, version = version_] {
      version_ = version;
      forget_walls();
    });
  }
  take_links(*links_, links_to_remove_, links_to_add_, result);
  for (const std::unique_ptr<Walls>& walls : walls_) {
    const auto who = std::find_if(profiles_.begin(), profiles_.end(),
                                  [&](const Layered& layered) { return layered.walls == walls.get(); });
    if (who != profiles_.end()) renew_walls(*walls, who->profile);
  }
  std::vector<Touched> touched;
  std::vector<Renewed> renewed;
  // Where each kind has its costs is read along three pointers: all kinds at once, not one after the other.
  for (const Layered& layered : profiles_) {
    if (!dirty_.empty()) detail::prefetch_line(layered.costs->block(dirty_.front()));
  }
  result.profiles.reserve(profiles_.size());
  for (std::uint32_t p = 0; p < profiles_.size(); ++p) {
    // Kinds of one body one after the other: what edits touch is the same for them.
    if (p == 0 || !touched_alike(profiles_[p], profiles_[p - 1])) {
      touched = touched_by_edits(profiles_[p]);
      renewed.assign(touched.size(), {});
    }
    ProfileChange& change = result.profiles.emplace_back(ProfileChange{ProfileId{p}, {}, {}, {}, {}, {}});
    change.blocks.reserve(touched.size());
    change.changed.reserve(touched.size());
    change.worse.reserve(touched.size());
    change.better.reserve(touched.size());
    change.diffs.reserve(touched.size());
    refresh(p, touched, renewed, result);
  }
  std::vector<std::uint32_t> around;
  if (PORTOLAN_VALIDATING != 0) {
    Layered widest;
    widest.profile.clearance = 32;
    for (const Touched& t : touched_by_edits(widest)) around.push_back(t.block);
  }
  for (const std::uint32_t b : dirty_) marked_[b] = {};
  dirty_.clear();
  PORTOLAN_EXPECT_VALID(validate(*this, around));
  if (!result.empty()) ++version_;
  result.version = version_;
  return result;
}

}  // namespace portolan
