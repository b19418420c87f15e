// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include "scene_cast.hpp"

namespace portolan::scenes {

/// A scene of the movement benchmark on a map so many times as wide and as high, with as many times as many
/// units in each row and in each column of its blocks, and twice as many times as long to end. Speeds and
/// bodies are as they were.
[[nodiscard]] Json larger(Json scene, int times);

}  // namespace portolan::scenes
