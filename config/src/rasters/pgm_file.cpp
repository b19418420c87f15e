// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <utility>
#include <vector>

#include "formats/byte_source.hpp"
#include "raster_source.hpp"

// Grey maps of Netpbm, whose header is `P5 WIDTH HEIGHT GREATEST`, with comments after `#`.
namespace portolan::detail {

namespace {

constexpr std::int64_t most_grey = 65535;
constexpr int most_comment = 1 << 16;

class PgmRaster final : public RasterSource {
 public:
  PgmRaster(std::unique_ptr<ByteSource> source, std::string name, ImageView view)
      : source_(std::move(source)), name_(std::move(name)), view_(view), buffer_(std::size_t{1} << 16U) {}

  std::optional<Error> read_header(const MapReadOptions& options) {
    const int p = byte(), kind = byte();
    if (p != 'P' || (kind != '5' && kind != '2'))
      return fault("no grey map: it begins with neither P5 nor P2");
    plain_ = kind == '2';
    const auto width = number(1LL << 31U), height = number(1LL << 31U), greatest = number(most_grey);
    if (!width || !height || !greatest || *greatest == 0)
      return fault("expected width, height and the greatest value, from 1 to 65535, after P5 or P2");
    if (auto wrong = check_raster_size(static_cast<std::uint64_t>(*width),
                                       static_cast<std::uint64_t>(*height), name_, options))
      return wrong;
    extent_ = {static_cast<std::int32_t>(*width), static_cast<std::int32_t>(*height)};
    greatest_ = *greatest;
    if (view_ == ImageView::as_it_is) view_ = greatest_ > 255 ? ImageView::heights : ImageView::shades;
    return std::nullopt;
  }

  [[nodiscard]] Extent extent() const override { return extent_; }
  [[nodiscard]] RasterKind kind() const override {
    if (view_ == ImageView::heights) return RasterKind::heights;
    return view_ == ImageView::values ? RasterKind::values : RasterKind::shades;
  }
  [[nodiscard]] std::optional<Error> next_row(std::span<std::int64_t> row) override {
    for (std::int64_t& value : row) {
      const auto grey = plain_ ? number(most_grey) : sample();
      if (!grey) {
        return fault(source_->fault()
                         ? *source_->fault()
                         : "ends before all " + std::to_string(extent_.height) +
                               " rows are there, or holds what is no number; it is cut short or damaged");
      }
      if (*grey > greatest_)
        return fault("the value " + std::to_string(*grey) + " is above the greatest of the header");
      value = view_ == ImageView::shades ? (*grey * 765 + greatest_ / 2) / greatest_ : *grey;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] Error fault(std::string message) const { return fault_in(name_, std::move(message)); }

  int byte() {
    if (at_ == end_) {
      end_ = source_->read(buffer_.data(), buffer_.size());
      at_ = 0;
      if (end_ == 0) return -1;
    }
    return static_cast<unsigned char>(buffer_[at_++]);
  }
  // A number and the one blank behind it.
  std::optional<std::int64_t> number(std::int64_t most) {
    int c = byte();
    bool in_comment = false;
    for (int skipped = 0; in_comment || c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '#';
         c = byte()) {
      in_comment = c == '#' || (in_comment && c != '\n');
      if (c < 0 || ++skipped > most_comment) return std::nullopt;
    }
    if (c < '0' || c > '9') return std::nullopt;
    std::int64_t value = 0;
    for (; c >= '0' && c <= '9'; c = byte()) {
      value = value * 10 + (c - '0');
      if (value > most) return std::nullopt;
    }
    return value;
  }
  std::optional<std::int64_t> sample() {
    const int high = byte();
    if (greatest_ < 256) return high < 0 ? std::nullopt : std::optional<std::int64_t>(high);
    const int low = byte();
    return low < 0 ? std::nullopt : std::optional<std::int64_t>(high * 256 + low);
  }

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  ImageView view_;
  std::vector<char> buffer_;
  std::size_t at_ = 0, end_ = 0;
  Extent extent_;
  std::int64_t greatest_ = 0;
  bool plain_ = false;
};

}  // namespace

bool is_pgm(std::string_view head) {
  return head.size() > 2 && head[0] == 'P' && (head[1] == '5' || head[1] == '2') &&
         std::string_view(" \t\r\n#").find(head[2]) != std::string_view::npos;
}

Result<RasterPtr> open_pgm(const std::filesystem::path& file, ImageView view, const MapReadOptions& options) {
  auto source = open_source(file);
  if (!source) return source.error();
  auto raster = std::make_unique<PgmRaster>(std::move(*source), file.string(), view);
  if (auto wrong = raster->read_header(options)) return *wrong;
  return RasterPtr(std::move(raster));
}

}  // namespace portolan::detail
