// The instructions in which a kind of mma, mma.sp, wgmma, wgmma.sp, ldmatrix, stmatrix or movmatrix is examined, by
// the ids of the table in tensor/instructions.py. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_probe {

// D = A * B + C of one instruction. The pointers are into the catalogue.
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
  bool hot = true;                      // whether its kernel replaces single slots

  int b_cols() const { return shape.n * stack; }
  // The column of B that element (row, col) of D is made of.
  int b_col(int row, int col) const { return row / shape.m * shape.n + col; }
};

bool is_tensor(const Kind& kind);  // of one of these families
bool is_move(const Kind& kind);    // ldmatrix, stmatrix, movmatrix: no product

// The product in which a kind is probed first, and the same with the other accumulator type. Empty for moves, and where
// no product can be executed on the architectures that the kernels are built for; with `without_kernel`, those products
// too.
std::vector<TensorInstruction> tensor_instructions(const Kind& kind, bool without_kernel = false);

// Rows of A that a sparse one stores only half of: the logical k of stored column p, given the four bits of metadata of
// its chunk (PTX ISA, "Sparse Matrix Storage"): of f16 and 8-bit types 2 of 4, of tf32 1 of 2, of 4-bit types 2 pairs
// of
// 8. A dense type: p itself.
int logical_k(const TensorInstruction& instruction, int p, unsigned nibble);
// The chunk that stored column p belongs to.
int chunk_of(const TensorInstruction& instruction, int p);
int stored_cols(const TensorInstruction& instruction);  // of A
// Metadata of every chunk that is legal for the type; the first, 0100, is legal for all.
std::vector<unsigned> legal_nibbles(ElementType type);

}  // namespace tcviz::inline gpu_probe
