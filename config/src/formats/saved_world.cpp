// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/config/saved_world.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/block_reader.hpp>
#include <portolan/core/validate.hpp>
#include <portolan/hierarchy/validate.hpp>

#include "saved_format.hpp"
#include "system/mapped_file.hpp"
#include "system/open_file.hpp"

namespace portolan {

namespace {

using namespace detail;

constexpr const char* cure = "; make it again with 'portolan bake'";

/// What all mappings of a file know of it.
struct PageTable {
  static constexpr std::uint64_t no_damage = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t data_end = 0;
  std::vector<std::uint64_t> hashes;
  std::atomic<std::uint64_t> damaged_at{no_damage};  // the first that anybody came across
};

/// The pages of a file, each checked once, by whichever thread asks first.
class CheckedPages final : public SavedBytes {
 public:
  CheckedPages(std::unique_ptr<MappedFile> file, std::shared_ptr<PageTable> table)
      : file_(std::move(file)), table_(std::move(table)), checked_(table_->hashes.size()) {}

  [[nodiscard]] std::byte* at(std::uint64_t offset, std::uint64_t size) const override {
    if (offset < saved_data_begin || offset > table_->data_end || size > table_->data_end - offset) {
      note(offset);
      return nullptr;
    }
    if (size == 0) return file_->bytes().data() + offset;
    const std::uint64_t last = (offset + size - 1 - saved_data_begin) / saved_page;
    for (std::uint64_t page = (offset - saved_data_begin) / saved_page; page <= last; ++page) {
      if (!good(page)) return nullptr;
    }
    return file_->bytes().data() + offset;
  }
  [[nodiscard]] bool good(std::uint64_t page) const {
    PORTOLAN_ASSERT(page < checked_.size());
    if (checked_[page].load(std::memory_order_acquire)) return true;
    const std::uint64_t begin = saved_data_begin + page * saved_page;
    const std::uint64_t size = std::min(saved_page, table_->data_end - begin);
    const auto bytes =
        file_->bytes().subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size));
    if (saved_hash(bytes) != table_->hashes[page]) {
      note(begin);
      return false;
    }
    checked_[page].store(true, std::memory_order_release);
    return true;
  }

 private:
  void note(std::uint64_t offset) const {
    std::uint64_t expected = PageTable::no_damage;
    table_->damaged_at.compare_exchange_strong(expected, offset);
  }

  std::unique_ptr<MappedFile> file_;
  std::shared_ptr<PageTable> table_;
  mutable std::vector<std::atomic<bool>> checked_;
};

}  // namespace

namespace {

std::optional<Error> fault_of(const PageTable& table, const std::filesystem::path& file) {
  const std::uint64_t at = table.damaged_at.load();
  if (at == PageTable::no_damage) return std::nullopt;
  return Error{file.string(), 0, 0, "",
               "damaged at byte " + std::to_string(at) + " or soon after: its checksum is wrong" + cure};
}

/// The ground of a saved world.
class SavedSectors final : public SectorSource {
 public:
  SavedSectors(Extent extent, BlockReader blocks, std::shared_ptr<const PageTable> table,
               std::filesystem::path file)
      : extent_(extent), blocks_(std::move(blocks)), table_(std::move(table)), file_(std::move(file)) {}

  [[nodiscard]] Extent extent() const override { return extent_; }
  [[nodiscard]] bool read(std::uint32_t block, std::span<TerrainId, BlockArray::cells> out) const override {
    return blocks_.read(block, out);
  }
  [[nodiscard]] std::optional<Error> fault() const override { return fault_of(*table_, file_); }

 private:
  Extent extent_;
  BlockReader blocks_;
  std::shared_ptr<const PageTable> table_;
  std::filesystem::path file_;
};

}  // namespace

struct SavedWorld::State {
  std::filesystem::path file;
  Trust trust = Trust::nobody;
  std::uint64_t file_bytes = 0;
  std::shared_ptr<PageTable> table = std::make_shared<PageTable>();
  std::shared_ptr<const CheckedPages> pages;  // of a mapping that nobody writes to
  std::vector<SavedPartRecord> parts;
  std::vector<Profile> profiles;

  [[nodiscard]] Error error(std::string message) const {
    return {file.string(), 0, 0, "", std::move(message)};
  }
  [[nodiscard]] std::optional<Error> fault() const { return fault_of(*table, file); }
  [[nodiscard]] Error damaged() const {
    return fault().value_or(error(std::string("holds parts that do not fit each other") + cure));
  }
};

namespace {

/// The parts of one object.
class Source final : public PartSource {
 public:
  Source(const std::vector<SavedPartRecord>& parts, std::shared_ptr<const SavedBytes> bytes, SavedKind kind,
         std::uint32_t owner, SavedWorld::Trust trust = SavedWorld::Trust::nobody)
      : parts_(&parts), bytes_(std::move(bytes)), kind_(kind), owner_(owner), trust_(trust) {}

