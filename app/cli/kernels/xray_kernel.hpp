// A kernel that a person's words ask for: read with its launch, executed, and executed again for one of its products.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/kernel/ptx/module.hpp"
#include "gpu/kernel/xray/verdict/launch_text.hpp"
#include "gpu/kernel/xray/verdict/xray.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_cli {

// The words as a person typed them; empty: not said.
struct KernelOptions {
  std::string file, launch_file, ptx, path, event, access;
  LaunchWords launch;
  std::vector<std::string> blocks;
  bool all_blocks = false;
  std::optional<double> seconds;
};
// The longest time that an execution takes by default, in seconds.
inline constexpr double seconds_at_first = 6, seconds_of_all_blocks = 60;
// The number of blocks that are executed at the same time: as many as there are cores, at most most_threads.
inline constexpr unsigned most_threads = 256;
int usual_threads();

struct ReadKernel {
  std::string source;
  PtxModule module;
  XrayRequest request;
};
Result<ReadKernel> read_kernel(const KernelOptions& options);
// Adds a path and an access to the request, if they are not empty.
Result<XrayRequest> request_with(XrayRequest request, const std::string& path, const std::string& access);

Result<XrayReport> execute_kernel(const ReadKernel& kernel, const XrayRequest& request, Sources& sources,
                                  const XrayHooks& hooks);
// Executes the kernel once more to keep the product that `event` asks for; if the kernel has no end, only as far as
// that product.
Status keep_product(const ReadKernel& kernel, XrayRequest request, const std::string& event, Sources& sources,
                    const XrayHooks& hooks, XrayReport& report);

}  // namespace tcviz::inline app_cli
