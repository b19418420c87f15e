// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A strategy game without pictures: units of two kinds get orders of all kinds while buildings rise and fall
// and gates open and close. It shows how a game's tick looks, and measures what navigation takes of it.
#include <array>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>

#include <portolan/core/hash.hpp>
#include <portolan/core/thread_pool.hpp>

#include "players.hpp"

namespace rts {
namespace {

constexpr std::uint64_t units_of_work = 200;  // tile solves' worth of planning in a tick
constexpr std::uint64_t ticks_guessed = 8;    // before it is known what other players did

struct Settings {
  std::uint64_t agents = 3000, ticks = 1200, seed = 1, threads = 1;
  std::uint64_t save_at = 0;   // before this tick
  std::uint64_t rollback = 0;  // every so many ticks what the players do is guessed wrong at first
  std::string save, load;
};

/// All of a game. World and hierarchies stay where they are, for others look at them.
struct Game {
  explicit Game(Executor* workers) : executor(workers) {}

  void begin(const Settings& settings) {
    Dice dice{settings.seed};
    std::vector<Cell> gates;
    world = std::make_unique<World>(made_land(dice, gates));
    for (const bool on_foot : {true, false}) {
      Profile profile;
      profile.name = on_foot ? "infantry" : "tank";
      profile.cost.fill(impassable);
      std::copy_n(std::array<Cost, 3>{2, 1, on_foot ? Cost{4} : impassable}.begin(), 3, profile.cost.begin());
      profile.clearance = on_foot ? 1 : 2;
      world->add_profile(profile);
    }
    world->commit();
    for (std::uint32_t p = 0; p < world->profile_count(); ++p)
      kinds.push_back(std::make_unique<Hierarchy>(*world, ProfileId{p}, options()));
    gather();
    players->begin(static_cast<std::uint32_t>(settings.agents), dice, std::move(gates));
  }

  // A guess: that the players do nothing. Returns the milliseconds of navigation: processor time, so that
  // what else runs on the machine does not count.
  double tick(bool guess = false) {
    if (!guess) players->edit(now);
    const std::clock_t begin = std::clock();
    army->take_in_edits();
    if (!guess) players->command(now);
    army->plan(units_of_work);
    const std::clock_t end = std::clock();
    army->move(1.0F / ticks_per_second);
    crowd_ms += static_cast<double>(std::clock() - end) * 1e3 / CLOCKS_PER_SEC;
    hash = detail::mix(hash, army->crowd().hash());
    ++now;
    return static_cast<double>(end - begin) * 1e3 / CLOCKS_PER_SEC;
  }

  // What one writes, the other reads in the same order.
  void save(StateWriter& writer) const {
    write(writer, std::vector{now, hash});
    world->save_state(writer);
    for (const auto& hierarchy : kinds) hierarchy->save_state(writer);
    army->save(writer);
    players->save(writer);
  }
  [[nodiscard]] bool load(StateReader& reader) {
    std::vector<std::uint64_t> begun;
    std::optional<World> land;
    if (read(reader, begun)) land = World::restore_state(reader);
    if (!land || begun.size() != 2) return false;
    now = begun[0], hash = begun[1];
    players.reset(), army.reset(), kinds.clear();
    world = std::make_unique<World>(std::move(*land));
    for (std::uint32_t p = 0; p < world->profile_count(); ++p) {
      auto kind = Hierarchy::restore_state(*world, {p}, options(), reader);
      if (!kind) return false;
      kinds.push_back(std::make_unique<Hierarchy>(std::move(*kind)));
    }
    gather();
    return army->load(reader) && players->load(reader);
  }
  /// What is wrong with the bytes; empty: the game goes on.
  std::string load(std::span<const std::byte> bytes) {
    Result<StateReader> opened = StateReader::open(bytes);
    if (!opened) return opened.error().message;
    return load(*opened) ? "" : "the saved state is of another game";
  }

  // Ticks that are guessed, and undone: the game goes on as if they had not been.
  [[nodiscard]] bool guess_and_roll_back() {
    StateWriter writer;
    save(writer);
    const std::span<const std::byte> before = writer.finish();
    for (std::uint64_t k = 0; k < ticks_guessed; ++k) tick(true);
    return load(before).empty();
  }

  void gather() {
    std::vector<Hierarchy*> all;
    for (const auto& kind : kinds) all.push_back(kind.get());
    army = std::make_unique<Army>(*world, all, executor);
    players = std::make_unique<Players>(*world, *army);
  }
  [[nodiscard]] HierarchyOptions options() const { return {.levels = 2, .executor = executor}; }

