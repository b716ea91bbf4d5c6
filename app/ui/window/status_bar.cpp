#include "app/ui/window/status_bar.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/session/whole/action.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

// Texts that change from frame to frame are written into this instead of the heap.
using Buffer = std::array<char, 160>;

template <class... Args>
std::string_view write(Buffer& buffer, fmt::format_string<Args...> format, Args&&... args) {
  const auto result = fmt::format_to_n(buffer.data(), buffer.size(), format, std::forward<Args>(args)...);
  return {buffer.data(), std::min(result.size, buffer.size())};
}

constexpr std::string_view ready = "Ready";

std::string_view work(const Document& d, Buffer& buffer) {
  for (const SourceState& s : d.sources) {
    if (!s.busy()) continue;
    if (s.stop_wanted) return write(buffer, "Stopping {}", s.info.name);
    if (s.all == 0) return write(buffer, "Asking {}", s.info.name);
    return write(buffer, "Asking {}: {} of {} kinds", s.info.name, s.done, s.all);
  }
  return ready;
}

// Draws the worker's state, or the first of the messages: a press shows them all.
void draw_left(const Ui& ui, ImVec2 at, std::string_view doing, float room) {
  const std::vector<std::string>& problems = ui.document.problems;
  if (problems.empty() || doing != ready) {
    return put_text_cut(ui, ui.fonts.sans, 12.5F, at, room * 0.6F, ui.colors.dim, doing);
  }
  const float width = std::min(text_size(ui, ui.fonts.sans, 12.5F, problems.front()).x + ui.px(16), room * 0.7F);
  ImGui::SetCursorScreenPos(at);
  if (ImGui::InvisibleButton("##problem", {width, ui.px(18)})) ui.push(WindowAction(ShowSources{}));
  explain(ui, "Shows all messages, and clears them.", "Ctrl+L");
  put_dot(ui, {at.x + ui.px(4), at.y + ui.px(9)}, Dot::Diamond, ui.colors.warn);
  put_text_cut(ui, ui.fonts.sans, 12.5F, {at.x + ui.px(14), at.y}, width - ui.px(14), ui.colors.warn, problems.front());
}

}  // namespace

void draw_status_bar(const Ui& ui, std::optional<double> frame_ms, std::string_view note) {
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoSavedSettings;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  if (ImGui::BeginViewportSideBar("##status", ImGui::GetMainViewport(), ImGuiDir_Down, ui.px(23), flags)) {
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    Buffer left, right;
    const float y = at.y + ui.px(2);
    const std::string_view doing = work(ui.document, left);
    draw_left(ui, {at.x + ui.px(14), y}, doing == ready && !note.empty() ? note : doing, size.x);
    const std::string_view keys =
        frame_ms ? write(right, "idle · last frame {:.1f} ms · F1 keys", *frame_ms) : std::string_view("F1 keys");
    const float width = text_size(ui, ui.fonts.sans, 12.5F, keys).x;
    const ImVec2 place(at.x + size.x - width - ui.px(14), y);
    put_text(ui, ui.fonts.sans, 12.5F, place, ui.colors.dim, keys);
    ImGui::SetCursorScreenPos(place);
    if (ImGui::InvisibleButton("##keys", {width, ui.px(18)})) ui.push(ShowHelp{!ui.document.help_open});
    explain(ui, "All keys. The time is what the last frame cost the CPU; an idle window draws none.", "F1");
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace tcviz::inline app_ui
