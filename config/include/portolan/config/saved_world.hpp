// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/detail/pimpl.hpp>
#include <portolan/core/profile.hpp>
#include <portolan/core/result.hpp>
#include <portolan/core/sector_source.hpp>
#include <portolan/core/world.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/simulation/detail/hierarchy_source.hpp>

namespace portolan {

/// Writes a world with all its profiles, and these hierarchies of it, into a file that `SavedWorld` opens
/// (docs/saved-world.md). The file appears whole under its name or not at all. The world must be settled: no
/// stamps, no waiting edits.
[[nodiscard]] std::optional<Error> save_world(const World& world,
                                              std::span<const Hierarchy* const> hierarchies,
                                              const std::filesystem::path& file);

/// True for a plain file that begins as saved worlds do.
[[nodiscard]] bool is_saved_world(const std::filesystem::path& file);

/// A saved world, mapped into memory. Opening checks the header and the directory; pages are read and checked
/// when they are first touched. What is damaged is never used: damaged ground is impassable, damaged tables
/// hold no way, and `fault` tells of it, so ask it before trusting an answer.
/// Worlds and hierarchies from it keep the mapping; the file must not be changed or cut meanwhile.
/// Checksums tell of damage, not of malice. What strangers send crashes nothing: a hierarchy whose records do
/// not fit each other is refused. But its costs may be false, and answers with them; `check` finds that.
/// Thread rule: like a value that is only read.
class SavedWorld final : public HierarchySource {
 public:
  /// Whether a hierarchy's areas, portals and links are checked before they are used.
  enum class Trust : std::uint8_t {
    nobody,  ///< they are, which takes some microseconds per hundred sectors
    writer,  ///< not, for files that came with the program itself: a false one may crash it
  };
  [[nodiscard]] static Result<SavedWorld> open(const std::filesystem::path& file,
                                               Trust trust = Trust::nobody);

  [[nodiscard]] const std::vector<Profile>& profiles() const;

  /// Terrain and links, and these profiles in this order. Costs come from the file where it holds a profile
  /// of the same costs and clearance; the costs of others are computed, which reads all terrain.
  [[nodiscard]] Result<World> world(std::span<const Profile> profiles) const;
  /// With the profiles that were saved.
  [[nodiscard]] Result<World> world() const { return world(profiles()); }

  /// The ground block by block, for a streamed world. Keeps the mapping.
  [[nodiscard]] Result<std::shared_ptr<const SectorSource>> sectors() const;
  /// A world with links and these profiles that holds no block of its ground yet (`World::streamed`) and
  /// takes them from the file as they are loaded. `hierarchy` gives its portal graphs.
  [[nodiscard]] Result<World> streamed_world(std::span<const Profile> profiles) const;

  /// The hierarchy of a profile of a world that `world` or `streamed_world` gave; nothing when the file holds
  /// none with these options, when the world has been changed since, or when it is damaged.
  [[nodiscard]] std::optional<Hierarchy> hierarchy(const World& world, ProfileId profile,
                                                   const HierarchyOptions& options) const override;

  /// The first damage that anybody came across so far.
  [[nodiscard]] std::optional<Error> fault() const override;
  /// Reads all of the file, and compares costs, tables and reachability with what the ground gives: its first
  /// damage or falsehood, if there is any. Cost: that of a bake on one thread.
  [[nodiscard]] std::optional<Error> check() const;
  [[nodiscard]] std::uint64_t file_bytes() const;

 private:
  struct State;
  explicit SavedWorld(detail::Pimpl<State> state);
  detail::Pimpl<State> state_;
};

}  // namespace portolan
