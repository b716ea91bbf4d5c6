// Fragments of mma and wgmma, for which no library has a type: generates their declarations for the kernels, with the
// instruction as inline PTX, and gives the places of the operands in memory and registers. Internal to gpu/run/ops;
// pure.
#pragma once

#include <string>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_ops {

// An operand in memory, A row by row, B column by column: lines of k values, each a multiple of 16 bytes.
struct PtxOperand {
  ElementType type = ElementType::F16;
  int lines = 0, k = 0;

  // Returns the bits of a register of the operand: 32, or 64 for f64.
  int word_bits() const;
  // Returns the number of words from one line to the next.
  int line_words() const;
  int words() const { return lines * line_words(); }
};

// The instruction D = A * B + C whose C and D are the fragment.
struct PtxInstruction {
  std::string name;  // "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
  PtxOperand a, b;
  const Kind* sum = nullptr;
  int threads = 32;
  bool b_is_shared = false;  // wgmma reads B from shared memory
  int columns = 0;           // columns of one product; those of the four products of mma.m8n8k4 are side by side in B
  ComputeCapability since = 70;  // the first compute capability with the instruction
};

// True if mma.h has a type for fragments of the kind.
bool has_library(const Kind& kind);
// Returns the instruction whose accumulator is a fragment of this kind of mma or wgmma.
PtxInstruction ptx_instruction(const Kind& accumulator);

// The line to which a register of A (or B) belongs, and its word in the line: C expressions of tid and w. PTX ISA,
// "Matrix Fragments for mma" and "Register Fragments for wgmma": words of 32 bits in blocks of eight lines, or of the
// four products of a quad pair.
struct PtxPlaces {
  std::string_view line, word;
};
PtxPlaces places_of_a(const PtxInstruction& instruction);
PtxPlaces places_of_b(const PtxInstruction& instruction);

// Returns the declarations "struct Fragment", "struct Left" and "struct Right" with "load", and "multiply".
std::string ptx_declarations(const PtxInstruction& instruction);
// Returns the bytes of shared memory that a product needs.
int shared_bytes(const PtxInstruction& instruction);

}  // namespace tcviz::inline gpu_ops
