#include "gpu/layout/product.hpp"

#include <algorithm>
#include <array>

namespace tcviz::inline gpu_layout {
namespace {

constexpr std::array rules{
    ProductTypes{ElementType::F16, ElementType::F32},  ProductTypes{ElementType::F16, ElementType::F16},
    ProductTypes{ElementType::BF16, ElementType::F32}, ProductTypes{ElementType::TF32, ElementType::F32},
    ProductTypes{ElementType::F64, ElementType::F64},  ProductTypes{ElementType::S8, ElementType::S32},
    ProductTypes{ElementType::U8, ElementType::S32},   ProductTypes{ElementType::S4, ElementType::S32},
    ProductTypes{ElementType::U4, ElementType::S32},   ProductTypes{ElementType::B1, ElementType::S32},
    ProductTypes{ElementType::E4M3, ElementType::F32}, ProductTypes{ElementType::E5M2, ElementType::F32},
    ProductTypes{ElementType::E4M3, ElementType::F16}, ProductTypes{ElementType::E5M2, ElementType::F16},
};

constexpr int usual_columns = 16;  // of a wgmma, if only A is known

bool is_wgmma(const Kind& kind) { return kind.family == Family::Wgmma || kind.family == Family::SparseWgmma; }

// True if the kinds can be in one product. A wgmma's accumulator has no depth and its other kinds have no columns; a
// dense and a sparse one share their accumulators.
bool go_together(const Kind& kind, const Kind& other) {
  if (!is_wgmma(kind)) return kind.family == other.family && kind.shape == other.shape;
  if (!is_wgmma(other)) return false;
  const bool sum = kind.operand == Operand::Accumulator, other_sum = other.operand == Operand::Accumulator;
  if (sum && other_sum) return kind.shape == other.shape;
  return sum || other_sum || (kind.family == other.family && kind.shape == other.shape);
}

struct Wanted {
  Operand operand;
  ElementType type;
  MemoryOrder order = MemoryOrder::None;
};

using Named = std::span<const Kind* const>;

bool is_named(Named named, Operand operand) {
  return std::ranges::any_of(named, [&](const Kind* kind) { return kind->operand == operand; });
}

// Rates one of several partners: usual orders and widths suit best.
int suits(const Kind& kind, const Kind& other, const Wanted& wanted) {
  const bool order = other.order == wanted.order, dense = other.family == kind.family;
  const bool columns = !is_wgmma(other) || other.shape.n == 0 || other.shape.n == usual_columns;
  return int{order} + int{columns} + int{dense};
}

// Returns the kind for this place beside `kind`: one of the named kinds if any of them fits, else any.
const Kind* partner(const Kind& kind, const Wanted& wanted, Named named) {
  if (kind.operand == wanted.operand) return &kind;
  const Kind* found = nullptr;
  const auto look_at = [&](const Kind& other) {
    if (other.operand != wanted.operand || other.type != wanted.type || !go_together(kind, other)) return;
    if (found == nullptr || suits(kind, other, wanted) > suits(kind, *found, wanted)) found = &other;
  };
  if (is_named(named, wanted.operand))
    for (const Kind* other : named) look_at(*other);
  else
    for (const Kind& other : catalogue()) look_at(other);
  return found;
}

// Returns the product of these types that `kind` is in.
std::optional<Product> product_of(const Kind& kind, const ProductTypes& types, Named named) {
  const bool sum = kind.operand == Operand::Accumulator;
  if (kind.type != (sum ? types.accumulator : types.operand)) return std::nullopt;
  const Kind* const a = partner(kind, {Operand::A, types.operand, MemoryOrder::Row}, named);
  const Kind* const c = partner(kind, {Operand::Accumulator, types.accumulator}, named);
  if (a == nullptr || c == nullptr) return std::nullopt;
  const Kind* const b = partner(kind, {Operand::B, types.operand, MemoryOrder::Col}, named);
  const Kind* const e = a->is_sparse() ? partner(sum ? *a : kind, {Operand::Metadata, a->type}, named) : nullptr;
  if ((b == nullptr && !is_wgmma(*a)) || (e == nullptr && a->is_sparse())) return std::nullopt;
  const auto id = [](const Kind* one) { return one == nullptr ? std::string() : std::string(one->id); };
  return Product{id(a), id(b), id(c), id(e)};
}

bool multiplies(const Kind& kind) {
  const bool operand = kind.operand <= Operand::Metadata;
  return operand && kind.family != Family::Sgemm && kind.family != Family::Movmatrix;
}

bool same_product(const Product& one, const Product& other) {
  const Kind *a = find_kind(one.a), *b = find_kind(other.a);
  return one.accumulator == other.accumulator && a->family == b->family && a->type == b->type;
}

}  // namespace

std::span<const ProductTypes> product_types() { return rules; }

int depth_of(Family family, ElementType a) {
  const auto kinds = catalogue(family);
  const auto found =
      std::ranges::find_if(kinds, [&](const Kind& kind) { return kind.operand == Operand::A && kind.type == a; });
  return found == kinds.end() ? 0 : found->shape.k;
}

std::vector<std::string> Product::ids() const {
  std::vector<std::string> all;
  for (const std::string& id : {a, b, accumulator, metadata})
    if (!id.empty()) all.push_back(id);
  return all;
}

std::optional<Product> product_of(std::string_view id) {
  const Kind* const kind = find_kind(id);
  if (kind == nullptr || !multiplies(*kind)) return std::nullopt;
  for (const ProductTypes& types : rules)
    if (const std::optional<Product> product = product_of(*kind, types, {})) return product;
  return std::nullopt;
}

// Finds each product from its accumulator, or from the operand that comes nearest to it.
std::vector<Product> products_of(std::span<const Kind* const> kinds) {
  std::vector<Product> found;
  Operand from = Operand::Metadata;
  for (const Operand operand : {Operand::B, Operand::A, Operand::Accumulator})
    if (is_named(kinds, operand)) from = operand;
  for (const Kind* kind : kinds) {
    if (kind->operand != from || !multiplies(*kind)) continue;
    for (const ProductTypes& types : rules) {
      const std::optional<Product> product = product_of(*kind, types, kinds);
      const auto is_known = [&](const Product& other) { return same_product(*product, other); };
      if (product && std::ranges::none_of(found, is_known)) found.push_back(*product);
    }
  }
  return found;
}

}  // namespace tcviz::inline gpu_layout
