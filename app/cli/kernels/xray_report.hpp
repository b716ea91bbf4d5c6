// Writes the output of `tcviz xray` as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "app/cli/kit/context.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"
#include "gpu/kernel/xray/verdict/request.hpp"

namespace tcviz::inline app_cli {

nlohmann::ordered_json xray_json(const XrayReport& report, const XrayRequest& launch);
std::string xray_text(const XrayReport& report, const XrayRequest& launch, bool explain);
// Summarizes the report: "wrong: C".
std::string xray_summary(const XrayReport& report);

}  // namespace tcviz::inline app_cli
