#include "gpu/source/probe/trial/tensor_instruction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tcviz::inline gpu_probe {
namespace {

using enum ElementType;

// The types that accumulate products of a type, the first choice first (PTX ISA, "mma" and "wgmma.mma_async").
struct SumsOf {
  ElementType operand;
  std::array<ElementType, 2> sums;
};
constexpr std::array sums_of_types{
    SumsOf{F16, {F32, F16}}, SumsOf{BF16, {F32, F32}}, SumsOf{TF32, {F32, F32}}, SumsOf{F64, {F64, F64}},
    SumsOf{S8, {S32, S32}},  SumsOf{U8, {S32, S32}},   SumsOf{S4, {S32, S32}},   SumsOf{U4, {S32, S32}},
    SumsOf{B1, {S32, S32}},  SumsOf{E4M3, {F32, F16}}, SumsOf{E5M2, {F32, F16}},
};

std::array<ElementType, 2> sums_of_type(ElementType operand) {
  return std::ranges::find(sums_of_types, operand, &SumsOf::operand)->sums;
}

struct Wanted {
  Family family;
  Shape shape;
  Operand operand;
  ElementType type;
  int stack;
  MemoryOrder order = MemoryOrder::None;
  int selector = -1;
};

const Kind* find_fragment(const Wanted& wanted) {
  for (const Kind& kind : catalogue(wanted.family)) {
    if (kind.shape == wanted.shape && kind.operand == wanted.operand && kind.type == wanted.type &&
        kind.stack == wanted.stack && kind.order == wanted.order && kind.selector == wanted.selector)
      return &kind;
  }
  return nullptr;
}

bool of_warpgroup(const Kind& kind) { return kind.family == Family::Wgmma || kind.family == Family::SparseWgmma; }

// Returns the k of a warpgroup's instruction with 32 bytes of A along k, of which a sparse one stores half.
int warpgroup_k(ElementType type, bool sparse) { return 256 / element_bits(type) * (sparse ? 2 : 1); }

TensorInstruction warpgroup_instruction(const Kind& kind, ElementType type, ElementType sum) {
  const bool is_sum = kind.operand == Operand::Accumulator, sparse = kind.is_sparse();
  TensorInstruction made;
  made.shape = {64, is_sum ? kind.shape.n : 8, warpgroup_k(type, sparse)};
  made.threads = kind.threads;
  made.type = type;
  made.hot = made.shape.n == 8;
  const Shape own{64, 0, made.shape.k};
  made.a = find_fragment({kind.family, own, Operand::A, type, 1});
  made.sum = find_fragment({Family::Wgmma, {64, made.shape.n, 0}, Operand::Accumulator, sum, 1});
  if (sparse) {
    made.e = kind.operand == Operand::Metadata
                 ? &kind
                 : find_fragment({kind.family, own, Operand::Metadata, type, 1, MemoryOrder::None, 0});
  }
  return made;
}

TensorInstruction warp_instruction(const Kind& kind, ElementType type, ElementType sum) {
  TensorInstruction made;
  made.shape = kind.shape;
  made.stack = kind.stack;
  made.type = type;
  MemoryOrder a = MemoryOrder::None, b = MemoryOrder::None;
  if (kind.stack > 1) {
    const bool row_by_col =
        kind.operand == Operand::Accumulator || (kind.operand == Operand::A) == (kind.order == MemoryOrder::Row);
    a = row_by_col ? MemoryOrder::Row : MemoryOrder::Col;
    b = row_by_col ? MemoryOrder::Col : MemoryOrder::Row;
  }
  made.a = find_fragment({kind.family, kind.shape, Operand::A, type, kind.stack, a});
  made.b = find_fragment({kind.family, kind.shape, Operand::B, type, kind.stack, b});
  made.sum = find_fragment({kind.family, kind.shape, Operand::Accumulator, sum, kind.stack});
  if (kind.is_sparse()) {
    made.e = kind.operand == Operand::Metadata
                 ? &kind
                 : find_fragment({kind.family, kind.shape, Operand::Metadata, type, 1, MemoryOrder::None, 0});
  }
  return made;
}

// True for a sparse product of e4m3 or e5m2 that accumulates in f16: it is assembled for sm_120a alone.
bool lacks_kernel(const Kind& kind, ElementType type, ElementType sum) {
  return kind.family == Family::SparseMma && element_bits(type) == 8 && sum == F16;
}

std::string name_of_instruction(const TensorInstruction& made, const Kind& kind) {
  std::string id = fmt::format("{}.{}.{}.{}", name_of(kind.family), name_of(made.shape), name_of(made.sum->type),
                               name_of(made.type));
  if (made.e != nullptr) id += fmt::format(".sel{}", made.e->selector);
  if (made.stack > 1) id += fmt::format(".{}.{}", name_of(made.a->order), name_of(made.b->order));
  return id;
}

void add_instruction(std::vector<TensorInstruction>& to, const Kind& kind, ElementType type, ElementType sum) {
  TensorInstruction made =
      of_warpgroup(kind) ? warpgroup_instruction(kind, type, sum) : warp_instruction(kind, type, sum);
  const bool complete = made.a != nullptr && made.sum != nullptr && (of_warpgroup(kind) || made.b != nullptr) &&
                        (made.e != nullptr || !kind.is_sparse());
  if (!complete) return;
  // The kernels of one-bit products use .and.popc, which 7.5 does not have.
  made.since = std::max({kind.since, made.a->since, made.sum->since, type == B1 ? 80 : 0});
  made.id = name_of_instruction(made, kind);
  to.push_back(std::move(made));
}

}  // namespace

