#include "gpu/run/ops/kernel_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tcviz::inline gpu_ops {
namespace {

using enum ElementType;

// clang-format off
constexpr std::array<ElementText, 11> texts{{
    {F16, "half", "half", "cuda_fp16.h", "__half2float({})", "__float2half({})"},
    {BF16, "__nv_bfloat16", "__nv_bfloat16", "cuda_bf16.h", "__bfloat162float({})", "__float2bfloat16({})"},
    {TF32, "wmma::precision::tf32", "float", "", "{}", "wmma::__float_to_tf32({})"},
    {F32, "float", "float", "", "{}", "{}"},
    {F64, "double", "double", "", "{}", "{}"},
    {S8, "signed char", "signed char", "", "{}", "static_cast<signed char>({})"},
    {U8, "unsigned char", "unsigned char", "", "{}", "static_cast<unsigned char>({})"},
    {S32, "int", "int", "", "{}", "{}"},
    // Packed into words: only operands of a product.
    {S4, "wmma::experimental::precision::s4", "int", "", "", ""},
    {U4, "wmma::experimental::precision::u4", "int", "", "", ""},
    {B1, "wmma::experimental::precision::b1", "int", "", "", ""},
}};
// clang-format on

int round_up(int n, int step) { return (n + step - 1) / step * step; }

}  // namespace

const ElementText& element_text(ElementType type) {
  const auto* const found =
      std::find_if(texts.begin(), texts.end(), [&](const ElementText& text) { return text.type == type; });
  return found == texts.end() ? texts.back() : *found;
}

std::string to_value(ElementType type, std::string_view expression) {
  return fmt::format(fmt::runtime(element_text(type).to_value), expression);
}

std::string to_memory(ElementType type, std::string_view expression) {
  return fmt::format(fmt::runtime(element_text(type).to_memory), expression);
}

std::string fragment_text(const Kind& kind) {
  constexpr std::array<std::string_view, 3> uses{"matrix_a", "matrix_b", "accumulator"};
  const std::string_view order = kind.order == MemoryOrder::None  ? ""
                                 : kind.order == MemoryOrder::Row ? ", wmma::row_major"
                                                                  : ", wmma::col_major";
  return fmt::format("wmma::fragment<wmma::{}, {}, {}, {}, {}{}>", uses[static_cast<std::size_t>(kind.operand)],
                     kind.shape.m, kind.shape.n, kind.shape.k, element_text(kind.type).fragment, order);
}

Image image_of(const Kind& kind) {
  const int bits = element_bits(kind.type);
  Image image;
  image.row_major = kind.order != MemoryOrder::Col;
  image.distance = round_up(image.row_major ? kind.cols() : kind.rows(), 128 / bits);
  image.size = round_up(image.distance * (image.row_major ? kind.rows() : kind.cols()), 256 / bits);
  image.bytes = image.size * bits / 8;
  return image;
}

}  // namespace tcviz::inline gpu_ops
