// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The one function of Highway's library that a build for a single instruction set asks for.
#include <hwy/targets.h>

namespace hwy {
int64_t SupportedTargets() { return HWY_STATIC_TARGET; }
}  // namespace hwy
