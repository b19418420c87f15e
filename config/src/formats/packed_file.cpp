// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "packed_file.hpp"

#include <cstdint>

namespace portolan::detail {

namespace {

constexpr std::uint32_t preset = 1;
constexpr std::size_t packed_chunk = std::size_t{1} << 16U;

}  // namespace

PackedFile::PackedFile(const std::filesystem::path& path, bool compress) : file_(path), compress_(compress) {
  if (!compress_) return;
  packed_.resize(packed_chunk);
  if (lzma_easy_encoder(&stream_, preset, LZMA_CHECK_CRC32) != LZMA_OK)
    file_.fail("not enough memory to compress");
}

void PackedFile::write(const char* data, std::size_t size) {
  if (file_.failed() || size == 0) return;
  if (compress_) {
    pack(data, size, LZMA_RUN);
  } else {
    file_.write(data, size);
  }
}

void PackedFile::pack(const char* data, std::size_t size, lzma_action action) {
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

std::optional<Error> PackedFile::commit() {
  if (compress_ && !file_.failed()) pack(nullptr, 0, LZMA_FINISH);
  return file_.commit();
}

}  // namespace portolan::detail
