// The launch of a kernel from what was typed, from a file, or from a comment in its source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/kernel/xray/verdict/request.hpp"

namespace tcviz::inline gpu_xray {

// As typed; empty: not said.
struct LaunchWords {
  std::string entry, arch, grid, block, shared;
  std::vector<std::string> arguments;
  std::vector<std::string> expected;  // 'C = sum(k: A * B)'
};

// Takes what is not said yet from a launch file:
// {"entry": "gemm", "arch": "sm_80", "grid": [2, 2], "block": 128, "shared": 0, "args": ["A=f16[m:64,k:128]", 64],
//  "expect": "C = sum(k: A * B)"}
Status add_launch_file(const std::string& path, LaunchWords& words);
// The first line that reads `// xray: gemm <<<(2,2), 128, 0>>> (A=f16[m:64,k:128], 64)` and names this entry, or none;
// it may go on in further lines of comment.
Status add_launch_comment(std::string_view source, LaunchWords& words);
// Afterwards: lines that read `// xray-expect: C = sum(k: A * B)` and stand below that comment, or above all of them.
// They go on until every bracket is closed.
void add_expected_comments(std::string_view source, LaunchWords& words);

Result<XrayRequest> launch_of(const LaunchWords& words);
// "sm_90a" is 90; nothing is 0.
Result<ComputeCapability> architecture_named(const std::string& arch);

}  // namespace tcviz::inline gpu_xray
