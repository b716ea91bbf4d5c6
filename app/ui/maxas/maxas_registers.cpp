// The register file of the chosen thread: four columns of banks, cut in two blocks of sixteen rows.
#include <algorithm>
#include <cmath>

#include "app/session/maxas/maxas_steps.hpp"
#include "app/ui/maxas/maxas_pane.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr int blocks = 2, maxas_registers_rows = 16, banks = 4;
constexpr float maxas_registers_header = 14, legend = 16, between = 10;  // points

enum Area : std::size_t { AreaC, AreaJ0, AreaJ1, AreaLoad, AreaStaging };
struct AreaRow {
  Area area;
  std::string_view name;
};
constexpr AreaRow areas[] = {{AreaC, "C"}, {AreaJ0, "j0"}, {AreaJ1, "j1"}, {AreaLoad, "load"}, {AreaStaging, "cs"}};

std::optional<Area> area_of(const MaxasView::RegisterCell& cell, int reg) {
  if (cell.staging) return AreaStaging;
  if (cell.use == maxas::RegisterUse::Load) return AreaLoad;
  if (cell.use == maxas::RegisterUse::C) return AreaC;
  if (cell.use == maxas::RegisterUse::Free) return std::nullopt;
  return reg < 80 ? AreaJ0 : AreaJ1;
}

CellGrid block(const MaxasPane& pane, int number) {
  const float gap = pane.ui.px(between), width = (pane.room.w - gap) / blocks;
  const float top = pane.room.y + pane.ui.px(maxas_registers_header);
  const float height = pane.room.h - pane.ui.px(maxas_registers_header) - pane.ui.px(legend);
  return {pane.room.x + static_cast<float>(number) * (width + gap),
          top,
          width / banks,
          height / maxas_registers_rows,
          maxas_registers_rows,
          banks};
}

void draw_cell(const MaxasPane& pane, int reg, const Rect& r) {
  const MaxasView::RegisterCell& cell = pane.view.registers[static_cast<std::size_t>(reg)];
  const Ui& ui = pane.ui;
  const auto area = area_of(cell, reg);
  ImU32 fill = ui.colors.field;
  if (area) fill = blend(pane.paints.area[*area], ui.colors.panel, cell.filled ? 0.25F : 0.82F);
  const Rect inner{r.x, r.y, r.w - ui.line(), r.h - ui.line()};
  pane.fill(inner, fill);
  if (!area) return;
  const ImU32 ink = cell.filled ? ink_on(fill) : ui.colors.dim;
  const float size = std::clamp(r.h * 0.84F / ui.scale, 8.0F, 12.0F);
  const float number = text_size(ui, ui.fonts.mono, size, "R100").x + ui.px(4);
  const bool both = number + text_size(ui, ui.fonts.mono, size, "cx32y32").x + ui.px(6) < r.w;
  if (!both) {
    if (!pane.centered(inner, ui.fonts.mono, size, ink, cell.name))
      pane.centered(inner, ui.fonts.mono, size, ink, ShortNumber(reg));
    return;
  }
  const float y = r.y + (r.h - text_size(ui, ui.fonts.mono, size, "R").y) / 2;
  put_text(ui, ui.fonts.mono, size, {r.x + ui.px(4), y}, blend(ink, fill, 0.35F), cell.number);
  put_text(ui, ui.fonts.mono, size, {r.x + number + ui.px(2), y}, ink, cell.name);
}

void draw_legend(const MaxasPane& pane) {
  const Ui& ui = pane.ui;
  float x = pane.room.x;
  const float y = pane.room.y + pane.room.h - ui.px(legend - 3);
  for (const AreaRow& row : areas) {
    pane.fill({x, y + ui.px(2), ui.px(9), ui.px(9)}, blend(pane.paints.area[row.area], ui.colors.panel, 0.25F),
              ui.px(2));
    put_text(ui, ui.fonts.sans, 11.5F, {x + ui.px(13), y - ui.px(1)}, ui.colors.dim, row.name);
    x += ui.px(24) + text_size(ui, ui.fonts.sans, 11.5F, row.name).x;
  }
  put_text_cut(ui, ui.fonts.sans, 11.5F, {x + ui.px(4), y - ui.px(1)}, pane.room.x + pane.room.w - x - ui.px(4),
               ui.colors.faint, "pale: empty, or not used");
}

Rect rect_of(const MaxasPane& pane, int reg) {
  return block(pane, reg / (maxas_registers_rows * banks))
      .cell(reg % (maxas_registers_rows * banks) / banks, reg % banks);
}

// Outlines the operands of the issued FFMA, and the object under the pointer.
void draw_marks(const MaxasPane& pane) {
  const Ui& ui = pane.ui;
  if (const maxas::Issue* issue = pane.view.issue()) {
    for (const maxas::OperandRead& read : issue->slots)
      pane.outline(rect_of(pane, read.reg), ui.colors.mark, 1.6F * ui.scale);
  }
  for (const int reg : pane.view.marked.registers) {
    Rect r = rect_of(pane, reg);
    r = {r.x - ui.px(1), r.y - ui.px(1), r.w + ui.px(1), r.h + ui.px(1)};
    pane.outline(r, ui.colors.pick, 2 * ui.scale);
  }
}

}  // namespace

void draw_maxas_registers(MaxasPane& pane) {
  const Ui& ui = pane.ui;
  for (int number = 0; number < blocks; ++number) {
    const CellGrid grid = block(pane, number);
    for (int bank = 0; bank < banks; ++bank) {
      const Rect head{grid.x + grid.w * static_cast<float>(bank), pane.room.y - ui.px(1), grid.w,
                      ui.px(maxas_registers_header)};
      constexpr std::array<std::string_view, banks> names{"bank 0", "bank 1", "bank 2", "bank 3"};
      pane.centered(head, ui.fonts.sans, 11, ui.colors.dim, names[static_cast<std::size_t>(bank)]);
    }
    for (int cell = 0; cell < maxas_registers_rows * banks; ++cell)
      draw_cell(pane, number * maxas_registers_rows * banks + cell, grid.cell(cell / banks, cell % banks));
    if (!pane.mouse) continue;
    if (const auto at = grid.at(*pane.mouse)) {
      const auto reg = static_cast<std::size_t>(number * maxas_registers_rows * banks + at->row * banks + at->col);
      pane.hit = pane.view.registers[reg].object;
    }
  }
  draw_legend(pane);
  draw_marks(pane);
}

}  // namespace tcviz::inline app_ui
