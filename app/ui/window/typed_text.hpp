// What is typed into a field between two frames goes into the next one whole. Dear ImGui alone takes in about one key a
// frame, since a shortcut must not be missed: where frames are slow, letters would come seconds late.
#pragma once

namespace tcviz::inline app_ui {

// Before a frame. Only while a field has the keys, and only up to the first event that is no typing: what is pressed
// with Ctrl or Alt, keys that move or delete, and the mouse.
void gather_typed_text();

}  // namespace tcviz::inline app_ui
