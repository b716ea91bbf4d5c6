// Reads the records of hot slots (TensorRequest). A hot slot is one whose value a probe replaces; the records say which
// row or column of D changes then, and by how much.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "gpu/source/probe/probe_device.hpp"
#include "gpu/source/probe/trial/tensor_instruction.hpp"
#include "gpu/source/probe/trial/tensor_pattern.hpp"

namespace tcviz::inline gpu_probe {

// The changes of a row or column of D, for several patterns: byte q * lines + l is the change in line l under pattern
// q, modulo 256.
using Signature = std::string;

// The effect of replacing one slot.
struct HotChange {
  // number of the changed row of D, or of the column of B from which the changed column of D is computed; -1: nothing
  // changes
  int place = -1;
  Signature signature;
};

// Reads the records of one request; `sum` is the layout of D.
struct HotReader {
  const TensorInstruction& instruction;
  const Layout& sum;
  // true: a row of D changes, and line l is its element in column l; false: a column changes, and line l is its element
  // in row l.
  bool by_row;
  int lines() const { return by_row ? instruction.shape.n : instruction.shape.m; }
  int record_words() const { return 1 + lines(); }

  // Returns the changes that one slot causes, from its records (one for each pattern). Returns the error Negative if
  // more than one row or column changes.
  Result<HotChange> read(std::span<const std::uint32_t> records) const;
};

// Returns the slot of a request as text: "T3 x[1]" or "T3 bits 8..11".
std::string name_of_slot(const TensorRequest& request, int slot, int threads);

}  // namespace tcviz::inline gpu_probe
