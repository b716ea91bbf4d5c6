#include "app/ui/maxas/maxas_panel.hpp"

#include <algorithm>
#include <cmath>

#include "app/session/maxas/maxas_action.hpp"
#include "app/session/maxas/maxas_steps.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/views.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

constexpr float padding = 10, head_height = 24;  // points

struct PartRow {
  MaxasPart part;
  const char* id;
  std::string_view number, title, note;
  void (*draw)(MaxasPane&);
};
constexpr std::array<PartRow, 7> rows{{
    {MaxasPart::Tile, "##tile", "1, 2", "C tile, with the strips of A and B", "", draw_maxas_tile},
    {MaxasPart::Registers, "##registers", "3", "Registers", "of the chosen thread", draw_maxas_registers},
    {MaxasPart::Order, "##order", "4", "FFMA order", "of a thread and line", draw_maxas_order},
    {MaxasPart::Collector, "##collector", "5", "Operand collector", "Maxwell: four banks, a reuse cache for each slot",
     draw_maxas_collector},
    {MaxasPart::Shared, "##shared", "6", "Shared memory", "32 banks across", draw_maxas_shared},
    {MaxasPart::Timeline, "##timeline", "7", "One pass of the loop", "8 lines of 64 FFMAs; press to go there",
     draw_maxas_timeline},
    {MaxasPart::Bits, "##bits", "8", "Bits", "of (register, lane, warp) in row x and column y", draw_maxas_bits},
}};

std::string_view note_of(const PartRow& row, const MaxasView& view) {
  const bool exchange = row.part == MaxasPart::Collector && in_epilogue(view.look.step);
  return exchange ? std::string_view("C through shared memory, in the warp of the chosen thread") : row.note;
}

std::string_view title_of(const PartRow& row, const MaxasView& view) {
  return row.part == MaxasPart::Collector && in_epilogue(view.look.step) ? "Exchange" : row.title;
}

bool is_pointed_out(const MaxasView& view, MaxasPart part) {
  if (!view.look.page || view.pages.empty()) return false;
  const MaxasPart spoken = view.pages[static_cast<std::size_t>(view.look.page->page)].part;
  return spoken == part || (part == MaxasPart::Tile && spoken == MaxasPart::Strips);
}

// Draws four corners that point outwards or inwards.
void draw_corners(const Ui& ui, ImVec2 middle, bool inwards, ImU32 color) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float out = 5 * ui.scale, arm = 3.2F * ui.scale, in = 1.4F * ui.scale;
  for (const float x : {-1.0F, 1.0F}) {
    for (const float y : {-1.0F, 1.0F}) {
      const float at = inwards ? in : out, turn = inwards ? arm : -arm;
      const ImVec2 corner(middle.x + x * at, middle.y + y * at);
      list.AddLine(corner, {corner.x + x * turn, corner.y}, color, 1.3F * ui.scale);
      list.AddLine(corner, {corner.x, corner.y + y * turn}, color, 1.3F * ui.scale);
    }
  }
}

void begin_view(const Ui& ui) {
  ImGui::SetNextWindowPos({ui.place.x, ui.place.y});
  ImGui::SetNextWindowSize({ui.place.w, ui.place.h});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(padding), ui.px(4)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::Begin("maxas###maxas", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar(3);
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float edge = ui.px(3);
  if (is_framed())
    ImGui::GetWindowDrawList()->AddRect({at.x + edge, at.y + edge}, {at.x + size.x - edge, at.y + size.y - edge},
                                        ui.colors.accent, ui.px(6), ui.line());
  if (!ImGui::IsWindowAppearing()) return;
  ImGui::SetWindowFocus();
}

MaxasColor next_color(MaxasColor color, int by) {
  const int count = static_cast<int>(maxas_color_names.size());
  return static_cast<MaxasColor>((static_cast<int>(color) + by + count) % count);
}

void turn_page(const Ui& ui, const MaxasView& view, int by) {
  const MaxasPage now = *view.look.page;
  const int to = now.page + by;
  if (to < 0) return;
  const bool ends = to >= static_cast<int>(view.pages.size());
  ui.push(MaxasAction(SetMaxasPage{ends ? std::nullopt : std::optional(MaxasPage{now.tour, to})}));
}

}  // namespace

