// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/config/graph_file.hpp>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include <zlib.h>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>

#include <portolan/core/assert.hpp>

#include "formats/byte_source.hpp"
#include "graph_boards.hpp"

namespace portolan {

namespace {

using Tree = boost::property_tree::ptree;
using CostOf = std::function<Cost(std::uint32_t)>;
using detail::TileBoard;

constexpr std::size_t most_bytes = std::size_t{64} << 20U;
constexpr std::int64_t most_places = 1LL << 24U;
constexpr std::int64_t farthest_chunk = 1LL << 24U;  // chunks of infinite maps, from the origin
constexpr int deepest = 64;
constexpr std::uint32_t turn_bits = 0xF0000000U;

// Behind what begins here, which ends with a text; the end where it does not end.
std::size_t behind(const std::string& text, std::size_t at, std::string_view end) {
  const std::size_t found = text.find(end, at);
  return found == std::string::npos ? text.size() : found + end.size();
}

// Behind a tag, whose values in quotes may hold what looks like its end.
std::size_t behind_tag(const std::string& text, std::size_t at) {
  char quote = 0;
  for (; at < text.size(); ++at) {
    if (quote != 0) {
      if (text[at] == quote) quote = 0;
    } else if (text[at] == '"' || text[at] == '\'') {
      quote = text[at];
    } else if (text[at] == '>') {
      return at + 1;
    }
  }
  return at;
}

// Boost's parser calls itself for each element within another.
bool is_too_deep(const std::string& text) {
  int depth = 0;
  for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at)) {
    const std::string_view tag = std::string_view(text).substr(at, 9);
    if (tag.substr(0, 4) == "<!--") {
      at = behind(text, at, "-->");
    } else if (tag == "<![CDATA[") {
      at = behind(text, at, "]]>");
    } else if (tag.substr(0, 2) == "<?") {
      at = behind(text, at, "?>");
    } else {
      const bool closes = tag.substr(0, 2) == "</";
      at = behind_tag(text, at);
      if (closes) {
        --depth;
      } else if ((at < 2 || text[at - 2] != '/') && ++depth > deepest) {
        return true;
      }
    }
  }
  return false;
}

/// What was wrong with the tiles of a layer, or nothing.
using TiledFault = std::optional<std::string>;

TiledFault wrong_count(std::size_t count, std::size_t found) {
  return "expected " + std::to_string(count) + " tiles, found " +
         (found > count ? "more" : std::to_string(found));
}

TiledFault decode_csv(std::string_view text, std::size_t count, std::vector<std::uint32_t>& tiles) {
  const char* at = text.data();
  const char* const end = at + text.size();
  for (;;) {
    while (at != end && std::strchr(" \t\r\n,", *at) != nullptr) ++at;
    if (at == end) break;
    std::uint32_t tile = 0;
    const auto [next, code] = std::from_chars(at, end, tile);
    if (code != std::errc()) return "expected a number of a tile, found '" + std::string(at, 1) + "'";
    if (tiles.size() == count) return wrong_count(count, count + 1);
    tiles.push_back(tile);
    at = next;
  }
  if (tiles.size() != count) return wrong_count(count, tiles.size());
  return std::nullopt;
}

int base64_value(char c) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::size_t place = letters.find(c);
  return place == std::string_view::npos ? -1 : static_cast<int>(place);
}

TiledFault decode_base64(std::string_view text, std::vector<unsigned char>& bytes) {
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (std::strchr(" \t\r\n=", c) != nullptr && c != '\0') continue;
    const int value = base64_value(c);
    if (value < 0) return std::string("a character that is not base64");
    bits = bits << 6U | static_cast<std::uint32_t>(value);
    if (++count % 4 == 1) continue;
    const int left = count % 4 == 2 ? 4 : count % 4 == 3 ? 2 : 0;
    bytes.push_back(static_cast<unsigned char>(bits >> static_cast<unsigned>(left)));
  }
  return std::nullopt;
}

// The size is known, so that no more is ever taken.
TiledFault inflate_to(std::vector<unsigned char>& packed, std::vector<unsigned char>& bytes) {
  z_stream stream{};
  if (inflateInit2(&stream, 15 + 32) != Z_OK) return std::string("no memory to decompress it");
  stream.next_in = packed.data();
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = bytes.data();
  stream.avail_out = static_cast<uInt>(bytes.size());
  const int code = inflate(&stream, Z_FINISH);
  const bool is_whole = code == Z_STREAM_END && stream.avail_out == 0;
  inflateEnd(&stream);
  if (is_whole) return std::nullopt;
  return "its compressed tiles are damaged, or not " + std::to_string(bytes.size() / 4) + " in number";
}

