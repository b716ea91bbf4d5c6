// The order in which the 64 FFMAs of a k line are issued: the order of the published kernels and five alternatives.
#pragma once

#include <array>
#include <string_view>

#include "gpu/kernel/maxas/kernels.hpp"
#include "gpu/layout/sgemm.hpp"

namespace tcviz::maxas {

enum class IssueOrder : std::uint8_t { SwirlZigzag, Swirl, RepeatingBanks, Zigzag, XInner, YInner };
struct IssueOrderRow {
  IssueOrder order;
  std::string_view name, meaning;
};
inline constexpr std::array<IssueOrderRow, 6> issue_orders{{
    {IssueOrder::SwirlZigzag, "swirl-zigzag", "the published order: blocks of four in a swirl, back and forth in x"},
    {IssueOrder::Swirl, "swirl", "the same swirl, without going back"},
    {IssueOrder::RepeatingBanks, "repeating-banks",
     "a swirl of neighbours (x step 1), back and forth: banks of C repeat"},
    {IssueOrder::Zigzag, "zigzag", "column after column, back and forth in x"},
    {IssueOrder::XInner, "x-inner", "column after column"},
    {IssueOrder::YInner, "y-inner", "row after row"},
}};

// The FFMA at index c computes C[xi][yi] += A[xi] * B[yi].
using Issues = std::array<TileIndex, ffmas>;
Issues issue_order(IssueOrder order);

// A block of four FFMAs covers the corners of a square, as offsets from its base: x and x + 2, y and y + 1. It could
// begin at any corner and go in either direction. The first row is the published one.
using Swirl = std::array<TileIndex, 4>;
inline constexpr std::array<Swirl, 8> swirls{{{{{2, 0}, {2, 1}, {0, 1}, {0, 0}}},
                                              {{{2, 1}, {0, 1}, {0, 0}, {2, 0}}},
                                              {{{0, 1}, {0, 0}, {2, 0}, {2, 1}}},
                                              {{{0, 0}, {2, 0}, {2, 1}, {0, 1}}},
                                              {{{2, 0}, {0, 0}, {0, 1}, {2, 1}}},
                                              {{{0, 0}, {0, 1}, {2, 1}, {2, 0}}},
                                              {{{0, 1}, {2, 1}, {2, 0}, {0, 0}}},
                                              {{{2, 1}, {2, 0}, {0, 0}, {0, 1}}}}};
// Returns the published order with `swirl` in each of its blocks.
Issues issue_order(const Swirl& swirl);

}  // namespace tcviz::maxas