  [[nodiscard]] bool is_trusted() const override { return trust_ == SavedWorld::Trust::writer; }

  [[nodiscard]] std::optional<SavedPart> next() override {
    while (at_ < parts_->size() && !mine((*parts_)[at_])) ++at_;
    if (at_ == parts_->size()) return std::nullopt;
    const SavedPartRecord& part = (*parts_)[at_++];
    return SavedPart{bytes_, part.begin, part.size};
  }

 private:
  [[nodiscard]] bool mine(const SavedPartRecord& part) const {
    return part.kind == kind_ && part.owner == owner_;
  }

  const std::vector<SavedPartRecord>* parts_;
  std::shared_ptr<const SavedBytes> bytes_;
  SavedKind kind_;
  std::uint32_t owner_;
  SavedWorld::Trust trust_;
  std::size_t at_ = 0;
};

bool same_costs(const Profile& a, const Profile& b) {
  return a.cost == b.cost && a.clearance == b.clearance && a.even == b.even &&
         a.sees_passing == b.sees_passing;
}

// Parts hold numbers, which are read where they lie.
bool is_inside(const SavedPartRecord& part, std::uint64_t data_end) {
  constexpr std::uint64_t alignment = 64;
  return part.begin % alignment == 0 && part.begin <= data_end && part.size <= data_end - part.begin;
}

// Parts stand one after the other in the data. Of two that overlapped each would change what the other says.
bool are_in_order(std::span<const SavedPartRecord> parts, std::uint64_t data_end) {
  std::uint64_t end = 0;
  for (const SavedPartRecord& part : parts) {
    if (!is_inside(part, data_end) || part.begin < end) return false;
    end = part.begin + part.size;
  }
  return true;
}

// What is wrong with a header, if anything is.
std::optional<std::string> header_fault(const SavedHeader& header, std::uint64_t file_size) {
  if (header.magic != saved_magic) return "is no saved world: it does not begin with 'PORTOLAN'";
  if (header.byte_order != saved_byte_order) {
    return "was saved on a machine of another byte order; bake it on one of this kind";
  }
  if (header.version != saved_version) {
    return "has format version " + std::to_string(header.version) + ", this program reads version " +
           std::to_string(saved_version) + cure;
  }
  const auto bytes = std::as_bytes(std::span(&header, 1)).first(offsetof(SavedHeader, header_hash));
  if (saved_hash(bytes) != header.header_hash) return std::string("has a damaged header") + cure;
  if (header.file_size != file_size) {
    return "has " + std::to_string(file_size) + " bytes instead of " + std::to_string(header.file_size) +
           ", it was cut or added to" + cure;
  }
  return std::nullopt;
}

}  // namespace

SavedWorld::SavedWorld(detail::Pimpl<State> state) : state_(std::move(state)) {}

bool is_saved_world(const std::filesystem::path& file) {
  std::error_code ignored;
  // What is read from a pipe would be missed by who reads it next.
  if (!std::filesystem::is_regular_file(file, ignored)) return false;
  std::string fault;
  const FileHandle handle = open_file(file, fault);
  std::array<char, saved_magic.size()> magic{};
  return handle && std::fread(magic.data(), 1, magic.size(), handle.get()) == magic.size() &&
         magic == saved_magic;
}

Result<SavedWorld> SavedWorld::open(const std::filesystem::path& file, Trust trust) {
  auto state = detail::make_pimpl<State>();
  state->file = file;
  state->trust = trust;
  std::string fault;
  std::unique_ptr<MappedFile> mapped = MappedFile::open(file, fault);
  if (mapped == nullptr) return state->error(fault);
  const std::span<std::byte> bytes = mapped->bytes();
  SavedHeader header;
  if (bytes.size() < sizeof(header)) return state->error("is too short for a saved world; was it cut?");
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (const auto wrong = header_fault(header, bytes.size())) return state->error(*wrong);
  // The header is as it was written: what it says fits. Whether the directory does is asked again.
  const bool inside = header.directory_begin >= saved_data_begin && header.directory_begin <= bytes.size();
  const std::span<const std::byte> directory =
      inside ? bytes.subspan(static_cast<std::size_t>(header.directory_begin)) : std::span<const std::byte>();
  const std::uint64_t pages = (header.directory_begin - saved_data_begin + saved_page - 1) / saved_page;
  const std::uint64_t most = directory.size() / sizeof(SavedPartRecord);
  if (!inside || header.part_count > most ||
      directory.size() != header.part_count * sizeof(SavedPartRecord) + pages * sizeof(std::uint64_t) ||
      saved_hash(directory) != header.directory_hash) {
    return state->error(std::string("has a damaged directory") + cure);
  }
  state->parts.resize(static_cast<std::size_t>(header.part_count));
  const std::size_t records = state->parts.size() * sizeof(SavedPartRecord);
  std::memcpy(state->parts.data(), directory.data(), records);
  if (!are_in_order(state->parts, header.directory_begin))
    return state->error(std::string("has a damaged directory") + cure);
  state->file_bytes = bytes.size();
  state->table->data_end = header.directory_begin;
  state->table->hashes.resize(static_cast<std::size_t>(pages));
  std::memcpy(state->table->hashes.data(), directory.data() + records, directory.size() - records);
  state->pages = std::make_shared<const CheckedPages>(std::move(mapped), state->table);
  for (std::uint32_t p = 0;; ++p) {
    Source source(state->parts, state->pages, SavedKind::profile, p);
    if (!source.next()) break;
    Source again(state->parts, state->pages, SavedKind::profile, p);
    auto profile = World::restore_profile(again);
    if (!profile) return state->damaged();
    state->profiles.push_back(std::move(*profile));
  }
  return SavedWorld(std::move(state));
}

