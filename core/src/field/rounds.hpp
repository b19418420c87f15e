// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <portolan/core/executor.hpp>
#include <portolan/core/tile_field.hpp>

#include "scratch.hpp"

namespace portolan {

// What one solved tile offers the eight around it.
struct alignas(64) TileField::RoundOutbox {
  std::uint16_t values[4][detail::lanes];  // by side; corners are the ends of rows
  std::uint64_t base;
};

// A field computed in rounds on several threads. In a round every tile at hand first takes in what the tiles
// around it offered in the round before, and is then solved if its turn is near. Each writes to itself and
// its own outbox alone, so that one barrier a round is enough. The fixpoint is unique: neither rounds nor
// threads show in the result.
struct TileField::Rounds {
  using Outbox = RoundOutbox;

  Rounds(Executor& host, Isa isa) : executor(host) {
    for (unsigned w = 0; w < host.workers(); ++w) scratch.push_back(std::make_unique<Scratch>(isa));
  }

  // Several tiles a piece of work, so that handing out work costs little.
  template <class F>
  void for_each(std::size_t count, const F& f) {
    constexpr std::size_t piece = 4;
    executor.parallel_for((count + piece - 1) / piece, [&](std::size_t p, unsigned worker) {
      for (std::size_t i = p * piece; i < count && i < (p + 1) * piece; ++i) f(i, *scratch[worker]);
    });
  }

  [[nodiscard]] std::vector<Outbox>& written() { return outbox[number % 2]; }
  [[nodiscard]] const std::vector<Outbox>& read() const { return outbox[(number + 1) % 2]; }

  Executor& executor;
  std::vector<std::unique_ptr<Scratch>> scratch;
  std::vector<detail::TileSlot*> active;     // of this round, the receivers of the last one first
  std::vector<detail::TileSlot*> receivers;  // that were offered something, for the next
  std::vector<Outbox> outbox[2];
  std::uint64_t lowest_offer = 0;  // no offer that the receivers have not taken in yet is below it
  std::uint64_t until = 0;
  std::uint32_t number = 0;
};

}  // namespace portolan
