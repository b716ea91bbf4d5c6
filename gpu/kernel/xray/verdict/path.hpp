// The path of one element through a kernel: from its store back to the arrays of the launch, in hops.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_xray {

struct XrayLaunch;

// The element whose path the user asks for: 'C[3,9]', or by names in any order, 'C[n=9,m=3]'.
struct PathWish {
  std::string array;
  std::vector<std::int64_t> indices;
};

// One instruction on the path.
struct PathHop {
  enum class Part : std::uint8_t { Element, Left, Right };
  Part part = Part::Element;  // the path is that of the element, or of the left or right factor of its first product
  std::int64_t step = 0;
  int line = 0, ptx_line = 0, warp = 0, lane = 0;
  std::string opcode, register_name;
  std::string value;       // the moved value: "A[m=3, k=0]"
  std::string from, to;    // places in memory: "byte 96 of A"; empty: the register
  std::int64_t count = 1;  // consecutive executions that are shown as one hop, such as those of a sum
};
std::string_view name_of(PathHop::Part part);

// Reads an element as the user types it. Refuses an array that the launch lacks, and an element outside of its array.
Result<PathWish> read_path_wish(std::string_view text, const XrayLaunch& launch);

}  // namespace tcviz::inline gpu_xray
