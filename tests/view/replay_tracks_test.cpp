// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/view/detail/replay_tracks.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <support/random.hpp>

namespace portolan::detail {
namespace {

// Reads a column back, as view/page/data.js does.
class Reader {
 public:
  explicit Reader(const std::string& column) : column_(&column) {}
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<std::uint8_t>(column_->at(at_++));
      value |= std::uint64_t{byte & 127U} << shift;
      if (byte < 128) return value;
    }
  }
  std::int64_t signed_number() {
    const std::uint64_t bits = number();
    return bits % 2 == 0 ? static_cast<std::int64_t>(bits / 2) : -static_cast<std::int64_t>((bits + 1) / 2);
  }
  [[nodiscard]] bool ended() const { return at_ == column_->size(); }

 private:
  const std::string* column_;
  std::size_t at_ = 0;
};

std::vector<std::int64_t> ticks_of(const ReplayTracks& tracks) {
  const std::string column = tracks.ticks();
  std::vector<std::int64_t> ticks;
  for (Reader reader(column); !reader.ended();)
    ticks.push_back((ticks.empty() ? 0 : ticks.back()) + static_cast<std::int64_t>(reader.number()));
  return ticks;
}

TEST(ReplayNumbers, ComeBack) {
  std::string column;
  const std::vector<std::int64_t> numbers{
      0, -1, 1, 63, -64, 64, 1'000'000, -1'000'000, std::int64_t{1} << 50};
  for (const std::int64_t n : numbers) put_signed(column, n);
  Reader reader(column);
  for (const std::int64_t n : numbers) EXPECT_EQ(reader.signed_number(), n);
  EXPECT_TRUE(reader.ended());
  std::string small;
  for (const int n : {0, 1, -1, 63, -64}) put_signed(small, n);
  EXPECT_EQ(small.size(), 5U) << "small numbers take a byte";
}

TEST(ReplayTracks, PlacesComeBackToASixteenth) {
  test::Random random(7);
  constexpr std::size_t count = 5, frames = 60;
  ReplayTracks tracks(count);
  std::vector<std::vector<Vec2>> places;
  for (std::size_t f = 0; f < frames; ++f) {
    std::vector<ReplayTracks::Point> points;
    std::vector<Vec2> now;
    for (std::size_t t = 0; t < count; ++t) {
      // Some walk, some jump, some are beyond the edges.
      const auto far = static_cast<float>(t == 0 ? 3 : 20'000);
      now.push_back(
          {static_cast<float>(random.below(10'000)) / 10'000 * far - 2, static_cast<float>(f) * 0.4F});
      points.push_back({now.back(), 0, 0, 0});
    }
    tracks.add(static_cast<std::int64_t>(f), points);
    places.push_back(now);
  }
  const std::string column = tracks.positions();
  Reader reader(column);
  for (const bool y : {false, true}) {
    for (std::size_t t = 0; t < count; ++t) {
      std::int64_t value = 0, step = 0;
      for (std::size_t f = 0; f < frames; ++f) {
        const std::int64_t now = value + step + reader.signed_number();
        step = f == 0 ? 0 : now - value;
        value = now;
        const Vec2 was = places[f][t];
        EXPECT_NEAR(static_cast<float>(value) / 16, y ? was.y : was.x, 0.5F / 16 + 0.002F);
      }
    }
  }
  EXPECT_TRUE(reader.ended());
}

TEST(ReplayTracks, RunsTellWhatChanged) {
  ReplayTracks tracks(2);
  const auto add = [&](std::int64_t tick, std::uint8_t kind, std::uint32_t number) {
    tracks.add(tick, std::vector<ReplayTracks::Point>{{{}, 0, kind, number}, {{}, 3, 1, 9}});
  };
  add(0, 1, 0), add(1, 1, 0), add(2, 2, 0), add(3, 2, 70'000);
  const std::string column = tracks.runs();
  Reader reader(column);
  std::vector<std::uint64_t> numbers;
  while (!reader.ended()) numbers.push_back(reader.number());
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{3, 2, 0, 1, 0, 1, 0, 2, 0, 1, 0, 2, 70'000, 1, 4, 3, 1, 9}));
}

TEST(ReplayTracks, AreBoundedAndKeepTheLastFrame) {
  constexpr std::size_t count = 10, most = 200;
  ReplayTracks tracks(count, most);
  const std::vector<ReplayTracks::Point> points(count);
  constexpr std::int64_t last = 1001;
  for (std::int64_t tick = 0; tick < last; ++tick) {
    if (tracks.wants(tick)) tracks.add(tick, points);
    EXPECT_LE(tracks.frames() * count, most);
  }
  tracks.add(last, points);
  const std::vector<std::int64_t> ticks = ticks_of(tracks);
  EXPECT_EQ(ticks.front(), 0);
  EXPECT_EQ(ticks.back(), last);
  for (std::size_t k = 1; k + 1 < ticks.size(); ++k)
    EXPECT_EQ(ticks[k], static_cast<std::int64_t>(k) * tracks.stride());
  tracks.thin();
  EXPECT_EQ(ticks_of(tracks).back(), last);
  while (tracks.frames() > 2) tracks.thin();
  EXPECT_EQ(ticks_of(tracks), (std::vector<std::int64_t>{0, last}));
}

}  // namespace
}  // namespace portolan::detail
