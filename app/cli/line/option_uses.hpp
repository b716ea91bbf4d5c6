// Refuses options that a command would ignore: those that have a use only beside others, and those that leave others
// none.
#pragma once

#include <string_view>

#include "gpu/layout/result.hpp"

namespace CLI {
class App;
}

namespace tcviz::inline app_cli {

// Returns an error if what was typed for this command, "image", has an option that has no use there.
Status check_uses(const CLI::App& app, std::string_view command);

}  // namespace tcviz::inline app_cli
