// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/content_store.hpp>
#include <portolan/core/detail/journal.hpp>
#include <portolan/core/world.hpp>

#include "clearance.hpp"
#include "ground_row.hpp"
#include "stamp_overlay.hpp"
#include "walls.hpp"
#include "world_streaming.hpp"

namespace portolan {
namespace {

constexpr std::uint32_t all = ~0U;  // rows, or columns

void block_out(const BlockedRows& blocked, std::uint8_t* costs) {
  for (std::size_t y = 0; y < 32; ++y) {
    for (std::size_t x = 0; x < 32; ++x) {
      if ((blocked.rows[y] >> x & 1U) != 0) costs[y * 32 + x] = impassable;
    }
  }
}

std::uint32_t bit(std::int32_t place) { return 1U << (static_cast<std::uint32_t>(place) & 31U); }

}  // namespace

bool Commit::empty() const {
  return links_added.empty() && links_removed.empty() &&
         std::all_of(profiles.begin(), profiles.end(),
                     [](const ProfileChange& p) { return p.blocks.empty(); });
}

World::World(Extent extent, TerrainId fill) : World(BlockArray(extent, fill, fill)) {}

World::World(BlockArray terrain)
    : terrain_(std::move(terrain)),
      stamps_{std::make_unique<StampOverlay>(terrain_.block_count()),
              std::make_unique<StampOverlay>(terrain_.block_count())},
      links_(std::make_unique<LinkTable>()),
      cost_blocks_(std::make_shared<detail::BlockStore>()),
      common_(std::make_shared<detail::ContentStore>()),
      marked_(terrain_.block_count()) {
  PORTOLAN_ASSERT(extent().width > 0 && extent().height > 0 && extent().layers > 0,
                  "give a world at least one cell");
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

ProfileId World::add_profile(Profile profile) {
  PORTOLAN_ASSERT(profile.clearance >= 1 && profile.clearance <= 32, "a clearance is 1 to 32 cells");
  PORTOLAN_ASSERT(std::count(profile.cost.begin(), profile.cost.end(), 0) == 0,
                  "a step must cost something: use 1 to 254, or impassable");
  PORTOLAN_ASSERT(!profile.even || profile.clearance < 32, "an even body has a clearance of 31 at most");
  profile.clearance = std::clamp(profile.clearance, 1, profile.even ? 31 : 32);
  std::replace(profile.cost.begin(), profile.cost.end(), Cost{0}, Cost{1});
  Walls* const walls = walls_for(profile);
  if (cost_blocks_.use_count() > 1) cost_blocks_->begin_sharing();
  auto costs = std::make_unique<BlockArray>(extent(), impassable, impassable, cost_blocks_);
  Layered layered{std::move(profile), std::move(costs), walls};
  compute_all(layered);
  profiles_.push_back(std::move(layered));
  return {static_cast<std::uint32_t>(profiles_.size() - 1)};
}

const Profile& World::profile(ProfileId id) const {
  PORTOLAN_ASSERT(id.value < profiles_.size(), "add_profile() of this world gives the ids that it knows");
  static const Profile unknown;
  return id.value < profiles_.size() ? profiles_[id.value].profile : unknown;
}

GridView World::view(ProfileId id) const {
  PORTOLAN_ASSERT(id.value < profiles_.size(), "add_profile() of this world gives the ids that it knows");
  static const BlockArray no_cells;
  return {id.value < profiles_.size() ? *profiles_[id.value].costs : no_cells, *links_};
}

void World::log_to(detail::Journal* journal) {
  PORTOLAN_ASSERT(!is_streamed(), "of a streamed world blocks come and go that no journal is told of");
  PORTOLAN_ASSERT(journal == nullptr || !waiting_edits(), "commit() first");
  journal_ = journal;
  kept_links_ = 0;
  terrain_.log_to(journal);
  for (const Layered& layered : profiles_) layered.costs->log_to(journal);
}

// What waits is void.
void World::keep_links() {
  if (journal_ == nullptr) return;
  journal_->once(kept_links_, links_->size() * sizeof(Link), [this] {
    return [this, old = *links_]() mutable {
      *links_ = std::move(old);
      links_to_add_.clear();
      links_to_remove_.clear();
    };
  });
}

void World::mark(std::uint32_t block, Marks marks) {
  if (dirty_.empty() && journal_ != nullptr) {
    journal_->add([this] {
      for (const std::uint32_t b : dirty_) marked_[b] = {};
      dirty_.clear();
    });
  }
  if (marked_[block].rows == 0) dirty_.push_back(block);
  marked_[block].rows |= marks.rows;
  marked_[block].columns |= marks.columns;
}

void World::mark_terrain(std::uint32_t block, Marks marks) {
  if (streaming_) streaming_->edited[block] = 1;
  mark(block, marks);
}

void World::set_terrain(Cell c, TerrainId terrain) {
  PORTOLAN_ASSERT(contains(c), "set terrain inside the world");
  if (!contains(c) || !hold(terrain_.block_of(c)) || terrain_.at(c) == terrain) return;
  terrain_.set(c, terrain);
  mark_terrain(terrain_.block_of(c), {bit(c.y), bit(c.x)});
}

void World::set_terrain_run(Cell start, std::span<const TerrainId> values) {
  PORTOLAN_ASSERT(values.empty() || contains(start), "begin the run inside the world");
  if (values.empty() || !contains(start)) return;
  const auto room = static_cast<std::size_t>(extent().width - start.x);
  PORTOLAN_ASSERT(values.size() <= room, "end the run where the row ends");
  values = values.first(std::min(values.size(), room));
  const auto end = start.x + static_cast<std::int32_t>(values.size());
  for (std::int32_t x = start.x & ~31; x < end; x += 32) {
    if (!hold(terrain_.block_of({std::max(x, start.x), start.y, start.layer}))) return;
  }
  terrain_.set_run(start, values.data(), values.size());
  for (std::int32_t x = start.x & ~31; x < end; x += 32) {
    const Cell c{std::max(x, start.x), start.y, start.layer};
    const std::int32_t beyond = x + 32 - std::min(x + 32, end);
    mark_terrain(terrain_.block_of(c), {bit(c.y), all << (c.x - x) & all >> beyond});
  }
}

void World::set_terrain_block(std::uint32_t block, std::span<const TerrainId, BlockArray::cells> values) {
  PORTOLAN_ASSERT(block < terrain_.block_count(), "BlockArray::block_of() numbers the blocks of a world");
  if (block >= terrain_.block_count() || !hold(block)) return;
  terrain_.set_block(block, values.data());
  mark_terrain(block, {all, all});
}

LinkId World::add_link(const Link& link) {
  PORTOLAN_ASSERT(contains(link.from) && contains(link.to), "both ends of a link lie inside the world");
  PORTOLAN_ASSERT(link.cost > 0, "a link must cost something");
  if (!contains(link.from) || !contains(link.to) || link.cost == 0) return {};
  hold_ends(link);
  keep_links();
  links_to_add_.push_back(links_->reserve(link));
  return links_to_add_.back();
}

bool World::has_link(LinkId id) const {
  const auto is_among = [id](const std::vector<LinkId>& ids) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  return is_among(links_to_add_) || (links_->alive(id) && !is_among(links_to_remove_));
}

void World::remove_link(LinkId id) {
  const bool known = has_link(id);
  PORTOLAN_ASSERT(known, "remove a link of this world, once");
  if (!known) return;
  keep_links();
  const auto waiting = std::find(links_to_add_.begin(), links_to_add_.end(), id);
  if (waiting != links_to_add_.end()) {
    links_to_add_.erase(waiting);
    links_->remove(id);
    return;
  }
  hold_ends((*links_)[id]);
  links_to_remove_.push_back(id);
}

void World::stamp(Cell c, int blocks, int extra_cost, bool passing) {
  PORTOLAN_ASSERT(contains(c), "stamp inside the world");
  if (!contains(c)) return;
  const bool here = hold(terrain_.block_of(c));
  StampOverlay& stamps = *stamps_[passing ? 1 : 0];
  const bool laid = stamps.has(terrain_.block_of(c), BlockArray::offset(c), -blocks, -extra_cost);
  PORTOLAN_ASSERT(laid, "take off only what was laid");
  if (!laid) return;
  stamps.add(terrain_.block_of(c), BlockArray::offset(c), blocks, extra_cost);
  if (journal_ != nullptr) {
    journal_->add([&stamps, block = terrain_.block_of(c), at = BlockArray::offset(c), blocks, extra_cost] {
      stamps.add(block, at, -blocks, -extra_cost);
    });
  }
  if (here) mark(terrain_.block_of(c), {bit(c.y), bit(c.x)});
}

bool World::stamped(Cell c) const {
  if (!contains(c)) return false;
  const std::size_t o = BlockArray::offset(c);
  return std::any_of(stamps_.begin(), stamps_.end(), [&](const auto& overlay) {
    const StampOverlay::Block* stamps = overlay->find(terrain_.block_of(c));
    return stamps != nullptr && stamps->counts[o].any();
  });
}

// The stamps on a block that a profile sees, by kind; null where there are none.
World::SeenStamps World::seen_stamps(const Profile& profile, std::uint32_t block) const {
  return {stamps_[0]->find(block), profile.sees_passing ? stamps_[1]->find(block) : nullptr};
}

// The costs of a block before clearance: terrain and stamps alone.
void World::compute_ground(const Profile& profile, std::uint32_t block, std::uint8_t* out) const {
  std::array<TerrainId, BlockArray::cells> fetched;
  const TerrainId* const terrain = ground_of(block, fetched.data());
  if (terrain == nullptr) {
    std::memset(out, impassable, BlockArray::cells);
    return;
  }
  const bool uniform = terrain != fetched.data() && terrain_.is_uniform(block);
  if (uniform && seen_stamps(profile, block) == SeenStamps{}) {
    std::memset(out, profile.cost[terrain[0]], BlockArray::cells);
  } else {
    compute_cells(profile, terrain, block, {all, all}, out);
  }
  const Rect box = TileGrid(extent()).bounds(TileId{block});
  for (int y = 0; y < 32; ++y) {
    if (y >= box.height) {
      std::memset(out + y * 32, impassable, 32);
    } else if (box.width < 32) {
      std::memset(out + y * 32 + box.width, impassable, static_cast<std::size_t>(32 - box.width));
    }
  }
}

// The walls among some cells of a block before clearance, as rows that edits wait for. Others of these rows
// may be told too, and other rows stay.
void World::ground_walls(const Profile& profile, std::uint32_t block, Marks which, BlockedRows& out) const {
  std::array<TerrainId, BlockArray::cells> fetched;
  const TerrainId* const terrain = ground_of(block, fetched.data());
  if (terrain == nullptr) {
    out = BlockedRows::all();
    return;
  }
  const bool uniform = terrain != fetched.data() && terrain_.is_uniform(block);
  const std::uint32_t everywhere = uniform && profile.cost[terrain[0]] == impassable ? all : 0;
  const SeenStamps stamps = seen_stamps(profile, block);
  const bool whole = extent().width % 32 == 0 && extent().height % 32 == 0;
  const Rect box = whole ? Rect{0, 0, 32, 32, 0} : TileGrid(extent()).bounds(TileId{block});
  const std::uint32_t outside = box.width < 32 ? all << box.width : 0;
  for (std::uint32_t rows = which.rows; rows != 0; rows &= rows - 1) {
    const auto y = static_cast<std::size_t>(std::countr_zero(rows));
    std::uint32_t row = outside | (std::countr_zero(rows) < box.height ? everywhere : all);
    for (const StampBlock* kind : stamps) row |= kind == nullptr ? 0 : kind->blocked[y];
    for_each_run(uniform ? 0 : which.columns & ~row, [&](std::size_t begin, std::size_t end) {
      for (std::size_t x = begin; x < end; ++x)
        row |= static_cast<std::uint32_t>(profile.cost[terrain[y * 32 + x]] == impassable) << x;
    });
    out.rows[y] = row;
  }
}

void World::compute_block(const Profile& profile, std::uint32_t block, std::uint8_t* out) const {
  compute_ground(profile, block, out);
  if (!Reach::of(profile).any()) return;
  std::array<BlockedRows, 9> near;
  BlockedAround around;
  std::array<std::uint8_t, BlockArray::cells> costs;
  const TileGrid blocks(extent());
  for (std::size_t i = 0; i < near.size(); ++i) {
    const TileId other = block_beside(blocks, TileId{block}, i);
    if (other.valid() && other.value != block) compute_ground(profile, other.value, costs.data());
    near[i] = !other.valid() ? BlockedRows::all() : blocked_rows(other.value == block ? out : costs.data());
    around[i] = &near[i];
  }
  block_out(spread(around, Reach::of(profile)), out);
}

World::Walls* World::walls_for(const Profile& profile) {
  if (is_streamed() || !Reach::of(profile).any()) return nullptr;
  const auto known = std::find_if(walls_.begin(), walls_.end(), [&](const std::unique_ptr<Walls>& walls) {
    return walls->serves(profile);
  });
  if (known != walls_.end()) return known->get();
  walls_.push_back(std::make_unique<Walls>(profile, terrain_.block_count()));
  return walls_.back().get();
}

// The walls among some cells of a block before clearance, while no edit waits there, or its commit has taken
// in which walls have changed. Others may be told too.
const BlockedRows& World::walls_of(const Layered& layered, std::uint32_t block, Marks which,
                                   BlockedRows& scratch) const {
  if (layered.walls == nullptr) {
    ground_walls(layered.profile, block, which, scratch);
    return scratch;
  }
  BlockedRows& walls = layered.walls->blocks[block];
  std::uint32_t& known = layered.walls->known[block];
  if (const std::uint32_t missing = which.rows & ~known; missing != 0) {
    ground_walls(layered.profile, block, {missing, all}, walls);
    known |= missing;
  }
  return walls;
}

void World::forget_walls() {
  for (const std::unique_ptr<Walls>& walls : walls_) std::fill(walls->known.begin(), walls->known.end(), 0U);
}

void World::compute_all(const Layered& layered) const {
  std::array<std::uint8_t, BlockArray::cells> values;
  const BlockedRows outside = BlockedRows::all();
  const TileGrid blocks(extent());
  for (std::uint32_t b = 0; b < terrain_.block_count(); ++b) {
    if (!resident(b)) continue;
    if (layered.walls == nullptr || !dirty_.empty()) {  // walls are as of the last commit
      compute_block(layered.profile, b, values.data());
    } else {
      compute_ground(layered.profile, b, values.data());
      BlockedAround around;
      BlockedRows scratch;
      for (std::size_t i = 0; i < around.size(); ++i) {
        const TileId other = block_beside(blocks, TileId{b}, i);
        around[i] = other.valid() ? &walls_of(layered, other.value, {all, all}, scratch) : &outside;
      }
      block_out(spread(around, Reach::of(layered.profile)), values.data());
    }
    layered.costs->set_block(b, values.data());
  }
}

// Some cells of a block before clearance; what lies outside the world is left to the caller.
void World::compute_cells(const Profile& profile, const TerrainId* terrain, std::uint32_t block, Marks which,
                          std::uint8_t* out) const {
  const SeenStamps stamps = seen_stamps(profile, block);
  for (std::uint32_t rows = which.rows; rows != 0; rows &= rows - 1)
    ground_row(profile, terrain, stamps, static_cast<std::size_t>(std::countr_zero(rows)), which.columns,
               out);
}

std::size_t World::memory_bytes() const {
  std::size_t bytes = terrain_.memory_bytes() + stamps_[0]->memory_bytes() + stamps_[1]->memory_bytes() +
                      marked_.capacity() * sizeof(Marks);
  if (streaming_) bytes += streaming_->resident.capacity() + streaming_->edited.capacity();
  for (const Layered& layered : profiles_) bytes += layered.costs->memory_bytes();
  bytes += cost_blocks_->memory_bytes() + common_->memory_bytes();
  for (const std::unique_ptr<Walls>& walls : walls_) bytes += walls->memory_bytes();
  return bytes;
}

}  // namespace portolan
