// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "reach/disjoint_sets.hpp"

#include <numeric>

#include <boost/iterator/counting_iterator.hpp>
#include <boost/pending/disjoint_sets.hpp>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {
using Sets = boost::disjoint_sets<std::uint8_t*, std::uint32_t*, boost::find_with_path_halving>;
}

void DisjointSets::reset(std::size_t size) {
  parent_.resize(size);
  std::iota(parent_.begin(), parent_.end(), 0U);
  rank_.assign(size, 0);
}

bool DisjointSets::unite(std::uint32_t a, std::uint32_t b) {
  PORTOLAN_ASSERT(a < parent_.size() && b < parent_.size());
  Sets sets(rank_.data(), parent_.data());
  a = sets.find_set(a);
  b = sets.find_set(b);
  if (a == b) return false;
  sets.link(a, b);
  return true;
}

void DisjointSets::normalize() {
  Sets sets(rank_.data(), parent_.data());
  const auto end = static_cast<std::uint32_t>(parent_.size());
  // First every number must point to the one that stands for its set: Boost does not follow longer chains.
  for (std::uint32_t i = 0; i < end; ++i) parent_[i] = sets.find_set(i);
  sets.normalize_sets(boost::counting_iterator<std::uint32_t>(0),
                      boost::counting_iterator<std::uint32_t>(end));
}

}  // namespace portolan::detail
