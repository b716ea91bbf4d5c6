// Finds the rule that describes a kind, and the titles of the manual's sections.
#include "gpu/source/manual/rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tcviz::inline gpu_manual {
namespace {

struct SectionRow {
  std::string_view number, title;
};
// clang-format off
constexpr SectionRow section_rows[] = {
    {"9.7.14.5.1", "Matrix Fragments for mma.m8n8k4 with .f16 floating point type"},
    {"9.7.14.5.2", "Matrix Fragments for mma.m8n8k4 with .f64 floating point type"},
    {"9.7.14.5.3", "Matrix Fragments for mma.m8n8k16"},
    {"9.7.14.5.4", "Matrix Fragments for mma.m8n8k32"},
    {"9.7.14.5.5", "Matrix Fragments for mma.m8n8k128"},
    {"9.7.14.5.6", "Matrix Fragments for mma.m16n8k4"},
    {"9.7.14.5.7", "Matrix Fragments for mma.m16n8k8"},
    {"9.7.14.5.8", "Matrix Fragments for mma.m16n8k16 with floating point type"},
    {"9.7.14.5.9", "Matrix Fragments for mma.m16n8k16 with integer type"},
    {"9.7.14.5.10", "Matrix Fragments for mma.m16n8k32"},
    {"9.7.14.5.11", "Matrix Fragments for mma.m16n8k64"},
    {"9.7.14.5.12", "Matrix Fragments for mma.m16n8k128"},
    {"9.7.14.5.13", "Matrix Fragments for mma.m16n8k256"},
    {"9.7.14.5.15", "Warp-level matrix load instruction: ldmatrix"},
    {"9.7.14.5.16", "Warp-level matrix store instruction: stmatrix"},
    {"9.7.14.5.17", "Warp-level matrix transpose instruction: movmatrix"},
    {"9.7.14.6.2.1", "Matrix Fragments for sparse mma.m16n8k16 with .f16 and .bf16 types"},
    {"9.7.14.6.2.2", "Matrix Fragments for sparse mma.m16n8k32 with .f16 and .bf16 types"},
    {"9.7.14.6.2.3", "Matrix Fragments for sparse mma.m16n8k16 with .tf32 floating point type"},
    {"9.7.14.6.2.4", "Matrix Fragments for sparse mma.m16n8k8 with .tf32 floating point type"},
    {"9.7.14.6.2.5", "Matrix Fragments for sparse mma.m16n8k32 with .u8 / .s8 integer type"},
    {"9.7.14.6.2.6", "Matrix Fragments for sparse mma.m16n8k64 with .u8 / .s8 / .e4m3 / .e5m2 type"},
    {"9.7.14.6.2.7", "Matrix Fragments for sparse mma.m16n8k64 with .u4 / .s4 integer type"},
    {"9.7.14.6.2.8", "Matrix Fragments for sparse mma.m16n8k128 with .u4 / .s4 integer type"},
    {"9.7.15.5.1.1.1", "Matrix Fragments for wgmma.mma_async.m64nNk16"},
    {"9.7.15.5.1.1.2", "Matrix Fragments for wgmma.mma_async.m64nNk8"},
    {"9.7.15.5.1.1.3", "Matrix Fragments for wgmma.mma_async.m64nNk32"},
    {"9.7.15.5.1.1.4", "Matrix Fragments for wgmma.mma_async.m64nNk256"},
    {"9.7.15.6.2.1", "Matrix Fragments for sparse wgmma.mma_async.m64nNk32"},
    {"9.7.15.6.2.2", "Matrix Fragments for sparse wgmma.mma_async.m64nNk16"},
    {"9.7.15.6.2.3", "Matrix Fragments for sparse wgmma.mma_async.m64nNk64"},
};
// clang-format on

bool side_fits(int rule, int side) { return rule == 0 || rule == side; }

bool lists_word(std::string_view words, std::string_view wanted) {
  return fmt::format(" {} ", words).find(fmt::format(" {} ", wanted)) != std::string::npos;
}

}  // namespace

bool ManualRule::describes(const Kind& kind) const {
  const bool same = family == kind.family && operand == kind.operand && transposed == kind.transposed;
  const bool ordered = order == kind.order;
  const bool shaped =
      side_fits(shape.m, kind.shape.m) && side_fits(shape.n, kind.shape.n) && side_fits(shape.k, kind.shape.k);
  return same && ordered && shaped && (types.empty() || lists_word(types, name_of(kind.type)));
}

const ManualRule* rule_of(const Kind& kind) {
  for (const std::span<const ManualRule> rules : {dense_rules(), sparse_rules(), other_rules()})
    for (const ManualRule& rule : rules)
      if (rule.describes(kind)) return &rule;
  return nullptr;
}

std::string_view section_title(std::string_view section) {
  const auto* const found = std::ranges::find(section_rows, section, &SectionRow::number);
  return found == std::end(section_rows) ? std::string_view() : found->title;
}

}  // namespace tcviz::inline gpu_manual
