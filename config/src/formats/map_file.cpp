// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include <portolan/config/map_file.hpp>
#include <portolan/config/printable.hpp>
#include <portolan/config/terrain.hpp>

#include "byte_source.hpp"
#include "terrain_sink.hpp"
#include "words.hpp"

namespace portolan {

namespace {

using detail::ByteSource;
using detail::LineReader;

// A small compressed file may hold blank lines without end.
constexpr std::size_t most_blank = std::size_t{1} << 16U;

// Class per character; 0 for a character that no map may hold.
using ClassTable = std::array<TerrainId, 256>;

ClassTable class_table(const std::string& further) {
  ClassTable table{};
  for (int c = '!'; c <= '~'; ++c) {
    if (is_known_terrain(static_cast<char>(c)))
      table[static_cast<std::size_t>(c)] = static_cast<TerrainId>(c);
  }
  for (const char c : further) table[static_cast<unsigned char>(c)] = static_cast<TerrainId>(c);
  table['O'] = terrain::out_of_bounds;
  return table;
}

std::string shown(std::string_view text) {
  return "'" + printable(text.substr(0, 40)) + (text.size() > 40 ? "...'" : "'");
}

// Translates a row; says which character is at fault, if one is.
std::optional<std::size_t> translate(std::string_view row, const ClassTable& table, TerrainId* out) {
  for (std::size_t i = 0; i < row.size(); ++i) out[i] = table[static_cast<unsigned char>(row[i])];
  const void* const bad = std::memchr(out, 0, row.size());
  if (bad == nullptr) return std::nullopt;
  return static_cast<std::size_t>(static_cast<const TerrainId*>(bad) - out);
}

// Of a row that is as long as it likes.
std::optional<std::size_t> unknown_in(std::string_view row, const ClassTable& table) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (table[static_cast<unsigned char>(row[i])] == 0) return i;
  }
  return std::nullopt;
}

// The whole of a character that is no ASCII.
std::string unknown_character(std::string_view row, std::size_t at) {
  std::size_t end = at + 1;
  while (end < row.size() && (static_cast<unsigned char>(row[end]) & 0xC0U) == 0x80U) ++end;
  return "unknown terrain " + shown(row.substr(at, end - at)) +
         "; a map holds . G S W T @ O # and 1 to 9, and what the scenario's `terrain` gives a cost";
}

/// Reads one map from a source. Used once.
class MapParser {
 public:
  MapParser(ByteSource& source, std::string name, const MapReadOptions& options)
      : source_(&source),
        name_(std::move(name)),
        options_(&options),
        lines_(source, static_cast<std::size_t>(options.max_side) + 256),
        table_(class_table(options.further_classes)) {}

  Result<World> parse() {
    Extent extent;
    if (auto error = header(extent)) return *error;
    if (auto error = check_claim(extent)) return *error;
    World world(extent, terrain::out_of_bounds);
    if (auto error = rows(world)) return *error;
    if (auto error = rest(extent)) return *error;
    world.commit();
    return world;
  }

 private:
  [[nodiscard]] Error fail(int column, std::string message) const {
    return {name_, lines_.line(), column, "", std::move(message)};
  }

  // The line that ended too early: the source's own fault comes first, then the line limit.
  [[nodiscard]] Error ended(const std::string& expected) const {
    if (const auto fault = source_->fault()) return {name_, 0, 0, "", *fault};
    if (lines_.too_long()) return fail(1, "line too long; expected " + expected + ", as in a MovingAI map");
    return {name_, lines_.line() + 1, 0, "", "the file ends here; expected " + expected};
  }

  std::optional<Error> header(Extent& extent) {
    const auto type = lines_.next();
    if (!type && !lines_.too_long() && !source_->fault()) {
      return Error{name_, 0, 0, "",
                   "the file is empty; expected a MovingAI map that starts with 'type octile'"};
    }
    if (!type) return ended("'type octile'");
    if (trimmed(*type) != "type octile") {
      return fail(1, "expected 'type octile', found " + shown(*type) + "; a MovingAI map begins so");
    }
    extent = {0, 0, 1};
    for (auto line = lines_.next(); !line || trimmed(*line) != "map"; line = lines_.next()) {
      if (!line) return ended("'height', 'width' and then 'map'");
      if (auto error = dimension(trimmed(*line), extent)) return error;
    }
    if (extent.width == 0)
      return fail(1, "'width' is missing in the header; add a line 'width N' before 'map'");
    if (extent.height == 0)
      return fail(1, "'height' is missing in the header; add a line 'height N' before 'map'");
    return std::nullopt;
  }

