// What the PTX manual states of every kind, as formulae that are held against other sources.
#pragma once

#include <vector>

#include "gpu/language/formula/published_formulae.hpp"

namespace tcviz::inline gpu_manual {

// A row for each kind of the catalogue that the manual has a rule for; for the recording of an H200.
std::vector<PublishedFormula> stated_by_manual();
// How many slots the manual leaves without an element and the layout does not, or the other way round.
int unread_mismatches(const PublishedFormula& claim, const Layout& asked);

}  // namespace tcviz::inline gpu_manual
