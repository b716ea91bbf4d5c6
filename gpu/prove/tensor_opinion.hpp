// A second opinion on layouts of mma, mma.sp, wgmma and wgmma.sp, without hardware: whole products with A, B, C and the
// metadata packed into registers by one source's layouts, multiplied by the register machine, and D read by another's.
// D is right only if the layouts, the machine and each other fit. Both orders of two sources are tried, so that a slip
// in either shows. No product can tell a renaming of m, n or k that is alike in all operands, in the layouts and in the
// machine.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/prove/second_opinion.hpp"
#include "gpu/source/probe/source.hpp"
#include "gpu/source/probe/trial/tensor_pattern.hpp"

namespace tcviz::inline gpu_prove {

// Tries one product: returns an empty text if D is A * B + C in every slot, otherwise the first difference. `packed`
// are the layouts of A, B, C and the metadata, `read` is D's. Tries random numbers as often as it takes for two
// exchanged values to show.
std::string differs_from_host(const Kind& kind, const TensorInstruction& instruction, const TensorLayouts& packed,
                              const Layout& read, unsigned seed);

// Returns the verdict on every product that a kind has a part in, for each pair of sources: `products` counts the
// pairs. Leaves out kinds of other families, and of instructions that multiply nothing.
std::vector<KindOpinion> tensor_opinions(std::span<const Kind* const> kinds, std::span<LayoutSource* const> sources,
                                         unsigned seed);
bool multiplies(const Kind& kind);  // true for kinds of these families

}  // namespace tcviz::inline gpu_prove
