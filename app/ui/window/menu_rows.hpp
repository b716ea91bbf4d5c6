// The entries of the menus in one table, which the palette lists as well. Plain data: a row makes an action.
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
  ImGuiKeyChord chord = 0;                 // 0: no key; one of shortcuts()
  bool (*on)(const Document&) = nullptr;   // it has a tick
  bool (*can)(const Document&) = nullptr;  // greyed if false
  std::string_view words = {};             // other names of it
  bool line_above = false;
};
std::span<const MenuRow> menu_rows();

}  // namespace tcviz::inline app_ui
