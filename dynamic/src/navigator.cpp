// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/dynamic/navigator.hpp>

namespace portolan {

std::uint64_t CommitReport::sectors_rebuilt() const {
  std::uint64_t sum = 0;
  for (const HierarchyCommit& change : hierarchies) sum += change.applied.sectors.size();
  return sum;
}

void Navigator::add(Hierarchy& hierarchy) {
  PORTOLAN_ASSERT(world_->version() == version_);
  PORTOLAN_ASSERT(hierarchy.sectors().extent() == world_->extent());
  PORTOLAN_ASSERT(std::find(hierarchies_.begin(), hierarchies_.end(), &hierarchy) == hierarchies_.end());
  hierarchies_.push_back(&hierarchy);
}

void Navigator::add(Dispatcher& dispatcher) {
  PORTOLAN_ASSERT(std::find(hierarchies_.begin(), hierarchies_.end(), &dispatcher.hierarchy()) !=
                  hierarchies_.end());
  PORTOLAN_ASSERT(std::find(dispatchers_.begin(), dispatchers_.end(), &dispatcher) == dispatchers_.end());
  dispatchers_.push_back(&dispatcher);
}

void Navigator::add(RegionWatch& watch) {
  PORTOLAN_ASSERT(std::find(watches_.begin(), watches_.end(), &watch) == watches_.end());
  watches_.push_back(&watch);
}

CommitReport Navigator::commit() {
  PORTOLAN_ASSERT(world_->version() == version_);  // a commit that went past the navigator is lost to it
  CommitReport report;
  report.commit = world_->commit();
  version_ = world_->version();
  if (report.empty()) return report;
  for (Hierarchy* const hierarchy : hierarchies_) {
    report.hierarchies.push_back({hierarchy, hierarchy->apply(report.commit)});
  }
  for (Dispatcher* const dispatcher : dispatchers_) {
    const auto of =
        std::find_if(report.hierarchies.begin(), report.hierarchies.end(),
                     [&](const HierarchyCommit& h) { return h.hierarchy == &dispatcher->hierarchy(); });
    dispatcher->take_in(report.commit, of == report.hierarchies.end() ? 0 : of->applied.sectors.size());
  }
  for (RegionWatch* const watch : watches_) watch->record(report.commit);
  return report;
}

}  // namespace portolan
