// Every key of the window in one table: what the help lists is what the keys do.
#pragma once

#include <span>
#include <string_view>

#include "app/ui/panel.hpp"

namespace tcviz {

struct Shortcut {
  ImGuiKeyChord chord = 0;
  std::string_view keys;                                   // "Ctrl+F"
  std::string_view what;                                   // empty: the row before says it already
  bool while_typing = false;                               // also while a text field has the keys
  void (*act)(const Ui& ui, bool list_focused) = nullptr;  // null: the mouse does it, the row is for the help
  bool repeats = false;                                    // while the key is held down
};
std::span<const Shortcut> shortcuts();

// `list_focused`: the arrows walk the list even where something is pinned.
void press_shortcuts(const Ui& ui, bool list_focused);

}  // namespace tcviz
