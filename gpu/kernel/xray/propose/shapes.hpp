// The arrays of a kernel: names, types, dimensions and roles, as its text and its PTX suggest them.
#pragma once

#include <string>
#include <vector>

#include "gpu/kernel/xray/propose/pointer_use.hpp"
#include "gpu/kernel/xray/propose/sizes.hpp"

namespace tcviz::inline gpu_xray {

// A parameter, as the PTX, the text and the mangled name describe it together.
struct ParameterFacts {
  std::string name, type;  // "params.A", "half"
  std::string shown;       // its name in a launch, which no other one has: "A"
  bool is_pointer = false, is_const = false;
  bool is_map = false;                         // a CUtensorMap, or a pointer to one
  bool is_whole = false, is_fraction = false;  // a number
  std::int64_t bytes = 0;
  PointerUse use;
};

// All that is known of a kernel.
struct KernelFacts {
  const HostText& text;
  const KernelText& kernel;
  std::vector<ParameterFacts> parameters;
  std::vector<KernelSize> sizes;
  KnownValues known;
};

// Returns a name for the dimension of each size, which no other one has.
std::vector<std::string> dimension_names(const std::vector<KernelSize>& sizes);
// Returns the arrays of the pointers, "A=f16[m:64,k:128]", in the order of the parameters; an empty text for what is no
// pointer. Further readings (B row by row, or column by column) follow.
std::vector<std::vector<std::string>> arrays_of(const KernelFacts& facts);
// Returns the sizes of the array's lines: of "A=f16[m:64,k:128]" 128; 0 for what is no array.
std::int64_t line_of_array(const std::string& array);

}  // namespace tcviz::inline gpu_xray
