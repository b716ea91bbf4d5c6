// Writes a figure of one product (an executed tensor-core instruction) of a kernel.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/export/figure/carried_picture.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"
#include "gpu/kernel/xray/verdict/request.hpp"

namespace tcviz::inline app_cli {

// Returns the step (number of the executed instruction) of a product. `wish`: "3:w1" is the fourth product of warp 1;
// empty: the first product with a finding, or else the first.
Result<std::int64_t> product_step(const XrayReport& report, std::string_view wish);

// The source file of the kernel: path and content.
struct XraySource {
  std::string file, text;
};
// Draws the figure. The report must have a snapshot (the cells of the product).
Result<Scene> xray_figure(const XrayReport& report, const XrayRequest& launch, const XraySource& source);

struct KernelOptions;
struct ReadKernel;
// Returns what the figure carries: the kernel's source, PTX and launch file, and the command with `words`, its options.
Result<CarriedPicture> xray_carried(const KernelOptions& options, const ReadKernel& kernel,
                                    const std::vector<std::string>& words);

std::string sha256(std::string_view bytes);

}  // namespace tcviz::inline app_cli
