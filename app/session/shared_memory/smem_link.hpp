// The look of the workspace of shared memory as JSON, for links and settings.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/session/shared_memory/smem_state.hpp"

namespace tcviz::inline app_session {

nlohmann::json write_smem(const SmemLook& look);
// Throws what the JSON library throws where a value has another type; the caller catches it with all others.
SmemLook read_smem(const nlohmann::json& object);

}  // namespace tcviz::inline app_session
