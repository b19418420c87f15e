// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "scenario_sections.hpp"

namespace portolan::detail {

void read_streaming(YamlMapping& root, Scenario& scenario) {
  detail::StreamingOptions& streaming = scenario.streaming;
  root.map({"streaming",
            "keeps only a part of the world in memory; needs a baked world and places named as "
            "cells (docs/streaming.md)"},
           [&](YamlMapping& keys) {
             streaming.enabled = true;
             keys.flag({"enabled", "false: the whole world is in memory, as without this section"},
                       streaming.enabled);
             keys.number({"resident", "share of the world's sectors of 32 by 32 cells in memory at a time"},
                         streaming.resident, 0, 1);
             keys.integer({"loads_per_tick", "sectors loaded in one tick"}, streaming.loads_per_tick, 1,
                          1'000'000);
             keys.integer({"ahead", "sectors on the way of each agent that are loaded before it gets there"},
                          streaming.ahead, 1, 1000);
             if (!keys.describing()) streaming.where = keys.here().mark();
           });
}

}  // namespace portolan::detail
