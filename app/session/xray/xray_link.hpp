// The look of the workspace X-ray as JSON, for links and for what comes back after a restart.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/session/xray/xray_state.hpp"

namespace tcviz::inline app_session {

// A source above most_linked_source is left out: the path of its file stands for it, if it has one.
nlohmann::json write_xray(const XrayLook& look);
// Throws what the JSON library throws.
XrayLook read_xray(const nlohmann::json& object);
// Opens what the look is of, and has it executed.
void follow_xray(XrayState& state, const XrayLook& look);

}  // namespace tcviz::inline app_session
