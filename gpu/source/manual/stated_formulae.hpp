// The PTX manual's statements as formulae, for comparison with layouts from other sources.
#pragma once

#include <vector>

#include "gpu/language/formula/published_formulae.hpp"

namespace tcviz::inline gpu_manual {

// Returns a formula for each kind about which the manual has a rule, to be compared with the layouts recorded on an
// H200 (sm_90).
std::vector<PublishedFormula> stated_by_manual();
// Returns the number of slots that hold an element in only one of two layouts: `asked`, and the layout that the manual
// states for the kind of `claim`.
int unread_mismatches(const PublishedFormula& claim, const Layout& asked);

}  // namespace tcviz::inline gpu_manual
