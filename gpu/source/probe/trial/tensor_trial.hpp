// The trials by which the layout of one kind is found: requests to the device, and functions that read the layout from
// the answers.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/source/probe/probe_device.hpp"
#include "gpu/source/probe/trial/tensor_instruction.hpp"
#include "gpu/source/probe/trial/tensor_pattern.hpp"

namespace tcviz::inline gpu_probe {

// The linear element of each slot, or no_element.
using ElementMap = std::vector<std::int32_t>;

using AnswerWords = std::span<const std::uint32_t>;

// A trial for one kind.
struct TensorTrial {
  std::vector<TensorRequest> requests;
  // Returns the layout; `answers` are those to the requests, in order. Returns the error Negative if no layout explains
  // what the device does.
  std::function<Result<ElementMap>(std::span<const AnswerWords> answers)> read;
};

// Makes the trial of ldmatrix, stmatrix or movmatrix: each element in memory or registers is a distinct number. Needs
// no other layout.
TensorTrial move_trial(const Kind& kind);
// Makes the trial of A or B: one slot at a time is replaced, the other operand encodes k, and D shows the row or column
// that changes and the k that changed it. Needs the layouts of the other operand and of D.
TensorTrial operand_trial(const Kind& kind, const TensorInstruction& instruction, const TensorLayouts& layouts);
// Makes the trial of accumulators: A encodes rows and B columns in digits, which D shows. C, with a distinct number in
// every slot, must arrive in the same slots of D; so must each slot of C alone, if the kernel can replace slots.
TensorTrial sum_trial(const Kind& kind, const TensorInstruction& instruction, const TensorLayouts& layouts);
// Makes the trial of metadata: four bits of one lane at a time take every legal value, and D shows the row and the
// chunk.
TensorTrial metadata_trial(const Kind& kind, const TensorInstruction& instruction, const TensorLayouts& layouts);

}  // namespace tcviz::inline gpu_probe
