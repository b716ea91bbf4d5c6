// Keys reach a frame as they were pressed. Dear ImGui lets one frame see a key go down and, of the same moment, Ctrl
// come up again: the frame then takes a quick Ctrl+3 for a 3.
#pragma once

namespace tcviz::inline app_ui {

// ImGui::NewFrame, but what is pressed or released of Ctrl, Shift, Alt and Super after another key waits for the next
// frame, with all that comes after it.
void new_frame_in_key_order();

// What is typed into a field between two frames goes into the next one whole. Dear ImGui alone takes in about one key a
// frame, since a shortcut must not be missed: where frames are slow, letters would come seconds late.
// Before a frame. Only while a field has the keys, and only up to the first event that is no typing: what is pressed
// with Ctrl or Alt, keys that move or delete, and the mouse.
void gather_typed_text();

}  // namespace tcviz::inline app_ui
