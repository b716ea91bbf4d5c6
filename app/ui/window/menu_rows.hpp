// Everything that the menus offer, in one table; the palette lists the same rows. Plain data: what a row does is an
// action of the document.
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
  bool (*on)(const Document&) = nullptr;   // a tick stands before it
  bool (*can)(const Document&) = nullptr;  // greyed if false
  std::string_view words = {};             // what else people call it
  bool line_above = false;
};
std::span<const MenuRow> menu_rows();

}  // namespace tcviz::inline app_ui
