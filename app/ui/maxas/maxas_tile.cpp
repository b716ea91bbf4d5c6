// The C tile with the strips of A and B that it is made of.
#include <algorithm>
#include <cmath>

#include "app/session/maxas/maxas_steps.hpp"
#include "app/ui/maxas/maxas_pane.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float maxas_tile_legend_height = 19, strip_gap = 4, least_strip = 1.2F, most_strip = 9;  // points

struct TileRoom {
  CellGrid c, a, b;  // a: rows x lines, b: lines x columns
};

TileRoom rooms_of(const MaxasPane& pane) {
  const auto tile = static_cast<float>(pane.view.look.kernel.tile);
  const float side = std::min(pane.room.w, pane.room.h - 2 * pane.ui.px(maxas_tile_legend_height));
  const float line = std::round(std::clamp(side * 0.008F, least_strip * pane.ui.scale, most_strip * pane.ui.scale));
  const float before = 8 * line + pane.ui.px(strip_gap);
  const float cell = std::max(1.0F, (side - before) / tile);
  const float x = pane.room.x + std::floor((pane.room.w - side) / 2) + before, y = pane.room.y + before;
  const int n = pane.view.look.kernel.tile;
  return {{x, y, cell, cell, n, n}, {x - before, y, line, cell, n, 8}, {x, y - before, cell, line, 8, n}};
}

// Returns the paleness of an element: in the epilogue, those that have not been stored yet are pale.
float faded(const MaxasView& view, int row, int col) {
  if (view.landed.empty()) return 0;
  if (view.landed[static_cast<std::size_t>(row * view.look.kernel.tile + col)] > 0) return 0;
  const bool leaves = view.look.step.stage != MaxasStage::Land && view.owner(row, col).index.yi == view.look.step.at;
  return leaves ? 0.35F : 0.86F;
}

// Draws neighbours of one colour as one rectangle.
void maxas_tile_draw_cells(const MaxasPane& pane, const CellGrid& grid) {
  const MaxasView& view = pane.view;
  ImDrawList& list = pane.list();
  for (int row = 0; row < grid.rows; ++row) {
    const float low = grid.y + grid.h * static_cast<float>(row), high = low + grid.h;
    ImU32 color = 0;
    int from = 0;
    for (int col = 0; col <= grid.cols; ++col) {
      ImU32 next = 0;
      if (col < grid.cols) {
        next = owner_paint(pane.paints, view.look.color_by, view.owner(row, col));
        if (const float pale = faded(view, row, col); pale > 0) next = blend(next, pane.ui.colors.panel, pale);
        if (col > 0 && next == color) continue;
      }
      if (col > from) {
        list.PrimReserve(6, 4);
        list.PrimRect({grid.x + grid.w * static_cast<float>(from), low},
                      {grid.x + grid.w * static_cast<float>(col), high}, color);
      }
      color = next;
      from = col;
    }
  }
}

// Draws lines between microtiles, and stronger ones between the halves.
void draw_lines(const MaxasPane& pane, const CellGrid& grid) {
  const ImU32 color = (pane.ui.colors.panel & ~IM_COL32_A_MASK) | IM_COL32(0, 0, 0, 120);
  for (int at = 4; at < grid.rows; at += 4) {
    const bool half = at == grid.rows / 2;
    const float t = half ? 2 * pane.ui.line() : pane.ui.line();
    const ImU32 ink = half ? pane.ui.colors.panel : color;
    const float x = std::round(grid.x + grid.w * static_cast<float>(at)),
                y = std::round(grid.y + grid.h * static_cast<float>(at));
    pane.fill({x - t / 2, grid.y, t, grid.all().h}, ink);
    pane.fill({grid.x, y - t / 2, grid.all().w, t}, ink);
  }
}

