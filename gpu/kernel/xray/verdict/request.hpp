// A launch, how much of it is executed, and what is asked of it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gpu/kernel/xray/label/bank_access.hpp"
#include "gpu/kernel/xray/label/launch.hpp"
#include "gpu/kernel/xray/verdict/expression.hpp"
#include "gpu/kernel/xray/verdict/path.hpp"

namespace tcviz::inline gpu_xray {

struct XrayQuestions {
  std::optional<std::int64_t> snapshot_step;    // the product to be kept as it was found
  int snapshot_warp = -1;                       // of it: the loads that fed it are told too
  std::optional<AccessWish> access;             // the access to shared memory that is asked for
  std::optional<PathWish> path;                 // the element whose way is asked for
  std::vector<OutputExpectation> expectations;  // what the numbers of outputs should be; of each at most one
};

struct XrayRequest : XrayLaunch, XrayLimits, XrayQuestions {};

}  // namespace tcviz::inline gpu_xray
