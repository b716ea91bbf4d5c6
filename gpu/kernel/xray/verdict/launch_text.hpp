// The launch of a kernel as it was typed, from a file, or from a comment in its source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/kernel/xray/verdict/request.hpp"

namespace tcviz::inline gpu_xray {

// The words of a launch, as typed; empty: missing.
struct LaunchWords {
  std::string entry, arch, grid, block, shared;
  std::vector<std::string> arguments;
  std::vector<std::string> expected;  // 'C = sum(k: A * B)'
};

// Adds the missing parts from a launch file:
// {"entry": "gemm", "arch": "sm_80", "grid": [2, 2], "block": 128, "shared": 0, "args": ["A=f16[m:64,k:128]", 64],
//  "expect": "C = sum(k: A * B)"}
Status add_launch_file(const std::string& path, LaunchWords& words);
// Adds the missing parts from the first line that reads `// xray: gemm <<<(2,2), 128, 0>>> (A=f16[m:64,k:128], 64)` and
// names this entry, if there is one; it may go on in further lines of comment.
Status add_launch_comment(std::string_view source, LaunchWords& words);
// Adds, afterwards, lines that read `// xray-expect: C = sum(k: A * B)` and stand below that comment, or above all of
// them. They go on until every bracket is closed.
void add_expected_comments(std::string_view source, LaunchWords& words);

Result<XrayRequest> launch_of(const LaunchWords& words);
// Returns the number of an architecture: "sm_90a" is 90; an empty text is 0.
Result<ComputeCapability> architecture_named(const std::string& arch);

}  // namespace tcviz::inline gpu_xray
