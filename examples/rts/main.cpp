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
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <portolan/core/thread_pool.hpp>

#include "army.hpp"

namespace rts {
namespace {

constexpr std::int32_t side = 2048;
constexpr float tick_seconds = 0.05F;
constexpr std::uint64_t ticks_per_second = 20;
constexpr std::uint64_t units_of_work = 150;  // tile solves' worth of planning in a tick
constexpr std::size_t squad_size = 50;
constexpr std::size_t most_houses = 40;
enum Ground : TerrainId { grass, road, forest, water };

struct Settings {
  std::uint32_t agents = 3000;
  std::uint64_t ticks = 1200;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  bool json = false;
};

/// The game's dice (splitmix64).
struct Dice {
  std::uint64_t state;
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t z = state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return static_cast<std::uint32_t>(((z ^ (z >> 31U)) >> 32U) * bound >> 32U);
  }
  Cell cell(std::int32_t margin = 0) {
    const auto room = static_cast<std::uint32_t>(side - margin);
    return {static_cast<std::int32_t>(below(room)), static_cast<std::int32_t>(below(room)), 0};
  }
};

/// Woods, lakes, roads, and two rivers with gates on their bridges.
World made_land(Dice& dice, std::vector<Cell>& gates) {
  World world({side, side, 1}, grass);
  const auto fill = [&](Cell corner, std::int32_t width, std::int32_t height, TerrainId what) {
    const std::vector<TerrainId> row(static_cast<std::size_t>(std::min(width, side - corner.x)), what);
    for (std::int32_t y = corner.y; y < std::min(side, corner.y + height); ++y)
      world.set_terrain_run({corner.x, y, 0}, row);
  };
  for (int k = 0; k < 1500; ++k) {
    const auto w = static_cast<std::int32_t>(4 + dice.below(36));
    const auto h = static_cast<std::int32_t>(4 + dice.below(36));
    const TerrainId what = dice.below(3) == 0 ? water : forest;  // compilers order arguments as they like
    fill(dice.cell(), w, h, what);
  }
  for (std::int32_t at = 128; at < side; at += 256) {
    fill({0, at, 0}, side, 6, road);
    fill({at, 0, 0}, 6, side, road);
  }
  for (const std::int32_t at : {side / 3, side * 2 / 3}) {
    fill({at, 0, 0}, 12, side, water);
    for (std::int32_t y = 128; y < side; y += 256) {
      fill({at, y, 0}, 12, 6, road);
      gates.push_back({at + 4, y, 0});
    }
  }
  return world;
}

Profile kind_of_unit(const char* name, Cost in_forest, std::int32_t clearance) {
  Profile profile;
  profile.name = name;
  profile.cost = {2, 1, in_forest, impassable};
  std::fill(profile.cost.begin() + 4, profile.cost.end(), impassable);
  profile.clearance = clearance;
  return profile;
}

/// What the players do: five orders and three edits in a second; one unit dies, and one comes.
class Players {
 public:
  Players(const Settings& settings, World& world, Army& army, Dice dice, std::vector<Cell> gates)
      : world_(world), army_(army), dice_(dice), gates_(std::move(gates)), closed_(gates_.size(), 0) {
    while (units_.size() < settings.agents) spawn();
  }

  void edit(std::uint64_t tick) {
    const std::uint64_t now = tick % ticks_per_second;
    if (now == 0) {
      const std::size_t gate = dice_.below(static_cast<std::uint32_t>(gates_.size()));
      stamp({gates_[gate].x, gates_[gate].y, 2, 6, 0}, closed_[gate] != 0 ? -1 : 1);
      closed_[gate] ^= 1;
    } else if (now == 7) {
      const Cell corner = dice_.cell(16);
      houses_.push_back({corner.x, corner.y, static_cast<std::int32_t>(4 + dice_.below(8)), 6, 0});
      stamp(houses_.back(), 1);
    } else if (now == 14 && houses_.size() > most_houses) {
      stamp(houses_.front(), -1);
      houses_.erase(houses_.begin());
    }
  }

  void command(std::uint64_t tick) {
    if (tick % ticks_per_second == 10) {
      const std::size_t fallen = dice_.below(static_cast<std::uint32_t>(units_.size()));
      army_.kill(units_[fallen]);
      units_[fallen] = units_.back();
      units_.pop_back();
      spawn();
    }
    if (tick % (ticks_per_second / 5) != 0) return;
    const std::vector<AgentId> squad = chosen();
    OrderSpec spec;
    spec.profile = army_.kind(squad.front());
    const std::uint32_t other = units_[dice_.below(static_cast<std::uint32_t>(units_.size()))].slot;
    switch (dice_.below(8)) {
      case 0:
        return army_.stop(squad);
      case 1:
        spec.kind = OrderKind::follow;
        spec.target = other;
        break;
      case 2:
        spec.kind = OrderKind::flee;
        spec.target = other;
        break;
      case 3:
        spec.kind = OrderKind::patrol;
        spec.places = {dice_.cell(), dice_.cell(), dice_.cell()};
        break;
      case 4:  // onto a building
        spec.places = houses_.empty() ? area(dice_.cell(8)) : cells_of(houses_.back());
        break;
      case 5:  // an area
        spec.places = area(dice_.cell(8));
        break;
      default:
        spec.places = {dice_.cell()};
    }
    army_.order(spec, squad);
  }

