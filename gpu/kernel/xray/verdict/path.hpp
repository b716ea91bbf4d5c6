// The way of one element: from its store, hop by hop, back to the arrays of the launch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_xray {

struct XrayLaunch;

// An element: 'C[3,9]', or by names, in any order: 'C[n=9,m=3]'.
struct PathWish {
  std::string array;
  std::vector<std::int64_t> indices;
};

struct PathHop {
  enum class Part : std::uint8_t { Element, Left, Right };
  Part part = Part::Element;  // the element's own way, or that of a factor of its first product
  std::int64_t step = 0;
  int line = 0, ptx_line = 0, warp = 0, lane = 0;
  std::string opcode, register_name;
  std::string value;       // "A[m=3, k=0]"
  std::string from, to;    // "byte 96 of A"; empty: the register
  std::int64_t count = 1;  // repetitions in a row: those of a sum
};
std::string_view name_of(PathHop::Part part);

// Reads the wish for the path of an element; refuses an array that the launch lacks, and an element outside of it.
Result<PathWish> read_path_wish(std::string_view text, const XrayLaunch& launch);

}  // namespace tcviz::inline gpu_xray
