// Writes the output of `tcviz xray` as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/cli/kit/context.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"
#include "gpu/kernel/xray/verdict/request.hpp"

namespace tcviz::inline app_cli {

nlohmann::ordered_json xray_json(const XrayReport& report, const XrayRequest& launch);
std::string xray_text(const XrayReport& report, const XrayRequest& launch, bool explain);
// Returns the part of the text that says what each output is.
std::string outputs_text(const XrayReport& report);
// Returns one row for the accesses of a kind that a line of the source makes: a loop that is unrolled has many.
std::vector<XrayBanks> banks_by_line(const std::vector<XrayBanks>& all);
// Summarizes the report: "wrong: C".
std::string xray_summary(const XrayReport& report);

}  // namespace tcviz::inline app_cli
