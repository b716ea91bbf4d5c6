// Everything that a report says, but for the time, as one text: two reports are the same if their texts are.
#pragma once

#include <string>

#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz {

std::string described(const XrayReport& report);

}  // namespace tcviz
