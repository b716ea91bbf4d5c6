// The 8 x 8 FFMAs of a thread and line, numbered in the order of issue.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/session/maxas/maxas_steps.hpp"
#include "app/ui/maxas/maxas_pane.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float axis = 27, header = 15, key_width = 132;  // points

CellGrid grid_of(const MaxasPane& pane) {
  const Ui& ui = pane.ui;
  const float with_key = pane.room.w - ui.px(axis + key_width);
  const float height = pane.room.h - ui.px(header);
  const float cell = std::floor(std::min(height, std::max(with_key, height * 0.6F)) / 8);
  return {pane.room.x + ui.px(axis), pane.room.y + ui.px(header), cell, cell, 8, 8};
}

ImVec2 middle(const Rect& r) { return {r.x + r.w / 2, r.y + r.h / 2}; }

void draw_axes(const MaxasPane& pane, const CellGrid& grid) {
  const Ui& ui = pane.ui;
  const MaxasPlaces& m = pane.view.marked;
  for (int at = 0; at < 8; ++at) {
    const ShortNumber text(pane.view.look.kernel.offset(at));
    const Rect left{pane.room.x, grid.y + grid.h * static_cast<float>(at), ui.px(axis - 3), grid.h};
    const Rect top{grid.x + grid.w * static_cast<float>(at), pane.room.y, grid.w, ui.px(header)};
    pane.centered(left, ui.fonts.mono, 11, m.xi == at ? ui.colors.accent : ui.colors.dim, text);
    pane.centered(top, ui.fonts.mono, 11, m.yi == at ? ui.colors.accent : ui.colors.dim, text);
  }
  pane.centered({pane.room.x, pane.room.y, ui.px(axis - 3), ui.px(header)}, ui.fonts.sans, 11, ui.colors.faint,
                "x \\ y");
}

// Marks the operands that came from a cache: by letters if there is room, else by a dot at the side.
void draw_badges(const MaxasPane& pane, const maxas::Issue& issue, const Rect& r, ImU32 ink) {
  const Ui& ui = pane.ui;
  constexpr std::array<std::string_view, 2> letters{"A", "B"};
  for (const std::size_t slot : {maxas::SlotA, maxas::SlotB}) {
    if (!issue.slots[slot].hit) continue;
    const float size = 9;
    const ImVec2 needs = text_size(ui, ui.fonts.sans, size, letters[slot]);
    if (r.w < 24 * ui.scale) continue;
    const float x = slot == maxas::SlotA ? r.x + ui.px(2) : r.x + r.w - needs.x - ui.px(2);
    put_text(ui, ui.fonts.sans, size, {x, r.y + r.h - needs.y}, ink, letters[slot]);
  }
}

void draw_cells(const MaxasPane& pane, const CellGrid& grid) {
  const Ui& ui = pane.ui;
  const int now = pane.view.ffma();
  for (std::size_t c = 0; c < pane.view.issues.size(); ++c) {
    const maxas::Issue& issue = pane.view.issues[c];
    const Rect cell = grid.cell(issue.index.xi, issue.index.yi);
    const Rect r{cell.x, cell.y, cell.w - ui.line(), cell.h - ui.line()};
    const bool done = static_cast<int>(c) <= now;
    const ImU32 fill = done ? ui.colors.selection : ui.colors.field;
    pane.fill(r, fill);
    if (issue.conflicts_raw > 0)
      pane.hatch(r, blend(issue.conflicts_left > 0 ? ui.colors.bad : ui.colors.faint, fill,
                          issue.conflicts_left > 0 ? 0.2F : 0.45F));
    if (issue.conflicts_left > 0) pane.outline(r, ui.colors.bad, 1.4F * ui.scale);
    draw_badges(pane, issue, r, ui.colors.good);
  }
}

// Draws the path from the first FFMA to the last; the part to come is faint.
void draw_way(const MaxasPane& pane, const CellGrid& grid) {
  const Ui& ui = pane.ui;
  const int now = pane.view.ffma();
  for (std::size_t c = 0; c + 1 < pane.view.issues.size(); ++c) {
    const TileIndex from = pane.view.issues[c].index, to = pane.view.issues[c + 1].index;
    const bool done = static_cast<int>(c) < now;
    pane.list().AddLine(
        middle(grid.cell(from.xi, from.yi)), middle(grid.cell(to.xi, to.yi)),
        done ? blend(ui.colors.accent, ui.colors.panel, 0.35F) : blend(ui.colors.faint, ui.colors.panel, 0.6F),
        (done ? 2.0F : 1.2F) * ui.scale);
  }
}

