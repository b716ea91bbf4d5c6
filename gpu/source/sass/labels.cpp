#include "gpu/source/sass/labels.hpp"

#include <algorithm>

namespace tcviz::inline gpu_sass {
namespace {

constexpr int index_bits = 20;  // the lowest bits of a label are the number of the thing, by which it is found again

// Returns a number in which every bit depends on every bit of the given one (Steele, Lea, Flood, "Fast splittable
// pseudorandom number generators", the finisher with its published constants).
std::uint64_t scramble(std::uint64_t x) {
  x = (x + 1) * 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

}  // namespace

std::uint64_t label_of(std::uint32_t thing) { return scramble(thing) << index_bits | thing; }

std::optional<std::uint32_t> thing_of(std::uint64_t label, std::span<const std::uint64_t> labels) {
  const auto thing = static_cast<std::uint32_t>(label & ((1u << index_bits) - 1));
  if (thing >= labels.size() || labels[thing] != label) return std::nullopt;
  return thing;
}

int plane_count(int width) { return std::max(2, 64 / width); }

std::uint64_t plane_of(std::uint64_t label, int plane, int width) {
  if (width < 64) return label >> plane * width & ((std::uint64_t{1} << width) - 1);
  return plane == 0 ? label : ~label;
}

}  // namespace tcviz::inline gpu_sass
