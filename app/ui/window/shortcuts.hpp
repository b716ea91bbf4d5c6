// The table of all keys of the window. The help shows it.
#pragma once

#include <span>
#include <string_view>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// The columns of the help.
enum class KeyGroup { Grids, Selection, Kinds, Window };
inline constexpr int key_groups = 4;
std::string_view name_of(KeyGroup group);

struct Shortcut {
  ImGuiKeyChord chord = 0;
  std::string_view keys;                                   // "Ctrl+F"
  std::string_view what;                                   // description; empty: that of the row before
  bool while_typing = false;                               // works also while a text field has the keyboard focus
  void (*act)(const Ui& ui, bool list_focused) = nullptr;  // null: a row for the help only, about the mouse
  bool repeats = false;                                    // repeats while the key is held down
  KeyGroup group = KeyGroup::Grids;
};
std::span<const Shortcut> shortcuts();

// Returns the name of a shortcut, "Ctrl+F"; empty if `chord` is not a shortcut.
std::string_view keys_of(ImGuiKeyChord chord);

// Performs the shortcuts that were pressed in this frame. `popup_was_open`: a popup was open before this frame (which
// the key may have closed). `list_focused`: arrows move in the list of kinds even if a cell is pinned. `walk_taken`: a
// panel handles arrows and Escape itself.
void press_shortcuts(const Ui& ui, bool popup_was_open, bool list_focused, bool walk_taken = false);

// Returns the keys of the grids: for views, colours and labels, for moving through cells, owners, threads and
// differences, and for the camera.
std::span<const Shortcut> grid_shortcuts();

}  // namespace tcviz::inline app_ui
