// Reads the launch of a kernel: as typed on the command line, from a file, or from a comment in the source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/kernel/xray/verdict/request.hpp"

namespace tcviz::inline gpu_xray {

// The parts of a launch as text; empty: missing.
struct LaunchWords {
  std::string entry, arch, grid, block, shared;
  std::vector<std::string> arguments;
  std::vector<std::string> expected;  // 'C = sum(k: A * B)'
};

// Fills the parts that `words` lacks from a launch file:
Status add_launch_file(const std::string& path, LaunchWords& words);
// Fills the parts that `words` lacks from the first comment that reads `// xray: gemm <<<(2,2), 128, 0>>>
// (A=f16[m:64,k:128], 64)` and names the kernel `words.entry`. The comment may continue in the next lines of comment.
// Does nothing if there is no such comment.
Status add_launch_comment(std::string_view source, LaunchWords& words);
// Fills `words.expected`, if it is empty, from lines of comment that read `// xray-expect: C = sum(k: A * B)` and are
// below that comment, or above all such comments. They continue until every bracket is closed. Call it after
// add_launch_comment().
void add_expected_comments(std::string_view source, LaunchWords& words);

// Returns the words as a launch file that add_launch_file() reads.
std::string launch_file_text(const LaunchWords& words);

// Returns the launch that the words describe.
Result<XrayRequest> launch_of(const LaunchWords& words);
// Returns the number of an architecture: 90 for "sm_90a"; 0 for an empty text.
Result<ComputeCapability> architecture_named(const std::string& arch);

}  // namespace tcviz::inline gpu_xray
