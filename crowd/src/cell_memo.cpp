// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/crowd/detail/cell_memo.hpp>

namespace portolan::detail {
namespace {

constexpr std::size_t cells_of_page = static_cast<std::size_t>(TileGrid::max_side) * TileGrid::max_side;
constexpr std::uint32_t no_page = ~0U;
constexpr std::uint32_t taken = ~0U - 1;  // by a thread that is about to say which page it is
constexpr std::uint8_t last_age = 127;

}  // namespace

// A tile gets a page when something is first noted of it. What is noted has the age of the memo with it:
// older notes count as none, and pages are wiped once in 127 times.
struct CellMemo::Pages {
  using Page = std::array<std::atomic<std::uint8_t>, cells_of_page>;

  TileGrid tiles;
  std::uint8_t age = 0;
  std::uint32_t most = 0;
  std::vector<std::atomic<std::uint32_t>> page_of;  // by tile
  std::vector<Page> pages;
  std::vector<std::uint32_t> tile_of;  // by page
  std::atomic<std::uint32_t> used{0};

  void fit(const TileGrid& grid, std::size_t count) {
    if (page_of.size() != grid.tile_count()) {
      page_of = std::vector<std::atomic<std::uint32_t>>(grid.tile_count());
      for (auto& page : page_of) page.store(no_page, std::memory_order_relaxed);
      used.store(0, std::memory_order_relaxed);
    }
    if (pages.size() < count) {
      pages = std::vector<Page>(std::max(count, pages.size() + pages.size() / 2));
      tile_of.resize(pages.size());
      age = 0;
    }
    tiles = grid;
    most = static_cast<std::uint32_t>(count);
  }
  // Of tiles that got none, as there were more than was said, it is not known which.
  void release() {
    const std::uint32_t count = used.load(std::memory_order_relaxed);
    for (std::uint32_t p = 0; p < std::min(count, most); ++p)
      page_of[tile_of[p]].store(no_page, std::memory_order_relaxed);
    for (std::size_t t = 0; count > most && t < page_of.size(); ++t)
      page_of[t].store(no_page, std::memory_order_relaxed);
    used.store(0, std::memory_order_relaxed);
  }
  void wipe() {
    for (Page& page : pages) {
      for (auto& cell : page) cell.store(0, std::memory_order_relaxed);
    }
    age = 0;
  }
  // One thread takes a page for a tile, the others wait for the two lines in which it does: were they to note
  // nothing, it would depend on them what is kept.
  [[nodiscard]] std::uint32_t page_for(std::uint32_t tile) {
    std::atomic<std::uint32_t>& place = page_of[tile];
    std::uint32_t page = no_page;
    if (place.compare_exchange_strong(page, taken, std::memory_order_acquire)) {
      page = used.fetch_add(1, std::memory_order_relaxed);
      if (page < most) tile_of[page] = tile;
      place.store(page, std::memory_order_release);
    }
    while (page == taken) page = place.load(std::memory_order_acquire);
    PORTOLAN_ASSERT(page < most, "there are no more tiles of which something is noted than was said");
    return page;
  }
};

CellMemo::CellMemo() = default;
CellMemo::CellMemo(CellMemo&&) noexcept = default;
CellMemo& CellMemo::operator=(CellMemo&&) noexcept = default;
CellMemo::~CellMemo() = default;

void CellMemo::forget(const TileGrid& tiles, std::size_t most) {
  if (pages_ == nullptr) pages_ = std::make_unique<Pages>();
  pages_->release();
  pages_->fit(tiles, most);
  if (pages_->age == last_age) pages_->wipe();
  ++pages_->age;
}

std::optional<bool> CellMemo::of(Cell c) const {
  if (pages_ == nullptr) return std::nullopt;
  const std::uint32_t page = pages_->page_of[pages_->tiles.tile_of(c).value].load(std::memory_order_acquire);
  if (page >= pages_->most) return std::nullopt;
  const std::uint8_t noted = pages_->pages[page][pages_->tiles.offset(c)].load(std::memory_order_relaxed);
  return noted >> 1U == pages_->age ? std::optional((noted & 1U) != 0) : std::nullopt;
}

void CellMemo::note(Cell c, bool is_so) {
  if (pages_ == nullptr) return;
  const std::uint32_t page = pages_->page_for(pages_->tiles.tile_of(c).value);
  if (page >= pages_->most) return;
  pages_->pages[page][pages_->tiles.offset(c)].store(
      static_cast<std::uint8_t>(pages_->age << 1U | (is_so ? 1U : 0U)), std::memory_order_relaxed);
}

}  // namespace portolan::detail
