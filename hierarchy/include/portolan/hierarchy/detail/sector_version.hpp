// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/hierarchy/portal.hpp>

namespace portolan {

/// A sector and the version that it had.
struct SectorVersion {
  SectorId sector;
  std::uint64_t version = 0;
  constexpr bool operator==(const SectorVersion&) const = default;
};

}  // namespace portolan
