// Reads the records of hot slots: the row or column of D that changes, and the change on each of its lines.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "gpu/source/probe/probe_device.hpp"
#include "gpu/source/probe/trial/tensor_instruction.hpp"
#include "gpu/source/probe/trial/tensor_pattern.hpp"

namespace tcviz::inline gpu_probe {

// The change of each line by several patterns: line l of pattern q is byte q * lines + l, modulo 256.
using Signature = std::string;

struct HotChange {
  int place = -1;  // the row of D, or the column of B behind it; -1: nothing changes
  Signature signature;
};

struct HotReader {
  const TensorInstruction& instruction;
  const Layout& sum;
  bool by_row;  // true: a row of D changes, its lines are columns; false: a column, its lines are rows
  int lines() const { return by_row ? instruction.shape.n : instruction.shape.m; }
  int record_words() const { return 1 + lines(); }

  // Returns the changes of one slot, from its records, one for each pattern. Negative: they are in more than one place.
  Result<HotChange> read(std::span<const std::uint32_t> records) const;
};

// Returns the slot of a request as text: "T3 x[1]" or "T3 bits 8..11".
std::string name_of_slot(const TensorRequest& request, int slot, int threads);

}  // namespace tcviz::inline gpu_probe
