// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/config/graph_file.hpp>

#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <portolan/core/detail/random.hpp>

#include "formats/byte_source.hpp"
#include "formats/words.hpp"
#include "graph_boards.hpp"

namespace portolan {

namespace {

constexpr std::uint64_t most_of_each = 1ULL << 26U;
constexpr std::uint64_t most_weight = std::numeric_limits<std::uint32_t>::max();

/// The words of a line, of which none has more than a few.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (words.size() < 8) {
    const std::string_view word = detail::take_word(line);
    if (word.empty()) break;
    words.push_back(word);
  }
  return words;
}

class RoadReader {
 public:
  RoadReader(detail::ByteSource& source, std::string name, std::uint64_t seed)
      : lines_(source, detail::LineReader::short_line), name_(std::move(name)), random_(seed) {}

  Result<WaypointGraph> read() {
    while (const auto line = lines_.next_filled()) {
      const std::vector<std::string_view> words = words_of(*line);
      if (words.front().front() == 'c') continue;
      if (auto fault = words.front() == "p" ? header(words) : edge(words)) return *fault;
    }
    if (auto fault = lines_.fault(name_, "graph of roads")) return *fault;
    if (!nodes_) return at_line("expected a line `p KIND NODES EDGES` before the first edge");
    if (seen_ != roads_) {
      return at_line("expected " + std::to_string(roads_) + " edges, as line `p` says, and found " +
                     std::to_string(seen_) + "; the file is cut short, or the number is wrong");
    }
    return WaypointGraph(static_cast<std::size_t>(*nodes_), edges_);
  }

 private:
  [[nodiscard]] Error at_line(const std::string& message) const {
    return {name_, lines_.line(), 0, "", message};
  }
  // A number within bounds.
  [[nodiscard]] static bool number(std::string_view text, std::uint64_t least, std::uint64_t most,
                                   std::uint64_t& out) {
    return detail::is_number(text, out) && out >= least && out <= most;
  }

  std::optional<Error> header(const std::vector<std::string_view>& words) {
    if (nodes_) return at_line("a second line `p`; a file holds one graph");
    std::uint64_t nodes = 0;
    if (words.size() != 4 || !number(words[2], 0, most_of_each, nodes) ||
        !number(words[3], 0, most_of_each, roads_)) {
      return at_line("expected `p KIND NODES EDGES`, each number from 0 to " + std::to_string(most_of_each));
    }
    nodes_ = nodes;
    return std::nullopt;
  }

  std::optional<Error> edge(std::vector<std::string_view> words) {
    if (!nodes_) return at_line("expected a line `p KIND NODES EDGES` before the first edge");
    const bool one_way = words.front() == "a";
    if (one_way) words.erase(words.begin());
    if (words.size() < 2 || words.size() > 3) return at_line("expected an edge: `U V`, `U V W` or `a U V W`");
    std::uint64_t from = 0, to = 0, weight = 0;
    if (!number(words[0], 1, *nodes_, from) || !number(words[1], 1, *nodes_, to))
      return at_line("expected two nodes, from 1 to " + std::to_string(*nodes_));
    if (words.size() == 3 && !number(words[2], 1, most_weight, weight))
      return at_line("expected a weight, from 1 to " + std::to_string(most_weight));
    if (words.size() == 2) weight = 1 + random_.below(1000);
    if (++seen_ > roads_) return at_line("more edges than the " + std::to_string(roads_) + " of line `p`");
    edges_.push_back({from - 1, to - 1, weight});
    if (!one_way) edges_.push_back({to - 1, from - 1, weight});
    return std::nullopt;
  }

  detail::LineReader lines_;
  std::string name_;
  detail::Random random_;
  std::optional<std::uint64_t> nodes_;
  std::uint64_t roads_ = 0, seen_ = 0;
  std::vector<GraphEdge> edges_;
};

}  // namespace

bool detail::is_road_graph(std::string_view head) {
  const std::string_view start = head.substr(0, 2);
  return start == "p " || start == "c ";
}

Result<WaypointGraph> read_road_graph(const std::filesystem::path& file, std::uint64_t seed) {
  const auto source = detail::open_source(file);
  if (!source) return source.error();
  return RoadReader(**source, file.string(), seed).read();
}

Result<WaypointGraph> parse_road_graph(std::string_view text, const std::string& name, std::uint64_t seed) {
  return RoadReader(*detail::memory_source(text), name, seed).read();
}

}  // namespace portolan
