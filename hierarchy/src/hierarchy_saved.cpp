// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
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

bool Landmarks::restore(std::size_t nodes, PartSource& source) {
  return borrow_next(potentials_, source) && potentials_.size() == nodes;
}

void HierarchyState::save(PartSink& sink) const {
  const HierarchyRecord record{options.sector_size,
                               options.portal_width,
                               options.levels,
                               options.level_factor,
                               static_cast<std::uint32_t>(levels.size()),
                               bound.least_cost()};
  sink.write_part<HierarchyRecord>({&record, 1});
  base_level.save(sink);
  for (const auto& upper : uppers) upper->save(sink);
  components.save(sink);
  landmarks.save(sink);
  if (levels.size() > 2) area_landmarks.save(sink);
  if (levels.size() > 1) base_potentials.save(sink);
}

bool HierarchyState::restore(PartSource& source) {
  const auto record = source.next_value<HierarchyRecord>();
  const bool same = record && record->sector_size == options.sector_size &&
                    record->portal_width == options.portal_width && record->levels == options.levels &&
                    record->level_factor == options.level_factor;
  if (!same || record->level_count == 0 || record->level_count > 8 || !base_level.restore(source))
    return false;
  levels.push_back(&base_level.level());
  while (levels.size() < record->level_count) {
    if (!add_upper(options.level_factor).restore(source)) return false;
  }
  // Files come from strangers: nothing is looked up in what they hold before it fits together.
  if (find_fault_in_records(*this)) return false;
  build_views();
  if (!components.restore(levels, source)) return false;
  if (!landmarks.restore(levels.back()->nodes.size(), source)) return false;
  if (levels.size() > 2 && !area_landmarks.restore(levels[1]->nodes.size(), source)) return false;
  if (levels.size() > 1 &&
      !base_potentials.restore(levels[0]->nodes.size(), levels[1]->areas.size(), source)) {
    return false;
  }
  find_shortcuts(base_level.level(), static_cast<Cost>(record->least_cost));
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
  const bool usable = (options.sector_size == 8 || options.sector_size == 16 || options.sector_size == 32) &&
                      options.portal_width >= 1 && options.portal_width <= 32 && options.levels >= 0 &&
                      options.levels <= 3 &&
                      (options.level_factor == 2 || options.level_factor == 4 || options.level_factor == 8);
  return usable ? std::optional(options) : std::nullopt;
}

std::optional<Hierarchy> Hierarchy::restore(const World& world, ProfileId profile,
                                            const HierarchyOptions& options, PartSource& source) {
  auto state = detail::make_pimpl<detail::HierarchyState>(world, profile, options);
  if (!state->restore(source)) return std::nullopt;
  return Hierarchy(std::move(state));
}

}  // namespace portolan
