// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <portolan/core/straight_field.hpp>
#include <portolan/crowd/detail/bypass_guide.hpp>
#include <portolan/crowd/detail/congestion.hpp>

#include "scene_judge.hpp"
#include "scene_play.hpp"

namespace portolan::scenes {

inline constexpr float no_squeezing = 1e9F;  // seconds

struct Way {
  StraightField field;                  // of the ground by itself
  std::optional<StraightField> around;  // of one on which jams are costly; none before the first jam
  detail::BypassGuide guide;
};

inline detail::CongestionOptions seen_by_people(bool people) {
  detail::CongestionOptions options;
  options.interval = people ? 2 : 0;
  options.side = 8;  // cells of 14 cm
  return options;
}

/// Plays one scene from one start.
class Player {
 public:
  Player(const Json& scene, int start, const PlayOptions& options)
      : scene_(scene),
        options_(options),
        draw_(1 + static_cast<std::uint64_t>(start)),
        ground_(scene, draw_),
        cast_(cast_of(scene, ground_, scene.contains("arrangements") ? start : 0, draw_)) {
    for (const Actor& actor : cast_.actors) {
      if (!actor.legs.empty()) ++sharers_[goal_of(actor)];
    }
    traces_.resize(cast_.actors.size());
    for (std::size_t k = 0; k < cast_.actors.size(); ++k) add(k);
  }

  Played run();

 private:
  struct Course {
    AgentId id;
    std::size_t leg = 0;
    double free_seconds = 0;
    double arrived_s = -1;
    Vec2 before;
  };

  using Goal = std::pair<std::uint32_t, std::vector<Cell>>;  // a profile, and cells

  [[nodiscard]] static Goal goal_of(const Actor& actor) {
    return {actor.profile.value, actor.legs.back().cells};
  }
  [[nodiscard]] bool makes_room(const Actor& actor) const;
  void make_room(std::size_t k);
  const Way& way_to(ProfileId profile, const std::vector<Cell>& cells);
  [[nodiscard]] CrowdGroup group_to(const Actor& actor, const std::vector<Cell>& cells);
  CrowdGroupId group_for(std::size_t k, std::size_t leg);
  [[nodiscard]] AgentSpec body_of(std::size_t k, Vec2 place);
  void look_for_jams();
  void add(std::size_t k);
  void set_leg(std::size_t k, std::size_t leg);
  void follow(std::size_t k);
  [[nodiscard]] bool there(std::size_t k) const;
  [[nodiscard]] bool near(std::size_t k) const;
  void look(Played& played);
  void trace(std::size_t k, Vec2 p);
  [[nodiscard]] std::vector<Vec2> bodies() const;
  void enter(std::size_t k, Vec2 place);
  void enter_again(std::size_t k);
  [[nodiscard]] std::optional<Verdict> verdict() const;
  [[nodiscard]] bool plug_holds() const;
  [[nodiscard]] bool resolved(const Played& played, const std::optional<Verdict>& own) const;
  void finish(Played& played);
  [[nodiscard]] bool is_tiles() const { return scene_["family"].get<std::string>() == "movebench"; }

  /// Recordings of people, and what a guideline expects of them; the other scenes are for games.
  [[nodiscard]] bool is_of_people() const {
    return scene_["family"] == "hermes" || scene_["family"] == "rimea";
  }

  const Json& scene_;
  PlayOptions options_;
  Draw draw_;
  SceneGround ground_;
  Cast cast_;
  std::map<Goal, std::unique_ptr<Way>> ways_;
  std::map<Goal, std::size_t> sharers_;       // who have a goal in the end
  std::map<Goal, std::vector<Vec2>> beyond_;  // places for those who have been there
  std::map<std::pair<std::uint64_t, std::vector<Cell>>, CrowdGroupId> groups_;
  Crowd crowd_{CrowdOptions{nullptr, no_squeezing, 3}};
  detail::Congestion congestion_{seen_by_people(is_of_people())};
  std::vector<Course> courses_;
  double now_ = 0;
  std::uint64_t moving_samples_ = 0, stalled_samples_ = 0;
  Lines lines_ = lines_of(scene_);
  std::optional<Box> area_ = measured_area(scene_);  // of a corridor without end
  std::vector<Trace> traces_;
  double speeds_ = 0;
  std::uint64_t speed_samples_ = 0;
};

}  // namespace portolan::scenes