  Executor* executor = nullptr;
  std::unique_ptr<World> world;
  std::vector<std::unique_ptr<Hierarchy>> kinds;
  std::unique_ptr<Army> army;
  std::unique_ptr<Players> players;
  std::uint64_t now = 0;
  std::uint64_t hash = 0;  // of all ticks
  double crowd_ms = 0;
};

void print(const Game& game, std::vector<double>& ms, std::size_t overlaps) {
  const Crowd& crowd = game.army->crowd();
  const Navigator& navigator = game.army->navigator();
  unsigned agents = 0, stuck = 0;  // the latter of those who have an order
  for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
    const AgentId unit = crowd.agent(slot);
    if (!crowd.alive(unit)) continue;
    ++agents;
    if (navigator.alive(navigator.order_of(unit.slot)) && crowd.state(unit) == AgentState::stuck) ++stuck;
  }
  if (ms.empty()) ms.push_back(0);
  std::sort(ms.begin(), ms.end());
  const auto at = [&](std::size_t percent) { return ms[percent * (ms.size() - 1) / 100]; };
  std::printf(
      "{\"agents\": %u, \"ticks\": %llu, \"tick_ms\": {\"p50\": %.3f, \"p99\": %.3f, \"max\": %.3f}, "
      "\"over_4_ms\": %td, \"crowd_ms\": %.3f, \"overlaps\": %zu, \"stuck\": %u, \"hash\": \"%016llx\"}\n",
      agents, static_cast<unsigned long long>(game.now), at(50), at(99), at(100),
      ms.end() - std::upper_bound(ms.begin(), ms.end(), 4.0), game.crowd_ms / static_cast<double>(ms.size()),
      overlaps, stuck, static_cast<unsigned long long>(game.hash));
}

int play(const Settings& settings) {
  ThreadPool pool(static_cast<unsigned>(settings.threads));
  Game game(settings.threads > 1 ? &pool : nullptr);
  if (settings.load.empty()) {
    game.begin(settings);
  } else {
    std::ifstream in(settings.load, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    const std::string fault = game.load(std::as_bytes(std::span(bytes)));
    if (!fault.empty()) return std::fprintf(stderr, "%s: %s\n", settings.load.c_str(), fault.c_str()), 3;
  }
  std::vector<double> ms;
  std::size_t overlaps = 0;
  while (game.now < settings.ticks) {
    if (!settings.save.empty() && game.now == settings.save_at) {
      StateWriter writer;
      game.save(writer);
      const std::span<const std::byte> bytes = writer.finish();
      std::ofstream out(settings.save, std::ios::binary);
      out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
      if (!out.flush()) return 3;
    }
    if (game.now % ticks_per_second == 0) overlaps = std::max(overlaps, game.army->crowd().overlaps());
    const bool guess = settings.rollback > 0 && game.now % settings.rollback == settings.rollback / 2;
    if (guess && !game.guess_and_roll_back()) return 3;
    ms.push_back(game.tick());
  }
  print(game, ms, overlaps);
  return 0;
}

bool parse(std::span<char*> arguments, Settings& s) {
  const std::array<std::pair<std::string_view, std::uint64_t*>, 6> numbers{{{"--agents", &s.agents},
                                                                            {"--ticks", &s.ticks},
                                                                            {"--seed", &s.seed},
                                                                            {"--threads", &s.threads},
                                                                            {"--save-at", &s.save_at},
                                                                            {"--rollback", &s.rollback}}};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view name = arguments[i];
    if (name == "--json") continue;  // it prints nothing else
    if (++i == arguments.size()) return false;
    const std::string_view value = arguments[i];
    if (name == "--save" || name == "--load") {
      (name == "--save" ? s.save : s.load) = value;
      continue;
    }
    const auto known = std::find_if(numbers.begin(), numbers.end(), [&](auto& n) { return n.first == name; });
    if (known == numbers.end()) return false;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), *known->second);
    if (error != std::errc() || end != value.data() + value.size()) return false;
  }
  return s.agents > 0 && s.agents < 1000000 && s.ticks > 0 && s.threads > 0 && s.threads < 1000;
}

}  // namespace
}  // namespace rts

int main(int count, char** arguments) {
  rts::Settings settings;
  if (rts::parse({arguments + 1, arguments + count}, settings)) return rts::play(settings);
  std::fputs(
      "usage: rts [--agents N] [--ticks T] [--seed K] [--threads J] [--json]\n"
      "           [--save-at TICK --save FILE] [--load FILE] [--rollback EVERY]\n",
      stderr);
  return 2;
}
