// A tensor-core instruction of a kernel as a figure: the choice of the instruction, and its own account.
#pragma once

#include <string>
#include <string_view>

#include "app/export/figure/figure.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"
#include "gpu/kernel/xray/verdict/request.hpp"

namespace tcviz::inline app_cli {

// Returns the step of the product that `wish` ("3:w1": the fourth of warp 1) names; without a wish that of the first
// finding in a product, else the first.
Result<std::int64_t> product_step(const XrayReport& report, std::string_view wish);

struct XraySource {
  std::string file, text;
};
// Writes the bytes of a figure file. The report has a snapshot.
Result<std::string> xray_figure(const XrayReport& report, const XrayRequest& launch, const XraySource& source,
                                FigureFormat format);

std::string sha256(std::string_view bytes);

}  // namespace tcviz::inline app_cli
