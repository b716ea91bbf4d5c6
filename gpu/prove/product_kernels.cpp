#include "gpu/prove/product_kernels.hpp"

#include <fmt/format.h>

#include "gpu/source/probe/compiled/wmma_text.hpp"

namespace tcviz::inline gpu_prove {
namespace {

// The and of bits came later than their xor (PTX ISA, "wmma.mma", "Target ISA Notes").
constexpr ComputeCapability first_with_and = 80;

bool multiply(const Kind& a, const Kind& b, const Kind& sum) {
  if (a.shape != b.shape || a.shape != sum.shape || a.type != b.type) return false;
  return sums_of(a.type, sum.type);
}

std::vector<const Kind*> kinds_of(Operand operand, ComputeCapability architecture) {
  std::vector<const Kind*> found;
  for (const Kind& kind : catalogue(Family::Wmma)) {
    if (kind.operand == operand && kind.since <= architecture) found.push_back(&kind);
  }
  return found;
}

std::string types_of(const ProductKinds& kinds) {
  const std::string_view sum = name_of(kinds.sum->type), operand = name_of(kinds.a->type);
  if (kinds.a->type == ElementType::F16) return fmt::format("{0}.{0}", sum);
  return fmt::format("{0}.{1}.{1}.{0}", sum, operand);
}

std::string multiply_line(const ProductKernel& product, const std::string& d, const std::string& operands) {
  const auto& [a, b, sum] = product.kinds;
  const bool bits = a->type == ElementType::B1;
  return fmt::format("wmma.mma{}.sync.aligned.{}.{}.{}.{} {{{}}}, {};\n",
                     !bits                 ? ""
                     : product.bits_by_and ? ".and.popc"
                                           : ".xor.popc",
                     name_of(a->order), name_of(b->order), name_of(sum->shape), types_of(product.kinds), d, operands);
}

std::string kernel(const ProductKernel& product) {
  const auto& [a, b, sum] = product.kinds;
  std::string text = fmt::format(".visible .entry {}(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d) {{\n",
                                 kernel_name(product));
  std::string loads, operands;
  for (const auto& [kind, letter] : {std::pair(a, "a"), std::pair(b, "b"), std::pair(sum, "c"), std::pair(sum, "d")}) {
    const FragmentRegisters registers = registers_of(*kind);
    const std::string list = register_list(registers, letter);
    text += fmt::format(".reg .b64 %p{0};\n.reg {1} %{0}<{2}>;\n", letter, registers.type, registers.count);
    text += fmt::format("ld.param.u64 %p{0}, [{0}];\ncvta.to.global.u64 %p{0}, %p{0};\n", letter);
    if (*letter == 'd') break;
    const MemoryOrder order = kind == sum ? MemoryOrder::Row : kind->order;
    loads += fmt::format("{} {{{}}}, [%p{}];\n", wmma_load(*kind, order), list, letter);
    operands += fmt::format("{}{{{}}}", operands.empty() ? "" : ", ", list);
  }
  const std::string d = register_list(registers_of(*sum), "d");
  text += loads + multiply_line(product, d, operands);
  return text + fmt::format("{} [%pd], {{{}}};\nret;\n}}\n", wmma_store(*sum, MemoryOrder::Row), d);
}

}  // namespace

std::vector<ProductKernel> product_kernels(ComputeCapability architecture) {
  std::vector<ProductKernel> products;
  for (const Kind* a : kinds_of(Operand::A, architecture)) {
    for (const Kind* b : kinds_of(Operand::B, architecture)) {
      for (const Kind* sum : kinds_of(Operand::Accumulator, architecture)) {
        if (!multiply(*a, *b, *sum)) continue;
        products.push_back({{a, b, sum}});
        if (a->type == ElementType::B1 && architecture >= first_with_and) products.push_back({{a, b, sum}, true});
      }
    }
  }
  return products;
}

std::string kernel_name(const ProductKernel& product) {
  const auto& [a, b, sum] = product.kinds;
  return fmt::format("product_{}_{}_{}_{}_{}{}", name_of(a->shape), name_of(a->type), name_of(a->order),
                     name_of(b->order), name_of(sum->type), product.bits_by_and ? "_and" : "");
}

std::string product_module(ComputeCapability architecture, std::span<const ProductKernel> products) {
  std::string text = module_header(architecture);
  for (const ProductKernel& product : products) text += kernel(product);
  return text;
}

}  // namespace tcviz::inline gpu_prove
