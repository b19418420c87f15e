// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <vector>

#include <portolan/config/saved_world.hpp>
#include <portolan/core/detail/atomic_file.hpp>

#include "saved_format.hpp"

namespace portolan {

namespace {

using namespace detail;

/// Writes the parts of one object after the other, and checksums of the pages on the way.
class Writer final : public PartSink {
 public:
  explicit Writer(const std::filesystem::path& file) : out_(file) {
    const SavedHeader empty;
    out_.write(reinterpret_cast<const char*>(&empty), sizeof(empty));
    page_.reserve(saved_page);
  }

  /// What the next parts belong to.
  void begin(SavedKind kind, std::uint32_t owner) {
    kind_ = kind;
    owner_ = owner;
  }
  void begin_part() override {
    constexpr std::byte padding[64] = {};
    append({padding, static_cast<std::size_t>((64 - at_ % 64) % 64)});
    parts_.push_back({kind_, owner_, at_, 0});
  }
  void write(std::span<const std::byte> bytes) override {
    append(bytes);
    parts_.back().size = at_ - parts_.back().begin;
  }

  std::optional<Error> finish() {
    begin_part();  // so that the directory begins at a multiple of 64
    parts_.pop_back();
    if (!page_.empty()) end_page();
    SavedHeader header;
    header.directory_begin = at_;
    header.part_count = parts_.size();
    std::vector<std::byte> directory;
    const auto append = [&directory](std::span<const std::byte> bytes) {
      directory.insert(directory.end(), bytes.begin(), bytes.end());
    };
    append(std::as_bytes(std::span(parts_)));
    append(std::as_bytes(std::span(hashes_)));
    header.file_size = at_ + directory.size();
    header.directory_hash = saved_hash(directory);
    header.header_hash =
        saved_hash(std::as_bytes(std::span(&header, 1)).first(offsetof(SavedHeader, header_hash)));
    out_.write(reinterpret_cast<const char*>(directory.data()), directory.size());
    out_.overwrite_start(reinterpret_cast<const char*>(&header), sizeof(header));
    return out_.commit();
  }

 private:
  void append(std::span<const std::byte> bytes) {
    out_.write(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    at_ += bytes.size();
    while (!bytes.empty()) {
      const std::size_t n = std::min(bytes.size(), static_cast<std::size_t>(saved_page) - page_.size());
      page_.insert(page_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n));
      bytes = bytes.subspan(n);
      if (page_.size() == saved_page) end_page();
    }
  }
  void end_page() {
    hashes_.push_back(saved_hash(page_));
    page_.clear();
  }

  AtomicFile out_;
  SavedKind kind_ = SavedKind::ground;
  std::uint32_t owner_ = 0;
  std::uint64_t at_ = saved_data_begin;
  std::vector<SavedPartRecord> parts_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::byte> page_;
};

}  // namespace

std::optional<Error> save_world(const World& world, std::span<const Hierarchy* const> hierarchies,
                                const std::filesystem::path& file) {
  if (world.unsettled()) {
    return Error{
        file.string(), 0, 0, "",
        "a world with stamps or waiting edits cannot be saved; commit the edits and take the stamps off"};
  }
  Writer writer(file);
  writer.begin(SavedKind::ground, 0);
  world.save_ground(writer);
  for (std::uint32_t p = 0; p < world.profile_count(); ++p) {
    writer.begin(SavedKind::profile, p);
    world.save_profile({p}, writer);
  }
  for (const Hierarchy* const hierarchy : hierarchies) {
    writer.begin(SavedKind::hierarchy, hierarchy->profile().value);
    hierarchy->save(writer);
  }
  return writer.finish();
}

}  // namespace portolan
