// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "tiled_data.hpp"

#include <charconv>
#include <cstring>

#include <zlib.h>

namespace portolan::detail {

namespace {

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

}  // namespace

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

}  // namespace portolan::detail
