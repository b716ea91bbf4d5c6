// `tcviz xray --watch`: answers again whenever the kernel has been saved.
#pragma once

#include <functional>

#include "app/cli/kernels/xray_kernel.hpp"
#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

// Executes the kernel and prints what was found; sets `interrupted` if Ctrl-C ended that.
using WatchedAnswer = std::function<Status(bool& interrupted)>;
// Answers at once, and after every save of the kernel or of its launch, until Ctrl-C, or until nobody reads the answers
// any more. What cannot be executed is said, and a file that is gone is waited for. Returns the end of the last answer,
// or the error of a file that is not there.
Status answer_every_save(const KernelOptions& options, const WatchedAnswer& answer, Context& context);

}  // namespace tcviz::inline app_cli
