// Of what `tcviz xray --json` printed: the accesses to shared memory.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline app_session {

// Throws what is caught where the whole answer is read.
void read_bank_accesses(const nlohmann::json& answer, XrayReport& into);

}  // namespace tcviz::inline app_session
