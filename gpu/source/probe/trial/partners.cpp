#include "gpu/source/probe/trial/partners.hpp"

#include <algorithm>
#include <iterator>

namespace tcviz::inline gpu_probe {
namespace {

// The element type of the operands of an accumulator type; a shape that lacks it has a type of its own.
struct Feed {
  ElementType operand, sum;
};
constexpr Feed feeds[] = {
    {ElementType::F16, ElementType::F32},  {ElementType::F16, ElementType::F16},  {ElementType::S8, ElementType::S32},
    {ElementType::TF32, ElementType::F32}, {ElementType::F64, ElementType::F64},  {ElementType::S4, ElementType::S32},
    {ElementType::B1, ElementType::S32},   {ElementType::BF16, ElementType::F32}, {ElementType::U8, ElementType::S32},
    {ElementType::U4, ElementType::S32},
};

const Kind* find(Shape shape, Operand operand, ElementType type, MemoryOrder order) {
  for (const Kind& kind : catalogue(Family::Wmma)) {
    if (kind.shape == shape && kind.operand == operand && kind.type == type && kind.order == order) return &kind;
  }
  return nullptr;
}

ElementType sum_type(ElementType operand) {
  for (const Feed& feed : feeds) {
    if (feed.operand == operand) return feed.sum;
  }
  return ElementType::F32;
}

ElementType operand_type(const Kind& sum) {
  for (const Feed& feed : feeds) {
    if (feed.sum == sum.type && find(sum.shape, Operand::A, feed.operand, MemoryOrder::Row)) return feed.operand;
  }
  return ElementType::F16;
}

}  // namespace

ProductKinds product_kinds(const Kind& kind) {
  const bool is_sum = kind.operand == Operand::Accumulator;
  const ElementType type = is_sum ? operand_type(kind) : kind.type;
  const bool row_by_col = is_sum || (kind.operand == Operand::A) == (kind.order == MemoryOrder::Row);
  const MemoryOrder a = row_by_col ? MemoryOrder::Row : MemoryOrder::Col;
  const MemoryOrder b = row_by_col ? MemoryOrder::Col : MemoryOrder::Row;
  return {find(kind.shape, Operand::A, type, a), find(kind.shape, Operand::B, type, b),
          is_sum ? &kind : find(kind.shape, Operand::Accumulator, sum_type(type), MemoryOrder::None)};
}

bool sums_of(ElementType operand, ElementType sum) {
  return std::any_of(std::begin(feeds), std::end(feeds),
                     [&](const Feed& feed) { return feed.operand == operand && feed.sum == sum; });
}

}  // namespace tcviz::inline gpu_probe
