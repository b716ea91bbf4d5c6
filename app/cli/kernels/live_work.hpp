// Live registers read for another process, one question after the other.
#pragma once

#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

// Answers frames until `input` ends; the other end is live_reader (app/session/xray/xray_child.hpp).
void serve_live(int input, int output, Context context);

}  // namespace tcviz::inline app_cli
