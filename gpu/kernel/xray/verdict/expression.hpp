// Parses an expression for the numbers that an output should have, over the arrays of a launch and their dimensions:
//   C = relu(0.5 * sum(k: A * B) + bias)
// Only parses: host_numbers.hpp computes the values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_xray {

struct ArrayDimension;
struct XrayLaunch;

// The form of a node of an expression. One, Two: functions of one and of two numbers.
enum class ExpectedForm : std::uint8_t { Number, Scalar, Input, One, Two, Reduction, Softmax, Causal };
enum class ReductionKind : std::uint8_t { Sum, Mean, Max, Min };

using AxisBits = std::uint64_t;  // bit a stands for axis a of the launch (axes_of)

// A node of an expression.
struct ExpectedNode {
  ExpectedForm form = ExpectedForm::Number;
  double number = 0;
  std::size_t argument = 0;                 // number of the launch's argument, for a scalar or an array
  double (*one)(double) = nullptr;          // a function of one number
  double (*two)(double, double) = nullptr;  // a function or operator of two numbers
  char sign = 0;                            // the operator as a character; 0: a function
  ReductionKind kind = ReductionKind::Sum;
  int left = -1, right = -1;       // numbers of the operands' nodes; -1: none
  AxisBits over = 0;               // axes that a reduction or softmax goes over
  int query = -1, key = -1;        // axes of a causal mask, which keeps keys up to the query; -1: none
  AxisBits axes = 0;               // axes that the node's value depends on
  int depth = 1;                   // depth of the tree below, with this node
  std::size_t begin = 0, end = 0;  // range in the text
};

// The expression for one output.
struct OutputExpectation {
  std::string output;  // "C"
  std::string source;  // the whole text, to which ranges of nodes refer
  std::string text;    // the part after the "="
  // Operands come before the nodes that use them; the last node is the whole expression.
  std::vector<ExpectedNode> nodes;
  AxisBits bound = 0;  // axes over which some part is reduced

  const ExpectedNode& whole() const { return nodes.back(); }
};

// Reads 'C = expression'. An error names the column and what is expected there.
//   expression: + - * / and brackets over numbers, inputs, scalars, functions of one number (relu, gelu, gelu_tanh,
//   silu, sigmoid, tanh, exp, exp2, log, sqrt, abs, round) and of two (min, max); sum(k: x), mean(k: x), max(k: x),
//   min(k: x), softmax(k: x) over one or more axes; causal(q, j: x), which is x if j <= q, and else minus infinity.
Result<OutputExpectation> read_expectation(std::string_view text, const XrayLaunch& launch);

// Returns every dimension of the launch's arrays once, in their order.
std::vector<ArrayDimension> axes_of(const XrayLaunch& launch);

struct NamedScalar {
  // The name that the launch gives it; without one, the first two numbers with a fraction are alpha and beta.
  std::string name;
  std::size_t argument = 0;
};
// Returns the scalars of the launch that an expression may name.
std::vector<NamedScalar> named_scalars(const XrayLaunch& launch);

inline constexpr std::size_t most_axes = 64;

}  // namespace tcviz::inline gpu_xray
