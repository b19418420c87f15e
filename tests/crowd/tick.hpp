// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

namespace portolan::test {

/// Seconds of one step in tests where nothing hangs on it.
inline constexpr float tick = 0.1F;

}  // namespace portolan::test
