// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A game between two ticks, written or read back, and one that goes back.
#include <algorithm>
#include <optional>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/carrier.hpp>
#include <portolan/simulation/detail/stop_reasons.hpp>

#include "ordered_crowd_parts.hpp"
#include "stops/stop_rules.hpp"

namespace portolan {

void OrderedCrowd::save_state(PartSink& sink) const {
  navigator_.save_state(sink);
  sink.write_lists(lists_.idle, lists_.profiles, lists_.squads);
  crowd_.save_state(sink);
  detail::Carrier carrier(sink);
  float since_look = since_look_;
  detail::HeldGround held(0);
  held.go_back(held_.known());
  carrier.record(since_look);
  held.carry(carrier, crowd_, world());
}

std::optional<OrderedCrowd> OrderedCrowd::restored(StateReader& reader, const HierarchyOptions& hierarchies,
                                                   CrowdOptions options) {
  auto navigator = Navigator::restored(reader, hierarchies);
  if (!navigator) return std::nullopt;
  std::optional<OrderedCrowd> self(std::in_place, std::move(*navigator), options);
  if (!self->restore_crowd(reader)) return std::nullopt;
  return self;
}

std::optional<OrderedCrowd> OrderedCrowd::restored(StateReader& reader, Navigator navigator,
                                                   CrowdOptions options) {
  if (navigator.restore_state(reader)) return std::nullopt;
  std::optional<OrderedCrowd> self(std::in_place, std::move(navigator), options);
  if (!self->restore_crowd(reader)) return std::nullopt;
  return self;
}

bool OrderedCrowd::restore_crowd(StateReader& reader) {
  const std::vector<ProfileId>& profiles = lists_.profiles;
  if (!reader.read_lists(lists_.idle, lists_.profiles, lists_.squads)) return false;
  const auto known = [&](ProfileId p) { return p.value < world().profile_count(); };
  if (!std::all_of(profiles.begin(), profiles.end(), known)) return false;
  const auto ground = [&](CrowdGroupId id) {
    return world().view(id.value < profiles.size() ? profiles[id.value] : ProfileId{0});
  };
  if (!crowd_.restore_state(reader, ground)) return false;
  const auto there = [&](CrowdGroupId id) { return id.value < profiles.size(); };
  if (crowd_.group_count() != profiles.size() ||
      !std::all_of(lists_.idle.begin(), lists_.idle.end(), there) ||
      !std::all_of(lists_.squads.begin(), lists_.squads.end(),
                   [&](const Squad& s) { return there(s.group); }))
    return false;
  for (std::uint32_t agent = 0; agent < crowd_.size(); ++agent) {
    const OrderId id = navigator_.order_of(agent);
    if (navigator_.alive(id) && id.slot >= lists_.squads.size()) return false;
  }
  detail::Carrier carrier(reader);
  carrier.record(since_look_);
  held_.carry(carrier, crowd_, world());
  if (!carrier.require(since_look_ >= 0)) return false;
  guides_.resize(profiles.size());
  lead_all();
  return true;
}

std::uint64_t OrderedCrowd::keep() {
  kept_.push_back({navigator_.keep(), crowd_.keep(), lists_, held_.known(), since_look_});
  return kept_.back().moment;
}

void OrderedCrowd::go_back(std::uint64_t moment) {
  const auto at = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& k) { return k.moment == moment; });
  PORTOLAN_ASSERT(at != kept_.end(), "the moment was kept, and not forgotten");
  if (at == kept_.end()) return;
  navigator_.go_back(moment);
  crowd_.go_back(at->of_crowd);
  lists_ = at->lists;
  held_.go_back(at->held);
  since_look_ = at->since_look;
  kept_.erase(at + 1, kept_.end());
  passages_.reset();
  lead_all();
}

void OrderedCrowd::forget_before(std::uint64_t moment) {
  navigator_.forget_before(moment);
  const auto first =
      std::find_if(kept_.begin(), kept_.end(), [&](const Kept& k) { return k.moment >= moment; });
  crowd_.forget_before(first == kept_.end() ? ~std::uint64_t{0} : first->of_crowd);
  kept_.erase(kept_.begin(), first);
}

}  // namespace portolan
