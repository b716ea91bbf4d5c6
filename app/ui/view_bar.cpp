#include "app/ui/view_bar.hpp"

#include <algorithm>
#include <cmath>

#include "app/ui/view_words.hpp"

namespace tcviz {
namespace {

// Points.
constexpr float tab_padding = 10, tab_height = 25, gap = 8, frame_padding = 4, id_gap = 14, heading_gap = 18;
constexpr float color_width = 158, palette_width = 124, label_width = 148, filter_width = 150, expression_width = 170;
constexpr float options_width = 118, list_width = 250;
constexpr float height_for_second_line = 400;

float tabs_width(const Ui& ui, bool short_names) {
  float width = 0;
  for (const ViewWord& word : view_words()) {
    width += text_size(ui, ui.fonts.sans, 13, short_names ? word.short_name : word.name).x + 2 * ui.px(tab_padding);
  }
  return width;
}

float controls_width(const Ui& ui) {
  const bool expression = ui.document.color_by == ColorBy::Expression;
  const float all =
      color_width + palette_width + label_width + filter_width + 3 * gap + (expression ? expression_width + gap : 0);
  return ui.px(all);
}

// One of a table's rows, chosen in a list. What it pushes is made from the row's value.
template <class T, class Push>
void choice(const Ui& ui, const char* id, std::span<const ChoiceWord<T>> words, T current, float width, const char* tip,
            const Push& push) {
  const auto at = std::find_if(words.begin(), words.end(), [&](const ChoiceWord<T>& w) { return w.value == current; });
  if (begin_choice(ui, id, at->shown, width, ImGuiComboFlags_HeightLargest)) {
    for (const ChoiceWord<T>& word : words) {
      if (ImGui::Selectable(word.name, word.value == current)) push(word.value);
      ImGui::SetItemTooltip("%s", word.tip);
    }
    ImGui::EndCombo();
  } else {
    ImGui::SetItemTooltip("%s", tip);
  }
}

}  // namespace

ViewBar::Plan ViewBar::plan(const Ui& ui, ImVec2 room) const {
  Plan p;
  p.id = text_size(ui, ui.fonts.sans, font_size, "Grids").x + ui.px(heading_gap) +
         text_size(ui, ui.fonts.mono, 14, ui.document.kind).x + ui.px(id_gap);
  p.controls = controls_width(ui);
  p.tabs = tabs_width(ui, false);
  const float options = ui.px(options_width) + ui.px(gap);
  if (p.id + p.tabs + ui.px(2 * id_gap) + p.controls <= room.x) return p;
  const bool second = room.y >= ui.px(height_for_second_line) && p.controls <= room.x;
  p.place = second ? Place::SecondLine : Place::List;
  const float beside = p.id + (second ? 0 : options);
  p.short_names = beside + p.tabs > room.x;
  if (!p.short_names) return p;
  p.tabs = tabs_width(ui, true);
  if (beside + p.tabs <= room.x) return p;
  p.tabs_below = true;
  p.place = Place::List;
  p.short_names = tabs_width(ui, false) > room.x;
  p.tabs = tabs_width(ui, p.short_names);
  return p;
}

void ViewBar::draw(const Ui& ui, const ShownStyle& style) {
  problem_ = nullptr;
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const Plan p = plan(ui, room);
  const float right = at.x + room.x, line = ui.px(tab_height);
  const float end = p.place == Place::List        ? right - ui.px(options_width) - ui.px(gap)
                    : p.place == Place::TitleLine ? right - p.controls - ui.px(id_gap)
                                                  : right;
  draw_kind(ui, at, p.tabs_below ? end : end - p.tabs - ui.px(id_gap));
  if (p.place == Place::List) draw_list(ui, style, {right - ui.px(options_width), at.y});
  const ImVec2 below(at.x, at.y + line + ui.px(6));
  draw_tabs(ui, p.tabs_below ? below : ImVec2(end - p.tabs, at.y), p.short_names);
  const bool two_lines = p.tabs_below || p.place == Place::SecondLine;
  if (p.place != Place::List) {
    const float middle = std::round((line - text_size(ui, ui.fonts.sans, 13, "x").y) / 2) - ui.px(frame_padding);
    ImGui::SetCursorScreenPos(p.place == Place::SecondLine ? below : ImVec2(right - p.controls, at.y + middle));
    draw_controls(ui, style, false);
  }
  ImGui::SetCursorScreenPos({at.x, two_lines ? below.y + line + ui.px(4) : below.y});
}

void ViewBar::draw_kind(const Ui& ui, ImVec2 at, float right) const {
  const float middle = at.y + ui.px(tab_height) / 2;
  const ImVec2 name = text_size(ui, ui.fonts.sans, font_size, "Grids");
  put_text(ui, ui.fonts.sans, font_size, {at.x, middle - name.y / 2}, ui.colors.text, "Grids");
  const float x = at.x + name.x + ui.px(heading_gap);
  const ImVec2 id = text_size(ui, ui.fonts.mono, 14, ui.document.kind);
  put_text_cut(ui, ui.fonts.mono, 14, {x, middle - id.y / 2}, right - x, ui.colors.accent, ui.document.kind);
}

void ViewBar::draw_tabs(const Ui& ui, ImVec2 at, bool short_names) const {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float height = ui.px(tab_height), all = tabs_width(ui, short_names);
  draw.AddRectFilled(at, {at.x + all, at.y + height}, ui.colors.field, ui.px(5));
  for (const ViewWord& word : view_words()) {
    const char* name = short_names ? word.short_name : word.name;
    const ImVec2 text = text_size(ui, ui.fonts.sans, 13, name);
    const ImVec2 size(text.x + 2 * ui.px(tab_padding), height), end(at.x + size.x, at.y + height);
    ImGui::SetCursorScreenPos(at);
    ImGui::PushID(static_cast<int>(word.view));
    if (ImGui::InvisibleButton("##view", size, ImGuiButtonFlags_EnableNav)) ui.push(SetViewMode{word.view});
    ImGui::PopID();
    ImGui::SetItemTooltip("%s", word.tip);
    const bool chosen = word.view == ui.document.view, hot = ImGui::IsItemHovered();
    if (chosen || hot) {
      draw.AddRectFilled(at, end, chosen ? ui.colors.selection : ui.colors.field_hover, ui.px(5));
    }
    put_text(ui, ui.fonts.sans, 13, {at.x + ui.px(tab_padding), at.y + (height - text.y) / 2},
             chosen ? ui.colors.text : ui.colors.dim, name);
    at.x = end.x;
  }
  draw.AddRect({at.x - all, at.y}, {at.x, at.y + height}, ui.colors.border, ui.px(5), ui.line());
}

void ViewBar::draw_controls(const Ui& ui, const ShownStyle& style, bool in_list) {
  const Document& d = ui.document;
  const auto width = [&](float points) { return in_list ? ui.px(list_width) : ui.px(points); };
  const auto next = [&] {
    if (!in_list) ImGui::SameLine(0, ui.px(gap));
  };
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), ui.px(frame_padding)});
  ImGui::PushFont(ui.fonts.sans, 13);
  choice(ui, "##color", color_words(), d.color_by, width(color_width), "What colours the cells (C, Shift+C)",
         [&](ColorBy c) { ui.push(SetColorBy{c}); });
  if (d.color_by == ColorBy::Expression) {
    next();
    draw_expression(ui, style, width(expression_width));
  }
  next();
  choice(ui, "##palette", palette_words(), d.palette, width(palette_width), "Which colours (P)",
         [&](Palette p) { ui.push(SetPalette{p}); });
  next();
  choice(ui, "##labels", label_words(), d.label_by, width(label_width), "What is written in the cells (L, Shift+L)",
         [&](LabelBy l) { ui.push(SetLabelBy{l}); });
  next();
  draw_filter(ui, style, width(filter_width));
  ImGui::PopFont();
  ImGui::PopStyleVar();
}

