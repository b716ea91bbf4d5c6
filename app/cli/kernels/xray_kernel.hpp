// A kernel that was asked for by words: read with its launch, executed, and executed again for one of its products.
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

// As typed; empty: not said.
struct KernelOptions {
  std::string file, launch_file, ptx, path, event, access;
  LaunchWords launch;
  std::vector<std::string> blocks;
  bool all_blocks = false;
  std::optional<double> seconds;
};
// The longest that an execution takes if nobody says otherwise, in seconds.
inline constexpr double seconds_at_first = 6, seconds_of_all_blocks = 60;
// Gives the number of blocks that are executed at the same time: as many as there are cores.
inline constexpr unsigned most_threads = 256;
int usual_threads();

struct ReadKernel {
  std::string source;
  PtxModule module;
  XrayRequest request;
};
Result<ReadKernel> read_kernel(const KernelOptions& options);
// Asks for a path and an access too, where they are not empty.
Result<XrayRequest> request_with(XrayRequest request, const std::string& path, const std::string& access);

Result<XrayReport> execute_kernel(const ReadKernel& kernel, const XrayRequest& request, Sources& sources,
                                  const XrayHooks& hooks);
// The product that is asked for is kept by executing once more, no further than it where there is no end.
Status keep_product(const ReadKernel& kernel, XrayRequest request, const std::string& event, Sources& sources,
                    const XrayHooks& hooks, XrayReport& report);

}  // namespace tcviz::inline app_cli
