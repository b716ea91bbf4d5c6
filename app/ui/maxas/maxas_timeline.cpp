// One pass of the loop: eight lines of 64 FFMAs, and the other instructions among them. A press goes to that step.
#include <algorithm>
#include <cmath>

#include "app/session/maxas/maxas_action.hpp"
#include "app/session/maxas/maxas_steps.hpp"
#include "app/session/whole/action.hpp"
#include "app/ui/maxas/maxas_pane.hpp"

namespace tcviz::inline app_ui {
namespace {

using maxas::EventType;

constexpr float names = 42, key_height = 17;  // points

CellGrid maxas_timeline_grid_of(const MaxasPane& pane) {
  const Ui& ui = pane.ui;
  const float width = pane.room.w - ui.px(names), height = pane.room.h - ui.px(key_height);
  return {pane.room.x + ui.px(names), pane.room.y,  width / maxas::ffmas,
          height / maxas::lines,      maxas::lines, maxas::ffmas};
}

enum class Mark { Circle, Up, Down, Bar, Cross, Dash };
struct EventRow {
  EventType type;
  Mark mark;
  std::string_view name;
};
constexpr EventRow maxas_timeline_rows[] = {
    {EventType::SharedLoad, Mark::Circle, "shared load"}, {EventType::TextureLoad, Mark::Down, "global load"},
    {EventType::SharedStore, Mark::Up, "shared store"},   {EventType::Barrier, Mark::Bar, "barrier"},
    {EventType::SwitchBuffers, Mark::Cross, "XOR"},       {EventType::Advance, Mark::Dash, "pointers, branch"}};

ImU32 color_of(const MaxasPane& pane, EventType type) {
  const Colors& colors = pane.ui.colors;
  if (type == EventType::SharedLoad) return colors.good;
  if (type == EventType::TextureLoad || type == EventType::SharedStore) return colors.warn;
  return type == EventType::Barrier || type == EventType::SwitchBuffers ? colors.bad : colors.dim;
}

void draw_mark(const MaxasPane& pane, Mark mark, ImVec2 m, float r, ImU32 color) {
  ImDrawList& list = pane.list();
  switch (mark) {
    case Mark::Circle:
      return list.AddCircleFilled(m, r * 0.9F, color, 12);
    case Mark::Up:
      return list.AddTriangleFilled({m.x - r, m.y + r}, {m.x + r, m.y + r}, {m.x, m.y - r}, color);
    case Mark::Down:
      return list.AddTriangleFilled({m.x - r, m.y - r}, {m.x, m.y + r}, {m.x + r, m.y - r}, color);
    case Mark::Bar:
      return list.AddRectFilled({m.x - r * 0.4F, m.y - r * 1.3F}, {m.x + r * 0.4F, m.y + r * 1.3F}, color);
    case Mark::Cross:
      list.AddLine({m.x - r, m.y - r}, {m.x + r, m.y + r}, color, 1.6F * pane.ui.scale);
      return list.AddLine({m.x - r, m.y + r}, {m.x + r, m.y - r}, color, 1.6F * pane.ui.scale);
    case Mark::Dash:
      return list.AddRectFilled({m.x - r, m.y - r * 0.35F}, {m.x + r, m.y + r * 0.35F}, color);
  }
}

void maxas_timeline_draw_cells(const MaxasPane& pane, const CellGrid& grid) {
  const Ui& ui = pane.ui;
  const MaxasStep& step = pane.view.look.step;
  const maxas::Issue* now = pane.view.issue();
  for (int line = 0; line < maxas::lines; ++line) {
    constexpr std::array<std::string_view, 8> texts{"line 0", "line 1", "line 2", "line 3",
                                                    "line 4", "line 5", "line 6", "line 7"};
    const float y = grid.y + grid.h * static_cast<float>(line);
    const bool here = now != nullptr && step.line == line;
    pane.centered({pane.room.x, y, ui.px(names - 5), grid.h}, ui.fonts.sans, 11,
                  here ? ui.colors.accent : ui.colors.dim, texts[static_cast<std::size_t>(line)]);
    // The FFMAs that have been issued are one bar; thin lines tell them apart.
    int issued = has_passed(step, line, maxas::ffmas - 1) ? maxas::ffmas : here ? pane.view.ffma() + 1 : 0;
    const float gap = std::max(ui.line(), std::round(grid.h * 0.12F));
    pane.fill({grid.x, y, grid.all().w, grid.h - gap}, ui.colors.field);
    pane.fill({grid.x, y, grid.w * static_cast<float>(issued), grid.h - gap}, ui.colors.selection);
    for (int c = 4; c < maxas::ffmas; c += 4)
      pane.fill({std::round(grid.x + grid.w * static_cast<float>(c)), y, ui.line(), grid.h - gap}, ui.colors.panel);
    const Rect yields = grid.cell(line, maxas::yield_at);
    pane.fill({yields.x, yields.y, std::max(2 * ui.line(), ui.px(1.5F)), grid.h - gap}, ui.colors.faint);
  }
}

void draw_events(const MaxasPane& pane, const CellGrid& grid) {
  for (const maxas::Event& event : pane.view.events) {
    for (const EventRow& row : maxas_timeline_rows) {
      if (row.type != event.type) continue;
      const Rect cell = grid.cell(event.line, event.after);
      const float r = std::min({cell.h * 0.34F, cell.w * 0.5F, 4.5F * pane.ui.scale});
      draw_mark(pane, row.mark, {grid.x + cell.w * maxas_mark_at(event), cell.y + cell.h * 0.45F}, r,
                color_of(pane, event.type));
    }
  }
}

void draw_key(const MaxasPane& pane) {
  const Ui& ui = pane.ui;
  const float y = pane.room.y + pane.room.h - ui.px(key_height - 2);
  float x = pane.room.x + ui.px(names);
  for (const EventRow& row : maxas_timeline_rows) {
    const float width = text_size(ui, ui.fonts.sans, 11.5F, row.name).x;
    if (x + width + ui.px(12) > pane.room.x + pane.room.w) return;
    draw_mark(pane, row.mark, {x + ui.px(4), y + ui.px(8)}, 3.6F * ui.scale, color_of(pane, row.type));
    put_text(ui, ui.fonts.sans, 11.5F, {x + ui.px(12), y}, ui.colors.dim, row.name);
    x += width + ui.px(26);
  }
  constexpr std::string_view yields = "yield";
  if (x + ui.px(44) > pane.room.x + pane.room.w) return;
  pane.fill({x + ui.px(2), y + ui.px(3), ui.px(2), ui.px(10)}, ui.colors.faint);
  put_text(ui, ui.fonts.sans, 11.5F, {x + ui.px(9), y}, ui.colors.dim, yields);
}

MaxasStep step_of(int line, int c) { return {line == 0 ? MaxasStage::FirstLine : MaxasStage::OtherLines, line, c}; }

}  // namespace

void draw_maxas_timeline(MaxasPane& pane) {
  const CellGrid grid = maxas_timeline_grid_of(pane);
  maxas_timeline_draw_cells(pane, grid);
  draw_events(pane, grid);
  draw_key(pane);
  const MaxasPlaces& m = pane.view.marked;
  if (m.xi && m.yi && (pane.view.look.marked().type == MaxasObject::Type::C)) {
    const int c = pane.view.number[static_cast<std::size_t>(8 * *m.xi + *m.yi)];
    for (int line = 0; line < maxas::lines; ++line)
      pane.outline(grid.cell(line, c), pane.ui.colors.pick, 1.6F * pane.ui.scale);
  }
  if (pane.view.issue() != nullptr) {
    const Rect r = grid.cell(pane.view.look.step.line, pane.view.ffma());
    pane.outline({r.x - pane.ui.px(1), r.y - pane.ui.px(1), r.w + pane.ui.px(2), r.h + pane.ui.px(1)},
                 pane.ui.colors.accent, 2 * pane.ui.scale);
  }
  if (!pane.mouse) return;
  const auto at = grid.at(*pane.mouse);
  if (!at) return;
  const TileIndex index = pane.view.issues[static_cast<std::size_t>(at->col)].index;
  pane.hit = object_of_index(pane.view.look, index);
  pane.issue = at;
  if (pane.held) pane.ui.push(MaxasAction(SetMaxasStep{step_of(at->row, at->col)}));
}

}  // namespace tcviz::inline app_ui
