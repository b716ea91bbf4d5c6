// Shared memory: images, conflicts, suggestions, and the checker of offsets. CPU times of one run on two busy cores
// (AMD EPYC, GCC 12, 2026-11-23), with what was promised:
//   image_offsets, 256x64: 81 us (1 ms)
//   conflicts_from_text 18 us, conflicts_of_addresses 9.3 us (50 us)
//   suggest, of one access 57 us, of four 0.22 ms (50 ms)
//   offset_check, 256x64: C 87 us, a CuTe layout 0.34 ms; opened once for an image in 0.28 ms; all repairs 6.2 ms
//   deduce_offsets, 256x64, with its proof: 0.61 ms
#include <benchmark/benchmark.h>

#include "gpu/smem/deduce_offset.hpp"
#include "gpu/smem/lane_addresses.hpp"
#include "gpu/smem/offset_checker.hpp"
#include "gpu/smem/suggest.hpp"

namespace tcviz {
namespace {

OperandImage image_256x64() {
  const ImageId id{Swizzle::B128, Major::K, 16};
  const Strides strides = packed_strides(id, 256, 64);
  return {256, 64, id.element_bits, id.swizzle, id.major, 0, strides.lbo, strides.sbo, 0};
}

void image_offsets(benchmark::State& state) {
  const OperandImage image = image_256x64();
  for (auto _ : state) benchmark::DoNotOptimize(all_addresses(image));
}
BENCHMARK(image_offsets)->Unit(benchmark::kMicrosecond);

// ldmatrix x4 over rows of 128 bytes, which all meet in one bank; from the text on, and from the addresses.
constexpr std::string_view pattern_text = "(lane % 16) * 128 + lane / 16 * 16 + i * 32";

AccessPattern pattern(int step = 0) {
  return {find_warp_access("ldm4"), read_lane_addresses(pattern_text, step).value()};
}

void conflicts_from_text(benchmark::State& state) {
  for (auto _ : state) {
    const AccessPattern read = pattern();
    benchmark::DoNotOptimize(count_wavefronts(*read.access, read.addresses));
  }
}
BENCHMARK(conflicts_from_text)->Unit(benchmark::kMicrosecond);

void conflicts_of_addresses(benchmark::State& state) {
  const AccessPattern given = pattern();
  for (auto _ : state) benchmark::DoNotOptimize(count_wavefronts(*given.access, given.addresses));
}
BENCHMARK(conflicts_of_addresses)->Unit(benchmark::kMicrosecond);

void suggest(benchmark::State& state) {
  std::vector<AccessPattern> patterns;
  for (int step = 0; step < static_cast<int>(state.range(0)); ++step) patterns.push_back(pattern(step));
  for (auto _ : state) benchmark::DoNotOptimize(suggest_swizzle(patterns, 128));
}
BENCHMARK(suggest)->Arg(1)->Arg(4)->Unit(benchmark::kMicrosecond);

// From text to verdict, as for a key stroke.
void offset_check(benchmark::State& state, std::string_view text) {
  OffsetChecker checker(offsets_of(image_256x64()));
  for (auto _ : state) {
    const Parsed<Formula> read = read_offset(text, checker);
    if (!checker.check(*read.value).value().ok()) return state.SkipWithError("not right");
  }
}
BENCHMARK_CAPTURE(offset_check, c, "row * 128 + ((col * 2) ^ ((row & 7) << 4))")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(offset_check, cute, "Sw<3,4,3> o smem_ptr[16b](unset) o (256,64):(64,1)")
    ->Unit(benchmark::kMicrosecond);

// The tile's offsets and what is asked first, once for an image.
void offset_check_opened(benchmark::State& state) {
  const OperandImage image = image_256x64();
  for (auto _ : state) benchmark::DoNotOptimize(OffsetChecker(offsets_of(image)).tile().rows);
}
BENCHMARK(offset_check_opened)->Unit(benchmark::kMicrosecond);

void offset_check_repairs(benchmark::State& state) {
  OffsetChecker checker(offsets_of(image_256x64()));
  constexpr std::string_view text = "row * 128 + col * 2";
  const Parsed<Formula> read = read_offset(text, checker);
  for (auto _ : state)
    benchmark::DoNotOptimize(offset_repairs(checker, text, *read.value, std::chrono::milliseconds(250)));
}
BENCHMARK(offset_check_repairs)->Unit(benchmark::kMicrosecond);

void deduce_offsets(benchmark::State& state) {
  const OffsetTile tile = offsets_of(image_256x64());
  for (auto _ : state) benchmark::DoNotOptimize(deduce_offset(tile, OffsetStyle::C, "a tile"));
}
BENCHMARK(deduce_offsets)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace tcviz
