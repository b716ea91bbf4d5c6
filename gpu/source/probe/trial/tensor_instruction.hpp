// The instructions in which a kind of mma, mma.sp, wgmma, wgmma.sp, ldmatrix, stmatrix or movmatrix is examined, by
// the ids of the table in tensor/instructions.py. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_probe {

// The product D = A * B + C of one instruction. The pointers are into the catalogue.
struct TensorInstruction {
  std::string id;  // "mma.sp.m16n8k32.f32.f16.sel1"
  ComputeCapability since = 70;
  const Kind* a = nullptr;
  const Kind* b = nullptr;  // null: B lies in shared memory
  const Kind* sum = nullptr;
  const Kind* e = nullptr;  // null: A is dense
  Shape shape;              // of one product
  int stack = 1;            // products beside one another
  int threads = 32;
  ElementType type = ElementType::F16;  // of A and B
  bool hot = true;                      // true: its kernel replaces single slots

  int b_cols() const { return shape.n * stack; }
  // Returns the column of B that element (row, col) of D is made of.
  int b_col(int row, int col) const { return row / shape.m * shape.n + col; }
};

bool is_tensor(const Kind& kind);  // true for a kind of one of these families
bool is_move(const Kind& kind);    // true for ldmatrix, stmatrix, movmatrix: no product

// Returns the product in which a kind is probed first, and the same with the other accumulator type. Empty for moves,
// and if no product can be executed on the architectures that the kernels are built for; with `without_kernel`, those
// products too.
std::vector<TensorInstruction> tensor_instructions(const Kind& kind, bool without_kernel = false);

// Returns the logical k of stored column p for the four bits of metadata of its chunk, as rows of a sparse A are stored
// only by half (PTX ISA, "Sparse Matrix Storage"): 2 of 4 for f16 and 8-bit types, 1 of 2 for tf32, 2 pairs of 8 for
// 4-bit types. A dense type: p itself.
int logical_k(const TensorInstruction& instruction, int p, unsigned nibble);
// Returns the chunk that stored column p belongs to.
int chunk_of(const TensorInstruction& instruction, int p);
int stored_cols(const TensorInstruction& instruction);  // the columns of A that are stored
// Returns the metadata of every chunk that is legal for the type; the first, 0100, is legal for all.
std::vector<unsigned> legal_nibbles(ElementType type);

}  // namespace tcviz::inline gpu_probe
