// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "graph/level_saved.hpp"
#include "reach/components.hpp"

namespace portolan::detail {

namespace {

struct LocalCounts {
  std::uint32_t slots = 0;
  std::uint32_t rows = 0;
};

}  // namespace

void Components::save(PartSink& sink) const {
  for (const LocalComponents& locals : locals_) {
    const LocalCounts counts{locals.slots.end(), locals.rows.end()};
    sink.write_part<LocalCounts>({&counts, 1});
    sink.write_part(locals.areas.values());
    sink.write_part(locals.local_at.values());
    sink.write_part(locals.up.values());
  }
}

bool Components::restore(std::size_t levels, PartSource& source) {
  locals_ = std::vector<LocalComponents>(levels);
  for (LocalComponents& locals : locals_) {
    const auto counts = source.next_value<LocalCounts>();
    if (!counts || !borrow_next(locals.areas, source) || !borrow_next(locals.local_at, source) ||
        !borrow_next(locals.up, source)) {
      return false;
    }
    locals.slots.restore(counts->slots);
    locals.rows.restore(counts->rows);
    if (locals.up.size() != counts->slots) return false;
  }
  return true;
}

}  // namespace portolan::detail
