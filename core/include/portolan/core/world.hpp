// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/block_array.hpp>
#include <portolan/core/detail/link_table.hpp>
#include <portolan/core/detail/saved_parts.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/id.hpp>
#include <portolan/core/link.hpp>
#include <portolan/core/profile.hpp>
#include <portolan/core/tile_grid.hpp>

namespace portolan {

class SectorSource;
namespace detail {
class ContentStore;
class Journal;
}  // namespace detail
class StampOverlay;
struct StampBlock;
struct BlockedRows;

/// The cells of a block whose cost changed: a word per row, a bit per column.
struct BlockDiff {
  std::array<std::uint32_t, 32> worse{};   ///< cost rose
  std::array<std::uint32_t, 32> better{};  ///< cost fell
};

/// What one commit changed for one profile.
struct ProfileChange {
  ProfileId profile;
  std::vector<std::uint32_t>
      blocks;                       ///< 32 by 32 blocks (BlockArray numbering) with a changed cost, ascending
  std::vector<Rect> changed;        ///< per entry of `blocks`: the cells that changed, as a box
  std::vector<std::uint8_t> worse;  ///< per entry of `blocks`: 1 when some cell's cost rose
  std::vector<std::uint8_t> better;  ///< per entry of `blocks`: 1 when some cell's cost fell
  std::vector<BlockDiff> diffs;      ///< per entry of `blocks`: which cells
};

/// What one commit changed.
struct Commit {
  std::uint64_t version = 0;            ///< the world's version after the commit
  std::vector<ProfileChange> profiles;  ///< by id; none at all where no edit waited
  std::vector<Link> links_added;
  std::vector<Link> links_removed;

  [[nodiscard]] bool empty() const;
};

/// The map: layers of cells with a terrain class each, links between cells, stamps laid on top, and the
/// agents' profiles. Edits are collected and take effect together at `commit()`: until then every view shows
/// the world as it was. Invariant: a profile's cost of a cell is a pure function of terrain, stamps and
/// profile. Thread rule: any number of readers, or one writer. A commit costs O(edited rows of blocks), each
/// with the rows that the clearance takes in around it.
///
/// A cell outside, or an id that is none of this world's, is a caller's bug: builds with assertions stop
/// there, others ignore the edit, and answer with what is said below.
class World {
 public:
  explicit World(Extent extent, TerrainId fill = 0);
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  [[nodiscard]] Extent extent() const { return terrain_.extent(); }
  [[nodiscard]] bool contains(Cell c) const { return extent().contains(c); }
  /// 0 outside the world.
  [[nodiscard]] TerrainId terrain(Cell c) const { return contains(c) ? terrain_.at(c) : TerrainId{0}; }

  /// Adds a kind of agent; its costs are ready at once. Profiles are never removed. Costs are 1 to 254 or
  /// `impassable`, the clearance 1 to 32; what is not is brought there.
  ProfileId add_profile(Profile profile);
  [[nodiscard]] std::size_t profile_count() const { return profiles_.size(); }
  [[nodiscard]] const Profile& profile(ProfileId id) const;  ///< of an unknown id: the default one
  /// What the profile sees, as of the last commit. Of an unknown id: a grid without cells.
  [[nodiscard]] GridView view(ProfileId id) const;

  // --- edits: they wait for commit() ---
  void set_terrain(Cell c, TerrainId terrain);
  /// Writes a run of cells of one row, for loaders.
  void set_terrain_run(Cell start, std::span<const TerrainId> values);
  /// Writes a whole block (BlockArray numbering), row-major; what lies outside the world is ignored but
  /// should equal its neighbours, so that uniform blocks can share memory.
  void set_terrain_block(std::uint32_t block, std::span<const TerrainId, BlockArray::cells> values);
  /// The link, when it costs more than nothing and ends inside the world; else none.
  LinkId add_link(const Link& link);
  void remove_link(LinkId id);
  /// One that was added, and not removed since: whether or not a commit has seen that.
  [[nodiscard]] bool has_link(LinkId id) const;
  /// Lays one more (positive) or takes off (negative) blocking stamp and adds to the extra cost of a cell.
  /// Counts must not fall below zero. The cell returns to its own terrain when the last stamp has left.
  /// `passing`: laid by something whose movement is known, so that profiles without `sees_passing`, which
  /// foresee it by other means, do not see it; the others are seen by every profile.
  void stamp(Cell c, int blocks, int extra_cost = 0, bool passing = false);
  [[nodiscard]] bool stamped(Cell c) const;

  /// Makes all edits since the last commit take effect and says what changed, block by block for each
  /// profile.
  Commit commit();
  /// True once an exception, of memory that ran out, has cut a commit short: some costs are those of before.
  /// To be destroyed, and loaded again from where it was saved.
  [[nodiscard]] bool broken() const { return broken_; }

