// Names and sizes of a kind's parts.
#include "gpu/layout/kind.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace tcviz::inline gpu_layout {
namespace {

struct TypeRow {
  std::string_view name;
  int bits;
};

// Indexed by ElementType. tf32 fills a 32-bit register, though it has 19 bits of meaning.
constexpr std::array<TypeRow, 14> types{{
    {"f16", 16},
    {"bf16", 16},
    {"tf32", 32},
    {"f32", 32},
    {"f64", 64},
    {"s8", 8},
    {"u8", 8},
    {"s4", 4},
    {"u4", 4},
    {"s32", 32},
    {"b1", 1},
    {"e4m3", 8},
    {"e5m2", 8},
    {"b16", 16},
}};
constexpr std::array<std::string_view, 9> family_names{"wmma",      "mma",   "mma.sp",   "ldmatrix", "stmatrix",
                                                       "movmatrix", "wgmma", "wgmma.sp", "sgemm"};
constexpr std::array<std::string_view, 6> operands{"a", "b", "acc", "e", "r", "d"};
constexpr std::array<std::string_view, 3> orders{"", "row", "col"};

template <class Rows, class Enum>
const auto& row_of(const Rows& rows, Enum value) {
  return rows.at(static_cast<std::size_t>(value));
}

}  // namespace

int element_bits(ElementType type) { return row_of(types, type).bits; }
std::string_view name_of(ElementType type) { return row_of(types, type).name; }
std::string_view name_of(Family family) { return row_of(family_names, family); }
std::string_view name_of(Operand operand) { return row_of(operands, operand); }
std::string_view name_of(MemoryOrder order) { return row_of(orders, order); }

std::string name_of(Shape shape) {
  std::string name;
  for (const auto& [letter, side] : {std::pair('m', shape.m), {'n', shape.n}, {'k', shape.k}})
    if (side > 0) name += fmt::format("{}{}", letter, side);
  return name;
}

// Counts the indices. A chunk of 4 elements has 2 that are kept, with an index each; of tf32 a chunk of 2 keeps 1, with
// two indices, as if it were 16-bit halves; of s4 a chunk of 8 keeps 2 pairs, with an index for each pair.
int metadata_fields(ElementType type, int k) {
  const int bits = element_bits(type);
  return bits == 32 ? k : bits == 4 ? k / 4 : k / 2;
}

int Kind::rows() const { return operand == Operand::B ? shape.k : shape.m * stack; }

int Kind::cols() const {
  if (operand == Operand::B) return shape.n * stack;
  if (operand == Operand::Metadata) return metadata_fields(type, shape.k);
  if (operand != Operand::A || family == Family::Movmatrix) return shape.n;
  return is_sparse() ? shape.k / 2 : shape.k;
}

int Kind::bits() const { return operand == Operand::Metadata ? 2 : element_bits(type); }

std::string compose_id(const Kind& kind) {
  if (kind.family == Family::Sgemm) return fmt::format("sgemm{}.c", kind.shape.m);
  std::string id = fmt::format("{}.{}", name_of(kind.family), name_of(kind.shape));
  const auto add = [&](std::string_view part) { id.append(".").append(part); };
  if (kind.operand == Operand::Registers) add(fmt::format("x{}", kind.stack));
  if (kind.transposed) add("trans");
  const bool type_first = kind.family == Family::Movmatrix;
  if (type_first) add(name_of(kind.type));
  if (kind.operand != Operand::Registers) add(name_of(kind.operand));
  if (!type_first) add(name_of(kind.type));
  if (kind.order != MemoryOrder::None) add(name_of(kind.order));
  if (kind.selector >= 0) add(fmt::format("sel{}", kind.selector));
  return id;
}

}  // namespace tcviz::inline gpu_layout
