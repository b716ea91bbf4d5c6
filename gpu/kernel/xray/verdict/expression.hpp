// The numbers that an output should have, as an expression over the arrays of a launch and their dimensions:
//   C = relu(0.5 * sum(k: A * B) + bias)
// Knows the grammar and the names; computes nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_xray {

struct ArrayDimension;
struct XrayLaunch;

enum class ExpectedForm : std::uint8_t { Number, Scalar, Input, One, Two, Reduction, Softmax, Causal };
enum class ReductionKind : std::uint8_t { Sum, Mean, Max, Min };

using AxisBits = std::uint64_t;  // bit a: the launch's axis a

struct ExpectedNode {
  ExpectedForm form = ExpectedForm::Number;
  double number = 0;
  std::size_t argument = 0;                 // of the launch: a scalar or an array
  double (*one)(double) = nullptr;          // a function of one number
  double (*two)(double, double) = nullptr;  // a function of two, operators among them
  char sign = 0;                            // the operator, if it is one
  ReductionKind kind = ReductionKind::Sum;
  int left = -1, right = -1;       // nodes
  AxisBits over = 0;               // the axes that are reduced
  int query = -1, key = -1;        // axes of a causal mask: keys up to the query stay
  AxisBits axes = 0;               // of the value
  int depth = 1;                   // of the tree below, with this node
  std::size_t begin = 0, end = 0;  // in the text
};

struct OutputExpectation {
  std::string output;               // "C"
  std::string source;               // the whole, in which nodes have their places
  std::string text;                 // the part after the sign of equality
  std::vector<ExpectedNode> nodes;  // a node stands after its parts; the last one is the whole
  AxisBits bound = 0;               // axes that a part of it is reduced over

  const ExpectedNode& whole() const { return nodes.back(); }
};

// Reads 'C = expression'. An error names the column, and the text that is expected there.
//   expression: + - * / and brackets over numbers, inputs, scalars, functions of one number (relu, gelu, gelu_tanh,
//   silu, sigmoid, tanh, exp, exp2, log, sqrt, abs, round) and of two (min, max); sum(k: x), mean(k: x), max(k: x),
//   min(k: x), softmax(k: x) over one or more axes; causal(q, j: x), which is x if j <= q, and else minus infinity.
Result<OutputExpectation> read_expectation(std::string_view text, const XrayLaunch& launch);

// Returns every dimension of the launch's arrays once, in their order.
std::vector<ArrayDimension> axes_of(const XrayLaunch& launch);

struct NamedScalar {
  std::string name;  // its own; else the first two numbers with a fraction are alpha and beta
  std::size_t argument = 0;
};
std::vector<NamedScalar> named_scalars(const XrayLaunch& launch);

inline constexpr std::size_t most_axes = 64;

}  // namespace tcviz::inline gpu_xray
