// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Looks at several positions at once. Included once per instruction set, inside that set's namespace. Plain
// C++, as in node_row-inl.hpp, and bit for bit what `crossings` and `leads_straight_on` say of each by
// itself.

// Of a side and of what was best before, which of them is. What is read is not what is written: of a choice
// between the two in one place compilers make a masked store, which takes dozens of cycles on some machines.
template <int side>
inline void better_side(const NodeLooks& looks, const BestSides& before, BestSides& best) {
  constexpr int a = corner_at[side][0], b = corner_at[side][1];
  constexpr int back_a = corner_at[opposite(side)][0], back_b = corner_at[opposite(side)][1];
  constexpr float far_end = side < 2 ? 1.0F : 0.0F, along_x = is_upright(side) ? 0.0F : 1.0F;
  constexpr float by_x = static_cast<float>(-step_x[side]), by_y = static_cast<float>(-step_y[side]);
  for (int k = 0; k < looks_at_once; ++k) {
    const float at_a = looks.corners[a][k], at_b = looks.corners[b][k], cost = looks.cost[k];
    const float x = looks.x[k], y = looks.y[k];
    const float height = far_end + by_x * x + by_y * y, from = along_x * x + (1 - along_x) * y;
    const float slope = (at_b - at_a) / cost, rest = 1 - slope * slope;
    const float end = slope > 0 ? 0.0F : 1.0F, within = from - height * slope / std::sqrt(rest);
    const float lowest = rest > 0 ? within : end, least = lowest < off_corners ? off_corners : lowest;
    const float along = 1 - off_corners < least ? 1 - off_corners : least, off = along - from;
    const float reach = std::sqrt(height * height + off * off);
    const float way = at_a * (1 - along) + at_b * along + cost * reach;
    const float known = (at_a < at_b ? at_a : at_b) < NodeTile::far ? way : NodeTile::far;
    const float shut = (looks.open[k] & 1 << side) != 0 ? 0.0F : NodeTile::far;
    const float value = known > shut ? known : shut;
    const bool is_better = value < before.value[k];
    best.value[k] = is_better ? value : before.value[k];
    best.side[k] = is_better ? side : before.side[k];
    best.along[k] = is_better ? along : before.along[k];
    best.off[k] = is_better ? off : before.off[k];
    best.height[k] = is_better ? height : before.height[k];
    best.reach[k] = is_better ? reach : before.reach[k];
    best.a[k] = is_better ? at_a : before.a[k];
    best.b[k] = is_better ? at_b : before.b[k];
    best.back_a[k] = is_better ? looks.corners[back_a][k] : before.back_a[k];
    best.back_b[k] = is_better ? looks.corners[back_b][k] : before.back_b[k];
  }
}

inline void find_sides(NodeLooks& looks) {
  BestSides none{};
  for (float& value : none.value) value = std::numeric_limits<float>::infinity();
  BestSides east, south, west;
  better_side<0>(looks, none, east);
  better_side<1>(looks, east, south);
  better_side<2>(looks, south, west);
  better_side<3>(looks, west, looks.best);
}

inline float less_of(float a, float b) { return b < a ? b : a; }

inline void look_ahead(NodeLooks& looks) {
  constexpr float beyond_rounding = 1 + 1.0F / (1 << 18);
  const BestSides& best = looks.best;
  for (int k = 0; k < looks_at_once; ++k) {
    const float along = best.along[k], off = best.off[k], height = best.height[k], cost = looks.cost[k];
    const float a = best.a[k], b = best.b[k], back_a = best.back_a[k], back_b = best.back_b[k];
    const float back =
        less_of(less_of(less_of(a, back_a) + cost * along, less_of(b, back_b) + cost * (1 - along)),
                less_of(back_a, back_b) + cost);
    // Straight on one leaves the cell by the side ahead, or by the one beside.
    const float aside = off < 0 ? -off : off, room = off < 0 ? along : 1 - along;
    const bool turns = room * height < aside;
    const float share = (turns ? room : 1.0F) / (turns ? aside : height);
    const float ahead = less_of(height * share, 1), there = along + off * share;
    const float at = less_of(there < 0 ? 0.0F : there, 1);
    const float entry = a * (1 - at) + b * at, exit = looks.far_a[k] * (1 - at) + looks.far_b[k] * at;
    const float on = entry * (1 - ahead) + exit * ahead + looks.behind[k] * share * best.reach[k];
    const bool is_told = (best.value[k] < NodeTile::far) & (along > off_corners) & (along < 1 - off_corners) &
                         (best.reach[k] > past_side);
    looks.leads[k] = (is_told & (on * beyond_rounding < back)) ? 1 : 0;
    looks.next[k] = turns ? (off < 0 ? 2 : 1) : 0;
    // As sums of what one walks across and along the side, so that zeros have the same signs too.
    const std::int32_t side = best.side[k];
    const bool is_flat = (side & 1) != 0;
    const float step = side < 2 ? 1.0F : -1.0F, unit = 1 / best.reach[k];
    looks.way_x[k] = ((is_flat ? 0.0F : step) * height + (is_flat ? 1.0F : 0.0F) * off) * unit;
    looks.way_y[k] = ((is_flat ? step : 0.0F) * height + (is_flat ? 0.0F : 1.0F) * off) * unit;
    looks.to_bend[k] = best.reach[k] + past_side;
  }
}
