#include "app/ui/panel.hpp"

#include <algorithm>
#include <cmath>

namespace tcviz {

float Ui::px(float points) const { return std::round(points * scale); }
float Ui::line() const { return std::max(1.0F, std::floor(scale)); }

namespace {

// Half the gap between two panels, in points.
constexpr float half_gap = 3;

}  // namespace

bool begin_panel(const Ui& ui, const char* title_and_id) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(14), ui.px(11)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  // The corner that brings a lone panel's tab back shows only under the pointer.
  ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32_BLACK_TRANS);
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, IM_COL32_BLACK_TRANS);
  const bool visible =
      ImGui::Begin(title_and_id, nullptr,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(2);
  if (!visible) return false;
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float gap = ui.px(half_gap), top = ImGui::GetWindowContentRegionMin().y - ui.px(11);
  const ImVec2 low(at.x + gap, at.y + std::max(gap, top)), high(at.x + size.x - gap, at.y + size.y - gap);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(low, high, ui.colors.panel, ui.px(6));
  draw.AddRect(low, high, ui.colors.border, ui.px(6), ui.line());
  return true;
}

void end_panel() { ImGui::End(); }

ImVec2 text_size(const Ui& ui, ImFont* font, float size, std::string_view text) {
  return font->CalcTextSizeA(size * ui.scale, FLT_MAX, 0, text.data(), text.data() + text.size());
}

void put_text(const Ui& ui, ImFont* font, float size, ImVec2 at, ImU32 color, std::string_view text) {
  const ImVec2 whole(std::round(at.x), std::round(at.y));
  ImGui::GetWindowDrawList()->AddText(font, size * ui.scale, whole, color, text.data(), text.data() + text.size());
}

void put_text_cut(const Ui& ui, ImFont* font, float size, ImVec2 at, float width, ImU32 color, std::string_view text) {
  if (text_size(ui, font, size, text).x <= width) return put_text(ui, font, size, at, color, text);
  constexpr std::string_view dots = "…";
  const float room = width - text_size(ui, ui.fonts.sans, size, dots).x;  // Cousine has no ellipsis
  if (room <= 0) return;
  const char* end = text.data();
  const float used = font->CalcTextSizeA(size * ui.scale, room, 0, text.data(), text.data() + text.size(), &end).x;
  put_text(ui, font, size, at, color, text.substr(0, static_cast<std::size_t>(end - text.data())));
  put_text(ui, ui.fonts.sans, size, {at.x + used, at.y}, color, dots);
}

namespace {

void flow_text(ImFont* font, float size, ImU32 color, std::string_view text) {
  ImGui::PushFont(font, size);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

}  // namespace

void heading(const Ui& ui, std::string_view text) { flow_text(ui.fonts.sans, font_size, ui.colors.text, text); }
void label(const Ui& ui, ImU32 color, std::string_view text) { flow_text(ui.fonts.sans, 13, color, text); }
void mono(const Ui& ui, ImU32 color, std::string_view text) { flow_text(ui.fonts.mono, 13.5F, color, text); }

void wrapped(const Ui& ui, ImU32 color, std::string_view text) {
  ImGui::PushTextWrapPos(0);
  flow_text(ui.fonts.sans, 13, color, text);
  ImGui::PopTextWrapPos();
}

void rule(const Ui& ui) {
  ImGui::Dummy({0, ui.px(3)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + ui.line()}, ui.colors.border);
  ImGui::Dummy({0, ui.px(4)});
}

void put_check(const Ui& ui, ImVec2 m, ImU32 color) {
  const float u = ui.scale;
  const ImVec2 points[] = {{m.x - 4 * u, m.y}, {m.x - 1.2F * u, m.y + 3 * u}, {m.x + 4.4F * u, m.y - 3.6F * u}};
  ImGui::GetWindowDrawList()->AddPolyline(points, 3, color, 1.6F * u);
}

void put_dot(const Ui& ui, ImVec2 m, Dot dot, ImU32 color) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (dot == Dot::Full) draw.AddCircleFilled(m, 3.6F * ui.scale, color, 20);
  if (dot == Dot::Ring) draw.AddCircle(m, 3.2F * ui.scale, color, 20, 1.3F * ui.scale);
  if (dot == Dot::Diamond) {
    const float r = 3.8F * ui.scale;
    draw.AddQuad({m.x - r, m.y}, {m.x, m.y - r}, {m.x + r, m.y}, {m.x, m.y + r}, color, 1.3F * ui.scale);
  }
  if (dot == Dot::Small) draw.AddCircleFilled(m, 1.5F * ui.scale, color, 12);
}

void put_chevron(const Ui& ui, ImVec2 m, bool open, ImU32 color) {
  const float a = 3.4F * ui.scale, b = 2.0F * ui.scale;
  const ImVec2 down[] = {{m.x - a, m.y - b}, {m.x, m.y + b}, {m.x + a, m.y - b}};
  const ImVec2 right[] = {{m.x - b, m.y - a}, {m.x + b, m.y}, {m.x - b, m.y + a}};
  ImGui::GetWindowDrawList()->AddPolyline(open ? down : right, 3, color, 1.5F * ui.scale);
}

bool begin_choice(const Ui& ui, const char* id, const char* shown, float width, int combo_flags) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), padding = ImGui::GetStyle().FramePadding;
  const float middle = at.y + ImGui::GetFrameHeight() / 2;
  ImDrawList& draw = *ImGui::GetWindowDrawList();  // the list that drops down has another
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo(id, "", combo_flags | ImGuiComboFlags_NoArrowButton);
  const ImVec2 text(at.x + padding.x, at.y + padding.y);
  const float right = at.x + width - ui.px(20);
  if (open) {
    const ImVec4 clip(text.x, at.y, right, at.y + ImGui::GetFrameHeight() * 2);
    draw.AddText(ui.fonts.sans, 13 * ui.scale, text, ui.colors.text, shown, nullptr, 0, &clip);
    return true;
  }
  put_text_cut(ui, ui.fonts.sans, 13, text, right - text.x, ui.colors.text, shown);
  put_chevron(ui, {at.x + width - ui.px(12), middle}, true, ui.colors.dim);
  return false;
}

float put_badge(const Ui& ui, ImVec2 right, std::string_view text) {
  const ImVec2 size = text_size(ui, ui.fonts.sans, 12, text);
  const float width = size.x + ui.px(13), height = ui.px(18);
  const ImVec2 low(std::round(right.x - width), std::round(right.y - height / 2));
  const ImVec2 high(low.x + width, low.y + height);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(low, high, ui.colors.warn_soft, height / 2);
  draw.AddRect(low, high, (ui.colors.warn & ~IM_COL32_A_MASK) | IM_COL32(0, 0, 0, 120), height / 2, ui.line());
  put_text(ui, ui.fonts.sans, 12, {low.x + (width - size.x) / 2, low.y + (height - size.y) / 2}, ui.colors.warn, text);
  return width;
}

}  // namespace tcviz
