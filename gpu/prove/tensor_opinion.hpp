// Checks layouts of mma, mma.sp, wgmma and wgmma.sp a second way, without hardware: packs A, B, C and the metadata of
// whole products into registers by one source's layouts, multiplies with the register machine (register_machine.hpp),
// and reads D by another source's layout. D is right only if all layouts and the machine fit each other. Both orders of
// two sources are tried, so that an error in either is noticed. An error that renames m, n or k equally in all
// operands, in the layouts and in the machine, cannot be noticed.
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

// Computes one product. Returns an empty text if D is A * B + C in every slot, else the first difference. `packed` has
// the layouts of A, B, C and the metadata, `read` is that of D. Repeats the product with random numbers until any two
// exchanged values would have been noticed.
std::string differs_from_host(const Kind& kind, const TensorInstruction& instruction, const TensorLayouts& packed,
                              const Layout& read, unsigned seed);

// Returns the result for each kind over every product in which it takes part and every pair of sources;
// KindOpinion::products counts the pairs. Skips kinds of other families, and of instructions that do not multiply.
std::vector<KindOpinion> tensor_opinions(std::span<const Kind* const> kinds, std::span<LayoutSource* const> sources,
                                         unsigned seed);
// True for a kind of one of these families.
bool multiplies(const Kind& kind);

}  // namespace tcviz::inline gpu_prove
