#include "app/ui/window/top_bar.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/scene/grid/words.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/workspace_moves.hpp"
#include "app/ui/window/menus.hpp"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points.
constexpr float bar_item = 26, tab_pad = 9, bar_gap = 8;
constexpr float most_search = 260, least_search = 36, least_kind = 120, least_source = 96, workspace_list = 112;
constexpr float word_size = 13.5F;
constexpr std::string_view search_words = "Search", search_keys = "Ctrl+Shift+P";

// Returns the way in which it was established, in a word; the inspector says more.
std::string stamp_of(const SourceState& source, const Layout* layout) {
  if (source.stage == Stage::Wanted) return "waiting";
  if (source.stage == Stage::Running) {
    return source.all > 0 ? fmt::format("asking, {} of {}", source.done, source.all) : "asking";
  }
  return layout != nullptr ? std::string(name_of(layout->provenance().source)) : "not known here";
}

// Draws a field of the bar that opens something. True: it was pressed.
bool draw_field(const Ui& ui, const char* id, ImVec2 low, ImVec2 high, bool open) {
  ImGui::SetCursorScreenPos(low);
  const bool pressed = ImGui::InvisibleButton(id, {high.x - low.x, high.y - low.y}, ImGuiButtonFlags_EnableNav);
  const bool hot = ImGui::IsItemHovered();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(low, high, hot || open ? ui.colors.field_hover : ui.colors.panel, ui.px(5));
  draw.AddRect(low, high, open ? ui.colors.accent : ui.colors.border, ui.px(5), ui.line());
  return pressed;
}

void put_lens(const Ui& ui, ImVec2 middle, ImU32 color) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float r = 4.2F * ui.scale;
  const ImVec2 eye(middle.x - ui.scale, middle.y - ui.scale);
  draw.AddCircle(eye, r, color, 20, 1.4F * ui.scale);
  draw.AddLine({eye.x + r * 0.72F, eye.y + r * 0.72F}, {eye.x + r * 1.7F, eye.y + r * 1.7F}, color, 1.6F * ui.scale);
}

}  // namespace

void TopBar::draw(const Ui& ui) {
  prepare(ui.document);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(9), ui.px(9)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  if (ImGui::BeginMainMenuBar()) {
    ImGui::PopStyleVar(2);
    ImGui::SetCursorPosX(ui.px(6));
    draw_menus(ui);
    const float bar = ImGui::GetWindowPos().x, end = bar + ImGui::GetWindowSize().x - ui.px(7);
    const float first = ImGui::GetCursorScreenPos().x, gap = ui.px(bar_gap);
    const float least = ui.px(least_search + least_kind + least_source + 3 * bar_gap);
    const bool all = first + tabs_width(ui) + least + ui.px(160) <= end;
    draw_tabs(ui, all);
    const float left = ImGui::GetCursorScreenPos().x + gap;
    const Widths w = widths(ui, end - left);
    draw_search(ui, left, w.search);
    draw_subject(ui, end, w);
    ImGui::EndMainMenuBar();
    return;
  }
  ImGui::PopStyleVar(2);
}

void TopBar::prepare(const Document& d) {
  const SourceState& source = d.chosen();
  if (kind_ != d.kind) kind_ = d.kind;
  const bool same = prepared_ && answers_ == source.answers && layout_ == d.layout() && source_ == d.source &&
                    stage_ == source.stage && done_ == source.done && all_ == source.all;
  if (same) return;
  prepared_ = true;
  answers_ = source.answers;
  layout_ = d.layout();
  source_ = d.source;
  stage_ = source.stage;
  done_ = source.done;
  all_ = source.all;
  name_ = source.info.name;
  device_ = title_of(source);
  stamp_ = stamp_of(source, layout_);
  tip_ = fmt::format("{}: {}.", name_, source.info.description);
  const std::string why = layout_ != nullptr ? why_best(d.sources, d.source, d.kind) : "";
  if (!why.empty()) tip_ += fmt::format("\n{} {}.", d.kind, why);
}

// Divides the room: the search gives way first, then the source; all that is left between the search and the kind stays
// free.
TopBar::Widths TopBar::widths(const Ui& ui, float room) const {
  const auto wide = [&](ImFont* font, float size, const std::string& text) {
    return text_size(ui, font, size, text).x;
  };
  Widths w;
  w.kind = wide(ui.fonts.mono, word_size, kind_) + ui.px(44);
  w.source = wide(ui.fonts.sans, 14, device_) + wide(ui.fonts.sans, 13, stamp_) + ui.px(74);
  const float rest = room - 2 * ui.px(bar_gap);
  w.search = std::clamp(rest - w.kind - w.source, ui.px(least_search), ui.px(most_search));
  w.source = std::clamp(rest - w.search - w.kind, std::min(ui.px(least_source), rest * 0.3F), w.source);
  w.kind = std::max(ui.px(24), std::min(w.kind, rest - w.search - w.source));
  return w;
}

