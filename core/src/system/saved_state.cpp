// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/saved_state.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/hash.hpp>

namespace portolan {
namespace {

constexpr std::array<char, 8> state_magic{'P', 'o', 'r', 't', 'o', 'S', 't', 'a'};
constexpr std::uint32_t state_version = 17;
constexpr std::uint32_t byte_order = 0x01020304;
constexpr std::size_t unit = 8;  // parts begin at multiples

struct Header {
  std::array<char, 8> magic = state_magic;
  std::uint32_t version = state_version;
  std::uint32_t order = byte_order;
  std::uint64_t size = 0;  // of all
  std::uint64_t hash = 0;  // of what follows
};

// Four sums at a time, which do not wait for one another. The size is a multiple of 8.
std::uint64_t hash_of(std::span<const std::byte> bytes) {
  std::array<std::uint64_t, 4> sums{1, 2, 3, 4};
  PORTOLAN_ASSERT(bytes.size() % unit == 0);
  std::array<std::uint64_t, 4> words{};
  // Whole fours first: their sums are at places that the compiler knows, and a sanitizer has nothing to check
  // there.
  const std::size_t fours = bytes.size() / sizeof(words);
  for (std::size_t i = 0; i < fours; ++i) {
    std::memcpy(words.data(), bytes.data() + i * sizeof(words), sizeof(words));
    for (std::size_t k = 0; k < words.size(); ++k) sums[k] = detail::mix(sums[k], words[k]);
  }
  const std::span<const std::byte> rest = bytes.subspan(fours * sizeof(words));
  if (!rest.empty()) std::memcpy(words.data(), rest.data(), rest.size());
  for (std::size_t k = 0; k < rest.size() / unit; ++k) sums[k] = detail::mix(sums[k], words[k]);
  return detail::mix(detail::mix(sums[0], sums[1]), detail::mix(sums[2], sums[3]));
}

std::size_t padded(std::size_t size) { return (size + unit - 1) / unit * unit; }

/// One part with memory of its own, so that what borrows it keeps nothing else.
class PartBytes final : public SavedBytes {
 public:
  explicit PartBytes(std::span<const std::byte> from)
      : bytes_(static_cast<std::byte*>(::operator new[](from.size() + padding, std::align_val_t{64}))),
        size_(from.size()) {
    if (!from.empty()) std::memcpy(bytes_.get(), from.data(), from.size());
    std::memset(bytes_.get() + from.size(), 0, padding);
  }
  [[nodiscard]] std::byte* at(std::uint64_t offset, std::uint64_t size) const override {
    return offset > size_ || size > size_ - offset ? nullptr : bytes_.get() + offset;
  }

 private:
  static constexpr std::size_t padding = 64;  // that vector code may read past the end

  struct Delete {
    void operator()(std::byte* p) const { ::operator delete[](p, std::align_val_t{64}); }
  };
  std::unique_ptr<std::byte[], Delete> bytes_;
  std::uint64_t size_ = 0;
};

Error fault(const char* message) { return {{}, 0, 0, {}, message}; }

}  // namespace

/// Parts that are lent, as those of a saved world are.
struct StateReader::Kept {
  std::vector<std::shared_ptr<const SavedBytes>> parts;
};

StateWriter::StateWriter() : bytes_(sizeof(Header)) {}

void StateWriter::clear() {
  bytes_.assign(sizeof(Header), std::byte{});
  part_ = 0;
}

void StateWriter::begin_part() {
  PORTOLAN_ASSERT(bytes_.front() == std::byte{},
                  "what was finished is sealed: clear() comes before the next save");
  bytes_.resize(padded(bytes_.size()));
  part_ = bytes_.size();
  bytes_.resize(bytes_.size() + sizeof(std::uint64_t));
}

void StateWriter::write(std::span<const std::byte> bytes) {
  PORTOLAN_ASSERT(part_ >= sizeof(Header), "begin_part() first");
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  const std::uint64_t size = bytes_.size() - part_ - sizeof(std::uint64_t);
  std::memcpy(bytes_.data() + part_, &size, sizeof(size));
}

std::span<const std::byte> StateWriter::finish() {
  PORTOLAN_ASSERT(bytes_.size() >= sizeof(Header));
  bytes_.resize(padded(bytes_.size()));
  Header header;
  header.size = bytes_.size();
  header.hash = hash_of(std::span(bytes_).subspan(sizeof(Header)));
  std::memcpy(bytes_.data(), &header, sizeof(header));
  return bytes_;
}

Result<StateReader> StateReader::open(std::span<const std::byte> bytes) {
  Header header;
  if (bytes.size() < sizeof(header)) return fault("the saved state is cut off; save it again");
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.magic != state_magic) return fault("this is no saved state");
  if (header.order != byte_order)
    return fault("the state was saved on a machine of another byte order; save it on one like this");
  if (header.version != state_version) {
    return fault(("the state was saved as version " + std::to_string(header.version) +
                  ", this program reads version " + std::to_string(state_version))
                     .c_str());
  }
  if (header.size != bytes.size()) return fault("the saved state is cut off, or was added to; save it again");
  const std::span<const std::byte> rest = bytes.subspan(sizeof(header));
  if (rest.size() % unit != 0 || header.hash != hash_of(rest))
    return fault("the saved state is damaged: its checksum is another; save it again");
  return StateReader(rest);
}

std::optional<SavedPart> StateReader::next() {
  std::uint64_t size = 0;
  if (rest_.size() < sizeof(size)) return std::nullopt;
  std::memcpy(&size, rest_.data(), sizeof(size));
  const std::span<const std::byte> after = rest_.subspan(sizeof(size));
  if (size > after.size()) return std::nullopt;
  const auto length = static_cast<std::size_t>(size);
  SavedPart part{std::make_shared<PartBytes>(after.first(length)), 0, size};
  if (keeps_) {
    if (!kept_) kept_ = std::make_shared<Kept>();
    kept_->parts.push_back(part.bytes);
    part.bytes = {kept_, part.bytes.get()};
  }
  rest_ = after.subspan(std::min(padded(length), after.size()));
  return part;
}

}  // namespace portolan
