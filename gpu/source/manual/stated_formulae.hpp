// The statements of the PTX manual about every kind, as formulae that are compared with other sources.
#pragma once

#include <vector>

#include "gpu/language/formula/published_formulae.hpp"

namespace tcviz::inline gpu_manual {

// Returns a row for each kind of the catalogue that the manual has a rule for; for the recording of an H200.
std::vector<PublishedFormula> stated_by_manual();
// Returns the number of slots that have an element either in the layout or in the manual's statement, but not in both.
int unread_mismatches(const PublishedFormula& claim, const Layout& asked);

}  // namespace tcviz::inline gpu_manual
