// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include <portolan/hierarchy/hierarchy.hpp>

#include "bounds/base_potentials.hpp"
#include "bounds/landmarks.hpp"
#include "bounds/octile_bound.hpp"
#include "levels/base_level.hpp"
#include "levels/upper_level.hpp"
#include "reach/components.hpp"

namespace portolan::detail {

struct HierarchyState {
  HierarchyState(const World& w, ProfileId p, const HierarchyOptions& o);

  void build();
  void save(PartSink& sink) const;
  [[nodiscard]] bool restore(PartSource& source);
  void find_shortcuts();
  void build_views();
  /// A level above all others, still empty.
  UpperLevel& add_upper();
  void build_uppers();
  [[nodiscard]] std::vector<std::uint64_t> groups_at(std::size_t at) const;
  void build_landmarks();
  ApplyReport apply(const Commit& commit);
  /// Does what applies left, unless another reader did.
  SettleReport settle();

  const World* world;
  ProfileId profile;
  HierarchyOptions options;
  GridView grid;
  TileGrid tiles;
  InlineExecutor inline_executor;
  Executor* executor;
  BaseLevel base_level;
  std::vector<std::unique_ptr<UpperLevel>> uppers;
  std::vector<const Level*> levels;  // all of them, the lowest first
  Landmarks landmarks;               // of the top level
  Landmarks area_landmarks;          // of level 1, where that is not the top
  BasePotentials base_potentials;    // of level 0, where that is not the top
  bool symmetric = true;             // no usable link: a way costs the same in either direction
  std::vector<PortalGraph> graphs;
  Components components;
  OctileBound bound;
  std::vector<std::uint32_t> versions;  // of sectors
  std::uint64_t version = 0;

 private:
  SettleReport catch_up();
  void update_landmarks(std::span<const std::vector<std::uint32_t>> changed);
  [[nodiscard]] const Landmarks& landmarks_of_level_1() const {
    return levels.size() == 2 ? landmarks : area_landmarks;
  }

  // What applies left: sectors whose tables were rebuilt, and those of them that are others now.
  std::vector<std::uint32_t> rebuilt_;
  std::vector<std::uint32_t> changed_;
  std::vector<std::uint32_t> fresh_nodes_;
  bool links_changed_ = false;
  std::atomic<bool> behind_ = false;
  std::mutex settling_;  // of readers among each other
};

}  // namespace portolan::detail
