#include "gpu/prove/bank_patterns.hpp"

#include <array>

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

// Adds random addresses of bytes and halves, which are inside of words.
void add_parts_of_words(std::vector<LaneAddresses>& all, RandomNumbers& random) {
  for (const std::int64_t unit : {1, 2})
    for (const std::size_t span : {64, 128, 1024, 16384})
      all.push_back(by_lane([&](int) { return static_cast<std::int64_t>(random.below(span)) * unit; }));
}

// Returns the active lanes: each with a chance of 1 in 8, 1 in 2 or 7 in 8; or whole quarters of the warp; at least
// one.
std::uint32_t lanes_on(RandomNumbers& random, int style) {
  constexpr std::array<std::size_t, 3> eighths = {1, 4, 7};
  std::uint32_t on = 0;
  for (int lane = 0; lane < warp_lanes; ++lane)
    if (style < 3 && random.below(8) < eighths.at(static_cast<std::size_t>(style))) on |= 1U << lane;
  for (int quarter = 0; quarter < 4; ++quarter)
    if (style == 3 && random.below(2) == 0) on |= 0xffU << 8 * quarter;
  return on != 0 ? on : 1U << random.below(warp_lanes);
}

// Adds random addresses with random lanes off; in three quarters of them lanes agree in pairs, in the last one by
// another bit in each half of the warp.
void add_random_lanes_off(std::vector<LaneAddresses>& all, RandomNumbers& random) {
  for (const std::int64_t unit : {4, 8, 16})
    for (const int joined : {0, 1, 2, 3})
      for (const int style : {0, 1, 2, 3}) {
        const std::size_t words = random.below(2) == 0 ? 64 : 1024;
        LaneAddresses addresses = by_lane([&](int) { return static_cast<std::int64_t>(random.below(words)) * unit; });
        const std::uint32_t on = lanes_on(random, style);
        for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
          const std::size_t bit = joined < 3 ? static_cast<std::size_t>(joined) : lane < 16 ? 1 : 2;
          addresses[lane] = addresses[lane & ~bit];
        }
        for (std::size_t lane = 0; lane < addresses.size(); ++lane)
          if ((on >> lane & 1) == 0) addresses[lane] = lane_off;
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

std::vector<LaneAddresses> lanes_off_patterns(std::uint64_t seed) {
  std::vector<LaneAddresses> all;
  RandomNumbers random(seed);
  add_parts_of_words(all, random);
  add_random_lanes_off(all, random);
  return all;
}

}  // namespace tcviz::inline gpu_prove