bool is_move(const Kind& kind) {
  return kind.family == Family::Ldmatrix || kind.family == Family::Stmatrix || kind.family == Family::Movmatrix;
}

bool is_tensor(const Kind& kind) { return kind.family != Family::Wmma && kind.family != Family::Sgemm; }

std::vector<TensorInstruction> tensor_instructions(const Kind& kind, bool without_kernel) {
  std::vector<TensorInstruction> made;
  if (!is_tensor(kind) || is_move(kind)) return made;
  const auto add = [&](ElementType type, ElementType sum) {
    if (without_kernel || !lacks_kernel(kind, type, sum)) add_instruction(made, kind, type, sum);
  };
  if (kind.operand != Operand::Accumulator) {
    const auto sums = sums_of_type(kind.type);
    add(kind.type, sums[0]);
    if (sums[1] != sums[0]) add(kind.type, sums[1]);
    return made;
  }
  for (const SumsOf& row : sums_of_types) {
    if (!made.empty()) break;  // the first operand type that the shape has is enough
    if (std::ranges::find(row.sums, kind.type) != row.sums.end()) add(row.operand, kind.type);
  }
  return made;
}

int chunk_of(const TensorInstruction& instruction, int p) {
  if (instruction.e == nullptr) return 0;
  const int bits = element_bits(instruction.type);
  return bits == 32 ? p : bits == 4 ? p / 4 : p / 2;
}

int logical_k(const TensorInstruction& instruction, int p, unsigned nibble) {
  if (instruction.e == nullptr) return p;
  const int bits = element_bits(instruction.type), chunk = chunk_of(instruction, p);
  const int low = static_cast<int>(nibble & 3), high = static_cast<int>(nibble >> 2);
  if (bits == 32) return 2 * chunk + low / 2;
  if (bits == 4) return 8 * chunk + 2 * (p % 4 / 2 == 0 ? low : high) + p % 2;
  return 4 * chunk + (p % 2 == 0 ? low : high);
}

int stored_cols(const TensorInstruction& instruction) {
  return instruction.e == nullptr ? instruction.shape.k : instruction.shape.k / 2;
}

std::vector<unsigned> legal_nibbles(ElementType type) {
  if (element_bits(type) == 32) return {0b0100, 0b1110};
  return {0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110};
}

}  // namespace tcviz::inline gpu_probe
