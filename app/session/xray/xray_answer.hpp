// What `tcviz xray --json` printed, as the report that it was made of.
#pragma once

#include <string_view>

#include "gpu/kernel/xray/verdict/report.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

// The numbers of arrays are not in it, nor what an access should have waited for. BadInput: this is no such answer.
Result<XrayReport> read_xray_answer(std::string_view json);

}  // namespace tcviz::inline app_session
