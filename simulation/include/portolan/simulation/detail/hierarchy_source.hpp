// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <portolan/core/result.hpp>
#include <portolan/core/world.hpp>
#include <portolan/hierarchy/hierarchy.hpp>

namespace portolan {

/// Hierarchies that were made before the run, such as those in a baked file.
class HierarchySource {
 public:
  virtual ~HierarchySource() = default;

  /// Of a profile of the world that the simulation was given; nothing where there is none with these options.
  [[nodiscard]] virtual std::optional<Hierarchy> hierarchy(const World& world, ProfileId profile,
                                                           const HierarchyOptions& options) const = 0;
  /// The first damage that anybody came across so far, also in the land of the world: answers are then not to
  /// be trusted.
  [[nodiscard]] virtual std::optional<Error> fault() const = 0;
};

}  // namespace portolan
