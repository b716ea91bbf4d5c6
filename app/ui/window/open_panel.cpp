#include "app/ui/window/open_panel.hpp"

#include <algorithm>
#include <filesystem>

#include "app/session/whole/action.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

constexpr float open_panel_width = 640, open_row_height = 24, open_rows = 14;  // points

}  // namespace

void OpenPanel::draw(const Ui& ui) {
  const bool opens = ui.document.open_file_open && !was_open_;
  was_open_ = ui.document.open_file_open;
  if (!was_open_) return;
  if (opens) open();
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos({viewport.GetCenter().x, viewport.Pos.y + ui.px(48)}, ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSize({std::min(ui.px(open_panel_width), viewport.Size.x - ui.px(24)), 0});
  if (opens) ImGui::SetNextWindowFocus();
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ui.colors.panel);
  ImGui::Begin("###open", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNavInputs);
  ImGui::PopStyleColor();
  heading(ui, "Open a file");
  label(ui, ui.colors.dim,
        "Layouts, figures, runs of products (tcviz bench gemm), lessons, kernels. Tab completes a path.");
  if (opens || std::exchange(typed_anew_, false)) ImGui::SetKeyboardFocusHere();
  draw_field(ui);
  if (!ui.document.open_failed.empty()) wrapped(ui, ui.colors.bad, ui.document.open_failed);
  draw_list(ui);
  press_keys(ui);
  const bool left = !opens && !ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
                    ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  if (left) ui.push(WindowAction(ShowOpenFile{false}));
  ImGui::End();
}

void OpenPanel::open() {
  std::error_code none;
  const std::string here = std::filesystem::current_path(none).string();
  type(here == "/" ? here : here + "/");
}

void OpenPanel::type(const std::string& path) {
  path_ = {};
  path.copy(path_.data(), path_.size() - 1);
  entries_ = entries_for(path_.data());
  at_ = 0;
  moved_ = true;
  if (ImGuiInputTextState* const state = ImGui::GetInputTextState(ImGui::GetActiveID()))
    state->ReloadUserBufAndMoveToEnd();
}

void OpenPanel::draw_field(const Ui& ui) {
  ImGui::SetNextItemWidth(-FLT_MIN);
  ImGui::PushFont(ui.fonts.mono, 13);
  if (ImGui::InputTextWithHint("##path", "path of a file", path_.data(), path_.size())) {
    entries_ = entries_for(path_.data());
    at_ = 0;
    moved_ = true;
  }
  ImGui::PopFont();
  if (ImGui::IsItemActivated()) {
    if (ImGuiInputTextState* const state = ImGui::GetInputTextState(ImGui::GetItemID()))
      state->ReloadUserBufAndMoveToEnd();
  }
  if (ImGui::IsItemActive()) ImGui::SetKeyOwner(ImGuiKey_Tab, ImGui::GetItemID());
  if (ImGui::IsItemActive() && ImGui::IsKeyPressed(ImGuiKey_Tab, false, ImGui::GetItemID()))
    type(completed_path(path_.data(), entries_));
}

void OpenPanel::draw_list(const Ui& ui) {
  const std::vector<std::string>& recent = ui.document.recent_files;
  listed_ = entries_.size() + recent.size();
  const float room = ImGui::GetMainViewport()->Size.y - ui.px(190);
  const float rows = std::clamp(static_cast<float>(listed_) + (recent.empty() ? 0.0F : 2.0F), 1.0F, open_rows);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (ImGui::BeginChild("##files", {0, std::min(rows * ui.px(open_row_height), std::max(room, ui.px(60)))},
                        ImGuiChildFlags_None, ImGuiWindowFlags_NoNavInputs)) {
    if (listed_ == 0) label(ui, ui.colors.dim, "Nothing there that can be opened.");
    std::size_t at = 0;
    std::optional<FolderEntry> chosen;
    for (const FolderEntry& entry : entries_)
      if (draw_entry(ui, entry, at++)) chosen = entry;
    if (!recent.empty()) label(ui, ui.colors.dim, "Opened before");
    for (const std::string& path : recent) {
      const FolderEntry entry{path, path, false};
      if (draw_entry(ui, entry, at++)) chosen = entry;
    }
    if (chosen) choose(ui, *chosen);
    moved_ = false;
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

bool OpenPanel::draw_entry(const Ui& ui, const FolderEntry& entry, std::size_t at) {
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, ui.px(open_row_height));
  ImGui::PushID(static_cast<int>(at));
  const bool pressed = ImGui::InvisibleButton("##entry", size);
  ImGui::PopID();
  if (ImGui::IsItemHovered() && ImGui::GetIO().MouseDelta.x + ImGui::GetIO().MouseDelta.y != 0) at_ = at;
  if (at == at_) {
    ImGui::GetWindowDrawList()->AddRectFilled(low, {low.x + size.x, low.y + size.y}, ui.colors.selection, ui.px(4));
    if (moved_ && !ImGui::IsItemVisible()) ImGui::SetScrollHereY();
  }
  const std::string shown = entry.is_folder ? entry.name + "/" : entry.name;
  put_text_cut(ui, ui.fonts.mono, 13, {low.x + ui.px(8), low.y + ui.px(4)}, size.x - ui.px(16),
               entry.is_folder ? ui.colors.accent : ui.colors.text, shown);
  return pressed;
}

void OpenPanel::choose(const Ui& ui, const FolderEntry& entry) {
  if (!entry.is_folder) return ui.push(WindowAction(OpenFile{entry.path}));
  type(entry.path);
  typed_anew_ = true;
}

// Opens the path on Enter if it names a file, else the row that has the keys.
void OpenPanel::press_keys(const Ui& ui) {
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, true); };
  if (pressed(ImGuiKey_DownArrow) && at_ + 1 < listed_) moved_ = ++at_ > 0;
  if (pressed(ImGuiKey_UpArrow) && at_ > 0) {
    --at_;
    moved_ = true;
  }
  if (pressed(ImGuiKey_Escape)) ui.push(WindowAction(ShowOpenFile{false}));
  if (!pressed(ImGuiKey_Enter) && !pressed(ImGuiKey_KeypadEnter)) return;
  typed_anew_ = true;  // the field has let go of the keys
  const std::string path = path_.data();
  std::error_code none;
  const std::vector<std::string>& recent = ui.document.recent_files;
  if (entries_.empty() || (at_ == 0 && std::filesystem::is_regular_file(path, none)))
    return ui.push(WindowAction(OpenFile{path}));
  if (at_ < entries_.size()) return choose(ui, FolderEntry(entries_[at_]));
  if (at_ - entries_.size() < recent.size()) ui.push(WindowAction(OpenFile{recent[at_ - entries_.size()]}));
}

}  // namespace tcviz::inline app_ui