void draw_numbers(const MaxasPane& pane, const CellGrid& grid) {
  const Ui& ui = pane.ui;
  const int now = pane.view.ffma();
  const float size = std::clamp(grid.h * 0.42F / ui.scale, 8.0F, 13.5F);
  for (std::size_t c = 0; c < pane.view.issues.size(); ++c) {
    const TileIndex at = pane.view.issues[c].index;
    const Rect r = grid.cell(at.xi, at.yi);
    const bool here = static_cast<int>(c) == now;
    const ShortNumber text(static_cast<int>(c));
    const ImVec2 needs = text_size(ui, ui.fonts.mono, size, text);
    const ImU32 ground = here ? ui.colors.accent : static_cast<int>(c) < now ? ui.colors.selection : ui.colors.field;
    const float pad = ui.px(2);
    const ImVec2 m = middle(r);
    pane.fill({m.x - needs.x / 2 - pad, m.y - needs.y / 2, needs.x + 2 * pad, needs.y}, ground, ui.px(3));
    pane.centered(r, ui.fonts.mono, size, here ? ink_on(ui.colors.accent) : ui.colors.text, text);
    if (here) pane.outline({r.x, r.y, r.w - ui.line(), r.h - ui.line()}, ui.colors.accent, 2 * ui.scale);
  }
}

void draw_marks(const MaxasPane& pane, const CellGrid& grid) {
  const MaxasPlaces& m = pane.view.marked;
  const float thick = 2.2F * pane.ui.scale;
  const ImU32 color = pane.ui.colors.pick;
  if (m.xi && m.yi) return pane.outline(grid.cell(*m.xi, *m.yi), color, thick);
  if (m.xi) {
    const Rect r = grid.cell(*m.xi, 0);
    pane.outline({r.x, r.y, grid.all().w, r.h}, color, thick);
  }
  if (m.yi) {
    const Rect r = grid.cell(0, *m.yi);
    pane.outline({r.x, r.y, r.w, grid.all().h}, color, thick);
  }
}

// Draws the meaning of the signs and the counts at the right, if there is room.
void draw_key(const MaxasPane& pane, const CellGrid& grid) {
  const Ui& ui = pane.ui;
  const float x = grid.all().x + grid.all().w + ui.px(12), room = pane.room.x + pane.room.w - x;
  if (room < ui.px(84)) return;
  float y = grid.y;
  const auto line = [&](ImU32 color, std::string_view text) {
    put_text_cut(ui, ui.fonts.sans, 12, {x + ui.px(20), y}, room - ui.px(20), color, text);
    y += ui.px(18);
  };
  const Rect box{x, y + ui.px(1), ui.px(14), ui.px(14)};
  pane.fill(box, ui.colors.field);
  pane.hatch(box, ui.colors.faint);
  line(ui.colors.dim, "two share a bank");
  put_text(ui, ui.fonts.sans, 11, {x, y}, ui.colors.good, "A B");
  line(ui.colors.dim, "from the cache");
  pane.outline({x, y + ui.px(1), ui.px(14), ui.px(14)}, ui.colors.bad, 1.4F * ui.scale);
  line(ui.colors.dim, "conflict is left");
  y += ui.px(4);
  for (const std::string& text : pane.view.order_words) {
    put_text_cut(ui, ui.fonts.mono, 12, {x, y}, room, ui.colors.text, text);
    y += ui.px(17);
    if (y > pane.room.y + pane.room.h - ui.px(14)) return;
  }
}

}  // namespace

void draw_maxas_order(MaxasPane& pane) {
  const CellGrid grid = grid_of(pane);
  draw_axes(pane, grid);
  draw_cells(pane, grid);
  draw_way(pane, grid);
  draw_numbers(pane, grid);
  draw_marks(pane, grid);
  draw_key(pane, grid);
  if (!pane.mouse) return;
  if (const auto at = grid.at(*pane.mouse)) pane.hit = object_of_index(pane.view.look, {at->row, at->col});
}

}  // namespace tcviz::inline app_ui
