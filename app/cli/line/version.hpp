// tcviz --version, in a line for people or as JSON for reports of errors.
#pragma once

#include <string>

#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

std::string version_line(const Context& context);
// {"version", "commit", "compiler", "cuda"}: null where it is not known, or where there is none.
std::string version_json(const Context& context);

}  // namespace tcviz::inline app_cli
