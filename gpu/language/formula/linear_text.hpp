// Writes a map that is linear over GF(2), given by bases in a text (what each bit of an input adds to two results by
// exclusive or), as tokens of C.
#pragma once

#include <array>
#include <memory_resource>
#include <span>
#include <string_view>
#include <vector>

#include "gpu/language/formula/as_c.hpp"

namespace tcviz::inline gpu_formula {

// One basis vector: the two results for one bit of an input.
struct BasisImage {
  std::string_view input;  // "tid"; empty: a constant
  int bit = 0;
  std::array<std::uint32_t, 2> image{};
  TextRange range;
};

// Writes `results[0] = (tid >> 0 & 1) * 2 ^ ...;` and so on, one statement for each result.
void write_linear(const std::pmr::vector<BasisImage>& images, std::span<const std::string_view> results,
                  TextRange whole, AsC& to);

}  // namespace tcviz::inline gpu_formula
