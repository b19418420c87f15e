// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "navigator.hpp"

using namespace portolan;
using namespace portolan::c;

portolan_status portolan_keep(portolan_navigator* navigator, uint64_t* moment) {
  PORTOLAN_C_NEED(navigator);
  PORTOLAN_C_NEED(moment);
  Ground& ground = *navigator->world.ground;
  if (ground.edited)
    return fail(PORTOLAN_REFUSED, "edits of the world wait: portolan_commit, then keep this moment");
  return guarded([&] {
    KeptStamps stamps{0, ground.stamps, ground.free_from};
    *moment = stamps.moment = navigator->agents->keep();
    navigator->kept.push_back(std::move(stamps));
    ground.keeps_moments = true;
  });
}

portolan_status portolan_go_back(portolan_navigator* navigator, uint64_t moment) {
  PORTOLAN_C_NEED(navigator);
  std::vector<KeptStamps>& kept = navigator->kept;
  const auto at =
      std::find_if(kept.begin(), kept.end(), [&](const KeptStamps& k) { return k.moment == moment; });
  if (at == kept.end())
    return fail(PORTOLAN_BAD_ARGUMENT, "moment %llu was not kept, or is gone",
                static_cast<unsigned long long>(moment));
  return guarded([&] {
    Ground& ground = *navigator->world.ground;
    std::vector<HostStamp> stamps = at->stamps;
    navigator->agents->go_back(moment);
    ground.stamps = std::move(stamps);
    ground.free_from = at->free_from;
    ground.edited = false;
    ++ground.restored;
    kept.erase(at + 1, kept.end());
  });
}

portolan_status portolan_forget_before(portolan_navigator* navigator, uint64_t moment) {
  PORTOLAN_C_NEED(navigator);
  return guarded([&] {
    navigator->agents->forget_before(moment);
    std::erase_if(navigator->kept, [&](const KeptStamps& k) { return k.moment < moment; });
  });
}
