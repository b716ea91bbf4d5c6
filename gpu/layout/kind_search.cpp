#include "gpu/layout/kind_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gpu/layout/instruction.hpp"
#include "gpu/layout/kind_query.hpp"
#include "gpu/layout/no_instruction.hpp"
#include "gpu/layout/product.hpp"

namespace tcviz::inline gpu_layout {
namespace {

// Words that only instructions have which are not in the catalogue. Sections: PTX ISA 9.0.
struct Lacking {
  std::string_view word;  // the beginning of a word
  std::string_view what, section;
};
constexpr std::string_view fifth = "9.7.16. TensorCore 5th Generation Family Instructions";
constexpr std::string_view scaled = "9.7.14.3. Block Scaling for mma.sync";
constexpr std::string_view mma_itself = "9.7.14.5.14. Multiply-and-Accumulate Instruction: mma";
constexpr std::string_view loads = "9.7.14.5.15. Warp-level matrix load instruction: ldmatrix";
constexpr std::string_view stores = "9.7.14.5.16. Warp-level matrix store instruction: stmatrix";
constexpr std::array lacking_words{
    Lacking{"tcgen05", "tcgen05", fifth},
    Lacking{"utchmma", "UTCHMMA, which is tcgen05.mma,", fifth},
    Lacking{"utcqmma", "UTCQMMA, which is tcgen05.mma,", fifth},
    Lacking{"utcimma", "UTCIMMA, which is tcgen05.mma,", fifth},
    Lacking{"utcomma", "UTCOMMA, which is tcgen05.mma,", fifth},
    Lacking{"umma", "UMMA, which is tcgen05.mma,", fifth},
    Lacking{"sm100", "the matrix instruction of sm_100, tcgen05.mma,", fifth},
    Lacking{"sm103", "the matrix instruction of sm_103, tcgen05.mma,", fifth},
    Lacking{"tmem", "tensor memory, which is tcgen05's,", fifth},
    Lacking{"mxf4", "mma with kind::mxf4 or kind::mxf4nvf4", scaled},
    Lacking{"mxf8f6f4", "mma with kind::mxf8f6f4", scaled},
    Lacking{"nvf4", "mma with kind::mxf4nvf4", scaled},
    Lacking{"nvfp4", "mma with kind::mxf4nvf4", scaled},
    Lacking{"mxfp", "mma with block scaling", scaled},
    Lacking{"ue8m0", "mma with block scaling", scaled},
    Lacking{"ue4m3", "mma with block scaling", scaled},
    Lacking{"omma", "OMMA, which is mma with block scaling,", scaled},
    Lacking{"f8f6f4", "mma with kind::f8f6f4", mma_itself},
    Lacking{"e2m1", "mma of e2m1", mma_itself},
    Lacking{"e3m2", "mma of e3m2", mma_itself},
    Lacking{"e2m3", "mma of e2m3", mma_itself},
    Lacking{"sm120", "the mma of sm_120 for types of 4 and 6 bits", mma_itself},
    Lacking{"m16n16", "ldmatrix of 16x16 matrices", loads},
    Lacking{"m8n16", "ldmatrix of 8x16 matrices", loads},
    Lacking{"b8x16", "ldmatrix of 4 and 6 bits", loads},
    Lacking{"b6x16", "ldmatrix of 6 bits", loads},
    Lacking{"b4x16", "ldmatrix of 4 bits", loads},
};

bool names(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

std::string not_here(std::string_view what, std::string_view section) {
  return fmt::format("{} is not in this version: see the PTX ISA, {}.", what, section);
}

// True if the word means this row. m16n16 is also the beginning of WMMA's m16n16k16, so words of digits must match as a
// whole.
bool is_meant(const Lacking& row, std::string_view word) {
  const bool shape = row.word.front() == 'm' && row.word.find('n') != std::string_view::npos;
  return shape ? word == row.word : word.starts_with(row.word);
}

std::string missing_for(const std::vector<std::string>& words) {
  for (const Lacking& row : lacking_words)
    for (const std::string& word : words)
      if (is_meant(row, word)) return not_here(row.what, row.section);
  const bool scales = names(words, "block") || names(words, "factor") || names(words, "factors");
  if (scales && names(words, "scale")) return not_here("mma with block scaling", scaled);
  if (names(words, "stmatrix") && (names(words, "m16n8") || names(words, "b8")))
    return not_here("stmatrix of 8 bits", stores);
  if (names(words, "ldmatrix") && names(words, "b8")) return not_here("ldmatrix of 8 bits", loads);
  return "";
}

// True if wgmma has this depth for the type of the accumulator; the ids of accumulators do not name depths.
bool has_depth(const Kind& sum, int k) {
  return std::ranges::any_of(product_types(), [&](const ProductTypes& types) {
    return types.accumulator == sum.type && depth_of(Family::Wgmma, types.operand) == k;
  });
}

bool fits_shape(const KindQuery& query, const Kind& kind) {
  const auto fits = [](int wanted, int side) { return wanted == 0 || wanted == side; };
  const bool of_wgmma = kind.family == Family::Wgmma || kind.family == Family::SparseWgmma;
  if (!of_wgmma)
    return fits(query.shape.m, kind.shape.m) && fits(query.shape.n, kind.shape.n) && fits(query.shape.k, kind.shape.k);
  if (!fits(query.shape.m, kind.shape.m) || (kind.shape.n > 0 && !fits(query.shape.n, kind.shape.n))) return false;
  if (kind.shape.k > 0) return fits(query.shape.k, kind.shape.k);
  return query.shape.k == 0 || has_depth(kind, query.shape.k);
}

bool fits_type(const KindQuery& query, const Kind& kind) {
  const std::optional<ElementType>& placed = kind.operand == Operand::B             ? query.b
                                             : kind.operand == Operand::Accumulator ? query.sum
                                                                                    : query.a;
  if (placed && *placed != kind.type) return false;
  const bool sum = kind.operand == Operand::Accumulator;
  const std::vector<ElementType>& allowed = sum ? query.sums : query.multiplied;
  if (!allowed.empty() && std::ranges::find(allowed, kind.type) == allowed.end()) return false;
  return query.types.empty() || std::ranges::find(query.types, kind.type) != query.types.end();
}

// True if an A exists for this accumulator, of a name of machine code, which says what is multiplied. wgmma's names say
// no depth.
bool has_factors(const KindQuery& query, const Kind& sum) {
  if (!query.a && query.multiplied.empty()) return true;
  if (sum.operand != Operand::Accumulator || sum.threads > 32) return true;
  return std::ranges::any_of(catalogue(sum.family), [&](const Kind& kind) {
    return kind.operand == Operand::A && kind.shape == sum.shape && fits_type(query, kind);
  });
}

bool fits_order(const KindQuery& query, const Kind& kind) {
  if (kind.order == MemoryOrder::None) return true;
  const MemoryOrder wanted = kind.operand == Operand::B ? query.order_b : query.order_a;
  return wanted == MemoryOrder::None || wanted == kind.order;
}

bool fits_copy(const KindQuery& query, const Kind& kind) {
  const bool copies = kind.operand == Operand::Registers;
  if (query.stack > 0 && (!copies || query.stack != kind.stack)) return false;
  if (query.selector >= 0 && query.selector != kind.selector) return false;
  if (!query.transposed) return true;
  return copies ? *query.transposed == kind.transposed : !*query.transposed || kind.transposed;
}

bool fits_architecture(const KindQuery& query, const Kind& kind) {
  const auto has = [&](ComputeCapability each) {
    return each >= kind.since && (!kind.one_generation || each == kind.since);
  };
  return query.architectures.empty() || std::ranges::any_of(query.architectures, has);
}

bool fits(const KindQuery& query, const Kind& kind) {
  if (!query.wants(kind.family) || !query.wants(kind.operand)) return false;
  // The tiles of kernels are no instructions: only their own names find them.
  if (kind.family == Family::Sgemm && query.families == 0) return false;
  return fits_shape(query, kind) && fits_type(query, kind) && fits_order(query, kind) && fits_copy(query, kind) &&
         has_factors(query, kind) && fits_architecture(query, kind);
}

// Returns the kinds that fit, in the order of the catalogue.
std::vector<const Kind*> kinds_of(const KindQuery& query) {
  // wgmma of sparse matrices has the accumulators of wgmma.
  const bool with_sums = query.families == bit_of(Family::SparseWgmma) && query.shape.n > 0;
  KindQuery dense = query;
  dense.families = 0;
  dense.shape.k /= 2;
  std::vector<const Kind*> kinds;
  for (const Kind& kind : catalogue()) {
    const bool sum = with_sums && kind.family == Family::Wgmma && kind.operand == Operand::Accumulator;
    if (fits(sum ? dense : query, kind)) kinds.push_back(&kind);
  }
  return kinds;
}

// Says which architecture has what those that are named have not; empty if no architecture is named, or none has it.
std::string needs_another(KindQuery query) {
  if (query.architectures.empty()) return "";
  std::string named;
  for (const ComputeCapability each : std::exchange(query.architectures, {}))
    named += fmt::format("{}sm_{}", named.empty() ? "" : " or ", each);
  const std::vector<const Kind*> elsewhere = kinds_of(query);
  if (elsewhere.empty()) return "";
  const Kind& first = *std::ranges::min(elsewhere, {}, &Kind::since);
  return fmt::format("no such kind on {}: {} needs {}{}.", named, first.id, first_architecture(first),
                     first.one_generation ? "" : " or later");
}

}  // namespace

KindAnswer search_kinds(std::string_view text) {
  if (const Kind* const exact = find_kind(text)) return {{exact}, ""};
  const std::vector<std::string> words = query_words(text);
  KindAnswer answer{{}, missing_for(words)};
  if (!answer.missing.empty()) return answer;
  const KindQuery query = read_query(words);
  if (!query.understood) return answer;
  answer.missing = why_no_instruction(query);
  if (!answer.missing.empty()) return answer;
  answer.kinds = kinds_of(query);
  if (answer.kinds.empty()) answer.missing = needs_another(query);
  const bool of_wgmma = std::ranges::any_of(answer.kinds, [](const Kind* kind) { return kind->threads == 128; });
  // A of wgmma seldom comes from registers; its accumulator always does, and it alone has a width.
  if (of_wgmma && query.shape.n > 0)
    std::stable_partition(answer.kinds.begin(), answer.kinds.end(),
                          [](const Kind* kind) { return kind->operand == Operand::Accumulator; });
  return answer;
}

}  // namespace tcviz::inline gpu_layout
