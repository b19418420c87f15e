// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <cstdint>
#include <string>

#include <lzma.h>

#include <portolan/config/map_file.hpp>
#include <portolan/core/assert.hpp>
#include <portolan/core/detail/atomic_file.hpp>

namespace portolan {

namespace {

constexpr std::uint32_t preset = 1;
constexpr std::size_t packed_chunk = std::size_t{1} << 16U;

/// An AtomicFile whose bytes may be compressed (.xz) on their way.
class PackedFile {
 public:
  PackedFile(const std::filesystem::path& path, bool compress) : file_(path), compress_(compress) {
    if (!compress_) return;
    packed_.resize(packed_chunk);
    if (lzma_easy_encoder(&stream_, preset, LZMA_CHECK_CRC32) != LZMA_OK)
      file_.fail("not enough memory to compress");
  }
  ~PackedFile() { lzma_end(&stream_); }
  PackedFile(const PackedFile&) = delete;
  PackedFile& operator=(const PackedFile&) = delete;

  void write(const char* data, std::size_t size) {
    if (file_.failed() || size == 0) return;
    if (compress_) {
      pack(data, size, LZMA_RUN);
    } else {
      file_.write(data, size);
    }
  }
  /// Gives the file its name; what went wrong, if anything did.
  [[nodiscard]] std::optional<Error> commit() {
    if (compress_ && !file_.failed()) pack(nullptr, 0, LZMA_FINISH);
    return file_.commit();
  }

 private:
  void pack(const char* data, std::size_t size, lzma_action action) {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(data);
    stream_.avail_in = size;
    lzma_ret code = LZMA_OK;
    do {
      stream_.next_out = reinterpret_cast<std::uint8_t*>(packed_.data());
      stream_.avail_out = packed_.size();
      code = lzma_code(&stream_, action);
      if (code != LZMA_OK && code != LZMA_STREAM_END) return file_.fail("not enough memory to compress");
      file_.write(packed_.data(), packed_.size() - stream_.avail_out);
    } while (!file_.failed() && code != LZMA_STREAM_END && (stream_.avail_in > 0 || action == LZMA_FINISH));
  }

  AtomicFile file_;
  bool compress_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::string packed_;
};

}  // namespace

std::optional<Error> write_map(const World& world, const std::filesystem::path& file, std::int32_t layer) {
  PORTOLAN_ASSERT(layer >= 0 && layer < world.extent().layers);
  PackedFile out(file, file.extension() == ".xz");
  const Extent extent = world.extent();
  const std::string header = "type octile\nheight " + std::to_string(extent.height) + "\nwidth " +
                             std::to_string(extent.width) + "\nmap\n";
  out.write(header.data(), header.size());
  std::string row(static_cast<std::size_t>(extent.width) + 1, '\n');
  for (std::int32_t y = 0; y < extent.height; ++y) {
    for (std::int32_t x = 0; x < extent.width; ++x) {
      row[static_cast<std::size_t>(x)] = static_cast<char>(world.terrain({x, y, layer}));
    }
    out.write(row.data(), row.size());
  }
  return out.commit();
}

}  // namespace portolan
