#include "gpu/prove/bank_patterns.hpp"

#include "gpu/prove/random_numbers.hpp"
#include "gpu/smem/swizzle.hpp"

namespace tcviz::inline gpu_prove {
namespace {

template <class Function>
LaneAddresses by_lane(const Function& function) {
  LaneAddresses addresses{};
  for (int lane = 0; lane < warp_lanes; ++lane) addresses[static_cast<std::size_t>(lane)] = function(lane);
  return addresses;
}

void add_strides(std::vector<LaneAddresses>& all) {
  for (const int stride : {0,   4,   8,   12,  16,  20,  24,  28,  32,  36,  48,  64,  68,  80,  96,
                           112, 128, 132, 136, 144, 192, 256, 272, 384, 512, 528, 640, 768, 896, 1008})
    all.push_back(by_lane([&](int lane) { return std::int64_t{lane} * stride; }));
}

// Adds groups of lanes at one address, and the first of several words of a bank.
void add_shared_words(std::vector<LaneAddresses>& all) {
  for (const int apart : {1, 2, 4, 8, 16})
    for (const int stride : {16, 128, 144}) {
      all.push_back(by_lane([&](int lane) { return std::int64_t{lane & ~apart} * stride; }));
      all.push_back(by_lane([&](int lane) { return std::int64_t{lane / apart} * stride; }));
    }
}

// Adds rows of a tile by ldmatrix: plain, padded and swizzled.
void add_tiles(std::vector<LaneAddresses>& all) {
  for (const int pitch : {32, 64, 80, 128, 144, 256, 272, 512})
    all.push_back(by_lane([&](int lane) { return std::int64_t{lane % 8} * pitch + lane / 8 * 16; }));
  for (const Swizzle swizzle : swizzles)
    for (const int column : {0, 1}) {
      const std::int64_t width = width_of(swizzle);
      all.push_back(by_lane([&](int lane) { return swizzled(lane * width + column * 16 % width + 4096, swizzle); }));
    }
}

void add_lanes_off(std::vector<LaneAddresses>& all) {
  for (const int stride : {16, 128})
    for (const unsigned mask : {0x1U, 0xffU, 0x55555555U, 0x33333333U, 0xff00ffU, 0x80000001U})
      all.push_back(
          by_lane([&](int lane) { return (mask >> lane & 1) != 0 ? std::int64_t{lane} * stride : lane_off; }));
}

// Adds random addresses of 4, 8 or 16 bytes each; in a third of them lanes agree in pairs.
void add_random(std::vector<LaneAddresses>& all, std::uint64_t seed) {
  RandomNumbers random(seed);
  for (const std::int64_t unit : {4, 8, 16})
    for (const std::size_t words : {32, 128, 1024})
      for (const int joined : {0, 1, 2, 3}) {
        LaneAddresses addresses = by_lane([&](int) { return static_cast<std::int64_t>(random.below(words)) * unit; });
        for (std::size_t lane = 0; lane < addresses.size(); ++lane)
          addresses[lane] = addresses[lane & ~static_cast<std::size_t>(joined)];
        all.push_back(addresses);
      }
}

}  // namespace

std::vector<LaneAddresses> bank_patterns(std::uint64_t seed) {
  std::vector<LaneAddresses> all;
  add_strides(all);
  add_shared_words(all);
  add_tiles(all);
  add_lanes_off(all);
  add_random(all, seed);
  return all;
}

}  // namespace tcviz::inline gpu_prove
