#include "app/ui/window/help.hpp"

#include <algorithm>

#include "app/session/whole/action.hpp"
#include "app/ui/window/shortcuts.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float column_width = 330, keys_width = 112;  // points

void draw_key_rows(const Ui& ui, std::span<const Shortcut> rows, KeyGroup group) {
  for (const Shortcut& row : rows) {
    if (row.what.empty() || row.group != group) continue;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    mono(ui, ui.colors.accent, row.keys);
    const float keys = ImGui::GetItemRectSize().x + ui.px(12);
    ImGui::SameLine(0, 0);
    ImGui::SetCursorScreenPos({at.x + std::max(keys, ui.px(keys_width)), at.y});
    wrapped(ui, ui.colors.text, row.what);
  }
}

void draw_key_group(const Ui& ui, KeyGroup group) {
  heading(ui, name_of(group));
  ImGui::Dummy({0, ui.px(2)});
  draw_key_rows(ui, shortcuts(), group);
  draw_key_rows(ui, grid_shortcuts(), group);
  ImGui::Dummy({0, ui.px(8)});
}

}  // namespace

bool begin_dialog(const Ui& ui, const char* title, float width, bool& open) {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float wide = std::min(ui.px(width), viewport.Size.x - ui.px(16));
  ImGui::SetNextWindowPos(viewport.GetCenter(), ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSizeConstraints({wide, 0}, {wide, viewport.Size.y - ui.px(16)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ui.colors.panel);
  const bool visible =
      ImGui::Begin(title, &open,
                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoResize | ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::PopStyleColor();
  return visible;
}

// Draws all keys; in two columns if there is room: Grids and Selection beside Kinds and Window.
void draw_help(const Ui& ui) {
  if (!ui.document.help_open) return;
  bool open = true;
  const bool two = ImGui::GetMainViewport()->Size.x > ui.px(2 * column_width + 60);
  if (begin_dialog(ui, "Keys###help", two ? 2 * column_width + 40 : column_width + 30, open)) {
    if (ImGui::BeginTable("##keys", two ? 2 : 1, ImGuiTableFlags_SizingStretchSame)) {
      ImGui::TableNextColumn();
      draw_key_group(ui, KeyGroup::Grids);
      draw_key_group(ui, KeyGroup::Selection);
      ImGui::TableNextColumn();
      draw_key_group(ui, KeyGroup::Window);
      draw_key_group(ui, KeyGroup::Kinds);
      ImGui::EndTable();
    }
  }
  ImGui::End();
  if (!open) ui.push(ShowHelp{false});
}

void draw_about(const Ui& ui) {
  if (!ui.document.about_open) return;
  bool open = true;
  if (begin_dialog(ui, "About tcviz###about", 420, open)) {
    wrapped(ui, ui.colors.text,
            "tcviz shows how NVIDIA tensor-core instructions spread a matrix over the threads and registers of a warp, "
            "as the GPU itself answers when it is asked.");
    ImGui::Dummy({0, ui.px(4)});
    wrapped(ui, ui.colors.dim,
            "No layout is shown for a device that it was not established for: the stamp at the top right says where "
            "the one on screen comes from.");
  }
  ImGui::End();
  if (!open) ui.push(ShowAbout{false});
}

}  // namespace tcviz::inline app_ui
