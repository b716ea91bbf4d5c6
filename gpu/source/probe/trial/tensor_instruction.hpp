// The instructions with which a kind of mma, mma.sp, wgmma, wgmma.sp, ldmatrix, stmatrix or movmatrix is probed. Ids
// are those of the table in tensor/instructions.py. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_probe {

// One instruction, D = A * B + C, with the kinds of its operands as pointers into the catalogue.
struct TensorInstruction {
  std::string id;                // "mma.sp.m16n8k32.f32.f16.sel1"
  ComputeCapability since = 70;  // the first compute capability with the instruction
  const Kind* a = nullptr;
  const Kind* b = nullptr;  // null: B is in shared memory
  const Kind* sum = nullptr;
  const Kind* e = nullptr;  // metadata of a sparse A; null: A is dense
  Shape shape;              // sizes of one product
  int stack = 1;            // number of independent products that the instruction computes
  int threads = 32;
  ElementType type = ElementType::F16;  // element type of A and B
  bool hot = true;                      // true: its kernel can replace single slots

  int b_cols() const { return shape.n * stack; }
  // Returns the column of B from which element (row, col) of D is computed.
  int b_col(int row, int col) const { return row / shape.m * shape.n + col; }
};

// True for a kind of one of these families.
bool is_tensor(const Kind& kind);
// True for ldmatrix, stmatrix and movmatrix, which compute no product.
bool is_move(const Kind& kind);

// Returns the instructions with which a kind is probed: first the main one, then the same with the other accumulator
// type. Returns none for moves, and if no product can be executed on the architectures that the kernels are built for;
// `without_kernel` includes those products.
std::vector<TensorInstruction> tensor_instructions(const Kind& kind, bool without_kernel = false);

// Returns the logical k of stored column p of A, given the four bits of metadata of its chunk: of a sparse A, only a
// part of each chunk is stored (PTX ISA, "Sparse Matrix Storage"), 2 of 4 columns for f16 and 8-bit types, 1 of 2 for
// tf32, 2 pairs of 8 for 4-bit types. Returns p for a dense A.
int logical_k(const TensorInstruction& instruction, int p, unsigned nibble);
// Returns the chunk that contains stored column p.
int chunk_of(const TensorInstruction& instruction, int p);
// Returns the number of columns of A that are stored.
int stored_cols(const TensorInstruction& instruction);
// Returns all metadata values of a chunk that are legal for the type. The first, 0100, is legal for all types.
std::vector<unsigned> legal_nibbles(ElementType type);

}  // namespace tcviz::inline gpu_probe
