// A kernel of a user on the GPU at hand, with the numbers that the x-ray gave it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gpu/kernel/xray/verdict/xray.hpp"

namespace tcviz {

// Runs the kernel that a report is of: its arrays begin with the report's inputs, outputs with zeros. The numbers of
// the arrays that are written, by name, as they lie in memory. Unavailable: what the driver says.
Result<std::map<std::string, std::vector<double>>> run_on_gpu(const std::string& ptx, const PtxFunction& function,
                                                              const XrayRequest& launch, const XrayReport& report);

}  // namespace tcviz