  /// Some edit waits for commit().
  [[nodiscard]] bool waiting_edits() const {
    return !dirty_.empty() || !links_to_add_.empty() || !links_to_remove_.empty();
  }

  /// Number of commits so far that changed anything.
  [[nodiscard]] std::uint64_t version() const { return version_; }

  // --- streamed worlds: blocks of 32 by 32 cells come and go while the world lives (docs/streaming.md) ---
  /// A world that holds none of its blocks yet; `load` takes them from the source. Unloaded cells have
  /// terrain class 0 and are impassable to every profile, whatever it costs that class. An edit, stamp or
  /// link loads the blocks that hierarchies look at when they take it in: its own, those around it, and the
  /// other ends of their links. One whose own block cannot be read is lost.
  [[nodiscard]] static World streamed(std::shared_ptr<const SectorSource> source, LinkTable links = {});
  [[nodiscard]] bool is_streamed() const { return streaming_ != nullptr; }
  /// True for a block (BlockArray numbering) that is in memory.
  [[nodiscard]] bool resident(std::uint32_t block) const;
  [[nodiscard]] std::uint32_t resident_blocks() const;
  /// Brings a block into memory, stamps and all. False when the source cannot give it: it stays unloaded.
  /// Raises no version: the cells are those that hierarchies know. Cost: a read of the block, with clearance
  /// also of those around it.
  bool load(std::uint32_t block);
  /// Gives the memory of a block back to the world, which loads the next one into it. False for a block that
  /// must stay. Hierarchies must have taken in every commit before.
  bool unload(std::uint32_t block);
  /// True where terrain was edited, for the source does not know of it, and everywhere while edits wait.
  /// Stamps do not keep a block: they are the world's, and lie on it again when it comes back.
  [[nodiscard]] bool must_stay(std::uint32_t block) const;

  // --- saved worlds: the ground is terrain and links; each profile's costs are saved by themselves ---
  /// True while any stamp lies, an edit waits, or blocks may be missing: such a world cannot be saved.
  [[nodiscard]] bool unsettled() const;
  void save_ground(PartSink& sink) const;
  void save_profile(ProfileId id, PartSink& sink) const;
  /// Without profiles; versions start again, links keep their ids. Nothing when the parts are damaged.
  /// What is found damaged later holds terrain class 0, and is impassable.
  [[nodiscard]] static std::optional<World> restore_ground(PartSource& source);
  /// The profile that the parts hold the costs of. Leaves the source where the costs begin.
  [[nodiscard]] static std::optional<Profile> restore_profile(PartSource& source);
  /// What a ground begins with; leaves the source where its links begin.
  [[nodiscard]] static std::optional<Extent> restore_extent(PartSource& source);
  /// Extent and links of the parts; the terrain is left to the source, which must have the same extent.
  [[nodiscard]] static std::optional<World> restore_streamed(std::shared_ptr<const SectorSource> sectors,
                                                             PartSource& source);
  /// Adds a profile with the costs that follow in the source.
  [[nodiscard]] std::optional<ProfileId> restore_costs(Profile profile, PartSource& source);

  // --- games that go on later (docs/your-games-tick.md) ---
  /// All of it: terrain, links, stamps, profiles, and how many commits there were. No edit may wait, and all
  /// blocks must be in memory.
  void save_state(PartSink& sink) const;
  /// Goes on as the one that was saved. Nothing when the parts do not fit.
  [[nodiscard]] static std::optional<World> restore_state(PartSource& source);

  /// For who goes back to earlier moments (`Navigator::keep`): tells a journal what is there before it
  /// changes; null: no more. At its moments no edit may wait; when it goes back, those that wait are void.
  /// All blocks and profiles must be there.
  void log_to(detail::Journal* journal);

  /// What hierarchies of this world have in common is kept there, once.
  [[nodiscard]] const std::shared_ptr<detail::ContentStore>& common() const { return common_; }

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Walls;
  struct Layered {
    Profile profile;
    std::unique_ptr<BlockArray> costs;  // own address, so that views survive a move of the world
    Walls* walls = nullptr;             // null: they are computed whenever they are asked for, or never
  };

  struct Streaming;
  friend std::optional<std::string> validate(const World& world, std::span<const std::uint32_t> blocks);

  explicit World(BlockArray terrain);
  using SeenStamps = std::array<const StampBlock*, 2>;

