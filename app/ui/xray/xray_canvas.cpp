// One step on screen: cells, marks, the pointer.
#include <algorithm>
#include <cmath>

#include "app/session/whole/action.hpp"
#include "app/ui/kit/flat_scene.hpp"
#include "app/ui/xray/xray_panel.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float canvas_pad = 6, words_line = 17, outcome_size = 20, advice_size = 13.5F;  // points

// Draws what is wrong, where and why, as far as there is room. Returns its height.
float put_verdict(const Ui& ui, const XrayWords& words, ImVec2 at, float width, float bottom) {
  if (words.run == nullptr || words.outcome.empty() || at.y + ui.px(outcome_size) > bottom) return 0;
  put_text_cut(ui, ui.fonts.sans, outcome_size, at, width, verdict_color(ui, words.run->report), words.outcome);
  float y = at.y + ui.px(outcome_size + 8);
  for (const std::string& line : words.advice) {
    const float height = wrapped_height(ui, ui.fonts.sans, advice_size, width, line);
    if (y + height > bottom) break;
    put_text_wrapped(ui, ui.fonts.sans, advice_size, {at.x, y}, width, ui.colors.text, line);
    y += height + ui.px(5);
  }
  return y + ui.px(6) - at.y;
}

}  // namespace

void XrayCanvas::build(const Inputs& inputs, const EventSnapshot& event) {
  if (inputs == inputs_) return;
  inputs_ = inputs;
  const StepTiles tiles = step_tiles(event, inputs.declared);
  scene_ = step_scene(tiles, fit_step(tiles, inputs.theme, inputs.w, inputs.h));
}

void XrayCanvas::draw(const Ui& ui, const XrayWords& words, ImVec2 size) {
  const XrayState& state = ui.document.task<XrayState>();
  if (state.snapshot() == nullptr) return;
  const float bar = ImGui::GetStyle().ScrollbarSize, pad = ui.px(canvas_pad);
  build({state.run.get(), state.product, std::round((size.x - bar - 2 * pad) / ui.scale),
         std::round((size.y - bar - 2 * pad) / ui.scale), ui.document.theme, state.declared},
        *state.snapshot());
  ImGui::PushStyleColor(ImGuiCol_ChildBg, IM_COL32_BLACK_TRANS);
  if (ImGui::BeginChild(
          "##cells", size, ImGuiChildFlags_None,
          static_cast<int>(ImGuiWindowFlags_HorizontalScrollbar) | static_cast<int>(ImGuiWindowFlags_NoNav))) {
    const ImVec2 corner = ImGui::GetCursorScreenPos(), at(corner.x + pad, corner.y + pad);
    ImGui::InvisibleButton("##product",
                           {scene_.scene.width * ui.scale + 2 * pad, scene_.scene.height * ui.scale + pad});
    draw_flat_scene(ui, scene_.scene, at);
    mark(ui, at);
    point(ui, at);
    say(ui, words, at);
    keep_in_sight(ui);
  }
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

// Outlines the cell and its factors; for a cell of the sum, a row of A and a column of B.
void XrayCanvas::mark(const Ui& ui, ImVec2 at) const {
  const std::optional<StepSpot>& spot = ui.document.task<XrayState>().marked();
  if (!spot) return;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto frame = [&](const Rect& rect, ImU32 color, float thick) {
    const ImVec2 low(std::round(at.x + rect.x * ui.scale) - ui.line(),
                     std::round(at.y + rect.y * ui.scale) - ui.line());
    const ImVec2 high(low.x + std::round(rect.w * ui.scale) + 2 * ui.line(),
                      low.y + std::round(rect.h * ui.scale) + 2 * ui.line());
    draw.AddRect(low, high, color, 0, 0, thick * ui.scale);
  };
  const Rect cell = scene_.cell(*spot);
  const Rect &a = scene_.tiles[0], &b = scene_.tiles[1], &sum = scene_.tiles[2];
  if (spot->tile != 1) frame({a.x, cell.y, a.w, cell.h}, ui.colors.mark, 1);
  if (spot->tile == 0) frame({sum.x, cell.y, sum.w, cell.h}, ui.colors.mark, 1);
  if (spot->tile != 0) frame({cell.x, b.y, cell.w, b.h}, ui.colors.mark, 1);
  if (spot->tile == 1) frame({cell.x, sum.y, cell.w, sum.h}, ui.colors.mark, 1);
  frame(cell, ui.colors.pick, 2);
}

// Writes the words above A and left of B, in the free room.
void XrayCanvas::say(const Ui& ui, const XrayWords& words, ImVec2 at) const {
  const float width = scene_.tiles[0].w * ui.scale - ui.px(8), line = ui.px(words_line);
  const float bottom = at.y + (scene_.tiles[0].y - words_line) * ui.scale - line;
  ImVec2 next = at;
  const auto put = [&](ImU32 color, std::string_view text) {
    if (next.y <= bottom) put_text_cut(ui, ui.fonts.sans, 13, next, width, color, text);
    next.y += line;
  };
  if (words.cell.empty()) {
    next.y += put_verdict(ui, words, next, width, bottom);
    put(ui.colors.dim, "Click a cell to see where it came from.");
    put(ui.colors.dim, "Left, right: products. Up, down: warps.");
    put(ui.colors.dim, "N: the next finding. Shift and arrows: cells.");
  }
  for (std::size_t n = 0; n < words.cell.size(); ++n)
    put(n == 0 ? ui.colors.dim : n == 1 ? ui.colors.text : ui.colors.bad, words.cell[n]);
  next.y += ui.px(5);
  for (std::size_t n = 0; n < words.path.size(); ++n) put(n == 0 ? ui.colors.accent : ui.colors.dim, words.path[n]);
}

void XrayCanvas::point(const Ui& ui, ImVec2 at) const {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool here = ImGui::IsItemHovered();
  const std::optional<StepSpot> spot =
      here ? scene_.at((mouse.x - at.x) / ui.scale, (mouse.y - at.y) / ui.scale) : std::nullopt;
  if (spot != ui.document.task<XrayState>().hover) ui.push(XrayAction(HoverXray{spot}));
  if (here && ImGui::IsItemClicked()) ui.push(XrayAction(ChooseXrayCell{spot}));
}

// Scrolls to a cell that was chosen by a key.
void XrayCanvas::keep_in_sight(const Ui& ui) {
  const std::optional<StepSpot>& chosen = ui.document.task<XrayState>().chosen;
  if (chosen == followed_) return;
  followed_ = chosen;
  if (!chosen) return;
  const Rect cell = scene_.cell(*chosen);
  const ImVec2 view = ImGui::GetWindowSize();
  const auto into = [](float begin, float size, float from, float room) {
    return begin < from ? begin : begin + size > from + room ? begin + size - room : from;
  };
  const float pad = 3 * ui.px(canvas_pad);
  ImGui::SetScrollX(into(cell.x * ui.scale, cell.w * ui.scale + pad, ImGui::GetScrollX(), view.x - pad));
  ImGui::SetScrollY(into(cell.y * ui.scale, cell.h * ui.scale + pad, ImGui::GetScrollY(), view.y - pad));
}

}  // namespace tcviz::inline app_ui
