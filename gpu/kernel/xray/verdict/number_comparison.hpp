// Compares the numbers of an output with those of an expression, for all of its elements or for some.
#pragma once

#include <string>
#include <vector>

#include "gpu/kernel/xray/verdict/closeness.hpp"
#include "gpu/kernel/xray/verdict/host_numbers.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline gpu_xray {

// The result of comparing an output with an expression.
struct NumberComparison {
  std::int64_t compared = 0, different = 0;  // numbers of elements
  std::optional<NumberDifference> first;     // the first difference
  std::string impossible;                    // the reason why they cannot be compared; empty: they can
  // Sums over all compared elements of products and squares of found and expected numbers: they show a missing factor
  // or term.
  double found_by_expected = 0, expected_squared = 0, found = 0, expected = 0;
  double error_squared = 0;  // sum of squares of found minus expected

  bool same() const { return impossible.empty() && different == 0 && compared > 0; }
};

// The stored elements of an output that are compared: those whose index in each dimension is among the chosen ones.
class ComparedElements {
 public:
  // Chooses at most `most` indices of each dimension, spread over those of stored elements; 0: all indices.
  ComparedElements(const HostInputs& inputs, const XrayArray& array, const OutputVerdict& verdict, std::size_t most);

  // Compares the elements with an expression. `slack` multiplies the allowed difference. The result has a reason in
  // `impossible` if the host would have to do too much work.
  NumberComparison compare(const OutputExpectation& of, double slack = 1);

 private:
  struct Spread {
    std::vector<double> expected;
    // For each dimension, the offset in `expected` of each chosen index.
    std::vector<std::vector<std::int64_t>> offsets;
  };
  Result<Spread> spread(const OutputExpectation& of);
  template <class Function>
  void each(const Spread& of, Function function) const;
  double allowed(const OutputExpectation& of, const Spread& spread) const;
  NumberComparison compared(const Spread& of, const Closeness& closeness) const;

  const HostInputs& inputs_;
  const XrayArray& array_;
  const OutputVerdict& verdict_;
  std::vector<int> axes_;                          // axes of the launch, one for each dimension
  std::vector<std::vector<std::int64_t>> chosen_;  // indices of each dimension
  HostNumbers host_;
};

}  // namespace tcviz::inline gpu_xray
