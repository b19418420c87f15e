// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <portolan/hierarchy/hierarchy.hpp>

#include "find_fault.hpp"
#include "graph/level_saved.hpp"
#include "hierarchy_state.hpp"

namespace portolan {

namespace detail {

namespace {

// What a hierarchy was built with, and what is told of the whole.
struct HierarchyRecord {
  std::int32_t sector_size = 0;
  std::int32_t portal_width = 0;
  std::int32_t levels = 0;
  std::int32_t level_factor = 0;
  std::uint32_t level_count = 0;
  std::uint32_t least_cost = 1;
};

}  // namespace

void HierarchyState::save(PartSink& sink, bool live) const {
  const HierarchyRecord record{options.sector_size,
                               options.portal_width,
                               options.levels,
                               options.level_factor,
                               static_cast<std::uint32_t>(levels.size()),
                               bound.least_cost()};
  sink.write_part<HierarchyRecord>({&record, 1});
  sink.write_part<ProfileId>(options.lends_to);
  base_level.save(sink);
  for (const auto& upper : uppers) upper->save(sink);
  components.save(sink);
  if (!borrows()) return save_bounds(*this, sink, live);
  if (live) return;
  // A file is read without its lender as well.
  Bounds own;
  build_bounds(own);
  save_bounds(own, sink, false);
}

void HierarchyState::save_bounds(const Bounds& of, PartSink& sink, bool live) const {
  of.landmarks.save(sink);
  if (levels.size() > 2) of.area_landmarks.save(sink);
  if (levels.size() == 1) return;
  live ? of.base_potentials.save_live(sink) : of.base_potentials.save(sink);
}

namespace {

// What has happened to a hierarchy since it was built.
struct LiveRecord {
  std::uint64_t version = 0;
  std::uint64_t applied = 0;
  std::uint32_t broken = 0;
  std::uint32_t waits = 0;
  std::uint32_t links_changed = 0;
  std::uint32_t in_slices = 0;
  ProfileId lender;
  std::uint32_t unused = 0;  // no byte of the record is undefined
};

}  // namespace

void HierarchyState::save_live(PartSink& sink) const {
  const auto number = [](bool is) { return is ? 1U : 0U; };
  const LiveRecord record{version,
                          applied,
                          number(broken),
                          number(!settled()),
                          number(backlog.links_changed),
                          number(backlog.in_slices),
                          lender_id};
  sink.write_part<LiveRecord>({&record, 1});
  sink.write_part(versions.values());
  sink.write_part<std::uint32_t>(backlog.rebuilt);
  sink.write_part<std::uint32_t>(backlog.changed);
  sink.write_part<std::uint32_t>(backlog.fresh_nodes);
  save(sink, true);
  base_level.save_free(sink);
  for (const auto& upper : uppers) upper->save_free(sink);
}

bool HierarchyState::restore_live_record(PartSource& source) {
  const auto record = source.next_value<LiveRecord>();
  if (!record || record->applied != world->version()) return false;
  lender_id = record->lender;
  version = record->version;
  broken = record->broken != 0;
  backlog.waits = record->waits != 0;
  backlog.links_changed = record->links_changed != 0;
  backlog.in_slices = record->in_slices != 0;
  return borrow_next(versions, source) && versions.size() == tiles.tile_count() &&
         copy_next(backlog.rebuilt, source) && copy_next(backlog.changed, source) &&
         copy_next(backlog.fresh_nodes, source);
}

bool HierarchyState::restore_live(PartSource& source) {
  const auto below = [](const std::vector<std::uint32_t>& list, std::size_t end) {
    return std::all_of(list.begin(), list.end(), [end](std::uint32_t i) { return i < end; });
  };
  if (!restore_live_record(source) || !below(backlog.rebuilt, tiles.tile_count()) ||
      !below(backlog.changed, tiles.tile_count()) || !restore(source, true) ||
      !base_level.restore_free(source)) {
    return false;
  }
  for (const auto& upper : uppers) {
    if (!upper->restore_free(source)) return false;
  }
  return below(backlog.fresh_nodes, levels[0]->nodes.size());
}

// `live`: which areas of base potentials are to be filled belongs to a game that goes on, for who asks for
// them pays. Where settle is due, what it brings up to date is as it was for fewer nodes.
bool HierarchyState::restore(PartSource& source, bool live) {
  const auto record = source.next_value<HierarchyRecord>();
  const bool same = record && record->sector_size == options.sector_size &&
                    record->portal_width == options.portal_width && record->levels == options.levels &&
                    record->level_factor == options.level_factor;
  std::vector<ProfileId> kinds;
  if (!copy_next(kinds, source) || !lends_to_these(kinds)) return false;
  if (!same || record->level_count == 0 || record->level_count > 8 || !base_level.restore(source))
    return false;
  levels.push_back(&base_level.level());
  while (levels.size() < record->level_count) {
    if (!add_upper(options.level_factor).restore(source)) return false;
  }
  // Files come from strangers: nothing is looked up in what they hold before it fits together.
  const bool checked = !source.is_trusted();
  if (checked && find_fault_in_records(*this)) return false;
  build_views();
  if (!components.restore(levels.size(), source)) return false;
  if (checked && !components.fits(levels, backlog.rebuilt)) return false;
  if (settled()) {
    components.relabel_links(base_level.level());
  } else {
    backlog.links_changed = backlog.links_changed || !base_level.level().links.empty();
  }
  find_shortcuts(base_level.level(), static_cast<Cost>(record->least_cost));
  return (live && borrows()) || restore_bounds(source, live);
}

bool HierarchyState::restore_bounds(PartSource& source, bool live) {
  if (!landmarks.restore({levels.back()->nodes.size(), settled()}, source)) return false;
  if (levels.size() > 2 && !area_landmarks.restore({levels[1]->nodes.size(), settled()}, source))
    return false;
  if (levels.size() > 1 &&
      (!base_potentials.restore(base_source(*this), {levels[0]->nodes.size(), settled()}, source) ||
       (live && !base_potentials.restore_live(source)))) {
    return false;
  }
  return true;
}

}  // namespace detail

Hierarchy::Hierarchy(detail::Pimpl<detail::HierarchyState> state) : state_(std::move(state)) {}

void Hierarchy::save(PartSink& sink) const {
  settle();
  state_->save(sink);
}

std::optional<HierarchyOptions> Hierarchy::restore_options(PartSource& source) {
  const auto record = source.next_value<detail::HierarchyRecord>();
  if (!record) return std::nullopt;
  HierarchyOptions options;
  options.sector_size = record->sector_size;
  options.portal_width = record->portal_width;
  options.levels = record->levels;
  options.level_factor = record->level_factor;
  if (!detail::copy_next(options.lends_to, source)) return std::nullopt;
  const bool usable = (options.sector_size == 8 || options.sector_size == 16 || options.sector_size == 32) &&
                      options.portal_width >= 1 && options.portal_width <= 32 && options.levels >= 0 &&
                      options.levels <= 3 &&
                      (options.level_factor == 2 || options.level_factor == 4 || options.level_factor == 8);
  return usable ? std::optional(options) : std::nullopt;
}

namespace {

bool knows_all(const World& world, const std::vector<ProfileId>& kinds) {
  return std::all_of(kinds.begin(), kinds.end(),
                     [&](ProfileId kind) { return kind.value < world.profile_count(); });
}

}  // namespace

std::optional<Hierarchy> Hierarchy::restore(const World& world, ProfileId profile,
                                            const HierarchyOptions& options, PartSource& source) {
  if (!knows_all(world, options.lends_to)) return std::nullopt;
  auto state = detail::make_pimpl<detail::HierarchyState>(world, profile, options);
  if (!state->restore(source)) return std::nullopt;
  Hierarchy restored(std::move(state));
  if (options.bounds_from != nullptr) restored.take_lender(*options.bounds_from);
  return restored;
}

void Hierarchy::save_state(PartSink& sink) const { state_->save_live(sink); }

void Hierarchy::log_to(detail::Journal* journal) { state_->log_to(journal); }

std::optional<Hierarchy> Hierarchy::restore_state(const World& world, ProfileId profile,
                                                  const HierarchyOptions& options, PartSource& source) {
  if (profile.value >= world.profile_count() || !knows_all(world, options.lends_to)) return std::nullopt;
  auto state = detail::make_pimpl<detail::HierarchyState>(world, profile, options);
  if (!state->restore_live(source)) return std::nullopt;
  Hierarchy restored(std::move(state));
  if (options.bounds_from != nullptr && !restored.borrow_from(*options.bounds_from)) return std::nullopt;
  return restored;
}

}  // namespace portolan
