// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>
#include <zlib.h>

#include <support/data.hpp>
#include <support/temp_folder.hpp>

#include "rasters.hpp"

namespace portolan {
namespace {

using test::drawn;
using test::raster_bytes;
using test::write_bytes;
using ::testing::HasSubstr;

/// An image as libpng writes it: `bytes` row by row.
struct Image {
  png_uint_32 width, height;
  int depth, type;
  std::vector<png_byte> bytes;
  int interlace = PNG_INTERLACE_NONE;
};

class PngFile : public ::testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path put(Image image) const {
    std::string out;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    const auto append = [](png_structp to, png_bytep data, png_size_t size) {
      static_cast<std::string*>(png_get_io_ptr(to))->append(reinterpret_cast<const char*>(data), size);
    };
    png_set_write_fn(png, &out, append, nullptr);
    png_set_IHDR(png, info, image.width, image.height, image.depth, image.type, image.interlace, 0, 0);
    const std::vector<png_color> palette{{255, 255, 255}, {0, 0, 0}, {200, 100, 0}, {9, 9, 9}};
    if (image.type == PNG_COLOR_TYPE_PALETTE) png_set_PLTE(png, info, palette.data(), 4);
    png_write_info(png, info);
    const std::size_t pitch = image.bytes.size() / image.height;
    std::vector<png_bytep> rows;
    for (png_uint_32 y = 0; y < image.height; ++y) rows.push_back(image.bytes.data() + y * pitch);
    png_write_image(png, rows.data());
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    write_bytes(file(), out);
    return file();
  }
  [[nodiscard]] std::filesystem::path file() const { return folder_.path() / "a.png"; }

  const test::TempFolder folder_;
};

TEST_F(PngFile, AllKindsOfImagesBecomeShades) {
  EXPECT_EQ(drawn(put({3, 1, 8, PNG_COLOR_TYPE_GRAY, {255, 128, 0}})), ".@#\n");
  EXPECT_EQ(drawn(put({3, 1, 1, PNG_COLOR_TYPE_GRAY, {0b10100000}})), ".#.\n");
  EXPECT_EQ(drawn(put({4, 1, 2, PNG_COLOR_TYPE_PALETTE, {0b00011011}})), ".#@#\n");
  EXPECT_EQ(drawn(put({2, 2, 8, PNG_COLOR_TYPE_RGB, {255, 255, 255, 255, 0, 0, 0, 9, 0, 90, 100, 110}})),
            ".#\n#@\n");
  EXPECT_EQ(drawn(put({2, 1, 8, PNG_COLOR_TYPE_GRAY_ALPHA, {255, 255, 255, 254}})), ".@\n");
}

TEST_F(PngFile, ClassesAreGreyValuesOrPlacesInThePalette) {
  MapReadOptions options;
  options.raster.classes = {{0, terrain::water}, {1, '3'}, {2, terrain::ground}, {300, terrain::wall}};
  EXPECT_EQ(drawn(put({4, 1, 2, PNG_COLOR_TYPE_PALETTE, {0b00011000}}), options), "W3.W\n");
  EXPECT_EQ(drawn(put({2, 1, 16, PNG_COLOR_TYPE_GRAY, {1, 44, 0, 1}}), options), "#3\n");
  EXPECT_THAT(drawn(put({1, 1, 8, PNG_COLOR_TYPE_RGB, {0, 0, 0}}), options),
              HasSubstr("save it as grey or with a palette"));
}

TEST_F(PngFile, SixteenBitsOfGreyAreHeights) {
  MapReadOptions options;
  options.raster.cell_size = 256;
  EXPECT_EQ(drawn(put({2, 2, 16, PNG_COLOR_TYPE_GRAY, {0, 0, 0, 128, 0, 0, 2, 0}}), options), "5#\n##\n");
}

TEST_F(PngFile, EveryCutAndEveryDamagedByteIsFoundOut) {
  std::vector<png_byte> grey(64 * 64, 255);
  for (std::size_t i = 0; i < grey.size(); ++i) grey[i] = static_cast<png_byte>(i * 7);
  const std::string whole = raster_bytes(put({64, 64, 8, PNG_COLOR_TYPE_GRAY, grey}));
  const std::string drawing = drawn(file());
  ASSERT_EQ(drawing.size(), 65U * 64U);
  for (std::size_t size = 0; size + 60 < whole.size(); size += 7) {
    write_bytes(file(), std::string_view(whole).substr(0, size));
    ASSERT_NE(drawn(file()), drawing) << size;
  }
  for (std::size_t at = 8; at < whole.size(); at += 3) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    write_bytes(file(), damaged);
    static_cast<void>(drawn(file()));
  }
}

TEST_F(PngFile, WhatClaimsTooMuchIsRefusedBeforeMemoryIsTaken) {
  std::string bytes = raster_bytes(put({1, 1, 8, PNG_COLOR_TYPE_GRAY, {0}}));
  // Width and height, big-endian, and the header's checksum, which zlib's rule gives.
  bytes.replace(16, 8, std::string("\x00\x0F\x42\x40\x00\x0F\x42\x40", 8));
  const auto crc =
      static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(bytes.data() + 12), 17));
  for (std::size_t i = 0; i < 4; ++i) bytes[29 + i] = static_cast<char>(crc >> (24 - 8 * i));
  write_bytes(file(), bytes);
  EXPECT_THAT(drawn(file()), HasSubstr("claims 1000000 x 1000000 cells; expected 1 to 32768 on a side"));
  EXPECT_THAT(drawn(put({8, 8, 8, PNG_COLOR_TYPE_GRAY, std::vector<png_byte>(64), PNG_INTERLACE_ADAM7})),
              HasSubstr("is interlaced"));
}

TEST_F(PngFile, RealImagesAreRead) {
  PORTOLAN_NEEDS_DATA("ros/Spa_map.yaml");
  const auto count = [](const std::string& name, char c) {
    const std::string drawing = drawn(test::data_file(name));
    return std::count(drawing.begin(), drawing.end(), c);
  };
  EXPECT_EQ(count("ros/Spa_map.yaml", '@'), 5615);
  EXPECT_EQ(count("ros/stata_basement.yaml", '#'), 18384);
  EXPECT_GT(count("terrain/andes_s33_w071.height.yaml", '5'), 200'000);
  EXPECT_EQ(count("terrain/vancouver_n49_w124_w123.height.yaml", '@'), 60'542) << "cells without data";
  EXPECT_THAT(drawn(test::data_file("terrain/osm_liechtenstein.class.yaml")),
              HasSubstr("classes.0: expected a terrain class"));
}

}  // namespace
}  // namespace portolan
