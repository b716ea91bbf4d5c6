// Describes one access to shared memory, which the X-ray recorded, as text: lanes, phases, wavefronts, and the elements
// at the addresses.
#pragma once

#include <string>

#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline app_cli {

std::string access_text(const BankAccess& access);
// Returns the error that no access matches `wish` (the option --access), with a list of the accesses.
Error no_such_access(const AccessWish& wish, const XrayReport& report);

}  // namespace tcviz::inline app_cli
