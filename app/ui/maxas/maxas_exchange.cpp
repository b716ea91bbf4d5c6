// The exchange after the loop, in the collector's place: the threads that store the values which the chosen one loads.
#include <algorithm>
#include <cmath>

#include "app/session/maxas/maxas_steps.hpp"
#include "app/ui/maxas/maxas_pane.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr int lanes = 32;
constexpr float most_box = 26;  // points

// Returns a line of 32 lanes at the top or the bottom.
CellGrid lane_row(const MaxasPane& pane, bool writers, float height) {
  const float width = pane.room.w / lanes, box = std::min({width, pane.ui.px(most_box), height * 0.25F});
  const float label = pane.ui.px(17);
  const float y = writers ? pane.room.y + label : pane.room.y + height - label - box;
  return {pane.room.x, y, width, box, 1, lanes};
}

// True for the chosen thread while C is stored; later for it and the threads that stored the values it loads.
bool is_lit(const MaxasView& view, int tid, bool writer) {
  if (view.look.step.stage == MaxasStage::Stage) return writer && tid == view.look.thread;
  if (!writer) return tid == view.look.thread;
  return std::any_of(view.exchange.begin(), view.exchange.end(), [&](const auto& each) { return each.writer == tid; });
}

ImU32 lane_fill(const MaxasPane& pane, int tid, bool lit) {
  const ImU32 color = thread_tint(pane.paints, pane.view.look.color_by, tid);
  return lit ? color : blend(color, pane.ui.colors.panel, 0.72F);
}

// Draws the lanes' numbers; if they are too wide, at every fourth lane only.
void draw_numbers(const MaxasPane& pane, const CellGrid& row, int first, bool writers) {
  const Ui& ui = pane.ui;
  const bool wide = text_size(ui, ui.fonts.mono, 9.5F, ShortNumber(first + lanes - 1)).x > row.w - ui.line();
  for (int lane = 0; lane < lanes; lane += wide ? 4 : 1) {
    const Rect r = row.cell(0, lane);
    const bool lit = is_lit(pane.view, first + lane, writers);
    const ImU32 ink = lit ? ink_on(lane_fill(pane, first + lane, lit)) : ui.colors.dim;
    const ShortNumber number(first + lane);
    if (!wide) pane.centered({r.x, r.y, r.w - ui.line(), r.h}, ui.fonts.mono, 9.5F, ink, number);
    if (wide) put_text(ui, ui.fonts.mono, 9.5F, {r.x + ui.px(2), r.y + r.h / 2 - ui.px(6)}, ui.colors.text, number);
  }
}

void draw_lanes(const MaxasPane& pane, const CellGrid& row, int first, bool writers) {
  const Ui& ui = pane.ui;
  for (int lane = 0; lane < lanes; ++lane) {
    const Rect cell = row.cell(0, lane);
    const Rect r{cell.x, cell.y, cell.w - ui.line(), cell.h};
    const bool lit = is_lit(pane.view, first + lane, writers);
    pane.fill(r, lane_fill(pane, first + lane, lit), ui.px(2));
    if (lit) pane.outline(r, ui.colors.mark, 1.5F * ui.scale);
  }
  draw_numbers(pane, row, first, writers);
}

// Draws all exchanges of the warp faintly.
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
  if (pane.view.look.step.stage != MaxasStage::Stage) {
    draw_web(pane, top, bottom, first);
    draw_lines(pane, top, bottom, first);
  }
  draw_lanes(pane, bottom, first, false);
  put_text_cut(ui, ui.fonts.sans, 12, {pane.room.x, bottom.y + bottom.h + ui.px(2)}, pane.room.w, ui.colors.dim,
               "loaded by: eight values each, a row of 32 neighbours for every load of the warp");
  draw_words(pane, pane.room.y + height);
  if (!pane.mouse) return;
  const auto at = bottom.at(*pane.mouse);
  const auto from = top.at(*pane.mouse);
  const int tid = first + (at ? at->col : from ? from->col : -first - 1);
  if (tid < 0) return;
  const Element element = element_of(pane.view.look.kernel, tid, {0, pane.view.look.step.at});
  pane.hit = {MaxasObject::Type::C, element.row, element.col};
}

}  // namespace tcviz::inline app_ui