float TopBar::tabs_width(const Ui& ui) const {
  float width = 0;
  for (const WorkspaceRow& row : workspace_rows)
    width += text_size(ui, ui.fonts.sans, word_size, row.title).x + 2 * ui.px(tab_pad);
  return width;
}

void TopBar::draw_tabs(const Ui& ui, bool all) {
  ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x + ui.px(4), ImGui::GetWindowPos().y});
  if (!all) return draw_workspace_list(ui);
  for (const WorkspaceRow& row : workspace_rows) draw_tab(ui, row);
}

void TopBar::draw_tab(const Ui& ui, const WorkspaceRow& row) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 text = text_size(ui, ui.fonts.sans, word_size, row.title);
  const float width = text.x + 2 * ui.px(tab_pad), height = ImGui::GetWindowSize().y;
  const bool here = ui.document.workspace == row.workspace;
  ImGui::PushID(row.word.data());
  if (ImGui::InvisibleButton("##tab", {width, height}, ImGuiButtonFlags_EnableNav))
    ui.push(ShowWorkspace{row.workspace});
  ImGui::PopID();
  const bool hot = ImGui::IsItemHovered();
  explain(ui, row.does, row.keys);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 low(at.x + ui.px(1), at.y + ui.px(5)), high(at.x + width - ui.px(1), at.y + height - ui.px(5));
  if (here || hot) draw.AddRectFilled(low, high, here ? ui.colors.selection : ui.colors.field_hover, ui.px(5));
  if (here) draw.AddRectFilled({low.x + ui.px(7), high.y - ui.px(2)}, {high.x - ui.px(7), high.y}, ui.colors.accent);
  put_text(ui, ui.fonts.sans, word_size, {at.x + ui.px(tab_pad), at.y + (height - text.y) / 2},
           here || hot ? ui.colors.text : ui.colors.dim, row.title);
  ImGui::SetCursorScreenPos({at.x + width, at.y});
}

// Draws the tabs as a list, for a narrow window.
void TopBar::draw_workspace_list(const Ui& ui) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), bar = ImGui::GetWindowSize();
  const ImVec2 low(at.x, at.y + std::round((bar.y - ui.px(bar_item)) / 2));
  const ImVec2 high(low.x + ui.px(workspace_list), low.y + ui.px(bar_item));
  const bool open = ImGui::IsPopupOpen("##workspaces");
  if (draw_field(ui, "##workspace", low, high, open)) ImGui::OpenPopup("##workspaces");
  explain(ui, "The workspace of the window.", "Ctrl+1 to Ctrl+9, Ctrl+Shift+X");
  const float y = (low.y + high.y - text_size(ui, ui.fonts.sans, word_size, "L").y) / 2;
  put_text(ui, ui.fonts.sans, word_size, {low.x + ui.px(10), y}, ui.colors.text, row_of(ui.document.workspace).title);
  put_chevron(ui, {high.x - ui.px(13), (low.y + high.y) / 2}, true, ui.colors.dim);
  ImGui::SetNextWindowPos({low.x, high.y + ui.px(4)});
  if (ImGui::BeginPopup("##workspaces")) {
    for (const WorkspaceRow& row : workspace_rows) {
      if (ImGui::Selectable(row.title.data(), row.workspace == ui.document.workspace, 0, {ui.px(workspace_list), 0}))
        ui.push(ShowWorkspace{row.workspace});
    }
    ImGui::EndPopup();
  }
  ImGui::SetCursorScreenPos({high.x, at.y});
}

// Looks like a field and opens the palette; without room it is a lens.
void TopBar::draw_search(const Ui& ui, float left, float width) const {
  const ImVec2 bar = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float top = bar.y + std::round((size.y - ui.px(bar_item)) / 2);
  const ImVec2 low(left, top), high(left + width, top + ui.px(bar_item));
  if (draw_field(ui, "##palette", low, high, ui.document.commands_open)) ui.push(ShowCommands{true});
  explain(ui, "Kinds, cells, commands and sources: m16n8k16, 5,9 or T13 x4, theme, A100.", search_keys);
  const float middle = (low.y + high.y) / 2;
  put_lens(ui, {low.x + ui.px(18), middle}, ui.colors.dim);
  const float text = text_size(ui, ui.fonts.sans, word_size, search_words).x, x = low.x + ui.px(32);
  if (x + text + ui.px(8) > high.x) return;
  const float y = middle - text_size(ui, ui.fonts.sans, word_size, "K").y / 2;
  put_text(ui, ui.fonts.sans, word_size, {x, y}, ui.colors.dim, search_words);
  const float keys = text_size(ui, ui.fonts.mono, 12, search_keys).x;
  if (x + text + keys + ui.px(26) > high.x) return;
  put_text(ui, ui.fonts.mono, 12, {high.x - keys - ui.px(10), y + ui.px(1)}, ui.colors.dim, search_keys);
}

