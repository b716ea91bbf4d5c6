// Every key of the window in one table, which both the help and the keys read.
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
  std::string_view what;                                   // empty: the row before says it already
  bool while_typing = false;                               // also while a text field has the keys
  void (*act)(const Ui& ui, bool list_focused) = nullptr;  // null: the mouse does it, the row is for the help
  bool repeats = false;                                    // while the key is held down
  KeyGroup group = KeyGroup::Grids;
};
std::span<const Shortcut> shortcuts();

// Returns the keys of a chord as people write them ("Ctrl+F"); empty if it is no shortcut.
std::string_view keys_of(ImGuiKeyChord chord);

// Presses the keys of this frame. `popup_was_open`: before this frame, which may have closed it by the key.
// `list_focused`: the arrows walk the list even if something is pinned. `walk_taken`: arrows and Escape are another
// panel's.
void press_shortcuts(const Ui& ui, bool popup_was_open, bool list_focused, bool walk_taken = false);

// Returns the keys of the grids: views, colours, labels, the walk through cells, owners, threads and differences, the
// camera.
std::span<const Shortcut> grid_shortcuts();

}  // namespace tcviz::inline app_ui
