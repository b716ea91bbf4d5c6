#include "app/ui/menus.hpp"

#include "app/ui/menu_rows.hpp"
#include "app/ui/shortcuts.hpp"

namespace tcviz {
namespace {

void draw_command(const Ui& ui, const MenuRow& row) {
  const bool on = row.on != nullptr && row.on(ui.document);
  const bool can = row.can == nullptr || row.can(ui.document);
  const std::string_view keys = keys_of(row.chord);
  if (ImGui::MenuItem(row.name.data(), keys.empty() ? nullptr : keys.data(), on, can)) ui.push(row.act(ui.document));
}

// Rows of the menu from `at` on that stand in one submenu. Returns the row after them.
std::size_t draw_group(const Ui& ui, std::size_t at) {
  const MenuRow& first = menu_rows()[at];
  const bool open = ImGui::BeginMenu(first.group.data());
  for (; at < menu_rows().size(); ++at) {
    const MenuRow& row = menu_rows()[at];
    if (row.menu != first.menu || row.group != first.group) break;
    if (open) draw_command(ui, row);
  }
  if (open) ImGui::EndMenu();
  return at;
}

void draw_kept(const Ui& ui) {
  if (ui.document.arrangements.empty()) return;
  ImGui::Separator();
  for (const PanelArrangement& kept : ui.document.arrangements) {
    ImGui::PushID(kept.name.c_str());
    const bool chosen = kept.name == ui.document.arrangement;
    if (ImGui::MenuItem(kept.name.c_str(), nullptr, chosen)) ui.push(WindowAction(ChooseArrangement{kept.name}));
    ImGui::PopID();
  }
  if (!ImGui::BeginMenu("Delete")) return;
  for (const PanelArrangement& kept : ui.document.arrangements) {
    if (ImGui::MenuItem(kept.name.c_str())) ui.push(WindowAction(DropArrangement{kept.name}));
  }
  ImGui::EndMenu();
}

void draw_menu(const Ui& ui, Menu menu) {
  for (std::size_t at = 0; at < menu_rows().size();) {
    const MenuRow& row = menu_rows()[at];
    if (row.menu != menu) {
      ++at;
      continue;
    }
    if (row.line_above) ImGui::Separator();
    if (!row.group.empty()) {
      at = draw_group(ui, at);
      continue;
    }
    draw_command(ui, row);
    ++at;
  }
  if (menu == Menu::Layout) draw_kept(ui);
}

}  // namespace

void draw_menus(const Ui& ui) {
  for (int m = 0; m < menus; ++m) {
    const auto menu = static_cast<Menu>(m);
    if (!ImGui::BeginMenu(name_of(menu).data())) continue;
    draw_menu(ui, menu);
    ImGui::EndMenu();
  }
}

}  // namespace tcviz
