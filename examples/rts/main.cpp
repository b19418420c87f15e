// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A strategy game without pictures: units of two kinds get orders of all kinds while buildings rise and fall
// and gates open and close. It shows how a game's tick looks, and measures what navigation takes of it.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <portolan/core/hash.hpp>
#include <portolan/core/saved_state.hpp>
#include <portolan/core/thread_pool.hpp>

#include "army.hpp"
#include "players.hpp"

namespace rts {
namespace {

constexpr float tick_seconds = 0.05F;
constexpr std::uint64_t units_of_work = 200;  // tile solves' worth of planning in a tick
constexpr std::uint64_t ticks_guessed = 8;    // before it is known what other players did

struct Settings {
  std::uint32_t agents = 3000;
  std::uint64_t ticks = 1200;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::uint64_t save_at = 0;   // before this tick
  std::uint64_t rollback = 0;  // every so many ticks what the players do is guessed wrong at first
  std::string save;
  std::string load;
  bool json = false;
};

// Processor time, so that what else runs on the machine does not count.
double milliseconds_since(std::clock_t begin) {
  return static_cast<double>(std::clock() - begin) * 1e3 / static_cast<double>(CLOCKS_PER_SEC);
}

/// What of the ticks took how long.
struct Times {
  std::vector<double> navigation;
  double crowd = 0;

  [[nodiscard]] double at(double share) {
    if (navigation.empty()) return 0;
    std::sort(navigation.begin(), navigation.end());
    return navigation[static_cast<std::size_t>(share * static_cast<double>(navigation.size() - 1))];
  }
  [[nodiscard]] std::ptrdiff_t over(double limit) const {
    return std::count_if(navigation.begin(), navigation.end(), [limit](double t) { return t > limit; });
  }
};

void print(const Settings& settings, const Army& army, Times& times, std::size_t overlaps,
           std::uint64_t hash) {
  const Crowd& crowd = army.crowd();
  std::size_t agents = 0, stuck = 0;  // the latter of those who have an order
  for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
    const AgentId unit = crowd.agent(slot);
    agents += crowd.alive(unit) ? 1U : 0U;
    const bool told = crowd.alive(unit) && army.navigator().alive(army.navigator().order_of(unit.slot));
    stuck += told && crowd.state(unit) == AgentState::stuck ? 1U : 0U;
  }
  const char* const format =
      settings.json
          ? "{\"agents\": %u, \"ticks\": %llu, \"tick_ms\": {\"p50\": %.3f, \"p99\": %.3f, \"max\": %.3f}, "
            "\"over_4_ms\": %td, \"crowd_ms\": %.3f, \"overlaps\": %zu, \"stuck\": %zu, \"hash\": "
            "\"%016llx\"}\n"
          : "%u agents, %llu ticks: navigation %.3f ms per tick, 99 %% %.3f, most %.3f, over 4 ms %td; "
            "crowd %.3f ms; %zu overlaps, %zu stuck; hash %016llx\n";
  std::printf(format, static_cast<unsigned>(agents), static_cast<unsigned long long>(settings.ticks),
              times.at(0.5), times.at(0.99), times.at(1), times.over(4),
              times.crowd / static_cast<double>(std::max<std::size_t>(times.navigation.size(), 1)), overlaps,
              stuck, static_cast<unsigned long long>(hash));
}

/// All of a game. World and hierarchies stay where they are, for others look at them.
struct Game {
  explicit Game(Executor* workers) : executor(workers) {}

  void begin(const Settings& settings) {
    Dice dice{settings.seed};
    std::vector<Cell> gates;
    world = std::make_unique<World>(made_land(dice, gates));
    const std::array profiles{world->add_profile(kind_of_unit("infantry", 4, 1)),
                              world->add_profile(kind_of_unit("tank", impassable, 2))};
    world->commit();
    for (const ProfileId profile : profiles)
      kinds.push_back(
          std::make_unique<Hierarchy>(*world, profile, HierarchyOptions{.levels = 2, .executor = executor}));
    gather();
    players->begin(settings.agents, dice, std::move(gates));
  }

  // A guess: that the players do nothing.
  void tick(Times& times, bool guess = false) {
    if (!guess) players->edit(now);
    const std::clock_t begin = std::clock();
    army->take_in_edits();
    if (!guess) players->command(now);
    army->plan(units_of_work);
    times.navigation.push_back(milliseconds_since(begin));
    const std::clock_t moving = std::clock();
    army->move(tick_seconds);
    times.crowd += milliseconds_since(moving);
    hash = detail::mix(hash, army->crowd().hash());
    ++now;
  }

