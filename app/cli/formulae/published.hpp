// `tcviz check --published`: checks the formulae that documents state against the sources that they describe.
#pragma once

#include <string>

#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

// Prints the verdicts on one kind, or on all if `kind` is empty, with those that are right only counted.
Status print_published(const std::string& kind, bool json, Context& context);

}  // namespace tcviz::inline app_cli
