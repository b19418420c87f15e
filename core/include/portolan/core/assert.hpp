// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>

// A caller's bug, not a runtime condition: on in validating builds, free otherwise.
#if defined(PORTOLAN_VALIDATE) && PORTOLAN_VALIDATE
#include <cstdlib>
#define PORTOLAN_ASSERT(condition) ((condition) ? static_cast<void>(0) : std::abort())
#else
#define PORTOLAN_ASSERT(condition) assert(condition)
#endif