 private:
  // In camps of a squad each.
  void spawn() {
    if (spawned_++ % squad_size == 0) {
      camp_ = dice_.cell(32);
      kind_ = ProfileId{dice_.below(4) == 0 ? 1U : 0U};
    }
    const auto near = [&](std::int32_t at) { return at + static_cast<std::int32_t>(dice_.below(32)); };
    Cell at = camp_;
    for (int tries = 0; tries == 0 || !world_.view(kind_).passable(at); ++tries)
      at = tries < 200 ? Cell{near(camp_.x), near(camp_.y), 0} : dice_.cell();
    units_.push_back(army_.spawn(kind_, at, kind_.value == 0 ? 0.3F : 0.9F, kind_.value == 0 ? 4.0F : 6.0F));
  }
  static std::vector<Cell> cells_of(const Rect& box) {
    std::vector<Cell> cells;
    for (std::int32_t y = box.y; y < box.y + box.height; ++y)
      for (std::int32_t x = box.x; x < box.x + box.width; ++x) cells.push_back({x, y, 0});
    return cells;
  }
  static std::vector<Cell> area(Cell corner) { return cells_of({corner.x, corner.y, 8, 8, 0}); }
  void stamp(const Rect& box, int by) {
    for (const Cell& c : cells_of(box)) world_.stamp(c, by);
  }
  // Units of one kind, those nearest to one of them: what a player draws a box around.
  std::vector<AgentId> chosen() {
    const AgentId first = units_[dice_.below(static_cast<std::uint32_t>(units_.size()))];
    std::vector<std::pair<float, AgentId>> near;
    for (const AgentId unit : units_) {
      const Vec2 apart = army_.crowd().position(unit) - army_.crowd().position(first);
      if (army_.kind(unit) == army_.kind(first)) near.emplace_back(dot(apart, apart), unit);
    }
    const auto count = std::min(near.size(), squad_size);
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end());
    std::vector<AgentId> squad;
    for (std::size_t k = 0; k < count; ++k) squad.push_back(near[k].second);
    return squad;
  }

  World& world_;
  Army& army_;
  Dice dice_;
  std::vector<Cell> gates_;
  std::vector<char> closed_;
  std::vector<Rect> houses_;
  std::vector<AgentId> units_;
  std::size_t spawned_ = 0;
  Cell camp_;
  ProfileId kind_{0};
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
    std::sort(navigation.begin(), navigation.end());
    return navigation[static_cast<std::size_t>(share * static_cast<double>(navigation.size() - 1))];
  }
  [[nodiscard]] std::ptrdiff_t over(double limit) const {
    return std::count_if(navigation.begin(), navigation.end(), [limit](double t) { return t > limit; });
  }
};

void print(const Settings& settings, const Army& army, Times& times, std::size_t overlaps) {
  const Crowd& crowd = army.crowd();
  std::size_t stuck = 0;  // of those who have an order
  for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
    const AgentId unit = crowd.agent(slot);
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
  std::printf(format, settings.agents, static_cast<unsigned long long>(settings.ticks), times.at(0.5),
              times.at(0.99), times.at(1), times.over(4),
              times.crowd / static_cast<double>(times.navigation.size()), overlaps, stuck,
              static_cast<unsigned long long>(crowd.hash()));
}

int play(const Settings& settings) {
  Dice dice{settings.seed};
  std::vector<Cell> gates;
  World world = made_land(dice, gates);
  const ProfileId infantry = world.add_profile(kind_of_unit("infantry", 4, 1));
  const ProfileId tank = world.add_profile(kind_of_unit("tank", impassable, 2));
  world.commit();
  ThreadPool pool(settings.threads);
  Executor* const executor = settings.threads > 1 ? &pool : nullptr;
  Hierarchy on_foot(world, infantry, {.executor = executor});
  Hierarchy on_tracks(world, tank, {.executor = executor});
  Army army(world, std::array{&on_foot, &on_tracks}, executor);
  Players players(settings, world, army, dice, gates);
  Times times;
  std::size_t overlaps = 0;
  for (std::uint64_t tick = 0; tick < settings.ticks; ++tick) {
    players.edit(tick);
    const std::clock_t begin = std::clock();
    army.take_in_edits();
    players.command(tick);
    army.plan(units_of_work);
    times.navigation.push_back(milliseconds_since(begin));
    const std::clock_t moving = std::clock();
    army.move(tick_seconds);
    times.crowd += milliseconds_since(moving);
    if (tick % ticks_per_second == 0) overlaps = std::max(overlaps, army.crowd().overlaps());
  }
  print(settings, army, times, overlaps);
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
    const bool known =
        (name == "--agents" && read(value, s.agents)) || (name == "--ticks" && read(value, s.ticks)) ||
        (name == "--seed" && read(value, s.seed)) || (name == "--threads" && read(value, s.threads));
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
  std::fputs("usage: rts [--agents N] [--ticks T] [--seed K] [--threads J] [--json]\n", stderr);
  return 2;
}
