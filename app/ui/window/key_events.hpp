// Prepares the queue of key events for Dear ImGui before a frame, so that no keys are confused or late if frames are
// slow.
#pragma once

#include <string>

namespace tcviz::inline app_ui {

// Begins a frame of Dear ImGui. If Ctrl, Shift, Alt or Super changes after another key, delays this and all later
// events to the next frame. Otherwise a frame could get both a key press and the release of Ctrl, and take a fast
// Ctrl+3 for 3.
void new_frame_in_key_order();

// Takes letters and digits out of the waiting events, with their keys, and returns them. After a letter also signs and
// spaces: the text is one word with what follows, or if `within` is set, with what was taken before. Leaves all events
// if Ctrl, Alt or Super is held.
std::string take_typed_text(bool within);

// Makes the next frame handle all text that was typed into a field since the last frame; to be called before a frame.
// Dear ImGui alone handles about one key per frame, so letters appear late if frames are slow. Works while a field has
// the keyboard focus, up to the first event that does not type: a key with Ctrl or Alt, one that moves or deletes, the
// mouse.
void gather_typed_text();

}  // namespace tcviz::inline app_ui