  // Bits of rows and columns of a block: of edits, or of costs that edits may have changed.
  struct Marks {
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    void add(Marks more) {
      rows |= more.rows;
      columns |= more.columns;
    }
  };
  struct Touched {
    std::uint32_t block = 0;
    Marks marks;          // costs that may have changed
    Marks edited;         // ground that edits are about, but for walls
    bool opens = false;   // a wall that is near may have gone
    bool closes = false;  // a body reaches a new wall from each of the marks
  };
  // What the commit at hand has made of a touched block, of the last kind of one body that did not find it
  // made.
  struct Renewed {
    static constexpr std::uint32_t none = ~0U;
    std::uint64_t before = 0;  // what the block held; 0: not known
    std::uint32_t kind = 0;
    std::uint32_t place = none;             // in what changed for that kind
    std::array<std::uint64_t, 4> ground{};  // bits of the terrain that was touched, once that is known
    bool knows_ground = false;
  };

  void mark(std::uint32_t block, Marks marks);
  void keep_links();
  [[nodiscard]] SeenStamps seen_stamps(const Profile& profile, std::uint32_t block) const;
  void compute_block(const Profile& profile, std::uint32_t block, std::uint8_t* out) const;
  void compute_cells(const Profile& profile, const TerrainId* terrain, std::uint32_t block, Marks which,
                     std::uint8_t* out) const;
  void compute_ground(const Profile& profile, std::uint32_t block, std::uint8_t* out) const;
  void ground_walls(const Profile& profile, std::uint32_t block, Marks which, BlockedRows& out) const;
  [[nodiscard]] Walls* walls_for(const Profile& profile);
  [[nodiscard]] const BlockedRows& walls_of(const Layered& layered, std::uint32_t block, Marks which,
                                            BlockedRows& scratch) const;
  void renew_walls(Walls& walls, const Profile& profile) const;
  void forget_walls();
  void compute_all(const Layered& layered) const;
  [[nodiscard]] static bool touched_alike(const Layered& a, const Layered& b) {
    return a.profile.clearance == b.profile.clearance && a.profile.even == b.profile.even &&
           a.walls == b.walls;
  }
  [[nodiscard]] std::vector<Touched> touched_by_edits(const Layered& layered) const;
  [[nodiscard]] Marks renew(const Layered& layered, const Touched& touched, std::uint8_t* out,
                            BlockDiff& diff) const;
  [[nodiscard]] bool near_walls(const Layered& layered, const Touched& touched, BlockedRows& blocked) const;
  void fetch(const Layered& layered, const Touched& touched) const;
  void fetch_ground(const Profile& profile, std::uint32_t block, Marks which) const;
  [[nodiscard]] const TerrainId* ground_of(std::uint32_t block, TerrainId* scratch) const;
  [[nodiscard]] bool hold(std::uint32_t block) { return streaming_ == nullptr || hold_streamed(block); }
  [[nodiscard]] bool hold_streamed(std::uint32_t block);
  void mark_terrain(std::uint32_t block, Marks marks);
  void hold_ends(const Link& link);
  void save_stamps(PartSink& sink) const;
  [[nodiscard]] bool restore_stamps(PartSource& source);
  void write_ground(PartSink& sink) const;
  void write_profile(ProfileId id, PartSink& sink) const;
  Commit take_edits();
  void refresh(std::uint32_t kind, std::span<const Touched> touched, std::span<Renewed> renewed,
               Commit& commit);
  [[nodiscard]] bool held_the_same(const Renewed& other, std::uint32_t kind, std::uint32_t block) const {
    const Layered& own = profiles_[kind];
    return other.before != 0 && own.costs->content(block) == other.before &&
           own.costs->shares_store(*profiles_[other.kind].costs);
  }
  [[nodiscard]] bool comes_out_as(Renewed& other, std::uint32_t kind, const Touched& touched) const;
  void find_ground(Renewed& renewed, const Touched& touched) const;
  [[nodiscard]] bool renew_block(Layered& layered, const Touched& touched, std::uint8_t* scratch,
                                 const Rect& box, ProfileChange& change) const;
  void take_over(const Renewed& other, std::uint32_t block, Layered& layered, Commit& commit) const;

  BlockArray terrain_;
  std::array<std::unique_ptr<StampOverlay>, 2> stamps_;  // lasting and passing ones
  std::unique_ptr<LinkTable> links_;
  std::shared_ptr<detail::BlockStore> cost_blocks_;  // of all profiles but restored ones
  std::shared_ptr<detail::ContentStore> common_;
  std::vector<Layered> profiles_;
  std::vector<std::unique_ptr<Walls>> walls_;
  std::vector<Marks> marked_;  // per block: where it was edited
  std::vector<std::uint32_t> dirty_;
  std::vector<LinkId> links_to_add_;
  std::vector<LinkId> links_to_remove_;
  std::uint64_t version_ = 0;
  bool broken_ = false;
  detail::Journal* journal_ = nullptr;
  std::uint32_t kept_links_ = 0;
  std::unique_ptr<Streaming> streaming_;  // null: all blocks are in memory, always
};

}  // namespace portolan
