// After the loop, in the collector's place: which thread of the warp stores what the chosen thread loads.
#include <algorithm>
#include <cmath>

#include "app/ui/maxas_pane.hpp"
#include "app/ui/maxas_steps.hpp"

namespace tcviz {
namespace {

constexpr int lanes = 32;
constexpr float most_box = 26;  // points

// A line of 32 lanes at the top or the bottom.
CellGrid lane_row(const MaxasPane& pane, bool writers, float height) {
  const float width = pane.room.w / lanes, box = std::min({width, pane.ui.px(most_box), height * 0.25F});
  const float label = pane.ui.px(17);
  const float y = writers ? pane.room.y + label : pane.room.y + height - label - box;
  return {pane.room.x, y, width, box, 1, lanes};
}

void draw_lanes(const MaxasPane& pane, const CellGrid& row, int first, bool writers) {
  const Ui& ui = pane.ui;
  for (int lane = 0; lane < lanes; ++lane) {
    const Rect cell = row.cell(0, lane);
    const Rect r{cell.x, cell.y, cell.w - ui.line(), cell.h};
    const ImU32 color = thread_tint(pane.paints, pane.view.look.color_by, first + lane);
    bool lit = !writers && first + lane == pane.view.look.thread;
    for (const auto& each : pane.view.exchange) lit = lit || (writers && each.writer == first + lane);
    const ImU32 fill = lit ? color : blend(color, ui.colors.panel, 0.72F);
    pane.fill(r, fill, ui.px(2));
    pane.centered(r, ui.fonts.mono, 9.5F, lit ? ink_on(fill) : ui.colors.dim, ShortNumber(first + lane));
    if (lit) pane.outline(r, ui.colors.mark, 1.5F * ui.scale);
  }
}

// All that the warp exchanges, faint.
void draw_web(const MaxasPane& pane, const CellGrid& top, const CellGrid& bottom, int first) {
  for (const auto& [writer, reader] : pane.view.exchange_of_warp) {
    const Rect from = top.cell(0, writer - first), to = bottom.cell(0, reader - first);
    const ImU32 color = blend(thread_tint(pane.paints, pane.view.look.color_by, writer), pane.ui.colors.panel, 0.8F);
    pane.list().AddLine({from.x + from.w / 2, from.y + from.h}, {to.x + to.w / 2, to.y}, color, pane.ui.line());
  }
}

void draw_lines(const MaxasPane& pane, const CellGrid& top, const CellGrid& bottom, int first) {
  const Ui& ui = pane.ui;
  const Rect to = bottom.cell(0, pane.view.look.thread - first);
  float shift = -3.5F;
  for (const auto& each : pane.view.exchange) {
    const Rect from = top.cell(0, each.writer - first);
    const float x = from.x + from.w / 2 + shift * ui.scale * 0.5F, end = to.x + to.w / 2 + shift * ui.scale;
    const float low = from.y + from.h, high = to.y, bend = (high - low) * 0.5F;
    pane.list().AddBezierCubic({x, low}, {x, low + bend}, {end, high - bend}, {end, high},
                               thread_tint(pane.paints, pane.view.look.color_by, each.writer), 2 * ui.scale);
    shift += 1;
  }
}

void draw_words(const MaxasPane& pane, float y) {
  const Ui& ui = pane.ui;
  for (const std::string& line : pane.view.exchange_words) {
    if (y + ui.px(14) > pane.room.y + pane.room.h) return;
    put_text_cut(ui, ui.fonts.sans, 12, {pane.room.x, y}, pane.room.w, ui.colors.text, line);
    y += ui.px(16);
  }
}

}  // namespace

void draw_maxas_exchange(MaxasPane& pane) {
  const Ui& ui = pane.ui;
  const float words = ui.px(16) * static_cast<float>(pane.view.exchange_words.size()) + ui.px(4);
  const float height = std::max(ui.px(100), pane.room.h - words);
  const int first = pane.view.look.thread & ~31;
  const CellGrid top = lane_row(pane, true, height), bottom = lane_row(pane, false, height);
  put_text_cut(ui, ui.fonts.sans, 12, {pane.room.x, pane.room.y}, pane.room.w, ui.colors.dim,
               "stored by: two quads each, of the column that leaves");
  draw_lanes(pane, top, first, true);
  draw_web(pane, top, bottom, first);
  draw_lines(pane, top, bottom, first);
  draw_lanes(pane, bottom, first, false);
  put_text_cut(ui, ui.fonts.sans, 12, {pane.room.x, bottom.y + bottom.h + ui.px(2)}, pane.room.w, ui.colors.dim,
               "loaded by: eight values each, a row of 32 neighbours for every load of the warp");
  draw_words(pane, pane.room.y + height);
  if (!pane.mouse) return;
  const auto at = bottom.at(*pane.mouse);
  const auto from = top.at(*pane.mouse);
  const int tid = first + (at ? at->second : from ? from->second : -first - 1);
  if (tid < 0) return;
  const Element element = element_of(pane.view.look.kernel, tid, {0, pane.view.look.step.at});
  pane.hit = {MaxasObject::Type::C, element.row, element.col};
}

}  // namespace tcviz
