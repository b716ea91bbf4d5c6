// Bases of a map that is linear over GF(2), as texts state them: what each bit of an input adds, by exclusive or, to
// two results. Knows nothing of C but how such a map is written in it.
#pragma once

#include <array>
#include <memory_resource>
#include <span>
#include <string_view>
#include <vector>

#include "gpu/language/formula/as_c.hpp"

namespace tcviz::inline gpu_formula {

struct BasisImage {
  std::string_view input;  // "tid"; empty: a constant
  int bit = 0;
  std::array<std::uint32_t, 2> image{};
  TextRange range;
};

// Writes first = (tid >> 0 & 1) * 2 ^ ...; second = ...; one statement for each result.
void write_linear(const std::pmr::vector<BasisImage>& images, std::span<const std::string_view> results,
                  TextRange whole, AsC& to);

}  // namespace tcviz::inline gpu_formula
