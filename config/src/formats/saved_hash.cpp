// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Compiled in, so that nothing has to be linked.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "saved_format.hpp"

namespace portolan::detail {

std::uint64_t saved_hash(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace portolan::detail
