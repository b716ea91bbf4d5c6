// The kernels of this folder with their launches, and what they compute.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu/kernel/xray/verdict/xray.hpp"

namespace tcviz {

struct KernelCase {
  std::string name, file, entry;
  std::string grid = "1", block = "32";
  std::vector<std::string> arguments;
  ComputeCapability architecture = 90;
  // From inputs, by name, to the output as it lies in memory.
  std::function<std::vector<double>(const XrayReport&)> expected;
  double tolerance = 1e-3;
  std::int64_t shared = 0;               // dynamic, bytes
  std::vector<std::string> expect = {};  // what nobody would guess
};

const std::vector<KernelCase>& kernel_cases();
std::vector<KernelCase> packed_cases();  // a part of them: numbers of less than 8 bits
const KernelCase& kernel_case(const std::string& name);
std::string ptx_text(const KernelCase& of);
// With all blocks.
XrayRequest launch_of_case(const KernelCase& of);
struct CaseWish {
  std::int64_t most_steps = 30'000;
  std::string path = {};
  std::optional<std::int64_t> snapshot_step = std::nullopt;
  bool all_blocks = true;
  std::vector<Dim3> blocks = {};
  int threads = 1;
  int snapshot_warp = -1;
  std::string access = {};
};
XrayReport run_case(const KernelCase& of, const std::string& ptx, const CaseWish& wish = {});
// WMMA's from the table of compiled layouts, all others from the manual.
Result<Layout> layout_in_test(const std::string& kind, ComputeCapability architecture);
// Whether every number of the output is what the host computes.
bool is_numerically_right(const KernelCase& of, const XrayReport& report);

}  // namespace tcviz
