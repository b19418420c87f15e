// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include <portolan/config/detail/npy_file.hpp>
#include <portolan/config/printable.hpp>
#include <portolan/core/assert.hpp>
#include <portolan/core/detail/atomic_file.hpp>

#include "formats/byte_source.hpp"
#include "raster_source.hpp"

// NumPy's own format (numpy.lib.format): eight bytes, the length of the header, and the header, which is a
// dictionary in Python's words, padded with blanks; then the numbers.
namespace portolan {

namespace detail {

namespace {

constexpr std::string_view npy_magic = "\x93NUMPY";
constexpr std::size_t most_header = std::size_t{1} << 16U;

struct NpyType {
  std::string_view name;  // as in the header
  std::size_t bytes;
  bool is_big;  // the most significant byte comes first
};
constexpr std::array<NpyType, 8> types{{{"|u1", 1, false},
                                        {"|b1", 1, false},
                                        {"<u1", 1, false},
                                        {">u1", 1, false},
                                        {"<u2", 2, false},
                                        {">u2", 2, true},
                                        {"<u4", 4, false},
                                        {">u4", 4, true}}};

/// The header's dictionary, as far as it counts.
struct NpyHeader {
  std::string type;
  bool by_columns = false;
  std::vector<std::uint64_t> shape;
};

/// Takes a dictionary apart whose values are texts, True, False, and tuples of whole numbers.
class NpyParser {
 public:
  explicit NpyParser(std::string_view text) : rest_(text) {}

  bool parse(NpyHeader& header) {
    if (!take('{')) return false;
    unsigned seen = 0;
    while (!take('}')) {
      std::string key;
      if (!text(key) || !take(':')) return false;
      if (key == "descr") {
        if (!text(header.type)) return false;
        seen |= 1U;
      } else if (key == "fortran_order") {
        if (!flag(header.by_columns)) return false;
        seen |= 2U;
      } else if (key == "shape") {
        if (!numbers(header.shape)) return false;
        seen |= 4U;
      } else {
        return false;
      }
      take(',');
    }
    return seen == 7;
  }

 private:
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n"), rest_.size())); }
  bool take(char c) {
    skip_blanks();
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool word(std::string_view wanted) {
    if (rest_.substr(0, wanted.size()) != wanted) return false;
    rest_.remove_prefix(wanted.size());
    return true;
  }
  bool text(std::string& out) {
    skip_blanks();
    const char quote = rest_.empty() ? '\0' : rest_[0];
    const std::size_t end = quote == '\'' || quote == '"' ? rest_.find(quote, 1) : std::string_view::npos;
    if (end == std::string_view::npos) return false;
    out = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return true;
  }
  bool flag(bool& out) {
    skip_blanks();
    out = word("True");
    return out || word("False");
  }
  bool numbers(std::vector<std::uint64_t>& out) {
    if (!take('(')) return false;
    while (!take(')')) {
      skip_blanks();
      std::uint64_t number = 0;
      const auto [end, code] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
      if (code != std::errc() || out.size() == 8) return false;
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      out.push_back(number);
      take(',');
    }
    return true;
  }

  std::string_view rest_;
};

class NpyRaster final : public RasterSource {
 public:
  NpyRaster(std::unique_ptr<ByteSource> source, std::string name, bool has_classes)
      : source_(std::move(source)), name_(std::move(name)), has_classes_(has_classes) {}

  std::optional<Error> read_header(const MapReadOptions& options) {
    std::array<unsigned char, 12> start{};
    if (!fill(start.data(), 8) || start[6] < 1 || start[6] > 3)
      return fault("no .npy file of version 1, 2 or 3");
    const std::size_t digits = start[6] == 1 ? 2 : 4;
    if (!fill(start.data() + 8, digits)) return cut_short();
    std::size_t size = 0;
    for (std::size_t i = digits; i-- > 0;) size = size << 8U | start[8 + i];
    if (size > most_header)
      return fault("its header claims " + std::to_string(size) + " bytes; it is damaged");
    std::string text(size, '\0');
    if (!fill(text.data(), size)) return cut_short();
    NpyHeader header;
    if (!NpyParser(text).parse(header))
      return fault("its header is not as NumPy writes it: '" + printable(text.substr(0, 80)) + "'");
    return check(header, options);
  }

