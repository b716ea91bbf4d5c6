// Keys reach a frame as they were pressed. Dear ImGui lets one frame see a key go down and, of the same moment, Ctrl
// come up again: the frame then takes a quick Ctrl+3 for a 3.
#pragma once

namespace tcviz::inline app_ui {

// ImGui::NewFrame, but what is pressed or released of Ctrl, Shift, Alt and Super after another key waits for the next
// frame, with all that comes after it.
void new_frame_in_key_order();

}  // namespace tcviz::inline app_ui
