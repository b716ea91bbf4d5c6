// One access to shared memory as text and as JSON: lanes, phases, wavefronts, and what lies there.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline app_cli {

nlohmann::ordered_json access_json(const BankAccess& access);
std::string access_text(const BankAccess& access);
// That no access fits the wish, and which there are.
Error no_such_access(const AccessWish& wish, const XrayReport& report);

}  // namespace tcviz::inline app_cli