void MaxasPanel::draw(const Ui& ui) {
  prepare(ui);
  if (ui.document.task<MaxasState>().playing) ui.push(MaxasAction(AdvanceMaxas{ImGui::GetIO().DeltaTime}));
  begin_view(ui);
  draw_maxas_controls(ui, view_);
  draw_maxas_transport(ui, view_);
  draw_panes(ui);
  covered_ = open_dialog(ui.document) != nullptr;
  if (!covered_) press_keys(ui);
  ImGui::End();
  draw_tip(ui);
  draw_maxas_card(ui, view_, rects_);
}

std::vector<Rect> MaxasPanel::subjects() const {
  std::vector<Rect> all;
  for (const PartRow& row : rows) all.push_back(rects_[static_cast<std::size_t>(row.part)]);
  return all;
}

void MaxasPanel::prepare(const Ui& ui) {
  view_.prepare(ui.document.task<MaxasState>());
  if (palette_ == ui.document.palette) return;
  palette_ = ui.document.palette;
  paints_.make(*palette_);
}

void MaxasPanel::draw_panes(const Ui& ui) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  rects_ = maxas_rects({at.x, at.y, room.x, room.y - ui.px(2)}, view_.look.large, ui.scale);
  hit_ = {};
  hit_issue_.reset();
  for (const PartRow& row : rows) {
    const Rect& rect = rects_[static_cast<std::size_t>(row.part)];
    if (rect.w > 0) draw_part(ui, row.part, rect);
  }
  if (hit_ != view_.look.hover) ui.push(MaxasAction(HoverMaxas{hit_}));
}

void MaxasPanel::draw_part(const Ui& ui, MaxasPart part, const Rect& rect) {
  const auto& row = *std::find_if(rows.begin(), rows.end(), [&](const PartRow& r) { return r.part == part; });
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool lit = is_pointed_out(view_, part);
  const ImVec2 low(rect.x, rect.y), high(rect.x + rect.w, rect.y + rect.h);
  list.AddRectFilled(low, high, ui.colors.panel, ui.px(6));
  list.AddRect(low, high, lit ? ui.colors.accent : ui.colors.border, ui.px(6), 0, lit ? 2.5F * ui.scale : ui.line());
  draw_head(ui, part, rect);
  const float pad = ui.px(padding);
  MaxasPane pane{
      ui,
      view_,
      paints_,
      {rect.x + pad, rect.y + ui.px(head_height + 3), rect.w - 2 * pad, rect.h - ui.px(head_height + 3) - ui.px(7)},
      std::nullopt};
  if (pane.room.w < 8 || pane.room.h < 8) return;
  ImGui::SetCursorScreenPos({pane.room.x, pane.room.y});
  const bool pressed = ImGui::InvisibleButton(row.id, {pane.room.w, pane.room.h});
  pane.held = ImGui::IsItemActive();
  if (ImGui::IsItemHovered() || pane.held) pane.mouse = ImGui::GetMousePos();
  list.PushClipRect({pane.room.x - pad / 2, pane.room.y - ui.px(2)},
                    {pane.room.x + pane.room.w + pad / 2, pane.room.y + pane.room.h + ui.px(5)}, true);
  row.draw(pane);
  list.PopClipRect();
  if (pane.hit) hit_ = pane.hit, hit_issue_ = pane.issue;
  if (pressed) ui.push(MaxasAction(ChooseMaxas{pane.hit}));
}