// Draws the kind and the source, where the content depends on them. The room of both is kept elsewhere, for what stands
// beside it, and for the list of sources, which a key opens everywhere.
void TopBar::draw_subject(const Ui& ui, float end, const Widths& w) {
  const bool shown = row_of(shown_workspace(ui.document)).of_kind;
  draw_kind(ui, end - w.source - ui.px(bar_gap) - w.kind, w.kind, shown);
  draw_selector(ui, end - w.source, w.source, shown);
}

void TopBar::draw_kind(const Ui& ui, float left, float width, bool shown) {
  const ImVec2 bar = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  kind_low_ = {left, bar.y + std::round((size.y - ui.px(bar_item)) / 2)};
  kind_high_ = {left + width, kind_low_.y + ui.px(bar_item)};
  if (!shown) return;
  const ImVec2 high = kind_high_;
  const bool open = ui.document.views[ViewId::Kinds].open;
  if (draw_field(ui, "##kind", kind_low_, high, open))
    ui.push(open ? Action(ShowView{ViewId::Kinds, false}) : FocusSearch{});
  explain(ui, "The fragment that is shown: opens the list of all.", "Ctrl+F");
  const float middle = (kind_low_.y + high.y) / 2;
  const ImVec2 text(left + ui.px(11), middle - text_size(ui, ui.fonts.mono, word_size, "x").y / 2);
  put_text_cut(ui, ui.fonts.mono, word_size, text, width - ui.px(36), ui.colors.accent, kind_);
  put_chevron(ui, {high.x - ui.px(13), middle}, true, ui.colors.dim);
}

void TopBar::draw_selector(const Ui& ui, float left, float width, bool shown) {
  const ImVec2 bar = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  low_ = {left, bar.y + std::round((size.y - ui.px(bar_item)) / 2)};
  high_ = {left + width, low_.y + ui.px(bar_item)};
  const bool pressed = shown && draw_field(ui, "##source", low_, high_, ImGui::IsPopupOpen("##sources"));
  if (shown) explain(ui, tip_, "Ctrl+L");
  if (shown) draw_selected(ui, low_, high_);
  if (pressed || lists_served_ != ui.document.source_lists) list_.open();
  lists_served_ = ui.document.source_lists;
  list_.draw(ui, {high_.x, high_.y + ui.px(6)});
}

void TopBar::draw_selected(const Ui& ui, ImVec2 low, ImVec2 high) {
  const float middle = (low.y + high.y) / 2, text_y = middle - text_size(ui, ui.fonts.sans, 14, name_).y / 2;
  SourceSign sign = sign_of(ui, ui.document.chosen());
  const bool answered = ui.document.chosen().stage == Stage::Answered;
  if (answered && layout_ == nullptr) sign = {Dot::Dash, ui.colors.warn, "does not know this kind"};
  put_dot(ui, {low.x + ui.px(14), middle}, sign.dot, sign.color);
  put_chevron(ui, {high.x - ui.px(14), middle}, true, ui.colors.dim);
  float x = low.x + ui.px(26), right = high.x - ui.px(26);
  const float device = std::min(text_size(ui, ui.fonts.sans, 14, device_).x + 1, right - x);
  put_text_cut(ui, ui.fonts.sans, 14, {x, text_y}, device, ui.colors.text, device_);
  x += device + ui.px(9);
  if (right - x > ui.px(24))
    put_text_cut(ui, ui.fonts.sans, 13, {x, text_y + ui.px(1)}, right - x, ui.colors.dim, stamp_);
  const SourceState& source = ui.document.chosen();
  if (!source.busy() || source.all == 0) return;
  const float share = static_cast<float>(source.done) / static_cast<float>(source.all);
  ImGui::GetWindowDrawList()->AddRectFilled({low.x, high.y - ui.px(2)}, {low.x + (high.x - low.x) * share, high.y},
                                            ui.colors.accent, ui.px(2));
}

}  // namespace tcviz::inline app_ui
