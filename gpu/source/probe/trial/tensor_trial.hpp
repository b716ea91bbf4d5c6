// The questions that a device is asked about one kind, and the way from the answers to the layout.
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

// The element of each slot, or no_element.
using ElementMap = std::vector<std::int32_t>;

using AnswerWords = std::span<const std::uint32_t>;

struct TensorTrial {
  std::vector<TensorRequest> requests;
  // Returns the layout; `answers` are those of the requests, in order. Negative: the device does something that no
  // layout explains.
  std::function<Result<ElementMap>(std::span<const AnswerWords> answers)> read;
};

// Makes the trial of ldmatrix, stmatrix, movmatrix: memory, or the registers, hold numbers of their own. Needs no other
// layout.
TensorTrial move_trial(const Kind& kind);
// Makes the trial of A or B: each slot alone is set, the other operand spells k, and D tells the row or column that
// changes, and the k that changed it. The layouts of the other operand and of D come from elsewhere.
TensorTrial operand_trial(const Kind& kind, const TensorInstruction& instruction, const TensorLayouts& layouts);
// Makes the trial of accumulators: A spells rows and B columns in digits, which D shows; C, every slot a number of its
// own, arrives in the same slot of D; and each slot of C alone does, if the kernel replaces slots.
TensorTrial sum_trial(const Kind& kind, const TensorInstruction& instruction, const TensorLayouts& layouts);
// Makes the trial of metadata: four bits of one lane after the other take every legal value, and D tells the row and
// the chunk.
TensorTrial metadata_trial(const Kind& kind, const TensorInstruction& instruction, const TensorLayouts& layouts);

}  // namespace tcviz::inline gpu_probe