// The tiles of a layer or a chunk, as many as it must have.
TiledFault decode_tiles(std::string_view text, std::string_view encoding, std::string_view compression,
                        std::size_t count, std::vector<std::uint32_t>& tiles) {
  tiles.clear();
  if (encoding == "csv") return decode_csv(text, count, tiles);
  if (encoding != "base64") {
    return "encoding '" + std::string(encoding) + "' is not known; save the map with layers as CSV or base64";
  }
  if (!compression.empty() && compression != "zlib" && compression != "gzip") {
    return "compression '" + std::string(compression) +
           "' is not known; save the map with zlib, gzip or none";
  }
  std::vector<unsigned char> packed, bytes;
  if (auto fault = decode_base64(text, packed)) return fault;
  if (compression.empty()) {
    bytes = std::move(packed);
    if (bytes.size() != 4 * count) return wrong_count(count, bytes.size() / 4);
  } else {
    bytes.resize(4 * count);
    if (auto fault = inflate_to(packed, bytes)) return fault;
  }
  for (std::size_t i = 0; i < count; ++i) {
    tiles.push_back(bytes[4 * i] | static_cast<std::uint32_t>(bytes[4 * i + 1]) << 8U |
                    static_cast<std::uint32_t>(bytes[4 * i + 2]) << 16U |
                    static_cast<std::uint32_t>(bytes[4 * i + 3]) << 24U);
  }
  return std::nullopt;
}

/// A block of a layer.
struct Chunk {
  std::int64_t x = 0, y = 0, width = 0, height = 0;
  std::string layer;
  std::vector<std::uint32_t> tiles;
};

class TiledReader {
 public:
  TiledReader(std::string name, const CostOf& cost_of) : name_(std::move(name)), cost_of_(cost_of) {}

  Result<TileBoard> read(const std::string& text) {
    if (is_too_deep(text)) return fault("elements lie in each other more than 64 deep; no map of Tiled does");
    Tree tree;
    try {
      std::istringstream stream(text);
      boost::property_tree::read_xml(stream, tree);
    } catch (const boost::property_tree::xml_parser_error& error) {
      return Error{name_, static_cast<int>(error.line()), 0, "",
                   "no XML, as a map of Tiled is: " + error.message() + "; save it again in Tiled"};
    }
    const auto map = tree.get_child_optional("map");
    if (!map) return fault("expected an element <map>, as Tiled writes it");
    if (auto wrong = read_layers(*map)) return *wrong;
    return join(*map);
  }

 private:
  [[nodiscard]] Error fault(const std::string& message, const std::string& key = {}) const {
    return {name_, 0, 0, key, message};
  }

  std::optional<Error> read_layers(const Tree& parent) {
    for (const auto& [element, child] : parent) {
      std::optional<Error> wrong;
      if (element == "group") wrong = read_layers(child);
      if (element == "layer") wrong = read_layer(child);
      if (wrong) return wrong;
    }
    return std::nullopt;
  }

  std::optional<Error> read_layer(const Tree& layer) {
    const std::string name = "layer '" + layer.get<std::string>("<xmlattr>.name", "") + "'";
    const auto data = layer.get_child_optional("data");
    if (!data) return fault("expected an element <data>", name);
    const std::string encoding = data->get<std::string>("<xmlattr>.encoding", "");
    const std::string compression = data->get<std::string>("<xmlattr>.compression", "");
    if (data->count("chunk") == 0) return read_chunk(layer, *data, encoding, compression, name);
    for (const auto& [element, chunk] : *data) {
      if (element != "chunk") continue;
      if (auto wrong = read_chunk(chunk, chunk, encoding, compression, name)) return wrong;
    }
    return std::nullopt;
  }

  std::optional<Error> read_chunk(const Tree& frame, const Tree& data, const std::string& encoding,
                                  const std::string& compression, const std::string& name) {
    Chunk chunk;
    chunk.x = frame.get<std::int64_t>("<xmlattr>.x", 0);
    chunk.y = frame.get<std::int64_t>("<xmlattr>.y", 0);
    chunk.width = frame.get<std::int64_t>("<xmlattr>.width", 0);
    chunk.height = frame.get<std::int64_t>("<xmlattr>.height", 0);
    chunk.layer = name;
    const bool is_near = std::max(std::abs(chunk.x), std::abs(chunk.y)) <= farthest_chunk;
    const bool has_size = chunk.width > 0 && chunk.height > 0 && chunk.width <= most_places;
    if (!is_near || !has_size || chunk.height > most_places / chunk.width)
      return fault("expected width and height from 1 up, and at most 2^24 places", name);
    places_ += chunk.width * chunk.height;
    if (places_ > 4 * most_places) return fault("its layers have more than 2^26 tiles in all", name);
    const auto count = static_cast<std::size_t>(chunk.width * chunk.height);
    if (auto wrong = decode_tiles(data.data(), encoding, compression, count, chunk.tiles))
      return fault(*wrong, name);
    chunks_.push_back(std::move(chunk));
    return std::nullopt;
  }

