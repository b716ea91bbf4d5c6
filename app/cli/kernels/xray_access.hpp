// One access to shared memory as text: lanes, phases, wavefronts, and the elements that lie there.
#pragma once

#include <string>

#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline app_cli {

std::string access_text(const BankAccess& access);
// Says that no access fits the wish, and lists those that there are.
Error no_such_access(const AccessWish& wish, const XrayReport& report);

}  // namespace tcviz::inline app_cli
