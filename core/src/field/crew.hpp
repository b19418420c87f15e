// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <portolan/core/executor.hpp>
#include <portolan/core/tile_field.hpp>

#include "mailbox.hpp"
#include "scratch.hpp"

namespace portolan {

/// One of a crew: solves tiles with a heap and scratch of its own. A tile belongs to the mate that reaches it
/// first, and only its owner reads or writes it. An idle mate is given half of the tiles that wait with
/// another. So each has a region that grows with the front, and only where regions meet is there anything to
/// tell.
struct alignas(64) TileField::Mate {
  Mate(Crew& crew, const TileField& field, std::uint32_t number);

  /// Works until nothing is left to do for anyone.
  void run();

  /// Is the neighbour this mate's own?
  [[nodiscard]] bool owns_beside(const detail::TileSlot& slot, int direction) const;
  /// The neighbour if it is this mate's own. Another's is sent what the giver offers it: null then.
  [[nodiscard]] detail::TileSlot* reach(detail::TileSlot& giver, int direction);
  /// Offers a value to any cell of the field.
  void offer_cell(Cell cell, std::uint64_t units);

  bool claim(detail::TileSlot& slot, std::uint32_t place, Cell origin);
  void begin();
  [[nodiscard]] Cell beside(const detail::TileSlot& slot, int direction) const;
  void send_side(const detail::TileSlot& giver, int side);
  void send_wide_side(const detail::TileSlot& giver, int side);
  void send(const detail::Message& message);
  bool post(const detail::Message& message, std::uint32_t to);
  void publish();
  void hear_all();
  void take_in(const detail::Message& message);
  void help_the_idle();
  void give_half(Mate& other);
  void look_around();
  void ask_for_work(std::uint64_t least_elsewhere);
  [[nodiscard]] bool has_mail() const;
  [[nodiscard]] bool wait_for_work();

  Crew& crew;
  const std::uint32_t number;
  const std::uint8_t badge;
  TileField front;  // the heap and the scratch; it has no tiles of its own
  std::vector<std::unique_ptr<detail::Mailbox>> inbox;             // by sender
  std::vector<std::pair<detail::Message, std::uint32_t>> backlog;  // no room in the mailbox yet
  std::vector<Cell> walls;                                         // origins of tiles of wall that were met
  std::vector<detail::TileSlot*> waiting;                          // of give_half()
  detail::Message draft;
  Cell last{0, 0, 0};  // origin of the tile solved last
  std::uint64_t sent = 0, heard = 0;
  std::uint32_t solved_here = 0;
  std::vector<std::uint32_t> solved_by;  // by mate, as of the last look
  std::uint32_t stuck_looks = 0;         // in a row, at which one had solved nothing since

  // What the others see, in lines of its own by how often it changes. Messages are counted as heard when all
  // that followed from them is done.
  alignas(64) std::atomic<bool> idle{false};
  std::atomic<std::int32_t> last_x{0}, last_y{0};
  std::atomic<std::uint64_t> key{0};  // least of what waits, as of the last look; nothing waits: the greatest
  alignas(64) std::atomic<std::uint64_t> sent_before{0};
  std::atomic<std::uint64_t> heard_before{0};
  alignas(64) std::atomic<std::uint32_t> solved{0};
};

/// Several threads on one field. Values are exact when nobody has anything left to do: the fixpoint is
/// unique, so neither the number of threads nor their pace shows in the result.
struct TileField::Crew {
  explicit Crew(Executor& host) : executor(host) {}

  void run(TileField& of);
  void hire(const TileField& of);
  [[nodiscard]] bool finished() const;

  // The book of owners: a byte per tile of the map, blocks of 8 by 8 together, so that mates whose regions
  // lie apart do not write to the same lines.
  static constexpr std::uint8_t raw = 0;    // a slot that nobody has filled in
  static constexpr std::uint8_t ready = 1;  // a slot that nobody has claimed
  static constexpr std::uint8_t first_badge = 2;
  void open_book(const TileField& of);
  [[nodiscard]] std::uint32_t place_of(Cell c) const {
    const auto x = static_cast<std::uint32_t>(c.x) >> shift, y = static_cast<std::uint32_t>(c.y) >> shift;
    const std::uint32_t block =
        (static_cast<std::uint32_t>(c.layer) * block_rows + (y >> 3U)) * block_columns + (x >> 3U);
    return block << 6U | (y & 7U) << 3U | (x & 7U);
  }
  [[nodiscard]] std::uint8_t owner_of(std::uint32_t place) {
    return std::atomic_ref<std::uint8_t>(owners[place]).load(std::memory_order_acquire);
  }

  /// Calls f(i, scratch) for every i below count, on all threads.
  template <class F>
  void for_each(const TileField& of, std::size_t count, const F& f) {
    constexpr std::size_t piece = 64;
    hire(of);
    std::atomic<std::size_t> next{0};
    const auto body = [&](std::size_t mate, unsigned) {
      Scratch& scratch = *mates[mate]->front.scratch_;
      for (std::size_t begin = next.fetch_add(piece); begin < count; begin = next.fetch_add(piece)) {
        for (std::size_t i = begin; i < std::min(count, begin + piece); ++i) f(i, scratch);
      }
    };
    executor.parallel_for(mates.size(), std::ref(body));
  }

  Executor& executor;
  std::vector<std::unique_ptr<Mate>> mates;
  TileField* field = nullptr;          // while it runs
  std::vector<std::uint8_t> owners;    // by place
  std::vector<std::uint32_t> numbers;  // of raw slots, by place
  std::vector<TileId> missing;         // whose slots were raw at the beginning
  std::uint32_t block_columns = 0, block_rows = 0;
  int shift = 5;
  std::atomic<bool> begun{false};
};

}  // namespace portolan