  // What one writes, the other reads in the same order.
  void save(StateWriter& writer) const {
    const std::array begun{now, hash};
    writer.write_part<std::array<std::uint64_t, 2>>({&begun, 1});
    world->save_state(writer);
    for (const auto& hierarchy : kinds) hierarchy->save_state(writer);
    army->save(writer);
    players->save(writer);
  }
  bool save(const std::string& file) const {
    StateWriter writer;
    save(writer);
    const std::span<const std::byte> bytes = writer.finish();
    std::ofstream out(file, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return static_cast<bool>(out.flush());
  }
  std::string load(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    return load(std::as_bytes(std::span(bytes)));
  }
  /// What is wrong with the bytes; empty: the game goes on.
  std::string load(std::span<const std::byte> bytes) {
    Result<StateReader> opened = StateReader::open(bytes);
    if (!opened) return opened.error().message;
    players.reset();
    army.reset();
    kinds.clear();
    StateReader& reader = *opened;
    const auto begun = reader.next_value<std::array<std::uint64_t, 2>>();
    std::optional<World> land = World::restore_state(reader);
    if (!begun || !land) return "the saved state is of another game";
    now = (*begun)[0];
    hash = (*begun)[1];
    world = std::make_unique<World>(std::move(*land));
    for (std::uint32_t p = 0; p < world->profile_count(); ++p) {
      auto kind = Hierarchy::restore_state(*world, {p}, {.levels = 2, .executor = executor}, reader);
      if (!kind) return "the saved state is of another game";
      kinds.push_back(std::make_unique<Hierarchy>(std::move(*kind)));
    }
    gather();
    return army->load(reader) && players->load(reader) ? "" : "the saved state is of another game";
  }

  void gather() {
    std::vector<Hierarchy*> all;
    for (const auto& kind : kinds) all.push_back(kind.get());
    army = std::make_unique<Army>(*world, all, executor);
    players = std::make_unique<Players>(*world, *army);
  }

  Executor* executor = nullptr;
  std::unique_ptr<World> world;
  std::vector<std::unique_ptr<Hierarchy>> kinds;
  std::unique_ptr<Army> army;
  std::unique_ptr<Players> players;
  std::uint64_t now = 0;
  std::uint64_t hash = 0;  // of all ticks
};

// Ticks that are guessed, and undone: the game goes on as if they had not been.
bool guess_and_roll_back(Game& game) {
  StateWriter writer;
  game.save(writer);
  const std::span<const std::byte> before = writer.finish();
  Times guessed;
  for (std::uint64_t k = 0; k < ticks_guessed; ++k) game.tick(guessed, true);
  return game.load(before).empty();
}

int play(const Settings& settings) {
  ThreadPool pool(settings.threads);
  Game game(settings.threads > 1 ? &pool : nullptr);
  if (settings.load.empty()) {
    game.begin(settings);
  } else if (const std::string fault = game.load(settings.load); !fault.empty()) {
    std::fprintf(stderr, "%s: %s\n", settings.load.c_str(), fault.c_str());
    return 3;
  }
  Times times;
  std::size_t overlaps = 0;
  while (game.now < settings.ticks) {
    if (!settings.save.empty() && game.now == settings.save_at && !game.save(settings.save)) return 3;
    if (game.now % ticks_per_second == 0) overlaps = std::max(overlaps, game.army->crowd().overlaps());
    const bool guess = settings.rollback > 0 && game.now % settings.rollback == settings.rollback / 2;
    if (guess && !guess_and_roll_back(game)) return 3;
    game.tick(times);
  }
  print(settings, *game.army, times, overlaps, game.hash);
  return 0;
}

template <class Number>
bool read(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool parse(int count, char** arguments, Settings& s) {
  for (int i = 1; i < count; ++i) {
    const std::string_view name = arguments[i];
    const std::string_view value = i + 1 < count ? arguments[i + 1] : "";
    if (name == "--json") {
      s.json = true;
      continue;
    }
    if (name == "--save" || name == "--load") {
      (name == "--save" ? s.save : s.load) = value;
      ++i;
      continue;
    }
    const bool known =
        (name == "--save-at" && read(value, s.save_at)) || (name == "--agents" && read(value, s.agents)) ||
        (name == "--ticks" && read(value, s.ticks)) || (name == "--seed" && read(value, s.seed)) ||
        (name == "--rollback" && read(value, s.rollback)) || (name == "--threads" && read(value, s.threads));
    if (!known) return false;
    ++i;
  }
  return s.agents > 0 && s.ticks > 0 && s.threads > 0;
}

}  // namespace
}  // namespace rts

int main(int count, char** arguments) {
  rts::Settings settings;
  if (rts::parse(count, arguments, settings)) return rts::play(settings);
  std::fputs(
      "usage: rts [--agents N] [--ticks T] [--seed K] [--threads J]\n"
      "           [--save-at TICK --save FILE] [--load FILE] [--rollback EVERY] [--json]\n",
      stderr);
  return 2;
}
