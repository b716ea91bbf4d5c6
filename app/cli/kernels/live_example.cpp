#include "app/cli/kernels/live_example.hpp"

#include <algorithm>
#include <span>

#include "gpu/layout/element_value.hpp"

namespace tcviz::inline app_cli {
namespace {

constexpr int wrong_lane = 5;

// Where the PTX manual puts x[i] of mma.m16n8k16: A in two halves of eight columns, the sum in one.
int number_in_a(int lane, int i) {
  const int row = lane / 4 + i / 2 % 2 * 8, col = lane % 4 * 2 + i % 2 + i / 4 * 8;
  return row * 16 + col;
}
int number_in_sum(int lane, int i) { return (lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2; }

LiveSnapshot snapshot(std::uint32_t line, std::string_view kind, std::uint32_t lane_bytes) {
  LiveSnapshot shot;
  shot.key = std::uint64_t{line} << 6;
  shot.line = line;
  shot.lanes = ~0u;
  shot.lane_bytes = lane_bytes;
  shot.kind = kind;
  shot.file = "kernel.cu";
  shot.bytes.resize(std::size_t{lanes_of_warp} * lane_bytes);
  return shot;
}

void put_value(LiveSnapshot& shot, ElementType type, int lane, int i, int number) {
  const std::size_t bit = static_cast<std::size_t>(lane) * shot.lane_bytes * 8;
  const int bits = element_bits(type);
  put_bits(shot.bytes, bit + static_cast<std::size_t>(i * bits), bits, encode(type, number));
}

}  // namespace

LiveFile live_example() {
  LiveFile file;
  file.capability = 90;
  file.gpu = "made up, no GPU";
  file.grid = {1, 1, 1};
  file.threads = {32, 1, 1};
  LiveSnapshot a = snapshot(12, "mma.m16n8k16.a.f16", 16), sum = snapshot(20, "mma.m16n8k16.acc.f32", 16);
  for (int lane = 0; lane < lanes_of_warp; ++lane) {
    for (int i = 0; i < 8; ++i) put_value(a, ElementType::F16, lane, i, number_in_a(lane, i));
    for (int i = 0; i < 4; ++i)
      put_value(sum, ElementType::F32, lane, i, number_in_sum(lane, lane == wrong_lane ? i ^ 2 : i));
  }
  file.places = {{a.key, 1, a.line, 0}, {sum.key, 1, sum.line, 0}};
  file.snapshots = {std::move(a), std::move(sum)};
  return file;
}

}  // namespace tcviz::inline app_cli