void MaxasPanel::draw_head(const Ui& ui, MaxasPart part, const Rect& rect) {
  const auto& row = *std::find_if(rows.begin(), rows.end(), [&](const PartRow& r) { return r.part == part; });
  const float y = rect.y + ui.px(5), button = ui.px(22), right = rect.x + rect.w - button - ui.px(4);
  float x = rect.x + ui.px(padding);
  put_text(ui, ui.fonts.sans, 12, {x, y + ui.px(1)}, ui.colors.accent, row.number);
  x += text_size(ui, ui.fonts.sans, 12, row.number).x + ui.px(7);
  const std::string_view title = title_of(row, view_), note = note_of(row, view_);
  put_text_cut(ui, ui.fonts.sans, 13.5F, {x, y}, right - x, ui.colors.text, title);
  x += text_size(ui, ui.fonts.sans, 13.5F, title).x + ui.px(9);
  if (right - x > ui.px(30)) put_text_cut(ui, ui.fonts.sans, 12, {x, y + ui.px(1)}, right - x, ui.colors.faint, note);
  ImGui::PushID(row.id);
  ImGui::SetCursorScreenPos({right, rect.y + ui.px(2)});
  const bool large = view_.look.large == part;
  if (ImGui::InvisibleButton("##large", {button, button}))
    ui.push(MaxasAction(EnlargeMaxas{large ? std::nullopt : std::optional(part)}));
  const bool hot = ImGui::IsItemHovered() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible);
  explain(ui, large ? "All panels again." : "This panel alone.");
  draw_corners(ui, {right + button / 2, rect.y + ui.px(2) + button / 2}, large, hot ? ui.colors.text : ui.colors.faint);
  ImGui::PopID();
}

void MaxasPanel::draw_tip(const Ui& ui) const {
  if (!hit_ || hit_ != view_.look.hover || view_.tip.empty() || !begin_tip(ui)) return;
  for (std::size_t line = 0; line < view_.tip.size(); ++line) {
    if (line == 0) mono(ui, ui.colors.accent, view_.tip[line]);
    if (line > 0) label(ui, line + 1 == view_.tip.size() ? ui.colors.text : ui.colors.dim, view_.tip[line]);
  }
  for (std::size_t n = 0; hit_issue_ && n < view_.events.size(); ++n)
    if (maxas_mark_is_over(view_.events[n], hit_issue_->row, hit_issue_->col))
      label(ui, ui.colors.warn, view_.event_words[n]);
  ImGui::EndTooltip();
}

// Steps on arrows, plays on Space, frees or closes one thing on Escape. Once Tab has come to a control, the keys are
// its own.
void MaxasPanel::press_keys(const Ui& ui) const {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;
  const MaxasState& state = ui.document.task<MaxasState>();
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    if (state.page) return ui.push(MaxasAction(SetMaxasPage{}));
    if (state.large) return ui.push(MaxasAction(EnlargeMaxas{}));
    if (state.chosen) return ui.push(MaxasAction(ChooseMaxas{}));
    return ui.push(ShowWorkspace{Workspace::Maxas, false});
  }
  if (io.NavVisible) return;
  const ImGuiID owner = ImGui::GetID("##keys");
  const auto pressed = [&](ImGuiKey key) {
    ImGui::SetKeyOwner(key, owner);
    return ImGui::IsKeyPressed(key, true) && !io.KeyCtrl;
  };
  const int step = io.KeyShift ? maxas::ffmas : 1;
  if (pressed(ImGuiKey_LeftArrow)) ui.push(MaxasAction(MoveMaxas{-step}));
  if (pressed(ImGuiKey_RightArrow)) ui.push(MaxasAction(MoveMaxas{step}));
  if (pressed(ImGuiKey_UpArrow)) ui.push(MaxasAction(SetMaxasThread{state.thread - 1}));
  if (pressed(ImGuiKey_DownArrow)) ui.push(MaxasAction(SetMaxasThread{state.thread + 1}));
  if (pressed(ImGuiKey_C)) ui.push(MaxasAction(SetMaxasColor{next_color(state.color_by, io.KeyShift ? -1 : 1)}));
  if (pressed(ImGuiKey_Home)) ui.push(MaxasAction(MoveMaxas{-view_.positions}));
  if (pressed(ImGuiKey_End)) ui.push(MaxasAction(MoveMaxas{view_.positions}));
  if (state.page && pressed(ImGuiKey_Enter)) turn_page(ui, view_, io.KeyShift ? -1 : 1);
  if (pressed(ImGuiKey_Space)) ui.push(MaxasAction(PlayMaxas{!state.playing}));
}

}  // namespace tcviz::inline app_ui