const std::vector<Profile>& SavedWorld::profiles() const { return state_->profiles; }

Result<World> SavedWorld::world(std::span<const Profile> profiles) const {
  Source ground(state_->parts, state_->pages, SavedKind::ground, 0);
  auto world = World::restore_ground(ground);
  if (!world) return state_->damaged();
  for (const Profile& wanted : profiles) {
    std::uint32_t saved = 0;
    while (saved < state_->profiles.size() && !same_costs(state_->profiles[saved], wanted)) ++saved;
    if (saved == state_->profiles.size()) {
      world->add_profile(wanted);
      continue;
    }
    Source source(state_->parts, state_->pages, SavedKind::profile, saved);
    if (!World::restore_profile(source) || !world->restore_costs(wanted, source)) return state_->damaged();
  }
  if (auto found = fault()) return *found;
  return std::move(*world);
}

Result<std::shared_ptr<const SectorSource>> SavedWorld::sectors() const {
  Source ground(state_->parts, state_->pages, SavedKind::ground, 0);
  const auto extent = World::restore_extent(ground);
  if (!extent || !LinkTable::restore(*extent, ground)) return state_->damaged();
  auto blocks = BlockReader::restore(*extent, ground);
  if (!blocks) return state_->damaged();
  return std::shared_ptr<const SectorSource>(
      std::make_shared<const SavedSectors>(*extent, std::move(*blocks), state_->table, state_->file));
}

Result<World> SavedWorld::streamed_world(std::span<const Profile> profiles) const {
  auto source = sectors();
  if (!source) return source.error();
  Source ground(state_->parts, state_->pages, SavedKind::ground, 0);
  auto world = World::restore_streamed(std::move(*source), ground);
  if (!world) return state_->damaged();
  for (const Profile& profile : profiles) world->add_profile(profile);
  return std::move(*world);
}

std::optional<Hierarchy> SavedWorld::hierarchy(const World& world, ProfileId profile,
                                               const HierarchyOptions& options) const {
  if (world.version() != 0) return std::nullopt;
  for (std::uint32_t p = 0; p < state_->profiles.size(); ++p) {
    if (!same_costs(state_->profiles[p], world.profile(profile))) continue;
    // Edits write to what a hierarchy borrows: each gets a mapping of its own.
    std::string ignored;
    auto mapped = MappedFile::open(state_->file, ignored);
    if (mapped == nullptr || mapped->bytes().size() != state_->file_bytes) return std::nullopt;
    const auto pages = std::make_shared<const CheckedPages>(std::move(mapped), state_->table);
    Source source(state_->parts, pages, SavedKind::hierarchy, p, state_->trust);
    return Hierarchy::restore(world, profile, options, source);
  }
  return std::nullopt;
}

std::optional<Error> SavedWorld::fault() const { return state_->fault(); }

std::optional<Error> SavedWorld::check() const {
  for (std::uint64_t page = 0; page < state_->table->hashes.size(); ++page) {
    if (!state_->pages->good(page)) return fault();
  }
  const Result<World> ground = world();
  if (!ground) return ground.error();
  const auto false_in = [&](const std::string& what) {
    return state_->error("was written by no bake of this program: " + what + cure);
  };
  if (const auto wrong = validate(*ground)) return false_in(*wrong);
  for (std::uint32_t p = 0; p < state_->profiles.size(); ++p) {
    Source source(state_->parts, state_->pages, SavedKind::hierarchy, p);
    if (!Source(source).next()) continue;  // saved without
    const auto options = Hierarchy::restore_options(source);
    const auto restored = options ? hierarchy(*ground, {p}, *options) : std::nullopt;
    if (!restored) return state_->damaged();
    if (const auto wrong = validate(*restored)) return false_in(*wrong);
  }
  return fault();
}

std::uint64_t SavedWorld::file_bytes() const { return state_->file_bytes; }

}  // namespace portolan
