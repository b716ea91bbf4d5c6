// What is asked of a device about one kind, and how the layout is read from the answers.
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

// For each slot its element or no_element.
using ElementMap = std::vector<std::int32_t>;

using AnswerWords = std::span<const std::uint32_t>;

struct TensorTrial {
  std::vector<TensorRequest> requests;
  // The layout; `answers` are those of the requests, in order. Negative: the device does not do what any layout
  // explains.
  std::function<Result<ElementMap>(std::span<const AnswerWords> answers)> read;
};

// ldmatrix, stmatrix, movmatrix: memory, or the registers, hold numbers of their own. Needs no other layout.
TensorTrial move_trial(const Kind& kind);
// A or B: each slot alone is set, the other operand spells k, and D tells which row or column changes, and by which k.
// The layouts of the other operand and of D are taken from elsewhere.
TensorTrial operand_trial(const Kind& kind, const TensorInstruction& instruction, const TensorLayouts& layouts);
// Accumulators: A spells rows and B columns in digits, which D shows; C, every slot a number of its own, arrives in the
// same slot of D; and each slot of C alone does, where the kernel replaces slots.
TensorTrial sum_trial(const Kind& kind, const TensorInstruction& instruction, const TensorLayouts& layouts);
// Metadata: four bits of one lane after the other take every legal value, and D tells the row and the chunk.
TensorTrial metadata_trial(const Kind& kind, const TensorInstruction& instruction, const TensorLayouts& layouts);

}  // namespace tcviz::inline gpu_probe
