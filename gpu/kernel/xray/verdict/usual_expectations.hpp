// The usual computations of kernels, as texts of expressions: sums of products with what is added to or multiplied with
// them, activations, scalars, attention, two products with an activation between, softmax and norms.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/kernel/xray/verdict/host_numbers.hpp"

namespace tcviz::inline gpu_xray {

// Near: texts that are not usual too, to tell what a kernel computes instead. Mistakes: an input left out, another
// scale; if those give the same numbers as a usual text, the numbers prove nothing.
enum class TextWish : std::uint8_t { Usual, Near, Mistakes };

struct UsualParts {
  const HostInputs& inputs;
  const XrayArray& output;
  const std::vector<std::string>& sources;  // the inputs that take part
  TextWish wish = TextWish::Usual;
};

// Returns the texts, the likeliest first; every usual one holds all sources, and all scalars that are neither a size
// nor zero.
std::vector<std::string> usual_expectations(const UsualParts& parts);

}  // namespace tcviz::inline gpu_xray
