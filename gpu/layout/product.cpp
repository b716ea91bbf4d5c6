#include "gpu/layout/product.hpp"

#include <array>

namespace tcviz {
namespace {

// Which element types of A and B give which accumulators, the customary ones first.
struct Rule {
  ElementType operand, accumulator;
};
constexpr std::array rules{
    Rule{ElementType::F16, ElementType::F32},  Rule{ElementType::F16, ElementType::F16},
    Rule{ElementType::BF16, ElementType::F32}, Rule{ElementType::TF32, ElementType::F32},
    Rule{ElementType::F64, ElementType::F64},  Rule{ElementType::S8, ElementType::S32},
    Rule{ElementType::U8, ElementType::S32},   Rule{ElementType::S4, ElementType::S32},
    Rule{ElementType::U4, ElementType::S32},   Rule{ElementType::B1, ElementType::S32},
};

// The catalogue's kind of the same family and shape; in this order if there is one, else in any.
const Kind* partner(const Kind& kind, Operand operand, ElementType type, MemoryOrder order) {
  const Kind* found = nullptr;
  for (const Kind& other : catalogue()) {
    const bool fits =
        other.family == kind.family && other.shape == kind.shape && other.operand == operand && other.type == type;
    if (fits && (found == nullptr || other.order == order)) found = &other;
  }
  return found;
}

}  // namespace

std::optional<Product> product_of(std::string_view id) {
  const Kind* kind = find_kind(id);
  if (kind == nullptr) return std::nullopt;
  for (const Rule& rule : rules) {
    const bool accumulator = kind->operand == Operand::Accumulator;
    if (kind->type != (accumulator ? rule.accumulator : rule.operand)) continue;
    const Kind* a = kind->operand == Operand::A ? kind : partner(*kind, Operand::A, rule.operand, MemoryOrder::Row);
    const Kind* b = kind->operand == Operand::B ? kind : partner(*kind, Operand::B, rule.operand, MemoryOrder::Col);
    const Kind* c = accumulator ? kind : partner(*kind, Operand::Accumulator, rule.accumulator, MemoryOrder::None);
    if (a == nullptr || b == nullptr || c == nullptr) continue;
    return Product{std::string(a->id), std::string(b->id), std::string(c->id)};
  }
  return std::nullopt;
}

}  // namespace tcviz
