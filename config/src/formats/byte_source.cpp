// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "byte_source.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <utility>

#include <lzma.h>

namespace portolan::detail {

namespace {

constexpr std::size_t chunk = std::size_t{1} << 18U;
constexpr std::size_t least_chunk = std::size_t{1} << 14U;
constexpr int most_blank = 10'000;
constexpr std::uint64_t decoder_memory = 128ULL << 20U;
constexpr std::string_view xz_magic(
    "\xFD"
    "7zXZ\0",
    6);

// Editors of Windows put three bytes before what is UTF-8, which nobody sees.
std::string_view without_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

// A small source takes little memory: to clear the whole of a chunk took nine tenths of the time to read some
// lines.
std::size_t room_for(const ByteSource& source) {
  return std::clamp(static_cast<std::size_t>(source.size().value_or(0)) + 1, least_chunk, chunk);
}

class FileSource final : public ByteSource {
 public:
  /// `head` was read from the file already: a pipe cannot be wound back.
  FileSource(FileHandle file, std::optional<std::uint64_t> size, std::string head)
      : file_(std::move(file)), size_(size), head_(std::move(head)) {}

  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t kept = head_.copy(buffer, size);
    head_.erase(0, kept);
    const std::size_t got = std::fread(buffer + kept, 1, size - kept, file_.get());
    if (got < size - kept && std::ferror(file_.get()) != 0) {
      fault_ = errno == EAGAIN ? "is a device that gives nothing; name a file"
                               : std::string("cannot be read: ") + std::strerror(errno);
    }
    return kept + got;
  }
  [[nodiscard]] std::optional<std::string> fault() const override { return fault_; }
  [[nodiscard]] std::optional<std::uint64_t> size() const override { return size_; }

 private:
  FileHandle file_;
  std::optional<std::uint64_t> size_;
  std::string head_;
  std::optional<std::string> fault_;
};

std::string describe(lzma_ret code) {
  switch (code) {
    case LZMA_BUF_ERROR:
      return "the compressed data end too early; the file is cut short";
    case LZMA_MEMLIMIT_ERROR:
      return "decompressing needs more than 128 MiB; compress with a preset up to 9";
    case LZMA_MEM_ERROR:
      return "not enough memory to decompress";
    case LZMA_OPTIONS_ERROR:
      return "unsupported .xz options; compress again with plain xz";
    default:
      return "the compressed data are damaged";
  }
}

class XzSource final : public ByteSource {
 public:
  explicit XzSource(std::unique_ptr<ByteSource> packed)
      : packed_(std::move(packed)), input_(room_for(*packed_)) {
    const lzma_ret code = lzma_stream_decoder(&stream_, decoder_memory, LZMA_CONCATENATED);
    if (code != LZMA_OK) fault_ = describe(code);
  }
  ~XzSource() override { lzma_end(&stream_); }
  XzSource(const XzSource&) = delete;
  XzSource& operator=(const XzSource&) = delete;

  std::size_t read(char* buffer, std::size_t size) override {
    stream_.next_out = reinterpret_cast<std::uint8_t*>(buffer);
    stream_.avail_out = size;
    while (stream_.avail_out > 0 && !done_ && !fault_) {
      if (stream_.avail_in == 0 && !input_ended_) refill();
      const lzma_ret code = lzma_code(&stream_, input_ended_ ? LZMA_FINISH : LZMA_RUN);
      if (code == LZMA_STREAM_END) {
        done_ = true;
      } else if (code != LZMA_OK) {
        fault_ = describe(code);
      }
    }
    return size - stream_.avail_out;
  }
  [[nodiscard]] std::optional<std::string> fault() const override { return fault_; }

 private:
  void refill() {
    stream_.avail_in = packed_->read(input_.data(), input_.size());
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(input_.data());
    input_ended_ = stream_.avail_in == 0;
    if (packed_->fault()) fault_ = packed_->fault();
  }

  std::unique_ptr<ByteSource> packed_;
  std::vector<char> input_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool input_ended_ = false;
  bool done_ = false;
  std::optional<std::string> fault_;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view text) : text_(text), rest_(text) {}
  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t n = rest_.copy(buffer, size);
    rest_.remove_prefix(n);
    return n;
  }
  [[nodiscard]] std::optional<std::uint64_t> size() const override { return text_.size(); }

 private:
  std::string_view text_;
  std::string_view rest_;
};

}  // namespace

