// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What a commit does: the costs of the marked rows again, and what is different in them.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/flag_bits.hpp>
#include <portolan/core/detail/journal.hpp>
#include <portolan/core/validate.hpp>
#include <portolan/core/world.hpp>

#include "clearance.hpp"
#include "ground_row.hpp"
#include "stamp_overlay.hpp"
#include "walls.hpp"

namespace portolan {

namespace {

constexpr std::size_t ahead = 4;  // blocks whose memory is fetched before their turn

// What lies far apart in memory takes longer to fetch than to work on.
void fetch_costs(const std::uint8_t* block, std::uint32_t rows) {
  for (rows |= rows >> 1U, rows &= 0x55555555U; rows != 0; rows &= rows - 1) {  // two rows a line
    __builtin_prefetch(block + std::countr_zero(rows) * BlockArray::side);
  }
}

void fetch_rows(const std::array<std::uint32_t, 32>& rows) {
  __builtin_prefetch(rows.data());
  __builtin_prefetch(rows.data() + 16);
}

// A bit for each byte that is greater in `a` than in `b`.
std::uint32_t greater(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t high = 0x8080808080808080U;
  const std::uint64_t lower_part =
      (b | high) - (a & ~high);  // the high bit tells: of seven bits b has no less
  const std::uint64_t no_less = (b & ~a) | (~(a ^ b) & lower_part);
  return detail::bits_of_flags((~no_less & high) >> 7U);
}

// Writes down where rows of a block differ, and returns which do. Of most rows one or two words have changed.
std::uint32_t compare(const std::uint8_t* old, const std::uint8_t* fresh, std::uint32_t rows, BlockDiff& diff,
                      std::uint32_t& columns) {
  std::uint32_t changed = 0;
  for (; rows != 0; rows &= rows - 1) {
    const auto y = static_cast<std::size_t>(std::countr_zero(rows));
    std::uint32_t worse = 0;
    std::uint32_t better = 0;
    for (unsigned word = 0; word < 4; ++word) {
      std::uint64_t before = 0;
      std::uint64_t now = 0;
      std::memcpy(&before, old + y * 32 + std::size_t{8} * word, 8);
      std::memcpy(&now, fresh + y * 32 + std::size_t{8} * word, 8);
      if (before == now) continue;
      worse |= greater(now, before) << 8U * word;
      better |= greater(before, now) << 8U * word;
    }
    if ((worse | better) == 0) continue;
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

bool same_body(const Profile& a, const Profile& b) { return a.clearance == b.clearance && a.even == b.even; }

// Replaces rows of a block. Only where one of them is of one value may the block be so.
void set_rows(BlockArray& costs, std::uint32_t block, const std::uint8_t* fresh, std::uint32_t rows) {
  costs.set_rows(block, fresh, rows);
  bool plain = false;
  for (; rows != 0; rows &= rows - 1) {
    const std::uint8_t* row = fresh + std::countr_zero(rows) * BlockArray::side;
    plain = plain || std::memcmp(row, row + 1, BlockArray::side - 1) == 0;
  }
  const std::uint8_t* now = costs.block(block);
  if (!plain || std::memcmp(now, now + 1, BlockArray::cells - 1) != 0) return;
  std::array<std::uint8_t, BlockArray::cells> all;
  all.fill(now[0]);
  costs.set_block(block, all.data());
}

}  // namespace

// Costs that the edits may have changed: those of edited rows, and with clearance those around them, as
// boxes.
std::vector<World::Touched> World::touched_by_edits(const Profile& profile) const {
  const Reach reach = Reach::of(profile);
  std::vector<Touched> touched;
  touched.reserve(reach.any() ? dirty_.size() * 2 : dirty_.size());
  const TileGrid blocks(extent());
  for (const std::uint32_t b : dirty_) {
    if (!reach.any()) {
      touched.push_back({b, marked_[b]});
      continue;
    }
    const std::array<std::uint32_t, 3> rows = spread_three(marked_[b].rows, reach);
    const std::array<std::uint32_t, 3> columns = spread_three(marked_[b].columns, reach);
    for (std::size_t place = 0; place < 9; ++place) {
      const Marks marks{rows[place / 3], columns[place % 3]};
      if (marks.rows == 0 || marks.columns == 0) continue;
      const TileId block = block_beside(blocks, TileId{b}, place);
      if (block.valid()) touched.push_back({block.value, marks});
    }
  }
  std::sort(touched.begin(), touched.end(),
            [](const Touched& a, const Touched& b) { return a.block < b.block; });
  std::size_t count = 0;
  for (const Touched& t : touched) {
    if (count == 0 || touched[count - 1].block != t.block) {
      touched[count++] = t;
    } else {
      touched[count - 1].marks.rows |= t.marks.rows;
      touched[count - 1].marks.columns |= t.marks.columns;
    }
  }
  touched.resize(count);
  return touched;
}

// From which of the touched cells a body reaches a wall; other rows and columns are clear. Only cells that
// can matter are looked at: for an edit in the middle of a block, some of the block itself. Mostly few of
// their rows hold a wall.
BlockedRows World::near_walls(const Layered& layered, const Touched& touched) const {
  const Reach reach = Reach::of(layered.profile);
  const TileGrid grid(extent());
  const std::array<std::uint32_t, 3> needed = spread_three(touched.marks.rows, reach.turned());
  const std::array<std::uint32_t, 3> sides = spread_three(touched.marks.columns, reach.turned());
  std::array<std::uint32_t, 96> walls{};  // of the block above, its own, and of that below
  static constexpr BlockedRows nothing{};
  static constexpr BlockedRows outside = BlockedRows::all();
  std::array<BlockedRows, 3> scratch;
  for (std::size_t band = 0; band < 3; ++band) {
    if (needed[band] == 0) continue;
    std::array<const BlockedRows*, 3> near{};
    for (std::size_t side = 0; side < 3; ++side) {
      const TileId other =
          sides[side] == 0 ? TileId{} : block_beside(grid, TileId{touched.block}, band * 3 + side);
      near[side] = sides[side] == 0 ? &nothing
                   : other.valid()
                       ? &walls_of(layered, other.value, {needed[band], sides[side]}, scratch[side])
                       : &outside;
    }
    for (std::uint32_t left = needed[band]; left != 0; left &= left - 1) {
      const auto y = static_cast<std::size_t>(std::countr_zero(left));
      const std::uint32_t west = near[0]->rows[y] & sides[0];
      const std::uint32_t own = near[1]->rows[y] & sides[1];
      const std::uint32_t east = near[2]->rows[y] & sides[2];
      if ((west | own | east) != 0) walls[band * 32 + y] = spread_word(west, own, east, reach);
    }
  }
  BlockedRows blocked;
  for (std::uint32_t left = touched.marks.rows; left != 0; left &= left - 1) {
    const int y = std::countr_zero(left);
    std::uint32_t row = 0;
    for (int near = y - reach.before; near <= y + reach.after; ++near)
      row |= walls[static_cast<std::size_t>(32 + near)];
    blocked.rows[static_cast<std::size_t>(y)] = row & touched.marks.columns;
  }
  return blocked;
}

// The costs of the touched cells again, in rows that are else as they were; other rows of `out` stay. What
// lies near a wall costs the same on any ground.
void World::renew(const Layered& layered, const Touched& touched, std::uint8_t* out) const {
  const std::uint8_t* const old = layered.costs->block(touched.block);
  const TerrainId* const terrain = terrain_.block(touched.block);
  const SeenStamps stamps = seen_stamps(layered.profile, touched.block);
  BlockedRows blocked;
  if (Reach::of(layered.profile).any()) blocked = near_walls(layered, touched);
  for (std::uint32_t left = touched.marks.rows; left != 0; left &= left - 1) {
    const auto y = static_cast<std::size_t>(std::countr_zero(left));
    std::memcpy(out + y * 32, old + y * 32, 32);
    const std::uint32_t clear = touched.marks.columns & ~blocked.rows[y];
    if (clear != 0) ground_row(layered.profile, terrain, stamps, y, clear, out);
    for (std::uint32_t wall = blocked.rows[y]; wall != 0; wall &= wall - 1)
      out[y * 32 + static_cast<std::size_t>(std::countr_zero(wall))] = impassable;
  }
}

void World::fetch(const Layered& layered, const Touched& touched) const {
  fetch_costs(layered.costs->block(touched.block), touched.marks.rows);
  fetch_costs(terrain_.block(touched.block), touched.marks.rows);
  if (layered.walls != nullptr) fetch_rows(layered.walls->blocks[touched.block].rows);
  for (const StampBlock* stamps : seen_stamps(layered.profile, touched.block)) {
    if (stamps != nullptr) fetch_rows(stamps->blocked);
  }
}

// Whether a block that the last kind has renewed comes out the same for this one: both had equal costs there,
// and the touched ground costs them the same. Mostly so for players of whom each has gates of its own: of a
// building's edit with sixteen of them a tenth was making the same blocks over and over.
bool World::comes_out_as(const Renewed& other, std::uint32_t kind, const Touched& touched) const {
  const Layered& own = profiles_[kind];
  const Layered& made = profiles_[other.kind];
  if (!held_the_same(other, kind, touched.block)) return false;
  if (own.profile.sees_passing != made.profile.sees_passing) return false;
  if (Reach::of(own.profile).any() && (own.walls == nullptr || own.walls != made.walls)) return false;
  const TerrainId* const terrain = terrain_.block(touched.block);
  bool same = true;
  for (std::uint32_t rows = touched.marks.rows; same && rows != 0; rows &= rows - 1) {
    const TerrainId* const row = terrain + std::countr_zero(rows) * BlockArray::side;
    for (std::uint32_t left = touched.marks.columns; left != 0; left &= left - 1) {
      const TerrainId ground = row[std::countr_zero(left)];
      same = same && own.profile.cost[ground] == made.profile.cost[ground];
    }
  }
  return same;
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
bool World::renew_block(Layered& layered, const Touched& touched, const std::uint8_t* fresh, const Rect& box,
                        ProfileChange& change) {
  BlockDiff& diff = change.diffs.emplace_back();
  std::uint32_t columns = 0;
  const std::uint8_t* const old = layered.costs->block(touched.block);
  const std::uint32_t changed_rows = compare(old, fresh, touched.marks.rows, diff, columns);
  if (changed_rows == 0) {
    change.diffs.pop_back();
    return false;
  }
  const int x0 = std::countr_zero(columns);
  const int y0 = std::countr_zero(changed_rows);
  change.blocks.push_back(touched.block);
  change.changed.push_back({box.x + x0, box.y + y0, 32 - std::countl_zero(columns) - x0,
                            32 - std::countl_zero(changed_rows) - y0, box.layer});
  change.worse.push_back(some(diff.worse) ? 1 : 0);
  change.better.push_back(some(diff.better) ? 1 : 0);
  set_rows(*layered.costs, touched.block, fresh, changed_rows);
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
    if (box.height < 32) now.marks.rows &= (1U << box.height) - 1;
    if (box.width < 32) now.marks.columns &= (1U << box.width) - 1;
    if (comes_out_as(renewed[i], kind, now)) {
      take_over(renewed[i], b, layered, commit);
      continue;
    }
    renewed[i] = {layered.costs->content(b), kind, Renewed::none};
    renew(layered, now, fresh.data());
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
  std::vector<Touched> touched;
  std::vector<Renewed> renewed;
  // Where each kind has its costs is read along three pointers: all kinds at once, not one after the other.
  for (const Layered& layered : profiles_) {
    if (!dirty_.empty()) __builtin_prefetch(layered.costs->block(dirty_.front()));
  }
  result.profiles.reserve(profiles_.size());
  for (std::uint32_t p = 0; p < profiles_.size(); ++p) {
    const Profile& profile = profiles_[p].profile;
    // Kinds of one body one after the other: what edits touch is the same for them.
    if (p == 0 || !same_body(profile, profiles_[p - 1].profile)) {
      touched = touched_by_edits(profile);
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
    Profile widest;
    widest.clearance = 32;
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