// Writes the thread into every microtile or, if cells are large, the value that colours them.
void draw_labels(const MaxasPane& pane, const CellGrid& grid) {
  const MaxasView& view = pane.view;
  const bool by_thread = view.look.color_by == MaxasColor::Lane || view.look.color_by == MaxasColor::Warp;
  const int step = by_thread ? 4 : 1;
  const float size = std::clamp(grid.h * static_cast<float>(step) * 0.5F / pane.ui.scale, 7.0F, 12.0F);
  if (grid.h * static_cast<float>(step) < 11 * pane.ui.scale) return;
  for (int row = 0; row < grid.rows; row += step) {
    for (int col = 0; col < grid.cols; col += step) {
      const MaxasOwner& owner = view.owner(row, col);
      const int number = by_thread                                ? owner.tid
                         : view.look.color_by == MaxasColor::Bank ? maxas::bank_of(owner.reg)
                                                                  : owner.reg;
      const Rect rect{grid.cell(row, col).x, grid.cell(row, col).y, grid.w * static_cast<float>(step),
                      grid.h * static_cast<float>(step)};
      const float pale = faded(view, row, col);
      const ImU32 fill = owner_paint(pane.paints, view.look.color_by, owner);
      const ImU32 ink = pale > 0.5F ? pane.ui.colors.faint : ink_on(fill);
      pane.centered(rect, pane.ui.fonts.mono, size, ink, ShortNumber(number));
    }
  }
}

Rect quad(const CellGrid& grid, int row, int col, int rows, int cols) {
  const Rect first = grid.cell(row, col);
  return {first.x, first.y, grid.w * static_cast<float>(cols), grid.h * static_cast<float>(rows)};
}

void draw_strips(const MaxasPane& pane, const TileRoom& rooms) {
  const MaxasView& view = pane.view;
  const Colors& colors = pane.ui.colors;
  const int line = current_line(view.look.step), n = view.look.kernel.tile;
  pane.fill(rooms.a.all(), colors.field);
  pane.fill(rooms.b.all(), colors.field);
  for (int at = 4; at < n; at += 4) {
    const float y = std::round(rooms.a.cell(at, 0).y), x = std::round(rooms.b.cell(0, at).x);
    pane.fill({rooms.a.x, y, rooms.a.all().w, pane.ui.line()}, colors.border);
    pane.fill({x, rooms.b.y, pane.ui.line(), rooms.b.all().h}, colors.border);
  }
  if (!in_epilogue(view.look.step)) {
    const ImU32 lit = (colors.accent & ~IM_COL32_A_MASK) | IM_COL32(0, 0, 0, 150);
    pane.fill(quad(rooms.a, 0, line, n, 1), lit);
    pane.fill(quad(rooms.b, line, 0, 1, n), lit);
  }
  const Microtile tile = sgemm_microtile(view.look.kernel, view.look.thread);
  for (const int half : {0, view.look.kernel.half()}) {
    pane.outline(quad(rooms.a, 4 * tile.x + half, 0, 4, 8), colors.mark, 1.5F * pane.ui.scale);
    pane.outline(quad(rooms.b, 0, 4 * tile.y + half, 8, 4), colors.mark, 1.5F * pane.ui.scale);
  }
}

// Outlines the element of the issued FFMA in the chosen thread.
void draw_current(const MaxasPane& pane, const CellGrid& grid) {
  const maxas::Issue* issue = pane.view.issue();
  if (issue == nullptr) return;
  const Element at = element_of(pane.view.look.kernel, pane.view.look.thread, issue->index);
  Rect r = grid.cell(at.row, at.col);
  const float grow = std::max(0.0F, pane.ui.px(5) - r.w) / 2;
  r = {r.x - grow, r.y - grow, r.w + 2 * grow, r.h + 2 * grow};
  pane.fill(r, pane.ui.colors.mark);
  pane.outline(r, pane.ui.colors.panel, pane.ui.line());
}

