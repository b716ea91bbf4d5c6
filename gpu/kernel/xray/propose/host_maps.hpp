// The tensor maps that host code encodes: cuTensorMapEncodeTiled, through the functions and lambdas that wrap it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpu/kernel/xray/propose/kernel_text.hpp"

namespace tcviz::inline gpu_xray {

struct HostMap {
  std::string array;                  // the pointer as the code around the launch names it: "d_A"
  std::string format;                 // "bf16"; empty: it is not known
  std::vector<std::int64_t> sizes;    // of the array, the innermost first
  std::vector<std::int64_t> strides;  // bytes, of all dimensions but the innermost; -1: not known
  std::vector<std::int64_t> box;      // sides of 1 to 256, unless it is open
  std::optional<int> swizzle;         // bytes; none: the code chooses it, or it is not known
  std::size_t at = 0;                 // the token of the call that encodes it
  std::string open;                   // what the text leaves open, "the box"; empty: nothing
};

class HostMaps {
 public:
  explicit HostMaps(const HostText& text);
  // Returns the map that an argument of a launch is; none if no code is found that encodes it.
  std::optional<HostMap> map_of(TokenRange argument, const KnownValues& known) const;

 private:
  const HostText& text_;
  std::vector<HostFunction> functions_;
};

}  // namespace tcviz::inline gpu_xray
