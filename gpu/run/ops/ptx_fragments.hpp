// Fragments of mma and wgmma, for which no library has a type: their declarations in the kernels' text, with the
// instruction as inline PTX, and the places of its operands in memory and in registers. Inside the room; pure.
#pragma once

#include <string>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_ops {

// An operand in memory, A row by row, B column by column: lines of k values, each a multiple of 16 bytes.
struct PtxOperand {
  ElementType type = ElementType::F16;
  int lines = 0, k = 0;

  int word_bits() const;   // the bits of a register of the operand: 32, or 64 for f64
  int line_words() const;  // the words from one line to the next
  int words() const { return lines * line_words(); }
};

// The instruction D = A * B + C, of which the fragment is C and D.
struct PtxInstruction {
  std::string name;  // "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
  PtxOperand a, b;
  const Kind* sum = nullptr;
  int threads = 32;
  bool b_is_shared = false;  // wgmma reads B from shared memory
  int columns = 0;           // of one product; a quad pair's lie beside one another in B
  ComputeCapability since = 70;
};

// True if mma.h has a type for its fragments.
bool has_library(const Kind& kind);
// Returns the instruction that accumulates in fragments of an accumulator of mma or wgmma.
PtxInstruction ptx_instruction(const Kind& accumulator);

// The line that a register of A (of B) is in, and its word of that line: C over tid and w. PTX ISA, "Matrix Fragments
// for mma" and "Register Fragments for wgmma": words of 32 bits in blocks of eight lines, or of the four products of a
// quad pair.
struct PtxPlaces {
  std::string_view line, word;
};
PtxPlaces places_of_a(const PtxInstruction& instruction);
PtxPlaces places_of_b(const PtxInstruction& instruction);

// Returns "struct Fragment", "struct Left" and "struct Right" with "load", and "multiply".
std::string ptx_declarations(const PtxInstruction& instruction);
// Returns the bytes of shared memory that a product takes.
int shared_bytes(const PtxInstruction& instruction);

}  // namespace tcviz::inline gpu_ops
