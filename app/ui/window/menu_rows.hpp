// The table of all menu entries; the command palette lists them, too.
#pragma once

#include <span>
#include <string_view>

#include "app/ui/kit/panel.hpp"
#include "imgui.h"

namespace tcviz::inline app_ui {

enum class Menu { File, Edit, View, Panels, Help };
inline constexpr int menus = 5;
std::string_view name_of(Menu menu);

struct MenuRow {
  Menu menu = Menu::File;
  std::string_view group = {};  // the submenu; empty: the menu itself
  std::string_view name = {};
  Action (*act)(const Document&) = nullptr;
  ImGuiKeyChord chord = 0;                                 // shortcut, which is in shortcuts(); 0: none
  bool (*on)(const Document&) = nullptr;                   // true if it has a tick; null: it never has
  bool (*can)(const Document&) = nullptr;                  // false if it is disabled; null: it never is
  std::string_view (*why_not)(const Document&) = nullptr;  // the reason for a grey row; empty, or null: it is not grey
  std::string_view words = {};                             // further words by which the palette finds it
  std::string_view more_words = {};                        // those of the view that a workspace consists of
  bool line_above = false;
};
std::span<const MenuRow> menu_rows();
// True if the row is not grey.
inline bool can(const MenuRow& row, const Document& document) {
  return (row.can == nullptr || row.can(document)) && (row.why_not == nullptr || row.why_not(document).empty());
}

}  // namespace tcviz::inline app_ui
