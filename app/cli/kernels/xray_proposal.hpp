// The launch that `tcviz xray` proposes for a kernel without a launch comment: as text, as questions, and as a comment
// in the source.
#pragma once

#include <string>

#include "app/cli/kernels/xray_kernel.hpp"
#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

// Returns a function that asks one question for each field that is not known, on the terminal.
ProposalQuestion questions_on(Context& context);
// Returns the proposed launch, with where each part comes from; empty: the launch was stated. `inserted`: it is in the
// source now.
std::string proposal_text(const ReadKernel& kernel, bool inserted);
// Writes the proposed launch as a comment into the source.
Status insert_launch(const std::string& path, const ReadKernel& kernel, Context& context);

}  // namespace tcviz::inline app_cli
