// `tcviz check --published`: checks formulae from published documents against the layouts of the sources that they
// describe.
#pragma once

#include <string>

#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

// Prints the results for `kind`; if it is empty, for all kinds, where right formulae are only counted.
Status print_published(const std::string& kind, bool json, Context& context);

}  // namespace tcviz::inline app_cli
