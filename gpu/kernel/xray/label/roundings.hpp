// Counts the roundings to narrow types during an execution. The host computes expected values from the exact inputs, so
// only roundings between inputs and an output make the output's numbers less exact.
#pragma once

#include <cstdint>
#include <map>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_xray {

// True for f16, bf16, tf32 and fp8.
bool is_narrow(ElementType type);

class Roundings {
 public:
  // Counts the conversion of a number to a narrow type; ignores other types.
  void convert(ElementType to, double before, double after);
  // Notes arithmetic whose result is rounded to a narrow type from `before` to `after`. Ignores NaN.
  void compute(double before, double after) { is_arithmetic_ = is_arithmetic_ || is_inexact(before, after); }
  void compute() { is_arithmetic_ = true; }
  // Notes a factor in f32 of which a tf32 product drops the low bits.
  void cut_to_tf32(std::uint64_t factor);
  // Adds the counts of a block that was executed apart.
  void add(const Roundings& more);

  // True if a number may have been rounded on the way to an output of type `output`, of which `stored` elements were
  // stored. Assumes that, if there are no other conversions, each stored element was converted once. True in doubt.
  bool are_between(ElementType output, std::int64_t stored) const;

 private:
  struct Count {
    std::int64_t all = 0, inexact = 0;
  };
  static bool is_inexact(double before, double after) { return before != after && before == before; }

  std::map<ElementType, Count> converted_;
  bool is_arithmetic_ = false;
};

}  // namespace tcviz::inline gpu_xray