void draw_marks(const MaxasPane& pane, const TileRoom& rooms) {
  const MaxasView& view = pane.view;
  const Colors& colors = pane.ui.colors;
  const float thick = 2 * pane.ui.scale;
  const int n = view.look.kernel.tile, half = view.look.kernel.half();
  const Microtile tile = sgemm_microtile(view.look.kernel, view.look.thread);
  for (const int x : {0, half})
    for (const int y : {0, half}) pane.outline(quad(rooms.c, 4 * tile.x + x, 4 * tile.y + y, 4, 4), colors.mark, thick);
  draw_current(pane, rooms.c);
  const MaxasPlaces& m = view.marked;
  if (m.element) {
    const Rect r = rooms.c.cell(m.element->row, m.element->col);
    const float out = std::max(pane.ui.px(2), pane.ui.px(4) - r.w / 2);
    pane.outline({r.x - out, r.y - out, r.w + 2 * out, r.h + 2 * out}, colors.panel, 2 * thick);
    pane.outline({r.x - out, r.y - out, r.w + 2 * out, r.h + 2 * out}, colors.pick, thick);
  }
  if (m.row) pane.outline(quad(rooms.c, *m.row, 0, 1, n), colors.pick, thick);
  if (m.column) pane.outline(quad(rooms.c, 0, *m.column, n, 1), colors.pick, thick);
  const int row = m.row ? *m.row : m.element ? m.element->row : -1;
  const int col = m.column ? *m.column : m.element ? m.element->col : -1;
  if (row >= 0 && m.a_line && *m.a_line < 8) pane.outline(rooms.a.cell(row, *m.a_line), colors.pick, thick);
  if (col >= 0 && m.b_line && *m.b_line < 8) pane.outline(rooms.b.cell(*m.b_line, col), colors.pick, thick);
}

// Draws swatches of the tile's colours.
void draw_legend(const MaxasPane& pane, float y) {
  const MaxasLook& look = pane.view.look;
  const auto by = static_cast<std::size_t>(look.color_by);
  const int counts[] = {look.kernel.warps(), 32, 64, 4};
  float x = pane.room.x;
  put_text(pane.ui, pane.ui.fonts.sans, 12, {x, y}, pane.ui.colors.dim, maxas_color_names[by]);
  x += text_size(pane.ui, pane.ui.fonts.sans, 12, "register").x + pane.ui.px(8);
  const int count = counts[by];
  const bool numbered = count <= 8;
  const float room = pane.room.x + pane.room.w - x - (numbered ? 0 : pane.ui.px(24));
  const float width = std::min(room / static_cast<float>(count), pane.ui.px(numbered ? 26 : 9));
  for (int n = 0; n < count; ++n) {
    const MaxasOwner owner{look.color_by == MaxasColor::Warp ? 32 * n : n, {}, n};
    const ImU32 fill = owner_paint(pane.paints, look.color_by, owner);
    const Rect swatch{x + width * static_cast<float>(n), y + pane.ui.px(1), width - (numbered ? pane.ui.px(2) : 0),
                      pane.ui.px(13)};
    pane.fill(swatch, fill);
    if (numbered) pane.centered(swatch, pane.ui.fonts.mono, 10.5F, ink_on(fill), ShortNumber(n));
  }
  if (numbered) return;
  put_text(pane.ui, pane.ui.fonts.mono, 10.5F,
           {x + width * static_cast<float>(count) + pane.ui.px(5), y + pane.ui.px(1)}, pane.ui.colors.dim,
           ShortNumber(count - 1));
}

void draw_foot(const MaxasPane& pane, const TileRoom& rooms) {
  const float y = rooms.c.y + rooms.c.all().h + pane.ui.px(5);
  draw_legend(pane, y);
  put_text_cut(pane.ui, pane.ui.fonts.sans, 12, {pane.room.x, y + pane.ui.px(maxas_tile_legend_height - 1)},
               pane.room.w, pane.view.look.marked() ? pane.ui.colors.text : pane.ui.colors.dim, pane.view.foot);
}

}  // namespace

void draw_maxas_tile(MaxasPane& pane) {
  const TileRoom rooms = rooms_of(pane);
  draw_strips(pane, rooms);
  maxas_tile_draw_cells(pane, rooms.c);
  draw_lines(pane, rooms.c);
  draw_labels(pane, rooms.c);
  draw_marks(pane, rooms);
  draw_foot(pane, rooms);
  if (!pane.mouse) return;
  using Type = MaxasObject::Type;
  if (const auto at = rooms.c.at(*pane.mouse)) pane.hit = {Type::C, at->row, at->col};
  if (const auto at = rooms.a.at(*pane.mouse)) pane.hit = {Type::A, at->row, at->col};
  if (const auto at = rooms.b.at(*pane.mouse)) pane.hit = {Type::B, at->col, at->row};
}

}  // namespace tcviz::inline app_ui