  [[nodiscard]] Extent extent() const override { return extent_; }
  [[nodiscard]] RasterKind kind() const override {
    return has_classes_ ? RasterKind::values : RasterKind::costs;
  }
  [[nodiscard]] std::optional<Error> next_row(std::span<std::int64_t> row) override {
    bytes_.resize(row.size() * type_.bytes);
    if (!fill(bytes_.data(), bytes_.size())) return cut_short();
    for (std::size_t x = 0; x < row.size(); ++x) {
      std::int64_t value = 0;
      for (std::size_t i = 0; i < type_.bytes; ++i) {
        const std::size_t at = type_.is_big ? i : type_.bytes - 1 - i;
        value = value << 8U | bytes_[x * type_.bytes + at];
      }
      row[x] = value;
    }
    char further = 0;
    if (rows() == extent_.height && source_->read(&further, 1) != 0)
      return fault("goes on behind its last row; its shape is wrong, or it is damaged");
    return std::nullopt;
  }

 private:
  template <class Byte>
  bool fill(Byte* data, std::size_t size) {
    for (std::size_t got = 0; got < size;) {
      const std::size_t more = source_->read(reinterpret_cast<char*>(data) + got, size - got);
      if (more == 0) return false;
      got += more;
    }
    return true;
  }
  [[nodiscard]] Error fault(std::string message) const { return fault_in(name_, std::move(message)); }
  [[nodiscard]] Error cut_short() const {
    return fault(source_->fault().value_or("ends too early; it is cut short"));
  }

  std::optional<Error> check(const NpyHeader& header, const MapReadOptions& options) {
    for (const NpyType& type : types) {
      if (type.name == header.type) type_ = type;
    }
    if (type_.bytes == 0) {
      return fault("holds numbers of type '" + printable(header.type.substr(0, 20)) +
                   "'; expected uint8, uint16, uint32 or bool: save array.astype(numpy.uint8)");
    }
    if (header.shape.size() != 2) {
      return fault("has " + std::to_string(header.shape.size()) +
                   " dimensions; expected two, rows and columns: save one layer, array[0]");
    }
    if (header.by_columns && header.shape[0] > 1 && header.shape[1] > 1)
      return fault("lies in memory column by column; save numpy.ascontiguousarray(array)");
    if (auto wrong = check_raster_size(header.shape[1], header.shape[0], name_, options)) return wrong;
    extent_ = {static_cast<std::int32_t>(header.shape[1]), static_cast<std::int32_t>(header.shape[0])};
    return std::nullopt;
  }

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  bool has_classes_;
  NpyType type_{};
  Extent extent_;
  std::vector<unsigned char> bytes_;
};

}  // namespace

bool is_npy(std::string_view head) { return head.substr(0, npy_magic.size()) == npy_magic; }

Result<RasterPtr> open_npy(const std::filesystem::path& file, const MapReadOptions& options) {
  auto source = open_source(file);
  if (!source) return source.error();
  auto raster =
      std::make_unique<NpyRaster>(std::move(*source), file.string(), !options.raster.classes.empty());
  if (auto wrong = raster->read_header(options)) return *wrong;
  return RasterPtr(std::move(raster));
}

}  // namespace detail

std::optional<Error> write_npy(const std::filesystem::path& file, std::string_view type,
                               std::span<const std::size_t> shape, std::span<const std::byte> numbers) {
  PORTOLAN_ASSERT(type.size() > 2, "a type is a byte order, a kind and a size, such as <i8");
  std::string header = "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (";
  for (const std::size_t side : shape) header += std::to_string(side) + ", ";
  header += "), }";
  // The numbers begin at a multiple of 64 bytes, and a line end before them.
  constexpr std::size_t start = 10;
  header.append(63 - (start + header.size()) % 64, ' ');
  header += '\n';
  PORTOLAN_ASSERT((start + header.size()) % 64 == 0, "NumPy wants the numbers aligned");
  AtomicFile out(file);
  out.write("\x93NUMPY\x01\x00", 8);
  const std::array<char, 2> size{static_cast<char>(header.size() & 0xFFU),
                                 static_cast<char>(header.size() >> 8U)};
  out.write(size.data(), size.size());
  out.write(header.data(), header.size());
  out.write(reinterpret_cast<const char*>(numbers.data()), numbers.size());
  return out.commit();
}

}  // namespace portolan