  static std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
  }

  std::optional<Error> dimension(std::string_view line, Extent& extent) {
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, space);
    if (word != "height" && word != "width") {
      return fail(1, "expected 'height N', 'width N' or 'map', found " + shown(line));
    }
    std::int32_t& side = word == "height" ? extent.height : extent.width;
    if (side != 0) return fail(1, shown(word) + " is given twice; keep one");
    const std::string_view digits = line.substr(std::min(space + 1, line.size()));
    if (detail::is_number(digits, side) && side >= 1 && side <= options_->max_side) return std::nullopt;
    return fail(static_cast<int>(space) + 2, "expected a " + std::string(word) + " from 1 to " +
                                                 std::to_string(options_->max_side) + ", found " +
                                                 shown(digits));
  }

  // A header that lies is found out before memory is taken for what it claims.
  [[nodiscard]] std::optional<Error> check_claim(const Extent& extent) const {
    const std::string claim = std::to_string(extent.width) + " x " + std::to_string(extent.height) + " cells";
    if (extent.cell_count() > options_->max_cells) {
      return fail(0, "the header claims " + claim + ", more than the limit of " +
                         std::to_string(options_->max_cells) + "; cut the map into smaller ones");
    }
    const auto size = source_->size();
    if (size && *size < extent.cell_count()) {
      return fail(0, "the header claims " + claim + ", but the file has only " + std::to_string(*size) +
                         " bytes; it is cut short or its header is wrong");
    }
    return std::nullopt;
  }

  std::optional<Error> rows(World& world) {
    const Extent extent = world.extent();
    const auto width = static_cast<std::size_t>(extent.width);
    detail::TerrainSink sink(world);
    for (std::int32_t y = 0; y < extent.height; ++y) {
      const auto row = lines_.next();
      if (!row) {
        return ended("row " + std::to_string(y + 1) + " of the " + std::to_string(extent.height) +
                     " that the header claims");
      }
      if (row->size() != width && source_->fault()) return ended("");
      if (row->size() != width) {
        return fail(0, "expected a row of " + std::to_string(width) + " cells, found " +
                           std::to_string(row->size()) + "; correct the row or 'width'");
      }
      if (const auto bad = translate(*row, table_, sink.row())) {
        return fail(static_cast<int>(*bad) + 1, unknown_character(*row, *bad));
      }
      sink.push();
    }
    return std::nullopt;
  }

  // Nothing but blank lines may follow; the compressed stream's own check sums are read to their end by this
  // too.
  std::optional<Error> rest(const Extent& extent) {
    std::size_t blank = 0;
    while (const auto line = lines_.next()) {
      blank += line->size() + 1;
      if (blank > most_blank) {
        return fail(0, "more than " + std::to_string(most_blank) +
                           " bytes of blank lines follow the rows; cut them off");
      }
      if (trimmed(*line).empty()) continue;
      return fail(1, "more rows than the " + std::to_string(extent.height) +
                         " that the header claims; correct 'height' or remove them");
    }
    if (lines_.too_long() || source_->fault()) return ended("the end of the file");
    return std::nullopt;
  }

  ByteSource* source_;
  std::string name_;
  const MapReadOptions* options_;
  LineReader lines_;
  ClassTable table_;
};

// The drawing's lines without the indentation that all share, and without blank lines at either end.
std::vector<std::string_view> drawing_rows(std::string_view text, int& first_line) {
  std::vector<std::string_view> rows;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t stop = std::min(text.find('\n', at), text.size());
    std::string_view row = text.substr(at, stop - at);
    while (!row.empty() && (row.back() == ' ' || row.back() == '\r')) row.remove_suffix(1);
    rows.push_back(row);
    at = stop + 1;
  }
  while (!rows.empty() && rows.back().empty()) rows.pop_back();
  const auto first = std::find_if(rows.begin(), rows.end(), [](std::string_view r) { return !r.empty(); });
  first_line = static_cast<int>(first - rows.begin()) + 1;
  rows.erase(rows.begin(), first);
  std::size_t indent = std::string_view::npos;
  for (const std::string_view row : rows) indent = std::min(indent, row.find_first_not_of(' '));
  for (std::string_view& row : rows) row.remove_prefix(std::min(indent, row.size()));
  return rows;
}

}  // namespace

Result<World> read_map(const std::filesystem::path& file, const MapReadOptions& options) {
  const auto source = detail::open_source(file);
  if (!source) return source.error();
  return MapParser(**source, file.string(), options).parse();
}

Result<World> parse_map(std::string_view text, const std::string& name, const MapReadOptions& options) {
  return MapParser(*detail::memory_source(text), name, options).parse();
}

Result<World> parse_drawing(std::string_view text, const std::string& name, const MapReadOptions& options) {
  int first_line = 1;
  const std::vector<std::string_view> rows = drawing_rows(text, first_line);
  if (rows.empty()) return Error{name, 0, 0, "", "the drawing is empty; draw at least one cell, such as '.'"};
  const auto limit = static_cast<std::size_t>(options.max_side);
  if (rows[0].size() > limit || rows.size() > limit || rows[0].size() * rows.size() > options.max_cells) {
    return Error{name, 0, 0, "",
                 "the drawing is too large; at most " + std::to_string(limit) + " cells a side"};
  }
  World world({static_cast<std::int32_t>(rows[0].size()), static_cast<std::int32_t>(rows.size()), 1},
              terrain::out_of_bounds);
  const ClassTable table = class_table(options.further_classes);
  detail::TerrainSink sink(world);
  int line = first_line;
  for (const std::string_view row : rows) {
    if (row.size() != rows[0].size()) {
      if (const auto bad = unknown_in(row, table))
        return Error{name, line, static_cast<int>(*bad) + 1, "", unknown_character(row, *bad)};
      return Error{name, line, 0, "",
                   "expected a row of " + std::to_string(rows[0].size()) + " cells as in the first, found " +
                       std::to_string(row.size())};
    }
    if (const auto bad = translate(row, table, sink.row())) {
      const bool is_joined = rows.size() == 1 && row[*bad] == ' ';
      return Error{name, line, static_cast<int>(*bad) + 1, "",
                   is_joined ? "unknown terrain ' '; YAML has joined the rows: write `ascii: |` before them"
                             : unknown_character(row, *bad)};
    }
    sink.push();
    ++line;
  }
  world.commit();
  return world;
}

}  // namespace portolan
