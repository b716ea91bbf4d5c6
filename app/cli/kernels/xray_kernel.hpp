// Reads and executes the kernel for the options of `tcviz xray`.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/kernel/ptx/module.hpp"
#include "gpu/kernel/xray/verdict/launch_proposal.hpp"
#include "gpu/kernel/xray/verdict/xray.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_cli {

// The options as typed; empty: not given.
struct KernelOptions {
  std::string file, launch_file, ptx, path, event, access;
  std::string opened;  // path of the file of which `file` is a copy; empty: it is none
  LaunchWords launch;
  std::vector<std::string> blocks, flags;  // flags: of the compiler
  bool all_blocks = false;
  std::optional<double> seconds;
};
// The default time limits of an execution, in seconds: of the first blocks, and of all blocks.
inline constexpr double seconds_at_first = 6, seconds_of_all_blocks = 60;
// The largest number of blocks that are executed in parallel; usual_threads() is that of the cores, if it is not
// larger.
inline constexpr unsigned most_threads = 256;
int usual_threads();

// A kernel that has been read, with the request to execute it.
struct ReadKernel {
  std::string source;
  PtxModule module;
  XrayRequest request;
  LaunchWords words = {};                       // of the request
  std::vector<std::string> notes = {};          // about the way it was read
  std::optional<LaunchProposal> proposal = {};  // of what the user left out; none: the launch was stated
};
// Completes a proposal, if there is somebody to ask.
using ProposalQuestion = std::function<Status(LaunchProposal&)>;
// Reads the source and the launch; compiles a source in CUDA C++. Proposes what the launch lacks.
Result<ReadKernel> read_kernel(const KernelOptions& options, const ProposalQuestion& ask = {});
// Adds the options --path and --access to the request, if they are not empty.
Result<XrayRequest> request_with(XrayRequest request, const std::string& path, const std::string& access);

// Executes the kernel. `sources` provides the layouts of fragments.
Result<XrayReport> execute_kernel(const ReadKernel& kernel, const XrayRequest& request, Sources& sources,
                                  const XrayHooks& hooks);
// Does the same, and if the launch was proposed and its result is not right, tries the proposal's other readings of the
// arrays: the first one that is right becomes that of `kernel`.
Result<XrayReport> execute_as_proposed(ReadKernel& kernel, const KernelOptions& options, Sources& sources,
                                       const XrayHooks& hooks);
// Executes the kernel again to add to `report` the cells of the product that `event` names (see product_step). If the
// kernel does not end, executes it only up to that product.
Status keep_product(const ReadKernel& kernel, XrayRequest request, const std::string& event, Sources& sources,
                    const XrayHooks& hooks, XrayReport& report);

}  // namespace tcviz::inline app_cli
