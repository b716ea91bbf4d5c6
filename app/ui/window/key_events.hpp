// Key events before a frame: they arrive in the order in which they were pressed, and typed text arrives whole.
#pragma once

namespace tcviz::inline app_ui {

// Begins a frame of Dear ImGui, but lets Ctrl, Shift, Alt and Super that change after another key wait for the next
// frame, with all later events. Otherwise a frame may see a key go down and Ctrl come up, and take a quick Ctrl+3
// for 3.
void new_frame_in_key_order();

// Lets the next frame take in all text that was typed into a field since the last one; to be called before a frame.
// Dear ImGui alone takes in about one key a frame, so that letters come seconds late if frames are slow. Works while a
// field has the keys, up to the first event that types nothing: a key with Ctrl or Alt, one that moves or deletes, the
// mouse.
void gather_typed_text();

}  // namespace tcviz::inline app_ui
