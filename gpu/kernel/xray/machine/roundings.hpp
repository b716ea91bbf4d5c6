// What an execution has rounded to narrow types: inputs are exact for the host, and only what is rounded between them
// and an output makes its numbers coarse.
#pragma once

#include <cstdint>
#include <map>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_xray {

// f16, bf16, tf32 and fp8
bool is_narrow(ElementType type);

class Roundings {
 public:
  // A number became one of a narrow type; others are not counted.
  void convert(ElementType to, double before, double after);
  // Arithmetic whose result is rounded to a narrow type. Numbers that are none say nothing.
  void compute(double before, double after) { is_arithmetic_ = is_arithmetic_ || is_inexact(before, after); }
  void compute() { is_arithmetic_ = true; }
  void cut_to_tf32(std::uint64_t factor);  // a number of f32, of which a product takes what tf32 has
  void add(const Roundings& more);         // of blocks that were executed apart

  // Whether something may have been rounded before it came to this output, of whose elements so many were stored: each
  // of them is converted once if nothing else is. In doubt it has.
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
