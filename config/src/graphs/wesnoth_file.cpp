// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <portolan/config/graph_file.hpp>
#include <portolan/core/assert.hpp>

#include "formats/byte_source.hpp"
#include "formats/words.hpp"
#include "graph_boards.hpp"

namespace portolan {

namespace {

using detail::TileBoard;
using CodeCostOf = std::function<Cost(std::string_view)>;

constexpr std::size_t longest_row = std::size_t{1} << 20U;
constexpr std::size_t longest_code = 32;
constexpr std::size_t most_hexagons = std::size_t{1} << 24U;

bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

// A base of letters, and what lies on it behind a `^`.
bool is_code(std::string_view code) {
  constexpr std::string_view further = "_^|/\\0123456789";
  if (code.empty() || code.size() > longest_code || (!is_letter(code.front()) && code.front() != '_'))
    return false;
  return std::all_of(code.begin(), code.end(),
                     [&](char c) { return is_letter(c) || further.find(c) != std::string_view::npos; });
}

// The name of a place where somebody starts may stand before the code.
std::string_view code_of(std::string_view entry) {
  const std::size_t end = entry.find_last_not_of(detail::blanks) + 1;
  const std::size_t begin = entry.substr(0, end).find_last_of(detail::blanks) + 1;
  return entry.substr(begin, end - begin);
}

// A text with commas, as a comment is, is none.
bool is_entry(std::string_view entry) {
  constexpr std::string_view further = "_-";
  const std::string_view code = code_of(entry), place = detail::take_word(entry);
  const bool has_place = place != code;
  if (has_place && detail::take_word(entry) != code) return false;
  return is_code(code) && (!has_place || std::all_of(place.begin(), place.end(), [&](char c) {
           return is_letter(c) || (c >= '0' && c <= '9') || further.find(c) != std::string_view::npos;
         }));
}

class WesnothReader {
 public:
  WesnothReader(detail::ByteSource& source, std::string name, const CodeCostOf& cost_of)
      : lines_(source, longest_row), name_(std::move(name)), cost_of_(cost_of) {
    board_.shape = TileBoard::Shape::hexagons;
    board_.layout = HexLayout::even_columns;
  }

  Result<TileBoard> read() {
    while (const auto line = lines_.next_filled()) {
      const bool is_header = board_.rows == 0 && line->find('=') != std::string_view::npos;
      if (is_header) continue;  // of versions before 1.13
      if (auto fault = row(*line)) return *fault;
    }
    if (auto fault = lines_.fault(name_, "Wesnoth map")) return *fault;
    if (board_.rows < 3 || board_.columns < 3)
      return at(0, "expected 3 rows and columns or more, as the outermost ones are the border");
    close_border();
    return std::move(board_);
  }

 private:
  [[nodiscard]] Error at(std::size_t column, const std::string& message) const {
    return {name_, lines_.line(), static_cast<int>(column), "", message};
  }

  std::optional<Error> row(std::string_view line) {
    std::uint32_t count = 0;
    for (std::size_t begin = 0; begin <= line.size(); ++count) {
      const std::size_t end = std::min(line.find(',', begin), line.size());
      const std::string_view code = code_of(line.substr(begin, end - begin));
      if (!is_code(code)) {
        return at(begin + 1, "expected the code of a terrain, such as Gg or Gs^Fp, between commas");
      }
      if (board_.costs.size() == most_hexagons) return at(begin + 1, "the map has more than 2^24 places");
      board_.costs.push_back(cost_of_(code));
      begin = end + 1;
    }
    if (board_.rows++ == 0) board_.columns = count;
    if (count == board_.columns) return std::nullopt;
    return at(0, "expected " + std::to_string(board_.columns) + " terrains, as in the first row, and found " +
                     std::to_string(count));
  }

  // Nobody enters it. It stays on the board so that hexagons have the numbers that they have in the game.
  void close_border() {
    PORTOLAN_ASSERT(board_.costs.size() == std::size_t{board_.columns} * board_.rows,
                    "rows are equally long");
    for (std::size_t i = 0; i < board_.costs.size(); ++i) {
      const std::size_t x = i % board_.columns, y = i / board_.columns;
      if (x == 0 || y == 0 || x + 1 == board_.columns || y + 1 == board_.rows) board_.costs[i] = impassable;
    }
  }

  detail::LineReader lines_;
  std::string name_;
  const CodeCostOf& cost_of_;
  TileBoard board_;
};

struct CodeCost {
  std::string_view prefix;
  Cost cost;
};

// The longest prefix counts, which is the last one here.
constexpr CodeCost base_costs[] = {{"A", 3},           {"C", 1},   {"D", 2},  {"G", 1},           {"H", 2},
                                   {"I", 1},           {"K", 1},   {"M", 3},  {"R", 1},           {"S", 3},
                                   {"T", 2},           {"U", 2},   {"W", 3},  {"Mv", impassable}, {"Ur", 1},
                                   {"Wo", impassable}, {"Wwf", 1}, {"Wwr", 2}};

std::optional<Cost> cost_by(std::string_view code, std::span<const CodeCost> table) {
  std::optional<Cost> cost;
  for (const CodeCost& entry : table) {
    if (code.substr(0, entry.prefix.size()) == entry.prefix) cost = entry.cost;
  }
  return cost;
}

}  // namespace

Cost wesnoth_foot_cost(std::string_view code) {
  const std::size_t mark = std::min(code.find('^'), code.size());
  const Cost base = cost_by(code.substr(0, mark), base_costs).value_or(impassable);
  const std::string_view on_top = code.substr(std::min(mark + 1, code.size()));
  switch (on_top.empty() ? ' ' : on_top.front()) {
    case 'B':  // bridges and villages are entered whatever they stand on
    case 'V':
      return 1;
    case 'F':
    case 'T':
      return std::max(base, Cost{2});
    case 'P':  // gates that are shut, walls, chasms
    case 'Q':
    case 'X':
      return impassable;
    default:
      return base;
  }
}

bool detail::is_wesnoth(std::string_view head) {
  if (head.substr(0, 12) == "border_size=" || head.substr(0, 6) == "usage=") return true;
  const std::size_t first = head.find(','), second = head.find(',', std::min(first, head.size()) + 1);
  return second != std::string_view::npos && is_entry(head.substr(0, first)) &&
         is_entry(head.substr(first + 1, second - first - 1));
}

Result<TileBoard> detail::read_wesnoth_board(const std::filesystem::path& file, const CodeCostOf& cost_of) {
  const auto source = open_source(file);
  if (!source) return source.error();
  return WesnothReader(**source, file.string(), cost_of).read();
}

Result<WaypointGraph> read_wesnoth_graph(const std::filesystem::path& file, const CodeCostOf& cost_of) {
  return graph_of(detail::read_wesnoth_board(file, cost_of));
}

Result<WaypointGraph> parse_wesnoth_graph(std::string_view text, const std::string& name,
                                          const CodeCostOf& cost_of) {
  return graph_of(WesnothReader(*detail::memory_source(text), name, cost_of).read());
}

}  // namespace portolan
