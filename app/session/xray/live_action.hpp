// The actions on live registers (values of a fragment that a running kernel wrote to a file), which are shown in place
// of the kernel.
#pragma once

#include "app/session/xray/xray_action.hpp"

namespace tcviz::inline app_session {

// Applies `action`. A fragment, element or value that does not exist is not chosen.
void apply_live(XrayState& state, const OpenLive& action);
void apply_live(XrayState& state, const CloseLive& action);
void apply_live(XrayState& state, const ChooseLiveTake& action);
void apply_live(XrayState& state, const ExpectLive& action);
void apply_live(XrayState& state, const HoverLive& action);
void apply_live(XrayState& state, const ChooseLive& action);
void apply_live(XrayState& state, const MoveLive& action);
void apply_live(XrayState& state, const StepLiveWrong& action);
void apply_live(XrayState& state, const TakeLive& action);
void apply_live(XrayState& state, const FailLive& action);

}  // namespace tcviz::inline app_session
