#include "app/ui/grids/view_bar.hpp"

#include <algorithm>
#include <cmath>

#include "app/session/base/view_words.hpp"
#include "app/session/whole/action.hpp"
#include "app/ui/kit/segments.hpp"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points.
constexpr float view_bar_gap = 8, frame_padding = 4, id_gap = 14;
constexpr float color_width = 158, palette_width = 124, label_width = 148, filter_width = 150, expression_width = 170;
constexpr float options_width = 118, list_width = 250;

// Returns the tabs for the views of the workspace.
Segments tabs_of(const Document& d) {
  if (d.workspace == Workspace::Compare) return compare_tabs(d);
  Segments tabs;
  for (const ViewWord& word : view_words()) {
    if (word.view != ViewMode::Comparison) tabs.add({word.name, word.short_name, word.tip, word.view == d.view});
  }
  return tabs;
}

float controls_width(const Ui& ui) {
  const bool expression = ui.document.color_by == ColorBy::Expression;
  const float all = color_width + palette_width + label_width + filter_width + 3 * view_bar_gap +
                    (expression ? expression_width + view_bar_gap : 0);
  return ui.px(all);
}

// Draws a list of a table's rows, and pushes an action made from the chosen row's value.
template <class T, class Push>
void choice(const Ui& ui, const char* id, std::span<const ChoiceWord<T>> words, T current, float width, const char* tip,
            const Push& push) {
  const auto at = std::find_if(words.begin(), words.end(), [&](const ChoiceWord<T>& w) { return w.value == current; });
  if (begin_choice(ui, id, at->shown, width, ImGuiComboFlags_HeightLargest)) {
    for (const ChoiceWord<T>& word : words) {
      if (ImGui::Selectable(word.name, word.value == current)) push(word.value);
      explain(ui, word.tip);
    }
    ImGui::EndCombo();
  } else {
    explain(ui, tip);
  }
}

}  // namespace

ViewBar::Plan ViewBar::plan(const Ui& ui, std::span<const Segment> tabs, float room) const {
  Plan p;
  p.controls = controls_width(ui);
  p.tabs = segments_width(ui, tabs, false);
  const float options = ui.px(options_width), gap = ui.px(id_gap);
  p.as_list = p.tabs + gap + p.controls > room;
  p.short_names = p.as_list && p.tabs + gap + options > room;
  if (p.short_names) p.tabs = segments_width(ui, tabs, true);
  return p;
}

void ViewBar::draw(const Ui& ui, const ShownStyle& style) {
  problem_ = nullptr;
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const Segments tabs = tabs_of(ui.document);
  const Plan p = plan(ui, tabs, room.x);
  const float right = at.x + room.x, line = ui.px(segments_height);
  if (const auto pressed = draw_segments(ui, at, tabs, p.short_names)) {
    const bool compare = ui.document.workspace == Workspace::Compare;
    ui.push(compare ? compare_tab_action(*pressed) : SetViewMode{view_words()[*pressed].view});
  }
  if (p.as_list) draw_list(ui, style, {right - ui.px(options_width), at.y});
  if (!p.as_list) {
    const float middle = std::round((line - text_size(ui, ui.fonts.sans, 13, "x").y) / 2) - ui.px(frame_padding);
    ImGui::SetCursorScreenPos({right - p.controls, at.y + middle});
    draw_controls(ui, style, false);
  }
  ImGui::SetCursorScreenPos({at.x, at.y + line + ui.px(6)});
}

void ViewBar::draw_controls(const Ui& ui, const ShownStyle& style, bool in_list) {
  const Document& d = ui.document;
  const auto width = [&](float points) { return in_list ? ui.px(list_width) : ui.px(points); };
  const auto next = [&] {
    if (!in_list) ImGui::SameLine(0, ui.px(view_bar_gap));
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
  explain(ui, "A C expression of tid, i, row and col (E)");
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
  explain(ui, "Only these threads, the rest is dimmed: 0-7,16. Empty: all (T)");
  if (!wrong) return;
  problem_ = &style.filter_problem();
  problem_at_ = {ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y};
}

void ViewBar::draw_list(const Ui& ui, const ShownStyle& style, ImVec2 at) {
  const bool wanted = expression_focuses_served_ != ui.document.expression_focuses ||
                      filter_focuses_served_ != ui.document.filter_focuses;
  ImGui::SetCursorScreenPos(at);
  ImGui::PushFont(ui.fonts.sans, 13);
  if (ImGui::Button("View options", {ui.px(options_width), ui.px(segments_height)}) ||
      (wanted && !ImGui::IsPopupOpen("##options"))) {
    ImGui::OpenPopup("##options");
  }
  ImGui::PopFont();
  explain(ui, "Colours, palette, labels and the threads that are shown (C, P, L, T)");
  ImGui::SetNextWindowPos({at.x + ui.px(options_width), at.y + ui.px(segments_height + 4)}, ImGuiCond_Always, {1, 0});
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

}  // namespace tcviz::inline app_ui
