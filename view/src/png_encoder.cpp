// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "png_encoder.hpp"

#include <new>

#include <png.h>

#include <portolan/core/assert.hpp>

namespace portolan::detail {
namespace {

void append(png_structp png, png_bytep data, png_size_t size) {
  static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(data), size);
}

void flush(png_structp) {}

// libpng reports through this and must not return. Writing valid rows to memory fails only for want of
// memory.
[[noreturn]] void fail(png_structp, png_const_charp) { throw std::bad_alloc(); }
void ignore(png_structp, png_const_charp) {}

struct Writer {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, ignore);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;

  Writer() {
    if (info == nullptr) throw std::bad_alloc();
  }
  ~Writer() { png_destroy_write_struct(&png, &info); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
};

}  // namespace

std::string encode_png(std::span<const std::uint8_t> bytes, int width, int height, Channels channels) {
  const auto pitch = static_cast<std::size_t>(width) * static_cast<std::size_t>(channels);
  PORTOLAN_ASSERT(bytes.size() == pitch * static_cast<std::size_t>(height));
  std::string out;
  const Writer writer;
  png_set_write_fn(writer.png, &out, append, flush);
  png_set_compression_level(writer.png, 6);
  // Maps are flat areas with sharp edges: the filters for photographs make them larger and cost three times
  // as long.
  png_set_filter(writer.png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE | PNG_FILTER_SUB | PNG_FILTER_UP);
  png_set_IHDR(writer.png, writer.info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), 8,
               channels == Channels::rgb ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(writer.png, writer.info);
  for (int y = 0; y < height; ++y) {
    png_write_row(writer.png, bytes.data() + static_cast<std::size_t>(y) * pitch);
  }
  png_write_end(writer.png, writer.info);
  return out;
}

}  // namespace portolan::detail
