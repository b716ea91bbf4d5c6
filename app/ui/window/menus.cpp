#include "app/ui/window/menus.hpp"

#include <cmath>

#include "app/session/whole/action.hpp"
#include "app/ui/window/menu_rows.hpp"
#include "app/ui/window/shortcuts.hpp"

namespace tcviz::inline app_ui {
namespace {

void draw_command(const Ui& ui, const MenuRow& row) {
  const bool on = row.on != nullptr && row.on(ui.document);
  const std::string_view why_not = row.why_not == nullptr ? std::string_view() : row.why_not(ui.document);
  const std::string_view keys = keys_of(row.chord);
  if (ImGui::MenuItem(row.name.data(), keys.empty() ? nullptr : keys.data(), on, can(row, ui.document)))
    ui.push(row.act(ui.document));
  if (!why_not.empty()) explain(ui, why_not);
}

// Draws the rows of one submenu from `at` on. Returns the row after them.
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
}

}  // namespace

void draw_menus(const Ui& ui) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float bar = ImGui::GetWindowSize().y, top = ImGui::GetWindowPos().y;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  ImGui::PushStyleColor(ImGuiCol_Text, ui.colors.accent);
  const bool open = ImGui::BeginMenu("        tcviz###tcviz");
  ImGui::PopStyleColor();
  const float left = at.x + ui.px(10), middle = top + bar / 2;
  for (const float line : {-4.0F, 0.0F, 4.0F}) {
    const float y = std::round(middle + line * ui.scale);
    draw.AddRectFilled({left, y}, {left + ui.px(11), y + ui.line()}, ui.colors.accent);
  }
  if (!open) return;
  for (int m = 0; m < menus; ++m) {
    const auto menu = static_cast<Menu>(m);
    if (!ImGui::BeginMenu(name_of(menu).data())) continue;
    draw_menu(ui, menu);
    ImGui::EndMenu();
  }
  ImGui::EndMenu();
}

}  // namespace tcviz::inline app_ui
