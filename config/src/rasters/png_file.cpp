// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <array>
#include <csetjmp>
#include <cstring>
#include <utility>
#include <vector>

#include <png.h>

#include <portolan/config/printable.hpp>

#include "formats/byte_source.hpp"
#include "raster_source.hpp"

namespace portolan::detail {

namespace {

constexpr png_alloc_size_t most_chunk = 8U << 20U;  // a colour profile, say; rows are not chunks

/// What libpng's callbacks see. It leaves a function by longjmp where something is wrong, so that no object
/// with a destructor may stand in a function that calls it; what it says is copied into an array.
struct Channel {
  ByteSource* source = nullptr;
  std::array<char, 200> message{};
};

void read_bytes(png_structp png, png_bytep data, png_size_t size) {
  auto* const channel = static_cast<Channel*>(png_get_io_ptr(png));
  for (std::size_t got = 0; got < size;) {
    const std::size_t more = channel->source->read(reinterpret_cast<char*>(data) + got, size - got);
    if (more == 0) png_error(png, "ends too early");
    got += more;
  }
}

[[noreturn]] void leave(png_structp png, png_const_charp message) {
  auto* const channel = static_cast<Channel*>(png_get_error_ptr(png));
  std::strncpy(channel->message.data(), message, channel->message.size() - 1);
  png_longjmp(png, 1);
}

void ignore(png_structp, png_const_charp) {}

bool read_info(png_structp png, png_infop info) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_read_info(png, info);
  return true;
}

// Shades come as red, green, blue and alpha of 8 bits each; values as they are, with 8 or 16 bits.
bool begin_rows(png_structp png, png_infop info, bool shades) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  const int type = png_get_color_type(png, info);
  if (shades) {
    png_set_expand(png);
    png_set_scale_16(png);
    if ((type & PNG_COLOR_MASK_COLOR) == 0) png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  } else {
    png_set_packing(png);
    png_set_strip_alpha(png);
  }
  png_read_update_info(png, info);
  return true;
}

bool read_row(png_structp png, png_bytep row) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_read_row(png, row, nullptr);
  return true;
}

class PngRaster final : public RasterSource {
 public:
  PngRaster(std::unique_ptr<ByteSource> source, std::string name)
      : source_(std::move(source)), name_(std::move(name)), channel_{source_.get()} {}
  ~PngRaster() override { png_destroy_read_struct(&png_, &info_, nullptr); }
  PngRaster(const PngRaster&) = delete;
  PngRaster& operator=(const PngRaster&) = delete;

  std::optional<Error> open(ImageView view, const MapReadOptions& options) {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, &channel_, leave, ignore);
    info_ = png_ != nullptr ? png_create_info_struct(png_) : nullptr;
    if (info_ == nullptr) return fault("no memory to read it");
    png_set_read_fn(png_, &channel_, read_bytes);
    png_set_chunk_malloc_max(png_, most_chunk);
    png_set_user_limits(png_, 0x7FFFFFFF, 0x7FFFFFFF);  // check_raster_size says more
    if (!read_info(png_, info_)) return fault();
    const png_uint_32 width = png_get_image_width(png_, info_), height = png_get_image_height(png_, info_);
    if (auto wrong = check_raster_size(width, height, name_, options)) return wrong;
    extent_ = {static_cast<std::int32_t>(width), static_cast<std::int32_t>(height)};
    if (png_get_interlace_type(png_, info_) != PNG_INTERLACE_NONE)
      return fault("is interlaced: all of it would have to be in memory; save it without");
    if (auto wrong = choose(view)) return wrong;
    if (!begin_rows(png_, info_, kind_ == RasterKind::shades)) return fault();
    bytes_.resize(png_get_rowbytes(png_, info_));
    sample_bytes_ = bytes_.size() / width;
    return std::nullopt;
  }

  [[nodiscard]] Extent extent() const override { return extent_; }
  [[nodiscard]] RasterKind kind() const override { return kind_; }
  [[nodiscard]] std::optional<Error> next_row(std::span<std::int64_t> row) override {
    if (!read_row(png_, bytes_.data())) return fault();
    const png_byte* at = bytes_.data();
    for (std::int64_t& value : row) {
      if (kind_ == RasterKind::shades) {
        value = at[3] == 255 ? at[0] + at[1] + at[2] : no_value;
      } else {
        value = sample_bytes_ == 1 ? at[0] : at[0] * 256 + at[1];
      }
      at += sample_bytes_;
    }
    return std::nullopt;
  }

 private:
  // What the numbers are, by how the image is looked at and what is in it.
  std::optional<Error> choose(ImageView view) {
    const int type = png_get_color_type(png_, info_);
    const bool grey = (type & (PNG_COLOR_MASK_COLOR | PNG_COLOR_MASK_PALETTE)) == 0;
    if (view == ImageView::as_it_is) {
      view = grey && png_get_bit_depth(png_, info_) == 16 ? ImageView::heights : ImageView::shades;
    }
    kind_ = view == ImageView::shades    ? RasterKind::shades
            : view == ImageView::heights ? RasterKind::heights
                                         : RasterKind::values;
    const bool has_values = grey || type == PNG_COLOR_TYPE_PALETTE;
    if (kind_ == RasterKind::shades || (kind_ == RasterKind::heights ? grey : has_values))
      return std::nullopt;
    return fault(kind_ == RasterKind::heights
                     ? "has colours, and heights are grey; save it as grey with 16 bits"
                     : "has colours, and classes are numbers; save it as grey or with a palette");
  }
  [[nodiscard]] Error fault(std::string message) const { return fault_in(name_, std::move(message)); }
  [[nodiscard]] Error fault() const {
    if (const auto wrong = source_->fault()) return fault(*wrong);
    return fault("no whole PNG image: " + printable(channel_.message.data()) +
                 "; it is cut short or damaged");
  }

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  Channel channel_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  Extent extent_;
  RasterKind kind_ = RasterKind::shades;
  std::vector<png_byte> bytes_;
  std::size_t sample_bytes_ = 0;
};

}  // namespace

Result<RasterPtr> open_png(const std::filesystem::path& file, ImageView view, const MapReadOptions& options) {
  auto source = open_source(file);
  if (!source) return source.error();
  auto raster = std::make_unique<PngRaster>(std::move(*source), file.string());
  if (auto wrong = raster->open(view, options)) return *wrong;
  return RasterPtr(std::move(raster));
}

}  // namespace portolan::detail
