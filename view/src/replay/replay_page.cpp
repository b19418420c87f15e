// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/view/detail/replay_page.hpp>

#include <cstdint>
#include <new>

#include <zlib.h>

#include <portolan/core/assert.hpp>

#include "page_files.hpp"

namespace portolan::detail {
namespace {

void put_size(std::string& bytes, std::size_t size) {
  for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<char>(size >> shift & 0xFFU));
}

// Puts text in the place of a mark that occurs once.
void fill_in(std::string& page, std::string_view mark, std::string_view text) {
  const std::size_t at = page.find(mark);
  PORTOLAN_ASSERT(at != std::string::npos, "view/page/replay.html has this mark");
  page.replace(at, mark.size(), text);
}

}  // namespace

std::string deflated(std::string_view bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string packed(size, '\0');
  const int done =
      compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                static_cast<uLong>(bytes.size()), Z_DEFAULT_COMPRESSION);
  // There is room for whatever comes out, so that only memory can be wanting.
  if (done != Z_OK) throw std::bad_alloc();
  packed.resize(size);
  return packed;
}

std::string base64(std::string_view bytes) {
  static constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    std::uint32_t three = 0;
    for (std::size_t j = 0; j < 3; ++j)
      three = three << 8U | (k + j < bytes.size() ? static_cast<std::uint8_t>(bytes[k + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j)
      text.push_back(k + j <= bytes.size() ? digits[three >> (18 - 6 * j) & 63U] : '=');
  }
  return text;
}

std::string replay_page(const ReplayColumns& columns) {
  std::string bytes;
  put_size(bytes, columns.size());
  for (const auto& [name, column] : columns) {
    put_size(bytes, name.size());
    bytes += name;
    put_size(bytes, column.size());
  }
  for (const auto& [name, column] : columns) bytes += column;
  std::string page = page_files::html();
  fill_in(page, "/* style */", page_files::css());
  fill_in(page, "/* script */", page_files::js());
  fill_in(page, "<!-- data -->", base64(deflated(bytes)));
  return page;
}

}  // namespace portolan::detail
