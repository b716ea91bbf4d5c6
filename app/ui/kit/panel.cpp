#include "app/ui/kit/panel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/session/whole/action.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {

float Ui::px(float points) const { return std::round(points * scale); }
float Ui::line() const { return std::max(1.0F, std::floor(scale)); }
void Ui::push(Action action) const { actions.push_back(std::move(action)); }

namespace {

// Half the gap between two panels, in points.
constexpr float half_gap = 3;

// Returns the key under which a panel keeps its framed state.
ImGuiID framed_id() { return ImHashStr("##framed"); }

}  // namespace

bool begin_panel(const Ui& ui, const char* title_and_id, bool keys_are_ours) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(14), ui.px(11)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::SetNextWindowPos({ui.place.x, ui.place.y});
  ImGui::SetNextWindowSize({ui.place.w, ui.place.h});
  const ImGuiWindowFlags under = ui.over ? ImGuiWindowFlags_None : ImGuiWindowFlags_NoBringToFrontOnFocus;
  const bool visible = ImGui::Begin(title_and_id, nullptr,
                                    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                                        ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoFocusOnAppearing |
                                        under | (keys_are_ours ? ImGuiWindowFlags_NoNavInputs : ImGuiWindowFlags_None));
  ImGui::PopStyleVar(2);
  if (ui.over && ImGui::IsWindowAppearing()) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  if (!visible) return false;
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float gap = ui.px(half_gap);
  const ImVec2 low(at.x + gap, at.y + gap), high(at.x + size.x - gap, at.y + size.y - gap);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(low, high, ui.colors.panel, ui.px(6));
  // A user of the keyboard sees which panel has the keys.
  draw.AddRect(low, high, is_framed() ? ui.colors.accent : ui.colors.border, ui.px(6), ui.line());
  return true;
}

void end_panel() { ImGui::End(); }

bool is_framed() {
  bool& framed = *ImGui::GetStateStorage()->GetBoolRef(framed_id());
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) framed = false;
  const bool focused = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
  return focused && (framed || ImGui::GetCurrentContext()->NavCursorVisible);
}

void frame_panel(ImGuiWindow& panel, bool framed) { panel.StateStorage.SetBool(framed_id(), framed); }

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

void put_text_wrapped(const Ui& ui, ImFont* font, float size, ImVec2 at, float width, ImU32 color,
                      std::string_view text) {
  const ImVec2 whole(std::round(at.x), std::round(at.y));
  ImGui::GetWindowDrawList()->AddText(font, size * ui.scale, whole, color, text.data(), text.data() + text.size(),
                                      width);
}

float wrapped_height(const Ui& ui, ImFont* font, float size, float width, std::string_view text) {
  return font->CalcTextSizeA(size * ui.scale, FLT_MAX, width, text.data(), text.data() + text.size()).y;
}

void put_lit_text(const Ui& ui, ImVec2 at, float width, ImU32 color, std::string_view text,
                  std::span<const WordPlace> bright) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float height = text_size(ui, ui.fonts.sans, 14, text).y;
  for (const WordPlace& place : bright) {
    const float begin = text_size(ui, ui.fonts.sans, 14, text.substr(0, place.begin)).x;
    const float end = text_size(ui, ui.fonts.sans, 14, text.substr(0, place.end)).x;
    if (end > width) continue;
    const ImVec2 low(at.x + begin - ui.px(1), at.y), high(at.x + end + ui.px(1), at.y + height);
    draw.AddRectFilled(low, high, ui.colors.match, ui.px(3));
    draw.AddRectFilled({low.x, high.y - ui.line()}, high, ui.colors.accent);
  }
  put_text_cut(ui, ui.fonts.sans, 14, at, width, color, text);
}

bool begin_tip(const Ui& ui) { return ui.tips.shown && ImGui::BeginTooltip(); }

void explain(const Ui& ui, std::string_view what, std::string_view keys) {
  const bool pressed = ui.tips.pressed != 0 && ui.tips.pressed == ImGui::GetItemID();
  if (pressed || !ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip) || !begin_tip(ui)) return;
  label(ui, ui.colors.text, what);
  if (!keys.empty()) {
    ImGui::SameLine(0, ui.px(12));
    mono(ui, ui.colors.dim, keys);
  }
  ImGui::EndTooltip();
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

void wrapped(const Ui& ui, ImU32 color, std::string_view text, float size) {
  ImGui::PushTextWrapPos(0);
  flow_text(ui.fonts.sans, size, color, text);
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
  if (dot == Dot::Square) {
    const float r = 3.1F * ui.scale;
    draw.AddRectFilled({m.x - r, m.y - r}, {m.x + r, m.y + r}, color, 1 * ui.scale);
  }
  if (dot == Dot::Dash) draw.AddRectFilled({m.x - 3 * ui.scale, m.y}, {m.x + 3 * ui.scale, m.y + ui.line()}, color);
  if (dot == Dot::Small) draw.AddCircleFilled(m, 1.5F * ui.scale, color, 12);
}

void put_star(const Ui& ui, ImVec2 m, bool filled, ImU32 color) {
  constexpr int corners = 10;
  constexpr float outer = 6.2F, inner = 2.6F, tenth = 0.6283185F;
  ImVec2 points[corners];
  for (int c = 0; c < corners; ++c) {
    const float r = (c % 2 == 0 ? outer : inner) * ui.scale, turn = tenth * static_cast<float>(c);
    points[c] = {m.x + r * std::sin(turn), m.y - r * std::cos(turn)};
  }
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (filled) draw.AddConcavePolyFilled(points, corners, color);
  draw.AddPolyline(points, corners, color, 1.2F * ui.scale, ImDrawFlags_Closed);
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

}  // namespace tcviz::inline app_ui
