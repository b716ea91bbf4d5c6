// The actions of the workspace X-ray that are about the kernel's text and its file; xray_action.cpp applies all others.
#pragma once

#include "app/session/xray/xray_action.hpp"

namespace tcviz::inline app_session {

void apply_text(XrayState& state, const SaveXray& action);
void apply_text(XrayState& state, const TypeXrayPath& action);
void apply_text(XrayState& state, const WriteXray& action);
void apply_text(XrayState& state, const DiscardXray& action);
void apply_text(XrayState& state, const LeaveXraySave& action);
void apply_text(XrayState& state, const AskXrayLeave& action);
void apply_text(XrayState& state, const KeepXray& action);
void apply_text(XrayState& state, const TellXraySaved& action);

// Takes the text of the file. Returns true if the editor's text has become that.
bool take_text(XrayState& state, const TakeXrayText& action);
// Replaces the editor's text by another program's. Returns false if there is none.
bool take_other_text(XrayState& state);

// Writes the text to the file, and reports how that ended. The kernel's own file is not written if another program has
// written it since.
XrayAction saved_text(const XraySave& save);

}  // namespace tcviz::inline app_session
