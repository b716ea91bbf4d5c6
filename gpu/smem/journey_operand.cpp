// The way of an element of A or B from global memory to the product.
#include <fmt/format.h>

#include <algorithm>

#include "gpu/smem/descriptor.hpp"
#include "gpu/smem/journey_route.hpp"
#include "gpu/smem/suggest.hpp"
#include "gpu/smem/tma_box.hpp"

namespace tcviz::inline gpu_smem {
namespace {

constexpr int copying_threads = 128;
constexpr int instruction_k = 16;

Error disagreement(std::string_view hop, std::int64_t one, std::int64_t other) {
  return unavailable(fmt::format("{} does not meet the hop before it: {} and {}.", hop, one, other));
}

// Finds the block and the step along k that need the element, and the place of the tile.
void locate(JourneyRoute& route) {
  const JourneyPreset& preset = route.preset;
  const JourneyElement& element = route.journey.element;
  route.is_a = element.matrix == 'A';
  route.outer = route.is_a ? element.row : element.col;
  route.k = route.is_a ? element.col : element.row;
  route.block = route.outer / route.tile_rows();
  route.step = route.k / preset.block_k;
  route.tile_row = static_cast<int>(route.outer % route.tile_rows());
  route.tile_col = static_cast<int>(route.k % preset.block_k);
  const std::int64_t stage = route.step % preset.stages * stage_bytes(preset);
  const std::int64_t of_b = route.is_a ? 0 : std::int64_t{preset.block_m} * preset.block_k * operand_bytes;
  const Strides strides = packed_strides({preset.swizzle, Major::K, 16}, route.tile_rows(), preset.block_k);
  route.image = {route.tile_rows(), preset.block_k, 16, preset.swizzle, Major::K, stage + of_b,
                 strides.lbo,       strides.sbo,    0};
}

HopView descriptor_view(std::uint64_t bits, const OperandUse& use, const OperandImage& image, int row, int col) {
  HopView view = image_view(image, row, col);
  view.type = HopView::Type::Descriptor;
  view.descriptor = bits;
  view.is_a = use.is_a;
  view.n = use.n;
  return view;
}

void add_global(JourneyRoute& route) {
  const std::int64_t byte = (route.outer * route.journey.sizes.k + route.k) * operand_bytes;
  route.add(
      {"global memory",
       fmt::format("byte {} of {}", byte, route.matrix()),
       fmt::format("({} * K + k) * 2", route.outer_name()),
       {{std::string(route.outer_name()), route.outer}, {"k", route.k}, {"K", route.journey.sizes.k}, {"byte", byte}},
       {},
       route.operand_sketch()});
}

void add_block(JourneyRoute& route) {
  const std::int64_t across = route.is_a ? route.journey.sizes.n : route.journey.sizes.m;
  const int block = route.is_a ? route.preset.block_n : route.preset.block_m;
  const std::int64_t others = (across + block - 1) / block;
  route.add({"block",
             fmt::format("block {} {}, step {} along k, stage {}; {} block{} of D need{} it",
                         route.is_a ? "row" : "column", route.block, route.step, route.step % route.preset.stages,
                         others, others == 1 ? "" : "s", others == 1 ? "s" : ""),
             fmt::format("block = {0} / {1}, row = {0} % {1}, step = k / {2}, col = k % {2}, stage = step % {3}",
                         route.outer_name(), route.tile_rows(), route.preset.block_k, route.preset.stages),
             {{"block", route.block},
              {"row", route.tile_row},
              {"step", route.step},
              {"col", route.tile_col},
              {"stage", route.step % route.preset.stages}},
             {},
             route.operand_sketch()});
}

// Adds the copy: a thread copies 16 bytes from global to shared memory, as many times as there are chunks for it.
void add_cp_async(JourneyRoute& route, std::int64_t address) {
  const int chunks_of_row = route.preset.block_k * operand_bytes / copy_bytes;
  const int chunk = route.tile_row * chunks_of_row + route.tile_col * operand_bytes / copy_bytes;
  const std::int64_t from = address / copy_bytes * copy_bytes;
  const int thread = chunk % copying_threads;
  route.add({"cp.async",
             fmt::format("thread {} copies it, with its copy {} of {} bytes to byte {}", thread,
                         chunk / copying_threads, copy_bytes, from),
             fmt::format("chunk = row * {} + col / 8, thread = chunk % {}, copy = chunk / {}", chunks_of_row,
                         copying_threads, copying_threads),
             {{"row", route.tile_row},
              {"col", route.tile_col},
              {"chunk", chunk},
              {"thread", thread},
              {"copy", chunk / copying_threads},
              {"to", from}},
             {},
             MemorySketch{from, copy_bytes}});
}

Status add_tma(JourneyRoute& route, std::int64_t address) {
  const TmaBox box{route.preset.swizzle, route.preset.block_k * operand_bytes, route.tile_rows(), 1, route.image.start};
  TCVIZ_TRY(check_box(box));
  const std::int64_t written = box.address(0, route.tile_row, route.tile_col * operand_bytes);
  if (written != address) return disagreement("TMA", written, address);
  HopView view = image_view(route.image, route.tile_row, route.tile_col);
  view.box = box;
  route.add({"TMA",
             fmt::format("one copy of {} rows of {} bytes, at (k, {}) = ({}, {}), swizzle {}", box.rows, box.inner,
                         route.outer_name(), route.step * route.preset.block_k, route.block * route.tile_rows(),
                         name_of(box.swizzle)),
             fmt::format("x = start + row * {} + col * 2, to = x ^ ((x >> 7 & {}) << 4)", box.pitch(),
                         width_of(box.swizzle) / 16 - 1),
             {{"start", box.start}, {"row", route.tile_row}, {"col", route.tile_col}, {"to", written}},
             view,
             MemorySketch{written, operand_bytes}});
  return Nothing{};
}

void add_shared(JourneyRoute& route, std::int64_t address) {
  route.add({"shared memory",
             fmt::format("byte {}, bank {}, {} of the tile at {}", address, address / 4 % 32,
                         fmt::format("row {} of 8 in its atom", route.tile_row % 8), route.image.start),
             fmt::format("x = start + row * {} + col * 2, byte = x ^ ((x >> 7 & {}) << 4), bank = byte / 4 % 32",
                         width_of(route.image.swizzle), width_of(route.image.swizzle) / 16 - 1),
             {{"start", route.image.start},
              {"row", route.tile_row},
              {"col", route.tile_col},
              {"byte", address},
              {"bank", address / 4 % 32}},
             image_view(route.image, route.tile_row, route.tile_col),
             MemorySketch{address, operand_bytes}});
}

// Returns the addresses of a warp's ldmatrix .x4: of A's 16 x 16 the rows below each other first, of B's the columns.
std::string ldmatrix_addresses(const JourneyRoute& route, int first_row, int first_col) {
  const int width = width_of(route.image.swizzle);
  const std::int64_t origin = route.image.start + std::int64_t{first_row} * width + first_col * operand_bytes;
  const std::string linear =
      route.is_a ? fmt::format("{} + lane % 16 * {} + lane / 16 * 16", origin, width)
                 : fmt::format("{} + (lane % 8 + lane / 16 * 8) * {} + lane / 8 % 2 * 16", origin, width);
  return swizzled_expression("(" + linear + ")", {static_cast<int>(route.image.swizzle), 4, 3});
}

// Returns the warps of a block that load this row: mma.sync has 2 x 2 warps of 64 x 64, and each warp of wgmma has 16
// rows.
std::string loading_warps(const JourneyRoute& route) {
  if (route.preset.warpgroup)
    return fmt::format("warp {} of warpgroup {}", route.tile_row % 64 / 16, route.tile_row / 64);
  const int half = route.tile_row / 64;
  return route.is_a ? fmt::format("warps {} and {}", half * 2, half * 2 + 1)
                    : fmt::format("warps {} and {}", half, half + 2);
}

// The place of this element in the tile of an instruction, as a fragment says it.
struct FragmentPlace {
  std::string kind;
  int row = 0, col = 0;
  int first_value = 0;   // of the registers that the load fills
  int first_thread = 0;  // of the kind's threads, of this warp
};

FragmentPlace fragment_place(const JourneyRoute& route) {
  const int col = route.tile_col % instruction_k;
  if (route.preset.warpgroup) return {"wgmma.m64k16.a.f16", route.tile_row % 64, col, 0, route.tile_row % 64 / 16 * 32};
  if (route.is_a) return {"mma.m16n8k16.a.f16", route.tile_row % 16, col, 0, 0};
  return {"mma.m16n8k16.b.f16", col, route.tile_row % 8, route.tile_row % 16 / 8 * 4, 0};
}

}  // namespace

// Returns the sketch; A is m x k, B is k x n.
MatrixSketch JourneyRoute::operand_sketch() const {
  const ProductSizes& sizes = journey.sizes;
  const std::int64_t first = block * tile_rows(), first_k = step * preset.block_k;
  const std::int64_t all = is_a ? sizes.m : sizes.n;
  const std::int64_t outers = std::min<std::int64_t>(tile_rows(), all - first),
                     ks = std::min<std::int64_t>(preset.block_k, sizes.k - first_k);
  if (is_a) return {"A", sizes.m, sizes.k, {first, first_k, outers, ks}, {outer, k, 1, 1}};
  return {"B", sizes.k, sizes.n, {first_k, first, ks, outers}, {k, outer, 1, 1}};
}

void start_operand(JourneyRoute& route) {
  locate(route);
  add_global(route);
  add_block(route);
}

Status add_copy(JourneyRoute& route) {
  TCVIZ_TRY(check_image(route.image));
  const std::int64_t address = route.image.address(route.tile_row, route.tile_col);
  if (route.preset.tma)
    TCVIZ_TRY(add_tma(route, address));
  else
    add_cp_async(route, address);
  add_shared(route, address);
  return Nothing{};
}

Status add_ldmatrix(JourneyRoute& route) {
  constexpr std::string_view load = "ldmatrix.m8n8.x4.b16";
  const int row = route.tile_row % 16, col = route.tile_col % instruction_k;
  const int matrix = route.is_a ? row / 8 + col / 8 * 2 : col / 8 + row / 8 * 2;
  const int address_lane = matrix * 8 + row % 8;
  const Result<Slot> loaded = slot_in(route, load, address_lane, col % 8);
  TCVIZ_TRY(loaded);
  const FragmentPlace place = fragment_place(route);
  const Result<Slot> held = slot_in(route, place.kind, place.row, place.col);
  TCVIZ_TRY(held);
  const int lane = held.value().tid - place.first_thread, value = held.value().i + place.first_value;
  if (loaded.value().tid != lane || loaded.value().i != value)
    return disagreement("the fragment's register", loaded.value().tid, lane);
  const std::string addresses = ldmatrix_addresses(route, route.tile_row - row, route.tile_col - col);
  HopView view;
  view.type = HopView::Type::Banks;
  view.id = "ldm4";
  view.image = route.image;
  view.addresses = addresses;
  route.add(
      {"ldmatrix.x4",
       fmt::format("{}: matrix {}, whose row {} has its address from lane {}; lane {} gets it", loading_warps(route),
                   matrix, row % 8, address_lane, lane),
       route.is_a ? "matrix = row % 16 / 8 + col % 16 / 8 * 2, from = matrix * 8 + row % 8"
                  : "matrix = col % 16 / 8 + row % 16 / 8 * 2, from = matrix * 8 + row % 8",
       {{"row", route.tile_row}, {"col", route.tile_col}, {"matrix", matrix}, {"from", address_lane}, {"lane", lane}},
       view,
       RegisterSketch{lane, address_lane, -1, 0}});
  const RegisterSpan span = register_span(value, 16);
  route.add({"registers",
             fmt::format("thread {} of {}, x[{}], {} of the load", held.value().tid,
                         route.preset.warpgroup ? "the warpgroup" : "the warp", held.value().i, describe(span)),
             {},
             {{"tid", held.value().tid}, {"i", held.value().i}, {"register", span.first}, {"low_bit", span.low}},
             layout_view(place.kind, place.row, place.col),
             RegisterSketch{held.value().tid % 32, -1, value / 2, 4}});
  return Nothing{};
}

Status add_descriptor(JourneyRoute& route) {
  const int warpgroup_rows = route.is_a ? 64 : 0;  // B is read whole by both
  const int row = route.is_a ? route.tile_row % 64 : route.tile_row, col = route.tile_col % instruction_k;
  const int step = route.tile_col / instruction_k;
  Descriptor descriptor{route.image.start, 0, route.image.sbo, 0, route.image.swizzle};
  descriptor.start += std::int64_t{route.tile_row / 64 * warpgroup_rows} * width_of(route.image.swizzle) +
                      std::int64_t{step} * instruction_k * operand_bytes;
  const Result<std::uint64_t> bits = write_descriptor(descriptor, DescriptorForm::Sm90);
  TCVIZ_TRY(bits);
  OperandUse use;
  use.is_a = route.is_a;
  use.n = route.preset.block_n;
  const Result<OperandImage> operand = operand_of(descriptor, use);
  TCVIZ_TRY(operand);
  const std::int64_t read = operand.value().address(row, col);
  const std::int64_t written = route.image.address(route.tile_row, route.tile_col);
  if (read != written) return disagreement("wgmma", read, written);
  const std::string from =
      route.is_a ? fmt::format(" + {} * 64 * {}", route.tile_row / 64, width_of(route.image.swizzle)) : "";
  route.add({"descriptor",
             fmt::format("0x{:016x}: {} it as element ({}, {}) of its {}, core matrix ({}, {})", bits.value(),
                         route.is_a ? fmt::format("warpgroup {} reads", route.tile_row / 64) : "both warpgroups read",
                         row, col, route.matrix(), row / 8, col / 8),
             fmt::format("start = tile{} + (col / 16) * 32, SBO = {}, LBO is not read", from, route.image.sbo),
             {{"tile", route.image.start},
              {"col", route.tile_col},
              {"start", descriptor.start},
              {"byte", read},
              {"core_row", row / 8},
              {"core_col", col / 8}},
             descriptor_view(bits.value(), use, operand.value(), row, col),
             MemorySketch{read, operand_bytes}});
  return Nothing{};
}

}  // namespace tcviz::inline gpu_smem
