// Names of a kind's parts, and finding a kind by its id.
#include "gpu/layout/kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tcviz {
namespace {

struct TypeRow {
  std::string_view name;
  int bits;
};

// Indexed by ElementType. tf32 fills a 32-bit register, though it has 19 bits of meaning.
constexpr std::array<TypeRow, 11> types{{
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
}};
constexpr std::array<std::string_view, 2> families{"wmma", "sgemm"};
constexpr std::array<std::string_view, 3> operands{"a", "b", "acc"};
constexpr std::array<std::string_view, 3> orders{"", "row", "col"};

template <class Rows, class Enum>
const auto& row_of(const Rows& rows, Enum value) {
  return rows.at(static_cast<std::size_t>(value));
}

}  // namespace

int element_bits(ElementType type) { return row_of(types, type).bits; }
std::string_view name_of(ElementType type) { return row_of(types, type).name; }
std::string_view name_of(Family family) { return row_of(families, family); }
std::string_view name_of(Operand operand) { return row_of(operands, operand); }
std::string_view name_of(MemoryOrder order) { return row_of(orders, order); }
std::string name_of(Shape shape) { return fmt::format("m{}n{}k{}", shape.m, shape.n, shape.k); }

std::string compose_id(const Kind& kind) {
  if (kind.family == Family::Sgemm) return fmt::format("sgemm{}.c", kind.shape.m);
  std::string id =
      fmt::format("{}.{}.{}.{}", name_of(kind.family), name_of(kind.shape), name_of(kind.operand), name_of(kind.type));
  if (kind.order != MemoryOrder::None) id.append(".").append(name_of(kind.order));
  return id;
}

const Kind* find_kind(std::string_view id) {
  const auto kinds = catalogue();
  const auto found = std::ranges::find(kinds, id, &Kind::id);
  return found == kinds.end() ? nullptr : &*found;
}

}  // namespace tcviz
