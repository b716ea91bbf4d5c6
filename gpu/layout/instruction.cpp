#include "gpu/layout/instruction.hpp"

#include <fmt/format.h>

#include "gpu/layout/product.hpp"

namespace tcviz::inline gpu_layout {
namespace {

bool has_operand(const Kind& sum, ElementType type) {
  for (const Kind& kind : catalogue(sum.family))
    if (kind.operand == Operand::A && kind.type == type && kind.shape == sum.shape) return true;
  return false;
}

// Returns the types of a product that this kind is part of.
ProductTypes types_of(const Kind& kind) {
  const bool is_sum = kind.operand == Operand::Accumulator;
  for (const ProductTypes& row : product_types()) {
    if (is_sum && row.accumulator == kind.type && (kind.threads == 128 || has_operand(kind, row.operand))) return row;
    if (!is_sum && row.operand == kind.type) return row;
  }
  return {kind.type, kind.type};
}

// Returns the suffix for single bits, which names the operation that replaces the product; the first architecture has
// exclusive or only.
std::string_view suffix_of(const Kind& kind, ElementType operand) {
  if (operand != ElementType::B1) return "";
  return kind.since < 80 ? ".xor.popc" : ".and.popc";
}

struct Orders {
  std::string_view a, b;
};

std::string_view order_of(const Kind& kind, std::string_view usual) {
  return kind.order == MemoryOrder::None ? usual : name_of(kind.order);
}

// Returns the memory orders for a kind that is A or B; the other operand has its usual order.
Orders orders_of(const Kind& kind) {
  const bool is_b = kind.operand == Operand::B;
  return {is_b ? "row" : order_of(kind, "row"), is_b ? order_of(kind, "col") : "col"};
}

std::string mma_text(const Kind& kind, const ProductTypes& types, const Orders& orders) {
  const auto [operand, sum] = types;
  return fmt::format("{}.sync.aligned.{}.{}.{}.{}.{}.{}.{}{}", name_of(kind.family), name_of(kind.shape), orders.a,
                     orders.b, name_of(sum), name_of(operand), name_of(operand), name_of(sum),
                     suffix_of(kind, operand));
}

std::string wgmma_text(const Kind& kind, const ProductTypes& types) {
  const auto [operand, sum] = types;
  const std::string n = kind.shape.n > 0 ? std::to_string(kind.shape.n) : "N";
  // An accumulator's id leaves k open: 256 bits of an operand.
  const int k = kind.shape.k > 0 ? kind.shape.k : 256 / element_bits(operand);
  return fmt::format("wgmma.mma_async{}.sync.aligned.m{}n{}k{}.{}.{}.{}{}", kind.is_sparse() ? ".sp" : "", kind.shape.m,
                     n, k, name_of(sum), name_of(operand), name_of(operand), suffix_of(kind, operand));
}

std::string wmma_text(const Kind& kind) {
  const bool is_sum = kind.operand == Operand::Accumulator;
  return fmt::format("wmma.load.{}.sync.aligned.{}.{}.{}", is_sum ? "c" : name_of(kind.operand),
                     is_sum ? "row" : name_of(kind.order), name_of(kind.shape), name_of(kind.type));
}

std::string copy_text(const Kind& kind) {
  return fmt::format("{}.sync.aligned.{}.x{}{}.shared.{}", name_of(kind.family), name_of(kind.shape), kind.stack,
                     kind.transposed ? ".trans" : "", name_of(kind.type));
}

}  // namespace

std::string instruction_of(const Kind& kind) {
  switch (kind.family) {
    case Family::Wmma:
      return wmma_text(kind);
    case Family::Mma:
    case Family::SparseMma:
      return mma_text(kind, types_of(kind), orders_of(kind));
    case Family::Ldmatrix:
    case Family::Stmatrix:
      return copy_text(kind);
    case Family::Movmatrix:
      return "movmatrix.sync.aligned.m8n8.trans.b16";
    case Family::Wgmma:
    case Family::SparseWgmma:
      return wgmma_text(kind, types_of(kind));
    default:  // no instruction, or a family that has no text yet
      break;
  }
  return "";
}

std::string instruction_of(const Product& product) {
  const Kind &a = *find_kind(product.a), &sum = *find_kind(product.accumulator);
  const ProductTypes types{a.type, sum.type};
  if (product.b.empty()) {
    Kind whole = a;
    whole.shape.n = sum.shape.n;
    return wgmma_text(whole, types);
  }
  const Orders orders{order_of(a, "row"), order_of(*find_kind(product.b), "col")};
  if (a.family != Family::Wmma) return mma_text(a, types, orders);
  const std::string_view type = name_of(a.type), total = name_of(sum.type);
  return fmt::format("wmma.mma{}.sync.aligned.{}.{}.{}.{}{}.{}", suffix_of(a, a.type), orders.a, orders.b,
                     name_of(a.shape), total, a.type == ElementType::F16 ? "" : fmt::format(".{}.{}", type, type),
                     total);
}

// Returns the row itself (PTX ISA, "ldmatrix"): threads 0..7 pass the addresses of the first matrix's rows, 8..15 those
// of the second, and so on.
std::optional<int> address_thread(const Kind& kind, int row) {
  return kind.operand == Operand::Registers ? std::optional(row) : std::nullopt;
}

std::string first_architecture(const Kind& kind) {
  return fmt::format("sm_{}{}", kind.since, kind.one_generation ? "a" : "");
}

bool has_instruction(const Kind& kind, ComputeCapability architecture) {
  return kind.one_generation ? architecture == kind.since : architecture >= kind.since;
}

std::string first_ptx(const Kind& kind) {
  return kind.since_ptx == 0 ? "" : fmt::format("{}.{}", kind.since_ptx / 10, kind.since_ptx % 10);
}

}  // namespace tcviz::inline gpu_layout
