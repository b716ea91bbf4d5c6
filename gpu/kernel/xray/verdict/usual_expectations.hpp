// Expressions that kernels usually compute, as texts: sums of products with additional summands and factors,
// activations, scalars, attention, two products with an activation between them, softmax and norms.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/kernel/xray/verdict/host_numbers.hpp"

namespace tcviz::inline gpu_xray {

// Usual: what kernels usually compute. Near: unusual variants too, to find what a kernel computes instead. Mistakes:
// variants with an input left out or another scale; if one gives the same numbers as a usual text, the numbers prove
// nothing.
enum class TextWish : std::uint8_t { Usual, Near, Mistakes };

// The launch and output for which texts are wanted.
struct UsualParts {
  const HostInputs& inputs;
  const XrayArray& output;
  const std::vector<std::string>& sources;  // the inputs that the output depends on
  TextWish wish = TextWish::Usual;
};

// Returns the texts, the most likely first. Every usual text contains all `sources`, and all scalars that are neither a
// size nor zero.
std::vector<std::string> usual_expectations(const UsualParts& parts);

}  // namespace tcviz::inline gpu_xray
