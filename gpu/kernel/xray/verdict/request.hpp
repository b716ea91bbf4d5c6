// A launch, the part of it that is executed, and the questions of the user.
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
  int snapshot_warp = -1;                       // its warp: the loads that fed it are reported too
  std::optional<AccessWish> access;             // the wished access to shared memory
  std::optional<PathWish> path;                 // the element whose path is wished
  std::vector<OutputExpectation> expectations;  // the numbers that outputs should have; at most one of each
};

struct XrayRequest : XrayLaunch, XrayLimits, XrayQuestions {};

}  // namespace tcviz::inline gpu_xray
