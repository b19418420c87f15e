// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <portolan/crowd/field_guide.hpp>
#include <portolan/crowd/straight_guide.hpp>
#include <portolan/simulation/ordered_crowd.hpp>

namespace portolan {

// One of the two is asked, by the headings of the order.
struct OrderedCrowd::Guides {
  FieldGuide octile;
  StraightGuide straight;
};

struct OrderedCrowd::Kept {
  std::uint64_t moment = 0, of_crowd = 0;
  Lists lists;
  detail::HeldGround::Known held;
  float since_look = 0;
};

}  // namespace portolan