  // From all chunks one board. Its first row and column are even ones, so that the same are pushed.
  std::optional<Error> lay_out() {
    std::int64_t left = farthest_chunk, top = farthest_chunk, right = -farthest_chunk,
                 bottom = -farthest_chunk;
    for (const Chunk& chunk : chunks_) {
      left = std::min(left, chunk.x);
      top = std::min(top, chunk.y);
      right = std::max(right, chunk.x + chunk.width);
      bottom = std::max(bottom, chunk.y + chunk.height);
    }
    left -= left & 1;
    top -= top & 1;
    columns_ = right - left;
    rows_ = bottom - top;
    if (columns_ > most_places / rows_) return fault("the map has more than 2^24 places");
    costs_.assign(static_cast<std::size_t>(columns_ * rows_), 0);
    for (const Chunk& chunk : chunks_) {
      for (std::size_t i = 0; i < chunk.tiles.size(); ++i) {
        const std::uint32_t tile = chunk.tiles[i] & ~turn_bits;
        const auto x = chunk.x - left + static_cast<std::int64_t>(i) % chunk.width;
        const auto y = chunk.y - top + static_cast<std::int64_t>(i) / chunk.width;
        PORTOLAN_ASSERT(x >= 0 && y >= 0 && x < columns_ && y < rows_, "the board holds all chunks");
        Cost& cost = costs_[static_cast<std::size_t>(y * columns_ + x)];
        if (tile != 0) cost = std::max(cost, cost_of_(tile));
      }
    }
    std::replace(costs_.begin(), costs_.end(), Cost{0}, impassable);
    return std::nullopt;
  }

  Result<TileBoard> join(const Tree& map) {
    if (chunks_.empty()) return fault("expected a layer of tiles");
    if (auto wrong = lay_out()) return *wrong;
    const std::string shape = map.get<std::string>("<xmlattr>.orientation", "");
    const bool by_rows = map.get<std::string>("<xmlattr>.staggeraxis", "y") == "y";
    const bool odd = map.get<std::string>("<xmlattr>.staggerindex", "odd") == "odd";
    const HexLayout layout = by_rows ? (odd ? HexLayout::odd_rows : HexLayout::even_rows)
                                     : (odd ? HexLayout::odd_columns : HexLayout::even_columns);
    TileBoard board{TileBoard::Shape::squares, layout, static_cast<std::uint32_t>(columns_),
                    static_cast<std::uint32_t>(rows_), std::move(costs_)};
    if (shape == "orthogonal" || shape == "isometric") return board;
    if (shape == "hexagonal") {
      board.shape = TileBoard::Shape::hexagons;
      return board;
    }
    if (shape != "staggered") {
      return fault("orientation '" + shape +
                   "' is not known; expected hexagonal, staggered, isometric or orthogonal");
    }
    if (!by_rows) return fault("staggered maps must be so along y; set 'Stagger Axis' in Tiled");
    board.shape = TileBoard::Shape::staggered;
    return board;
  }

  std::string name_;
  const CostOf& cost_of_;
  std::vector<Chunk> chunks_;
  std::int64_t places_ = 0;
  std::int64_t columns_ = 0, rows_ = 0;
  std::vector<Cost> costs_;
};

}  // namespace

Result<WaypointGraph> parse_tiled_graph(const std::string& text, const std::string& name,
                                        const CostOf& cost_of) {
  if (text.size() > most_bytes) return Error{name, 0, 0, "", "more than 64 MiB of text; no map needs that"};
  return graph_of(TiledReader(name, cost_of).read(text));
}

Result<TileBoard> detail::read_tiled_board(const std::filesystem::path& file, const CostOf& cost_of) {
  std::string text;
  if (auto fault = read_whole(file, most_bytes, "map", text)) return *fault;
  return TiledReader(file.string(), cost_of).read(text);
}

bool detail::is_tiled(std::string_view head) {
  return head.substr(0, 1) == "<" && head.find("<map ") != std::string_view::npos;
}

Result<WaypointGraph> read_tiled_graph(const std::filesystem::path& file, const CostOf& cost_of) {
  return graph_of(detail::read_tiled_board(file, cost_of));
}

}  // namespace portolan
