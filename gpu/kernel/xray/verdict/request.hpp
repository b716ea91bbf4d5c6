// A request for an X-ray: the launch, the part of it that is executed, and what the user asks about it.
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
  std::optional<std::int64_t> snapshot_step;    // step of the product that is kept as a snapshot; none: no product
  int snapshot_warp = -1;                       // warp of that product, whose loads are reported too; -1: no loads
  std::optional<AccessWish> access;             // the access to shared memory that is reported
  std::optional<PathWish> path;                 // the element whose path is reported
  std::vector<OutputExpectation> expectations;  // the numbers that outputs should have; at most one for each output
};

struct XrayRequest : XrayLaunch, XrayLimits, XrayQuestions {};

}  // namespace tcviz::inline gpu_xray
