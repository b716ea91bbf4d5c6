// Kernels executed with labels for another process, one question after the other: an execution is kept for the next
// question.
#pragma once

#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

// Answers frames until `input` ends; the other end is kernel_runner (app/session/xray/xray_child.hpp).
void serve_xray(int input, int output, const Context& context);

}  // namespace tcviz::inline app_cli
