// Keeps the sources of layouts of a long-running process: searches once, and returns for each further search a list
// that refers to the same sources, so that files are read only once. Files that are recorded later are not found.
#pragma once

#include <functional>

#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

// Returns a function that calls `find` at most once for each LookFor. To be used by one thread only.
std::function<Sources(LookFor)> keep_sources(std::function<Sources(LookFor)> find);

}  // namespace tcviz::inline app_cli
