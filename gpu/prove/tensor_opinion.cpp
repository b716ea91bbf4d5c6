#include "gpu/prove/tensor_opinion.hpp"

#include <fmt/format.h>

#include <map>

#include "gpu/prove/register_machine.hpp"
#include "gpu/source/probe/trial/tensor_product.hpp"

namespace tcviz::inline gpu_prove {
namespace {

// Returns the number of products to try: two elements that were exchanged are equal once in so many products, bits
// every second time.
int rounds_of(const TensorInstruction& instruction) {
  constexpr int of_bits = 20, of_nibbles = 6, of_others = 4, of_many = 2;
  if (element_bits(instruction.type) == 1) return of_bits;
  if (element_bits(instruction.type) == 4) return of_nibbles;
  return instruction.shape.n > 64 ? of_many : of_others;
}

// True if the layout has the kind's sizes: a file may hold anything under a kind's name.
bool is_of_size(const Layout& layout, const Kind& kind) {
  return layout.rows() == kind.rows() && layout.cols() == kind.cols() && layout.threads() == kind.threads &&
         layout.values() == kind.values;
}

// The layouts of one source by kind, each asked for once.
class KnownLayouts {
 public:
  explicit KnownLayouts(LayoutSource& source) : source_(&source) {}

  const std::string& name() const { return source_->info().name; }
  // Returns the layout of a kind, or null if the source does not have it.
  const Layout* of(const Kind* kind) {
    if (kind == nullptr) return nullptr;
    const auto [found, added] = known_.try_emplace(std::string(kind->id));
    if (added) {
      auto layout = layout_of(*source_, found->first);
      if (layout && is_of_size(layout.value(), *kind)) found->second = std::move(layout).value();
    }
    return found->second ? &*found->second : nullptr;
  }
  // Returns the layouts of all operands, or none.
  std::optional<TensorLayouts> of(const TensorInstruction& instruction) {
    const TensorLayouts all{of(instruction.a), of(instruction.b), of(instruction.sum), of(instruction.e)};
    const bool complete = all.a != nullptr && all.sum != nullptr && (all.b != nullptr || instruction.b == nullptr) &&
                          (all.e != nullptr || instruction.e == nullptr);
    return complete ? std::optional(all) : std::nullopt;
  }

 private:
  LayoutSource* source_;
  std::map<std::string, std::optional<Layout>, std::less<>> known_;
};

// Returns the verdict of all pairs of sources for one instruction.
KindOpinion opinion_on(const Kind& kind, const TensorInstruction& instruction, std::span<KnownLayouts> sources,
                       unsigned seed) {
  KindOpinion found;
  for (KnownLayouts& packing : sources) {
    for (KnownLayouts& reading : sources) {
      const auto packed = packing.of(instruction), read = reading.of(instruction);
      if (!packed || !read) continue;
      ++found.products;
      const std::string difference = differs_from_host(kind, instruction, *packed, *read->sum, seed);
      if (difference.empty()) ++found.agree;
      if (found.why.empty() && !difference.empty())
        found.why = fmt::format("packed by {}, read by {}: {}", packing.name(), reading.name(), difference);
    }
  }
  return found;
}

Opinion verdict(const KindOpinion& counted) {
  if (counted.products == 0) return Opinion::NotExecuted;
  return counted.agree == counted.products ? Opinion::Agrees : Opinion::Differs;
}

}  // namespace

bool multiplies(const Kind& kind) { return is_tensor(kind) && !is_move(kind); }

std::string differs_from_host(const Kind& kind, const TensorInstruction& instruction, const TensorLayouts& packed,
                              const Layout& read, unsigned seed) {
  for (int round = 0; round < rounds_of(instruction); ++round) {
    TensorProduct product =
        random_tensor_product(kind, instruction, packed, seed + 7919 * static_cast<unsigned>(round));
    product.layouts.sum = &read;
    const std::span<const std::uint32_t> words = product.request.words;
    const std::size_t each = words.size() / static_cast<std::size_t>(product.request.patterns);
    std::vector<std::uint32_t> d;
    for (std::size_t at = 0; at < words.size(); at += each) {
      const auto own = multiply_registers(instruction, words.subspan(at, each));
      d.insert(d.end(), own.begin(), own.end());
    }
    std::string difference = check_tensor_product(product, d);
    if (!difference.empty()) return difference;
  }
  return {};
}

std::vector<KindOpinion> tensor_opinions(std::span<const Kind* const> kinds, std::span<LayoutSource* const> sources,
                                         unsigned seed) {
  std::vector<KnownLayouts> known;
  for (LayoutSource* source : sources) known.emplace_back(*source);
  std::map<std::string, KindOpinion> done;  // by instruction: A, B and D have a part in the same
  std::vector<KindOpinion> opinions;
  for (const Kind* kind : kinds) {
    if (!multiplies(*kind)) continue;
    KindOpinion& sum = opinions.emplace_back();
    sum.kind = kind;
    for (const TensorInstruction& instruction : tensor_instructions(*kind, true)) {
      const auto [found, added] = done.try_emplace(instruction.id);
      if (added) found->second = opinion_on(*kind, instruction, known, seed);
      sum.products += found->second.products;
      sum.agree += found->second.agree;
      if (sum.why.empty()) sum.why = found->second.why;
    }
    sum.opinion = verdict(sum);
    if (sum.products == 0) sum.why = "no source here has the layouts of a whole product";
  }
  return opinions;
}

}  // namespace tcviz::inline gpu_prove
