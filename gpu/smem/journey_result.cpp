// The partners of an element in the product, the threads that hold them, and the place where the result is stored.
#include <fmt/format.h>

#include <algorithm>

#include "gpu/smem/journey_route.hpp"
#include "gpu/smem/tma_box.hpp"

namespace tcviz::inline gpu_smem {
namespace {

constexpr int box_cols = 64;  // of D as f16: 128 bytes, the most that the swizzle takes

std::string accumulator_kind(const JourneyPreset& preset) {
  return preset.warpgroup ? fmt::format("wgmma.m64n{}.acc.f32", preset.block_n) : "mma.m16n8k16.acc.f32";
}

// Returns the element of an instruction's accumulator that is (row, col) of the block.
Element accumulator_element(const JourneyPreset& preset, int row, int col) {
  return preset.warpgroup ? Element{row % 64, col} : Element{row % 16, col % 8};
}

FedElement holder(const JourneyPreset& preset, const Layout& accumulator, int row, int col) {
  const Slot slot = accumulator.owners(accumulator_element(preset, row, col)).front();
  if (preset.warpgroup) return {0, 0, row / 64 * 128 + slot.tid, slot.i};
  const int warp = row / 64 * 2 + col / 64, tile = row % 64 / 16 * 8 + col % 64 / 8;
  return {0, 0, warp * 32 + slot.tid, tile * 4 + slot.i};
}

// Rows and columns of D in the block that is shown: its row for an element of A, its column for one of B, itself for
// one of C.
struct FedRange {
  std::int64_t first_row = 0, rows = 1, first_col = 0, cols = 1;
};
FedRange fed_range(const JourneyRoute& route) {
  const Journey& journey = route.journey;
  const ProductSizes& sizes = journey.sizes;
  if (journey.element.matrix == 'A')
    return {journey.element.row, 1, 0, std::min<std::int64_t>(sizes.n, route.preset.block_n)};
  if (journey.element.matrix == 'B')
    return {0, std::min<std::int64_t>(sizes.m, route.preset.block_m), journey.element.col, 1};
  return {journey.element.row, 1, journey.element.col, 1};
}

void add_feeds(JourneyRoute& route, const Layout& accumulator) {
  const FedRange range = fed_range(route);
  for (std::int64_t row = range.first_row; row < range.first_row + range.rows; ++row)
    for (std::int64_t col = range.first_col; col < range.first_col + range.cols; ++col) {
      FedElement fed = holder(route.preset, accumulator, static_cast<int>(row % route.preset.block_m),
                              static_cast<int>(col % route.preset.block_n));
      fed.row = row;
      fed.col = col;
      route.journey.feeds.push_back(fed);
    }
}

std::string product_text(const JourneyRoute& route) {
  const JourneyElement& element = route.journey.element;
  const ProductSizes& sizes = route.journey.sizes;
  if (element.matrix == 'A')
    return fmt::format("times B:{},n for every n: all of row {} of D, of which this block has {} elements", element.col,
                       element.row, route.journey.feeds.size());
  if (element.matrix == 'B')
    return fmt::format("times A:m,{} for every m: all of column {} of D, of which this block has {} elements",
                       element.row, element.col, route.journey.feeds.size());
  return fmt::format("sum over {} products A:{},k B:k,{}, {} instructions", sizes.k, element.row, element.col,
                     (sizes.k + 15) / 16);
}

// Returns a sketch of D with the tile of the block, and in it all elements that are fed, or the first of them.
MatrixSketch result_sketch(const JourneyRoute& route, bool all) {
  const Journey& journey = route.journey;
  const FedElement &first = journey.feeds.front(), &last = journey.feeds.back();
  const ProductSizes& sizes = journey.sizes;
  const std::int64_t row = first.row / route.preset.block_m * route.preset.block_m,
                     col = first.col / route.preset.block_n * route.preset.block_n;
  const MatrixArea tile{row, col, std::min<std::int64_t>(route.preset.block_m, sizes.m - row),
                        std::min<std::int64_t>(route.preset.block_n, sizes.n - col)};
  const MatrixArea fed{first.row, first.col, last.row - first.row + 1, last.col - first.col + 1};
  return {"D", sizes.m, sizes.n, tile, all ? fed : MatrixArea{first.row, first.col, 1, 1}};
}

Hop product_hop(const JourneyRoute& route) {
  const FedElement& first = route.journey.feeds.front();
  const Element at = accumulator_element(route.preset, static_cast<int>(first.row % route.preset.block_m),
                                         static_cast<int>(first.col % route.preset.block_n));
  const std::string kind = accumulator_kind(route.preset);
  return {route.preset.warpgroup ? fmt::format("wgmma.m64n{}k16", route.preset.block_n) : "mma.m16n8k16",
          product_text(route),
          "D[m, n] += A[m, k] * B[k, n]",
          {{"elements", static_cast<std::int64_t>(route.journey.feeds.size())}},
          layout_view(kind, at.row, at.col),
          result_sketch(route, true)};
}

Hop accumulator_hop(const JourneyRoute& route) {
  const FedElement& first = route.journey.feeds.front();
  const FedElement& last = route.journey.feeds.back();
  Hop hop = product_hop(route);
  hop.stage = "accumulators";
  hop.formula = {};
  hop.numbers = {{"thread", first.thread}, {"i", first.i}};
  hop.place = fmt::format("D:{},{} is register {} of thread {}", first.row, first.col, first.i, first.thread);
  if (route.journey.feeds.size() > 1)
    hop.place += fmt::format(", ... D:{},{} is register {} of thread {}", last.row, last.col, last.i, last.thread);
  const int values = route.preset.warpgroup ? route.preset.block_n / 2 : 128;
  hop.sketch = RegisterSketch{first.thread % 32, -1, first.i, values};
  return hop;
}

// Returns the hop in which each lane writes f32 itself.
Hop store_hop(const JourneyRoute& route) {
  const FedElement &first = route.journey.feeds.front(), &last = route.journey.feeds.back();
  const auto byte = [&](const FedElement& fed) { return (fed.row * route.journey.sizes.n + fed.col) * 4; };
  return {"store",
          route.journey.feeds.size() == 1
              ? fmt::format("thread {} writes bytes {} to {} of D", first.thread, byte(first), byte(first) + 3)
              : fmt::format("to byte {} of D, ... {}", byte(first), byte(last)),
          "(m * N + n) * 4",
          {{"m", first.row}, {"n", first.col}, {"N", route.journey.sizes.n}, {"byte", byte(first)}},
          {},
          result_sketch(route, false)};
}

HopView box_view(const TmaBox& box) {
  HopView view;
  view.box = box;
  return view;
}

// Adds the hop of stmatrix, which puts pairs of f16 at the places from which the copy to global memory takes them.
Status add_stmatrix(JourneyRoute& route) {
  const FedElement& fed = route.journey.feeds.front();
  const int row = static_cast<int>(fed.row % route.preset.block_m);
  const int col = static_cast<int>(fed.col % route.preset.block_n);
  const int matrix = row % 16 / 8 + col % 16 / 8 * 2, from = matrix * 8 + row % 8;
  const Result<Slot> slot = slot_in(route, "stmatrix.m8n8.x4.b16", from, col % 8);
  TCVIZ_TRY(slot);
  if (slot.value().tid != fed.thread % 32)
    return unavailable("stmatrix does not take this element from the lane that holds it.");
  const TmaBox box{route.preset.swizzle, box_cols * operand_bytes, route.preset.block_m, 1,
                   route.preset.stages * stage_bytes(route.preset) +
                       std::int64_t{col / box_cols} * box_cols * operand_bytes * route.preset.block_m};
  TCVIZ_TRY(check_box(box));
  const std::int64_t address = box.address(0, row, col % box_cols * operand_bytes);
  const OperandImage image{route.preset.block_m,   box_cols, 16, box.swizzle, Major::K, box.start, 0,
                           period_of(box.swizzle), 0};
  if (image.address(row, col % box_cols) != address) return unavailable("the tile of D is not what TMA reads.");
  route.add({"stmatrix.x4",
             fmt::format("as f16 in matrix {}, half {} of its register; lane {} gives the address of the row", matrix,
                         slot.value().i % 2, from),
             "matrix = row % 16 / 8 + col % 16 / 8 * 2, from = matrix * 8 + row % 8",
             {{"row", row}, {"col", col}, {"matrix", matrix}, {"from", from}, {"lane", slot.value().tid}},
             layout_view("stmatrix.m8n8.x4.b16", from, col % 8),
             RegisterSketch{slot.value().tid, from, -1, 0}});
  route.add({"shared memory",
             fmt::format("byte {}, bank {}, in the tile of D at {}", address, address / 4 % 32, box.start),
             "x = start + row * 128 + col % 64 * 2, byte = x ^ ((x >> 7 & 7) << 4), bank = byte / 4 % 32",
             {{"start", box.start}, {"row", row}, {"col", col}, {"byte", address}, {"bank", address / 4 % 32}},
             image_view(image, row, col % box_cols),
             MemorySketch{address, operand_bytes}});
  const std::int64_t byte = (fed.row * route.journey.sizes.n + fed.col) * operand_bytes;
  route.add({"TMA store",
             fmt::format("to byte {} of D, with a box of {} rows of {} bytes", byte, box.rows, box.inner),
             "(m * N + n) * 2",
             {{"m", fed.row}, {"n", fed.col}, {"N", route.journey.sizes.n}, {"byte", byte}},
             box_view(box),
             result_sketch(route, false)});
  return Nothing{};
}

}  // namespace

Status add_product(JourneyRoute& route) {
  const Result<Layout> accumulator = route.layout_of(accumulator_kind(route.preset));
  TCVIZ_TRY(accumulator);
  add_feeds(route, accumulator.value());
  route.add(product_hop(route));
  return Nothing{};
}

Status add_result(JourneyRoute& route) {
  route.add(accumulator_hop(route));
  if (route.preset.by_stmatrix) return add_stmatrix(route);
  route.add(store_hop(route));
  return Nothing{};
}

}  // namespace tcviz::inline gpu_smem
