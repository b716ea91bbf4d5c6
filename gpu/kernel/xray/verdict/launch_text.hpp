// Reads the launch of a kernel: as typed on the command line, from a file, or from a comment in the source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/kernel/xray/verdict/request.hpp"

namespace tcviz::inline gpu_xray {

// A word of a launch that was not typed as an option.
struct StatedWord {
  std::string option;  // that would say the same: "--grid"
  std::string text;
  std::string place;  // "line 2 of kernel.ptx"
};

// The parts of a launch as text; empty: missing.
struct LaunchWords {
  std::string entry, arch, grid, block, shared;
  std::vector<std::string> arguments;
  std::vector<std::string> expected;  // 'C = sum(k: A * B)'
  std::vector<StatedWord> stated;     // those of the words above that were not typed
  std::vector<std::string> notes;     // what else the source states
};

// Fills the parts that `words` lacks from a launch file. Of arguments, fewer than the file has each replace the one of
// their name; of expectations, those of other outputs are added.
Status add_launch_file(const std::string& path, LaunchWords& words);
// Does the same from the first comment that reads `// xray: gemm <<<(2,2), 128, 0>>> (A=f16[m:64,k:128], 64)` and names
// the kernel `words.entry`, or a kernel with that in its name, and from lines of comment that read `// xray-expect: C =
// sum(k: A * B)` and are below it, or above all such comments. A comment may continue in the next lines of comment
// until every bracket is closed. Refuses comments that are misspelt. `file`: the name of the source for messages.
Status add_launch_comments(std::string_view source, LaunchWords& words, std::string_view file = "the source");

// Returns the words as a launch file that add_launch_file() reads.
std::string launch_file_text(const LaunchWords& words);

// Returns the launch that the words describe.
Result<XrayRequest> launch_of(const LaunchWords& words);
// Returns the architecture that the words name; 0 if they name none.
Result<ComputeCapability> architecture_of(const LaunchWords& words);
// Returns the number of an architecture: 90 for "sm_90a"; 0 for an empty text.
Result<ComputeCapability> architecture_named(const std::string& arch);

}  // namespace tcviz::inline gpu_xray
