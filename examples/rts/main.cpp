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
#include <memory>
#include <optional>
#include <string>

#include <portolan/core/field_memory.hpp>
#include <portolan/core/hash.hpp>
#include <portolan/core/thread_pool.hpp>

#include "players.hpp"

namespace rts {
namespace {

constexpr std::uint64_t units_of_work = 200;  // of planning in a tick
constexpr std::size_t tiles_at_hand = 24576;  // of fields: 90 MB
constexpr std::uint64_t ticks_guessed = 8;    // before it is known what other players did

struct Settings {
  std::uint64_t agents = 3000, ticks = 1200, seed = 1, threads = 1;
  std::uint64_t save_at = 0;   // before this tick
  std::uint64_t rollback = 0;  // every so many ticks what the players do is guessed wrong at first
  std::string save, load;
};

// Processor time: what else runs on the machine does not count.
double now_ms() { return static_cast<double>(std::clock()) * 1e3 / CLOCKS_PER_SEC; }

struct Game {
  explicit Game(OrderedCrowd units) : army(std::move(units)) {}
  static HierarchyOptions options(Executor* executor) {
    HierarchyOptions options{.levels = 2, .executor = executor};
    options.field_memory = std::make_shared<FieldMemory>(tiles_at_hand);
    return options;
  }

  static Game begun(const Settings& settings, Executor* executor) {
    Dice dice{settings.seed};
    std::vector<Cell> gates;
    World world = made_land(dice, gates);
    for (const bool on_foot : {true, false}) {
      Profile profile;
      profile.name = on_foot ? "infantry" : "tank";
      profile.cost.fill(impassable);
      std::copy_n(std::array<Cost, 3>{2, 1, on_foot ? Cost{4} : impassable}.begin(), 3, profile.cost.begin());
      profile.clearance = on_foot ? 1 : 2;
      world.add_profile(profile);
    }
    world.commit();
    Game game(OrderedCrowd(Navigator(std::move(world), options(executor)), {.executor = executor}));
    game.players.begin(game.army, settings.agents, dice, std::move(gates));
    if (settings.rollback > 0) game.army.keep();  // has memory ready for the moments of the game
    return game;
  }

  // A guess: that the players do nothing.
  void tick(bool guess = false) {
    if (!guess) players.edit(army.world(), now);
    const double begin = now_ms();
    army.commit();
    if (!guess) players.command(army, now);
    army.work(units_of_work);
    navigation_ms = now_ms() - begin;
    army.step(1.0F / ticks_per_second);
    crowd_ms += now_ms() - begin - navigation_ms;
    hash = detail::mix(hash, army.crowd().hash());
    ++now;
  }

  std::uint64_t keep() {
    const double begin = now_ms();
    const std::uint64_t moment = army.keep();
    keep_ms.push_back(now_ms() - begin);
    return moment;
  }
  // Of all moments, for each agent.
  [[nodiscard]] double crowd_bytes() const {
    return static_cast<double>(army.crowd().kept_bytes()) / static_cast<double>(army.crowd().size());
  }
  // Ticks that are guessed, and taken back: the game goes on as if they had not been.
  void guess_and_take_back() {
    const std::uint64_t moment = keep();
    const auto was = std::tuple(players, now, hash, crowd_ms);
    const double bytes_of_one = crowd_bytes();
    for (std::uint64_t k = 0; k < ticks_guessed; ++k) tick(true), keep();
    kept_bytes = std::max(kept_bytes, army.navigator().kept_bytes());
    first_bytes = std::max(first_bytes, bytes_of_one);
    further_bytes = std::max(further_bytes, (crowd_bytes() - bytes_of_one) / ticks_guessed);
    const double begin = now_ms();
    army.go_back(moment);
    army.forget_before(moment + 1);
    std::tie(players, now, hash, crowd_ms) = was;
    back_ms = now_ms() - begin;
    alone_ms = std::max(alone_ms, back_ms);
  }

  // What one writes, the other reads in the same order.
  std::span<const std::byte> save(StateWriter& writer) const {
    writer.write_lists(std::vector{now, hash});
    army.save_state(writer);
    players.save(writer);
    return writer.finish();
  }
  static std::optional<Game> loaded(std::span<const std::byte> bytes, Executor* executor) {
    Result<StateReader> reader = StateReader::open(bytes);
    std::vector<std::uint64_t> begun;
    if (!reader || !reader->read_lists(begun) || begun.size() != 2) return std::nullopt;
    auto army = OrderedCrowd::restored(*reader, options(executor), {.executor = executor});
    if (!army) return std::nullopt;
    Game game(std::move(*army));
    game.now = begun[0], game.hash = begun[1];
    return game.players.load(*reader) ? std::optional(std::move(game)) : std::nullopt;
  }

