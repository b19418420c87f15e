// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <utility>

#include "navigator.hpp"

using namespace portolan;
using namespace portolan::c;

struct portolan_bytes {
  StateWriter writer;
  std::span<const std::byte> all;
};

namespace {

// A game of its own: ground, and the agents on it. No agents, with the reason told, where the bytes are
// refused.
struct Game {
  std::shared_ptr<Ground> ground;
  std::optional<OrderedCrowd> agents;
};

Game read_game(const std::uint8_t* bytes, std::size_t size, Executor* executor) {
  Result<StateReader> reader = StateReader::open(std::as_bytes(std::span(bytes, size)));
  if (!reader.ok()) {
    fail(PORTOLAN_REFUSED, "%s", reader.error().text().c_str());
    return {};
  }
  Game game{Ground::restore(*reader), std::nullopt};
  if (game.ground != nullptr)
    game.agents = OrderedCrowd::restored(*reader, game.ground->new_navigator(), {.executor = executor});
  if (!game.agents) fail(PORTOLAN_REFUSED, "the bytes are whole, but no game that portolan_save has written");
  return game;
}

}  // namespace

const uint8_t* portolan_bytes_data(const portolan_bytes* bytes) {
  return bytes == nullptr ? nullptr : reinterpret_cast<const std::uint8_t*>(bytes->all.data());
}
size_t portolan_bytes_size(const portolan_bytes* bytes) { return bytes == nullptr ? 0 : bytes->all.size(); }
void portolan_bytes_destroy(portolan_bytes* bytes) { delete bytes; }

portolan_bytes* portolan_save(const portolan_navigator* navigator) {
  return making<portolan_bytes>([&]() -> portolan_bytes* {
    if (navigator == nullptr) return static_cast<void>(fail_null("navigator")), nullptr;
    if (navigator->world.ground->edited) {
      fail(PORTOLAN_REFUSED, "edits of the world wait: portolan_commit, then save");
      return nullptr;
    }
    auto bytes = std::make_unique<portolan_bytes>();
    navigator->world.ground->save(bytes->writer);
    navigator->agents->save_state(bytes->writer);
    bytes->all = bytes->writer.finish();
    return bytes.release();
  });
}

portolan_navigator* portolan_load(const uint8_t* bytes, size_t size, const portolan_jobs* jobs) {
  return making<portolan_navigator>([&]() -> portolan_navigator* {
    HostJobs host;
    if (bytes == nullptr) return static_cast<void>(fail_null("bytes")), nullptr;
    if (host.take(jobs) != PORTOLAN_OK) return nullptr;
    auto navigator = std::make_unique<portolan_navigator>(std::make_shared<Ground>(World({1, 1, 1})), host);
    if (portolan_restore(navigator.get(), bytes, size) != PORTOLAN_OK) return nullptr;
    return navigator.release();
  });
}

portolan_status portolan_restore(portolan_navigator* navigator, const uint8_t* bytes, size_t size) {
  PORTOLAN_C_NEED(navigator);
  PORTOLAN_C_NEED(bytes);
  return guarded([&]() -> portolan_status {
    Game game = read_game(bytes, size, navigator->jobs.executor());
    if (!game.agents) return PORTOLAN_REFUSED;
    Ground& ground = *navigator->world.ground;
    const std::uint64_t restored = ground.restored + 1;
    navigator->agents.reset();
    ground = std::move(*game.ground);
    ground.restored = restored;
    navigator->agents = std::move(game.agents);
    ground.agents = &*navigator->agents;
    navigator->kept.clear();
    return PORTOLAN_OK;
  });
}
