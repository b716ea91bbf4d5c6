// Sources that are found once and kept for all requests of a process: each search gets a list whose entries pass
// questions on. So frequent questions cost no reading of files. A file that is recorded later is not seen.
#pragma once

#include <functional>

#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

// Wraps `find`, which it calls once for each LookFor. For one thread.
std::function<Sources(LookFor)> keep_sources(std::function<Sources(LookFor)> find);

}  // namespace tcviz::inline app_cli
