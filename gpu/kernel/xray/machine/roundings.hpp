// The roundings of an execution to narrow types: the host computes with exact inputs, and only roundings between them
// and an output make the output's numbers coarse.
#pragma once

#include <cstdint>
#include <map>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_xray {

// True for f16, bf16, tf32 and fp8.
bool is_narrow(ElementType type);

class Roundings {
 public:
  // Counts a conversion of a number to a narrow type; ignores other types.
  void convert(ElementType to, double before, double after);
  // Notes arithmetic whose result is rounded to a narrow type. Numbers that are NaN count for nothing.
  void compute(double before, double after) { is_arithmetic_ = is_arithmetic_ || is_inexact(before, after); }
  void compute() { is_arithmetic_ = true; }
  void cut_to_tf32(std::uint64_t factor);  // a factor of f32, of which a product takes the bits that tf32 has
  void add(const Roundings& more);         // of blocks that were executed apart

  // True if something may have been rounded on the way to this output, of which `stored` elements were stored: if
  // nothing else is converted, each of them is converted once. True in doubt.
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
