// The child process that executes kernels for the window. Answers questions one after another, and keeps the last
// execution for further questions about it.
#pragma once

#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

// Answers the questions that arrive in frames (messages with a length) at the descriptor `input`, until it ends. The
// parent is kernel_runner() in app/session/xray/xray_child.hpp.
void serve_xray(int input, int output, const Context& context);

}  // namespace tcviz::inline app_cli