void ViewBar::draw_expression(const Ui& ui, const ShownStyle& style, float width) {
  if (expression_focuses_served_ != ui.document.expression_focuses) {
    expression_focuses_served_ = ui.document.expression_focuses;
    ImGui::SetKeyboardFocusHere();
  }
  const bool wrong = !style.expression_problem().empty();
  if (expression_.draw(ui, "##expression", "row % 8", ui.document.expression, width, wrong)) {
    ui.push(SetExpression{expression_.text()});
  }
  ImGui::SetItemTooltip("A C expression of tid, i, row and col (E)");
  if (!wrong) return;
  problem_ = &style.expression_problem();
  problem_at_ = {ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y};
}

void ViewBar::draw_filter(const Ui& ui, const ShownStyle& style, float width) {
  if (filter_focuses_served_ != ui.document.filter_focuses) {
    filter_focuses_served_ = ui.document.filter_focuses;
    ImGui::SetKeyboardFocusHere();
  }
  const bool wrong = !style.filter_problem().empty();
  if (filter_.draw(ui, "##filter", "threads: 0-7,16", ui.document.filter, width, wrong)) {
    ui.push(SetFilter{filter_.text()});
  }
  ImGui::SetItemTooltip("Only these threads, the rest is dimmed: 0-7,16. Empty: all (T)");
  if (!wrong) return;
  problem_ = &style.filter_problem();
  problem_at_ = {ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y};
}

void ViewBar::draw_list(const Ui& ui, const ShownStyle& style, ImVec2 at) {
  const bool wanted = expression_focuses_served_ != ui.document.expression_focuses ||
                      filter_focuses_served_ != ui.document.filter_focuses;
  ImGui::SetCursorScreenPos(at);
  ImGui::PushFont(ui.fonts.sans, 13);
  if (ImGui::Button("View options", {ui.px(options_width), ui.px(tab_height)}) ||
      (wanted && !ImGui::IsPopupOpen("##options"))) {
    ImGui::OpenPopup("##options");
  }
  ImGui::PopFont();
  ImGui::SetItemTooltip("Colours, palette, labels and the threads that are shown (C, P, L, T)");
  ImGui::SetNextWindowPos({at.x + ui.px(options_width), at.y + ui.px(tab_height + 4)}, ImGuiCond_Always, {1, 0});
  if (!ImGui::BeginPopup("##options")) return;
  draw_controls(ui, style, true);
  if (problem_ != nullptr) wrapped(ui, ui.colors.bad, *problem_);
  problem_ = nullptr;
  ImGui::EndPopup();
}

void ViewBar::draw_problem(const Ui& ui) const {
  if (problem_ == nullptr) return;
  const float window = ImGui::GetWindowPos().x + ImGui::GetWindowSize().x - ui.px(14);
  const ImVec2 text = text_size(ui, ui.fonts.sans, 13, *problem_);
  const float width = std::min(text.x + ui.px(20), window - ImGui::GetWindowPos().x - ui.px(14));
  const ImVec2 low(std::min(problem_at_.x, window - width), problem_at_.y + ui.px(3));
  const ImVec2 high(low.x + width, low.y + text.y + ui.px(10));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(low, high, ui.colors.panel, ui.px(4));
  draw.AddRect(low, high, ui.colors.bad, ui.px(4), ui.line());
  put_text_cut(ui, ui.fonts.sans, 13, {low.x + ui.px(10), low.y + ui.px(5)}, width - ui.px(20), ui.colors.bad,
               *problem_);
}

}  // namespace tcviz