  OrderedCrowd army;
  Players players;
  std::uint64_t now = 0, hash = 0;            // the hash is of all ticks
  double navigation_ms = 0, crowd_ms = 0;     // of the last tick; of all
  std::vector<double> keep_ms;                // each time
  double back_ms = 0, alone_ms = 0;           // of the last time; the most of those
  std::size_t kept_bytes = 0;                 // the most, without the crowd
  double first_bytes = 0, further_bytes = 0;  // the most of a moment of the crowd, for each agent
};

// How many of the units that have somewhere to go stand, by reason.
std::string stops_of(OrderedCrowd& army) {
  std::array<unsigned, stop_reason_names.size()> counts{};
  for (std::size_t slot = 0; slot < army.crowd().size(); ++slot) {
    const AgentId unit = army.crowd().agent(slot);
    if (army.crowd().alive(unit)) ++counts[static_cast<std::size_t>(army.why(unit).reason)];
  }
  std::string list;
  for (std::size_t r = 0; r < counts.size(); ++r) {
    const auto reason = static_cast<StopReason>(r);
    if (reason == StopReason::none || reason == StopReason::arrived || reason == StopReason::no_order)
      continue;
    if (counts[r] == 0) continue;
    list += (list.empty() ? "\"" : ", \"") + std::string(stop_reason_names[r]) +
            "\": " + std::to_string(counts[r]);
  }
  return list;
}

void print(Game& game, std::vector<double>& ms, std::vector<double>& back, std::size_t overlaps) {
  const Crowd& crowd = game.army.crowd();
  const Navigator& navigator = game.army.navigator();
  unsigned agents = 0, stuck = 0;  // the latter of those who have an order
  for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
    const AgentId unit = crowd.agent(slot);
    if (!crowd.alive(unit)) continue;
    ++agents;
    if (navigator.alive(navigator.order_of(unit.slot)) && crowd.state(unit) == AgentState::stuck) ++stuck;
  }
  for (auto* list : {&ms, &back, &game.keep_ms}) {
    list->push_back(list->empty() ? 0 : list->back());
    std::sort(list->begin(), list->end());
  }
  const auto at = [](const std::vector<double>& of, std::size_t percent) {
    return of[percent * (of.size() - 1) / 100];
  };
  std::printf(
      "{\"agents\": %u, \"ticks\": %llu, \"tick_ms\": {\"p50\": %.3f, \"p99\": %.3f, \"max\": %.3f}, "
      "\"over_4_ms\": %td, \"crowd_ms\": %.3f, \"keep_ms\": {\"p50\": %.3f, \"max\": %.3f}, "
      "\"kept_bytes\": %zu, \"agent_bytes\": {\"first\": %.1f, \"further\": %.1f}, "
      "\"back_ms\": {\"alone\": %.3f, \"p50\": %.3f, \"max\": %.3f}, \"overlaps\": %zu, \"stuck\": %u, "
      "\"stops\": {%s}, \"hash\": \"%016llx\"}\n",
      agents, static_cast<unsigned long long>(game.now), at(ms, 50), at(ms, 99), at(ms, 100),
      ms.end() - std::upper_bound(ms.begin(), ms.end(), 4.0), game.crowd_ms / static_cast<double>(ms.size()),
      at(game.keep_ms, 50), at(game.keep_ms, 100), game.kept_bytes, game.first_bytes, game.further_bytes,
      game.alone_ms, at(back, 50), at(back, 100), overlaps, stuck, stops_of(game.army).c_str(),
      static_cast<unsigned long long>(game.hash));
}

int play(const Settings& settings) {
  ThreadPool pool(static_cast<unsigned>(settings.threads));
  Executor* const executor = settings.threads > 1 ? &pool : nullptr;
  std::optional<Game> game;
  if (settings.load.empty()) {
    game = Game::begun(settings, executor);
  } else {
    std::ifstream in(settings.load, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    game = Game::loaded(std::as_bytes(std::span(bytes)), executor);
    if (!game) return std::fprintf(stderr, "%s: no saved state of this game\n", settings.load.c_str()), 3;
  }
  std::vector<double> ms, back;  // navigation of a tick; to take ticks back and play them again
  std::size_t overlaps = 0;
  while (game->now < settings.ticks) {
    if (!settings.save.empty() && game->now == settings.save_at) {
      StateWriter writer;
      const std::span<const std::byte> bytes = game->save(writer);
      std::ofstream out(settings.save, std::ios::binary);
      out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
      if (!out.flush()) return 3;
    }
    if (game->now % ticks_per_second == 0) overlaps = std::max(overlaps, game->army.crowd().overlaps());
    const std::uint64_t phase = settings.rollback == 0 ? 1 : game->now % settings.rollback;
    if (phase == 0) game->guess_and_take_back();
    if (phase == 0) back.push_back(game->back_ms);
    const double begin = now_ms();
    game->tick();
    ms.push_back(game->navigation_ms);
    if (!back.empty() && phase < ticks_guessed) back.back() += now_ms() - begin;
  }
  print(*game, ms, back, overlaps);
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
