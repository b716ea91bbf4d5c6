#include "gpu/source/probe/trial/product_probe.hpp"

#include <fmt/format.h>

#include "gpu/source/probe/trial/element_codec.hpp"

namespace tcviz::inline gpu_probe {
WholeRange whole_range(ElementType type) {
  switch (type) {
    case ElementType::S8:
      return {-128, 127};
    case ElementType::U8:
      return {0, 255};
    case ElementType::S4:
      return {-8, 7};
    case ElementType::U4:
      return {0, 15};
    case ElementType::B1:
      return {0, 1};
    case ElementType::S32:
      return {-100000, 100000};
    default:
      return {-8, 8};
  }
}

namespace {

std::vector<int> random_matrix(const Kind& kind, std::mt19937& random) {
  const WholeRange range = whole_range(kind.type);
  std::uniform_int_distribution<int> pick(range.low, range.high);
  std::vector<int> matrix(static_cast<std::size_t>(kind.rows()) * kind.cols());
  for (int& element : matrix) element = pick(random);
  return matrix;
}

std::vector<std::uint32_t> fill(const Kind& kind, const Layout& layout, const std::vector<int>& matrix) {
  std::vector<std::uint64_t> slots;
  for (const std::int32_t element : layout.map()) {
    slots.push_back(element == no_element ? 0 : encode(kind.type, matrix[element]));
  }
  return pack_words(kind, slots);
}

double product_element(const ProductKinds& kinds, const ProductData& data, int row, int col, bool bits_by_xor) {
  const auto [m, n, k] = kinds.sum->shape;
  double sum = data.c[row * n + col];
  for (int inner = 0; inner < k; ++inner) {
    const int a = data.a[row * k + inner], b = data.b[inner * n + col];
    sum += bits_by_xor ? a ^ b : a * b;
  }
  return sum;
}

}  // namespace

ProductData random_product(const ProductKinds& kinds, std::mt19937& random) {
  return {random_matrix(*kinds.a, random), random_matrix(*kinds.b, random), random_matrix(*kinds.sum, random)};
}

ProductRequest product_request(const Kind& kind, const ProductKinds& kinds, const ProductLayouts& layouts,
                               const ProductData& data) {
  return {&kind, fill(*kinds.a, *layouts.a, data.a), fill(*kinds.b, *layouts.b, data.b),
          fill(*kinds.sum, *layouts.sum, data.c)};
}

namespace {

std::string first_difference(const ProductKinds& kinds, const Layout& sum, const ProductData& data,
                             std::span<const std::uint64_t> slots, bool bits_by_xor) {
  for (std::int32_t number = 0; number < sum.slots(); ++number) {
    const Slot slot = sum.slot(number);
    const auto element = sum.element(slot);
    if (!element) continue;
    const double expected = product_element(kinds, data, element->row, element->col, bits_by_xor);
    const double got = decode(kinds.sum->type, slots[number]);
    if (got == expected) continue;
    return fmt::format("T{} x[{}] holds {} where element ({}, {}) of the product is {}", slot.tid, slot.i, got,
                       element->row, element->col, expected);
  }
  return {};
}

}  // namespace

std::string check_product(const ProductKinds& kinds, const Layout& sum, const ProductData& data,
                          std::span<const std::uint32_t> d) {
  const auto slots = unpack_words(*kinds.sum, d);
  const std::string problem = first_difference(kinds, sum, data, slots, false);
  if (problem.empty() || kinds.a->type != ElementType::B1) return problem;
  return first_difference(kinds, sum, data, slots, true).empty() ? std::string() : problem;
}

}  // namespace tcviz::inline gpu_probe
