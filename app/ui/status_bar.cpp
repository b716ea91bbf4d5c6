#include "app/ui/status_bar.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/ui/grid_keys.hpp"
#include "imgui_internal.h"

namespace tcviz {
namespace {

// Texts that change from frame to frame are written into this instead of the heap.
using Buffer = std::array<char, 160>;

template <class... Args>
std::string_view write(Buffer& buffer, fmt::format_string<Args...> format, Args&&... args) {
  const auto result = fmt::format_to_n(buffer.data(), buffer.size(), format, std::forward<Args>(args)...);
  return {buffer.data(), std::min(result.size, buffer.size())};
}

std::string_view work(const Document& d, Buffer& buffer) {
  for (const SourceState& s : d.sources) {
    if (!s.busy()) continue;
    if (s.stop_wanted) return write(buffer, "Stopping {}", s.info.name);
    if (s.all == 0) return write(buffer, "Asking {}", s.info.name);
    return write(buffer, "Asking {}: {} of {} kinds", s.info.name, s.done, s.all);
  }
  return "Ready";
}

bool begin_dialog(const Ui& ui, const char* title, float width, bool& open) {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.GetCenter(), ImGuiCond_Appearing, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({ui.px(width), 0});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ui.colors.panel);
  const bool visible = ImGui::Begin(title, &open,
                                    ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoCollapse |
                                        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoResize);
  ImGui::PopStyleColor();
  return visible;
}

}  // namespace

void draw_status_bar(const Ui& ui, std::optional<double> frame_ms) {
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoSavedSettings;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  if (ImGui::BeginViewportSideBar("##status", ImGui::GetMainViewport(), ImGuiDir_Down, ui.px(23), flags)) {
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    Buffer left, right;
    const float y = at.y + ui.px(2);
    put_text(ui, ui.fonts.sans, 12.5F, {at.x + ui.px(14), y}, ui.colors.dim, work(ui.document, left));
    const std::string_view keys =
        frame_ms ? write(right, "idle · last frame {:.1f} ms · F1 keys", *frame_ms) : std::string_view("F1 keys");
    const float width = text_size(ui, ui.fonts.sans, 12.5F, keys).x;
    put_text(ui, ui.fonts.sans, 12.5F, {at.x + size.x - width - ui.px(14), y}, ui.colors.dim, keys);
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

namespace {

void list_keys(const Ui& ui, std::span<const Shortcut> rows) {
  for (const Shortcut& row : rows) {
    if (row.what.empty()) continue;
    mono(ui, ui.colors.accent, row.keys);
    ImGui::SameLine(ui.px(130));
    label(ui, ui.colors.text, row.what);
  }
}

}  // namespace

void draw_help(const Ui& ui) {
  if (!ui.document.help_open) return;
  bool open = true;
  if (begin_dialog(ui, "Keys###help", 400, open)) {
    list_keys(ui, shortcuts());
    list_keys(ui, grid_shortcuts());
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

}  // namespace tcviz