bool lies_below(const std::filesystem::path& file, const std::filesystem::path& folder) {
  std::error_code fault;
  const auto whole = std::filesystem::weakly_canonical(std::filesystem::absolute(folder / ".", fault), fault);
  if (fault) return false;
  const auto found = std::filesystem::weakly_canonical(std::filesystem::absolute(file, fault), fault);
  if (fault) return false;
  const auto last = whole.has_filename() ? whole.end() : std::prev(whole.end());  // no empty name behind `/`
  return std::mismatch(whole.begin(), last, found.begin(), found.end()).first == last;
}

FileHandle open_for_reading(const std::filesystem::path& file, std::string& fault) {
  std::error_code ignored;
  if (file.empty()) {
    fault = "no file is named; give its path";
    return nullptr;
  }
  // To the system its name would end there, and be that of another file.
  if (file.native().find(std::filesystem::path::value_type{}) != std::filesystem::path::string_type::npos) {
    fault = "has a zero byte in its name; take it out";
    return nullptr;
  }
  if (std::filesystem::is_directory(file, ignored)) {
    fault = "is a folder; name a file in it";
    return nullptr;
  }
  return open_file(file, fault);
}

Result<std::unique_ptr<ByteSource>> open_source(const std::filesystem::path& file) {
  std::string fault;
  FileHandle handle = open_for_reading(file, fault);
  if (!handle) return Error{file.string(), 0, 0, "", fault};
  std::string head(xz_magic.size(), '\0');
  head.resize(std::fread(head.data(), 1, head.size(), handle.get()));
  const bool xz = head == xz_magic;
  std::error_code ignored;
  std::optional<std::uint64_t> size;
  if (std::filesystem::is_regular_file(file, ignored)) size = std::filesystem::file_size(file, ignored);
  std::unique_ptr<ByteSource> source = std::make_unique<FileSource>(std::move(handle), size, std::move(head));
  if (xz) source = std::make_unique<XzSource>(std::move(source));
  return source;
}

Result<std::string> head_of(const std::filesystem::path& file) {
  const auto source = open_source(file);
  if (!source) return source.error();
  std::string head(512, '\0');
  head.resize((*source)->read(head.data(), head.size()));
  return std::string(without_mark(head));
}

std::optional<Error> read_whole(const std::filesystem::path& file, std::size_t most, const std::string& kind,
                                std::string& text) {
  const auto source = open_source(file);
  if (!source) return source.error();
  std::vector<char> piece(std::size_t{1} << 16U);
  while (const std::size_t size = (*source)->read(piece.data(), piece.size())) {
    if (size > most - text.size()) {
      return Error{file.string(), 0, 0, "",
                   "more than " + std::to_string(most >> 20U) + " MiB; no " + kind + " needs that"};
    }
    text.append(piece.data(), size);
  }
  if (auto wrong = (*source)->fault()) return Error{file.string(), 0, 0, "", *wrong};
  return std::nullopt;
}

std::unique_ptr<ByteSource> memory_source(std::string_view text) {
  return std::make_unique<MemorySource>(text);
}

LineReader::LineReader(ByteSource& source, std::size_t max_line)
    : source_(&source), max_line_(max_line), buffer_(room_for(source)) {}

std::optional<std::string_view> LineReader::next_filled() {
  while (const auto line = next()) {
    if (line->find_first_not_of(" \t") != std::string_view::npos) return line;
    if (++blank_ > most_blank) break;
  }
  return std::nullopt;
}

std::optional<Error> LineReader::fault(const std::string& name, const std::string& kind) const {
  if (const auto fault = source_->fault()) return Error{name, 0, 0, "", *fault};
  if (too_long_) return Error{name, line_, 1, "", "line too long; is this " + kind + "?"};
  if (blank_ > most_blank) return Error{name, line_, 0, "", "too many blank lines; take them out"};
  return std::nullopt;
}

std::optional<std::string_view> LineReader::next() {
  for (std::size_t looked = begin_;;) {
    const char* const data = buffer_.data();
    const void* const newline = looked < end_ ? std::memchr(data + looked, '\n', end_ - looked) : nullptr;
    const std::size_t stop =
        newline != nullptr ? static_cast<std::size_t>(static_cast<const char*>(newline) - data) : end_;
    if (stop - begin_ > max_line_ + 1) {
      ++line_;
      too_long_ = true;
      return std::nullopt;
    }
    if (newline != nullptr || (at_end_ && begin_ < end_)) {
      std::string_view text(data + begin_, stop - begin_);
      begin_ = std::min(stop + 1, end_);
      if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
      if (++line_ == 1) text = without_mark(text);
      return text;
    }
    if (at_end_) return std::nullopt;
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    looked = end_;
    if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
    const std::size_t got = source_->read(buffer_.data() + end_, buffer_.size() - end_);
    end_ += got;
    at_end_ = got == 0;
  }
}

}  // namespace portolan::detail
