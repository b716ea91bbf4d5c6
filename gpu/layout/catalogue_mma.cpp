// The fragments of mma and mma.sp: which types go with which shape, and since when.
//
// PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions": the tables of shapes, and "PTX ISA Notes" and "Target
// ISA Notes" of mma and mma.sp.
#include <array>

#include "gpu/layout/catalogue_rows.hpp"

namespace tcviz::inline gpu_layout {
namespace {

using enum ElementType;

// One type of A and B, or of an accumulator, in one shape.
struct Typed {
  Shape shape;
  ElementType type;
  ComputeCapability since;
  PtxVersion since_ptx;
};

// clang-format off
constexpr std::array dense_operands{
    Typed{{8, 8, 4}, F64, 80, 70},
    Typed{{8, 8, 16}, S8, 75, 65}, Typed{{8, 8, 16}, U8, 75, 65},
    Typed{{8, 8, 32}, S4, 75, 65}, Typed{{8, 8, 32}, U4, 75, 65},
    Typed{{8, 8, 128}, B1, 75, 70},
    Typed{{16, 8, 4}, TF32, 80, 70}, Typed{{16, 8, 4}, F64, 90, 78},
    Typed{{16, 8, 8}, F16, 75, 65}, Typed{{16, 8, 8}, BF16, 80, 70}, Typed{{16, 8, 8}, TF32, 80, 70},
    Typed{{16, 8, 8}, F64, 90, 78},
    Typed{{16, 8, 16}, F16, 80, 70}, Typed{{16, 8, 16}, BF16, 80, 70}, Typed{{16, 8, 16}, F64, 90, 78},
    Typed{{16, 8, 16}, S8, 80, 70}, Typed{{16, 8, 16}, U8, 80, 70},
    Typed{{16, 8, 16}, E4M3, 89, 87}, Typed{{16, 8, 16}, E5M2, 89, 87},
    Typed{{16, 8, 32}, S8, 80, 70}, Typed{{16, 8, 32}, U8, 80, 70},
    Typed{{16, 8, 32}, E4M3, 89, 84}, Typed{{16, 8, 32}, E5M2, 89, 84},
    Typed{{16, 8, 32}, S4, 80, 70}, Typed{{16, 8, 32}, U4, 80, 70},
    Typed{{16, 8, 64}, S4, 80, 70}, Typed{{16, 8, 64}, U4, 80, 70},
    Typed{{16, 8, 128}, B1, 80, 70},
    Typed{{16, 8, 256}, B1, 80, 70},
};
constexpr std::array dense_sums{
    Typed{{8, 8, 4}, F64, 80, 70},
    Typed{{8, 8, 16}, S32, 75, 65},
    Typed{{8, 8, 32}, S32, 75, 65},
    Typed{{8, 8, 128}, S32, 75, 70},
    Typed{{16, 8, 4}, F32, 80, 70}, Typed{{16, 8, 4}, F64, 90, 78},
    Typed{{16, 8, 8}, F16, 75, 65}, Typed{{16, 8, 8}, F32, 75, 65}, Typed{{16, 8, 8}, F64, 90, 78},
    Typed{{16, 8, 16}, F16, 80, 70}, Typed{{16, 8, 16}, F32, 80, 70}, Typed{{16, 8, 16}, F64, 90, 78},
    Typed{{16, 8, 16}, S32, 80, 70},
    Typed{{16, 8, 32}, S32, 80, 70}, Typed{{16, 8, 32}, F16, 89, 87}, Typed{{16, 8, 32}, F32, 89, 84},
    Typed{{16, 8, 64}, S32, 80, 70},
    Typed{{16, 8, 128}, S32, 80, 70},
    Typed{{16, 8, 256}, S32, 80, 70},
};
constexpr std::array sparse_operands{
    Typed{{16, 8, 8}, TF32, 80, 71},
    Typed{{16, 8, 16}, F16, 80, 71}, Typed{{16, 8, 16}, BF16, 80, 71}, Typed{{16, 8, 16}, TF32, 80, 71},
    Typed{{16, 8, 32}, F16, 80, 71}, Typed{{16, 8, 32}, BF16, 80, 71},
    Typed{{16, 8, 32}, S8, 80, 71}, Typed{{16, 8, 32}, U8, 80, 71},
    Typed{{16, 8, 64}, S8, 80, 71}, Typed{{16, 8, 64}, U8, 80, 71},
    Typed{{16, 8, 64}, E4M3, 89, 84}, Typed{{16, 8, 64}, E5M2, 89, 84},
    Typed{{16, 8, 64}, S4, 80, 71}, Typed{{16, 8, 64}, U4, 80, 71},
    Typed{{16, 8, 128}, S4, 80, 71}, Typed{{16, 8, 128}, U4, 80, 71},
};
// e4m3 and e5m2 into f16: ptxas 13.0 assembles it for sm_120a alone.
constexpr std::array sparse_sums{
    Typed{{16, 8, 8}, F32, 80, 71},
    Typed{{16, 8, 16}, F16, 80, 71}, Typed{{16, 8, 16}, F32, 80, 71},
    Typed{{16, 8, 32}, F16, 80, 71}, Typed{{16, 8, 32}, F32, 80, 71}, Typed{{16, 8, 32}, S32, 80, 71},
    Typed{{16, 8, 64}, S32, 80, 71}, Typed{{16, 8, 64}, F16, 120, 87}, Typed{{16, 8, 64}, F32, 89, 84},
    Typed{{16, 8, 128}, S32, 80, 71},
};
// clang-format on

constexpr int warp = 32;

Kind kind_of(Family family, const Typed& row, Operand operand) {
  Kind kind;
  kind.family = family;
  kind.shape = row.shape;
  kind.operand = operand;
  kind.type = row.type;
  kind.since = row.since;
  kind.since_ptx = row.since_ptx;
  kind.values = kind.rows() * kind.cols() / warp;
  return kind;
}

// Returns the rows of mma.m8n8k4 of f16, for Volta: four products, one for each pair of groups of four threads ("quad
// pair"), and the only mma with a choice of memory orders.
std::vector<Kind> quad_pair_rows() {
  std::vector<Kind> rows;
  const auto push = [&](Operand operand, ElementType type, MemoryOrder order) {
    Kind kind = kind_of(Family::Mma, {{8, 8, 4}, type, 70, 64}, operand);
    kind.order = order;
    kind.stack = 4;
    kind.values *= kind.stack;
    rows.push_back(kind);
  };
  for (const Operand operand : {Operand::A, Operand::B})
    for (const MemoryOrder order : {MemoryOrder::Row, MemoryOrder::Col}) push(operand, F16, order);
  for (const ElementType type : {F16, F32}) push(Operand::Accumulator, type, MemoryOrder::None);
  return rows;
}

// Adds the metadata of a sparse A. A thread passes 32 bits of metadata; a group of four threads needs the indices of
// two rows. They fill the registers of one, two or four threads, and this number decides how many choices the selector
// has.
void add_metadata(std::vector<Kind>& to, const Typed& row) {
  constexpr int register_bits = 32, rows_of_group = 2;
  const int fields = metadata_fields(row.type, row.shape.k);
  const int lanes = rows_of_group * fields * 2 / register_bits;
  for (int selector = 0; selector < 4 / lanes; ++selector) {
    Kind kind = kind_of(Family::SparseMma, row, Operand::Metadata);
    kind.selector = selector;
    kind.values = register_bits / 2;
    to.push_back(kind);
  }
}

// Adds the kinds shape by shape: A, B, the metadata of a sparse A, and the accumulators.
void add_products(std::vector<Kind>& to, Family family, std::span<const Typed> sums, std::span<const Typed> operands) {
  for (const Typed& sum : sums) {
    const bool first = &sum == sums.data() || (&sum - 1)->shape != sum.shape;
    for (const Operand operand : {Operand::A, Operand::B})
      for (const Typed& row : operands)
        if (first && row.shape == sum.shape) to.push_back(kind_of(family, row, operand));
    for (const Typed& row : operands)
      if (first && row.shape == sum.shape && family == Family::SparseMma) add_metadata(to, row);
    to.push_back(kind_of(family, sum, Operand::Accumulator));
  }
}

}  // namespace

std::vector<Kind> mma_rows() {
  std::vector<Kind> rows = quad_pair_rows();
  add_products(rows, Family::Mma, dense_sums, dense_operands);
  return rows;
}

std::vector<Kind> sparse_mma_rows() {
  std::vector<Kind> rows;
  add_products(rows, Family::SparseMma, sparse_sums, sparse_operands);
  return rows;
}

}  // namespace tcviz::inline gpu_layout
