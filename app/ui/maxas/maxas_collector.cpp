// The operand collector: the origins of the three operands of the issued FFMA, and totals.
#include <algorithm>
#include <cmath>

#include "app/session/maxas/maxas_steps.hpp"
#include "app/ui/maxas/maxas_pane.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float lane_height = 34, maxas_collector_name_width = 104, cache_width = 58, port_width = 46,
                total_line = 17;  // points
constexpr std::array<std::string_view, 3> letters{"A", "B", "C"};
constexpr std::array<std::string_view, 4> ports{"bank 0", "bank 1", "bank 2", "bank 3"};

struct Rooms {
  std::array<Rect, 3> operand;
  std::array<std::array<Rect, maxas::most_entries>, 3> cache;
  std::array<Rect, 4> port;
};

// Arranges operand ---- cache entries ---- bank ports.
Rooms rooms_of(const MaxasPane& pane, float height) {
  const Ui& ui = pane.ui;
  Rooms rooms;
  const float letter = ui.px(16), lane = height / 3, box = std::min(ui.px(lane_height - 8), lane * 0.82F);
  const float width = pane.room.w - letter;
  const float name = std::min(ui.px(maxas_collector_name_width), width * 0.27F),
              port = std::min(ui.px(port_width), width * 0.14F);
  const float cache = std::min(ui.px(cache_width), width * 0.15F), gap = ui.px(4);
  const float caches = pane.room.x + letter + name + std::min(ui.px(30), width * 0.07F);
  for (std::size_t slot = 0; slot < 3; ++slot) {
    const float y = pane.room.y + lane * static_cast<float>(slot) + (lane - box) / 2;
    rooms.operand[slot] = {pane.room.x + letter, y, name, box};
    for (std::size_t entry = 0; entry < rooms.cache[slot].size(); ++entry)
      rooms.cache[slot][entry] = {caches + static_cast<float>(entry) * (cache + gap), y, cache, box};
  }
  const float step = height / 4;
  for (std::size_t bank = 0; bank < 4; ++bank)
    rooms.port[bank] = {pane.room.x + pane.room.w - port, pane.room.y + step * static_cast<float>(bank) + ui.px(2),
                        port, step - ui.px(4)};
  return rooms;
}

ImVec2 right_of(const Rect& r) { return {r.x + r.w, r.y + r.h / 2}; }
ImVec2 left_of(const Rect& r) { return {r.x, r.y + r.h / 2}; }

// Returns the content of a slot's cache before this FFMA.
const std::vector<int>* cached_before(const MaxasView& view, std::size_t slot) {
  const int c = view.ffma();
  return c < 1 ? nullptr : &view.issues[static_cast<std::size_t>(c) - 1].cached[slot];
}

// Joins the operand and its entry, passing below the entries before it.
void draw_hit(const MaxasPane& pane, const Rect& operand, const Rect& entry, bool below) {
  const float thick = 2 * pane.ui.scale, low = operand.y + operand.h + pane.ui.px(4);
  const ImVec2 from = right_of(operand), to = left_of(entry);
  if (!below) return pane.list().AddLine(from, to, pane.ui.colors.good, thick);
  const float bend = from.x + pane.ui.px(7), end = entry.x + entry.w / 2;
  const ImVec2 points[] = {from, {bend, from.y}, {bend, low}, {end, low}, {end, entry.y + entry.h}};
  pane.list().AddPolyline(points, 5, pane.ui.colors.good, thick);
}

void draw_cache(const MaxasPane& pane, const Rooms& rooms, std::size_t slot, const maxas::Issue& issue) {
  const Ui& ui = pane.ui;
  const std::vector<int>* before = cached_before(pane.view, slot);
  for (int entry = 0; entry < pane.view.look.variant.entries; ++entry) {
    const Rect& r = rooms.cache[slot][static_cast<std::size_t>(entry)];
    const bool full = before != nullptr && static_cast<std::size_t>(entry) < before->size();
    const int reg = full ? (*before)[static_cast<std::size_t>(entry)] : -1;
    const bool hit = full && issue.slots[slot].hit && reg == issue.slots[slot].reg;
    pane.fill(r, hit ? blend(ui.colors.good, ui.colors.panel, 0.7F) : ui.colors.field, ui.px(3));
    pane.outline(r, hit ? ui.colors.good : ui.colors.border, ui.line());
    if (!full) {
      pane.centered(r, ui.fonts.sans, 11, ui.colors.faint, "empty");
      continue;
    }
    pane.centered(r, ui.fonts.mono, 12, ui.colors.text, pane.view.registers[static_cast<std::size_t>(reg)].number);
    if (hit) draw_hit(pane, rooms.operand[slot], r, entry > 0);
  }
}

void draw_operand(const MaxasPane& pane, const Rooms& rooms, std::size_t slot, const maxas::Issue& issue) {
  const Ui& ui = pane.ui;
  const maxas::OperandRead& read = issue.slots[slot];
  const MaxasView::RegisterCell& cell = pane.view.registers[static_cast<std::size_t>(read.reg)];
  const Rect& r = rooms.operand[slot];
  pane.centered({pane.room.x, r.y, ui.px(12), r.h}, ui.fonts.sans, 13, ui.colors.dim, letters[slot]);
  pane.fill(r, ui.colors.selection_soft, ui.px(3));
  pane.outline(r, read.hit ? ui.colors.good : ui.colors.border, ui.line());
  const float size = 11.5F, y = r.y + (r.h - text_size(ui, ui.fonts.mono, size, "R").y) / 2;
  const float number = text_size(ui, ui.fonts.mono, size, "R00").x;
  put_text(ui, ui.fonts.mono, size, {r.x + ui.px(5), y}, ui.colors.text, cell.number);
  put_text_cut(ui, ui.fonts.mono, size, {r.x + number + ui.px(10), y}, r.w - number - ui.px(12), ui.colors.dim,
               cell.name);
  draw_cache(pane, rooms, slot, issue);
  if (read.hit) return;
  const Rect& port = rooms.port[static_cast<std::size_t>(read.bank)];
  const bool clash = issue.bank_reads[static_cast<std::size_t>(read.bank)] > 1;
  // Below the cache entries, then to the port.
  const ImVec2 from = right_of(r), to = left_of(port);
  const float low = r.y + r.h + ui.px(3);
  const ImU32 color = clash ? ui.colors.bad : ui.colors.accent;
  const ImVec2 points[] = {from, {from.x + ui.px(7), from.y}, {from.x + ui.px(7), low}, {to.x - ui.px(14), low}, to};
  pane.list().AddPolyline(points, 5, color, 1.8F * ui.scale);
}

void draw_ports(const MaxasPane& pane, const Rooms& rooms, const maxas::Issue& issue) {
  const Ui& ui = pane.ui;
  for (std::size_t bank = 0; bank < rooms.port.size(); ++bank) {
    const int reads = issue.bank_reads[bank];
    const bool clash = reads > 1;
    const ImU32 fill = clash        ? blend(ui.colors.bad, ui.colors.panel, 0.6F)
                       : reads == 1 ? blend(ui.colors.accent, ui.colors.panel, 0.7F)
                                    : ui.colors.field;
    pane.fill(rooms.port[bank], fill, ui.px(3));
    pane.outline(rooms.port[bank], clash ? ui.colors.bad : ui.colors.border, clash ? 2 * ui.scale : ui.line());
    if (!pane.centered(rooms.port[bank], ui.fonts.sans, 11.5F, ui.colors.text, ports[bank]))
      pane.centered(rooms.port[bank], ui.fonts.mono, 11, ui.colors.text, ShortNumber(static_cast<int>(bank)));
  }
}

// Returns the height of the totals: at least two lines.
float totals_height(const MaxasPane& pane) {
  return pane.ui.px(total_line) * static_cast<float>(pane.view.totals.size()) + pane.ui.px(4);
}

void draw_totals(const MaxasPane& pane) {
  const Ui& ui = pane.ui;
  float y = pane.room.y + pane.room.h - totals_height(pane) + ui.px(4);
  const float labels = std::min(ui.px(92), pane.room.w * 0.26F);
  pane.fill({pane.room.x, y - ui.px(4), pane.room.w, ui.line()}, ui.colors.border);
  for (const MaxasView::Total& total : pane.view.totals) {
    put_text_cut(ui, ui.fonts.sans, 12, {pane.room.x, y}, labels - ui.px(4), ui.colors.dim, total.name);
    put_text_cut(ui, ui.fonts.sans, 12.5F, {pane.room.x + labels, y}, pane.room.w - labels,
                 total.bad ? ui.colors.bad : ui.colors.text, total.text);
    y += ui.px(total_line);
  }
}

}  // namespace

void draw_maxas_collector(MaxasPane& pane) {
  if (in_epilogue(pane.view.look.step)) return draw_maxas_exchange(pane);
  draw_totals(pane);
  const float height = std::max(pane.ui.px(60), pane.room.h - totals_height(pane) - pane.ui.px(6));
  const maxas::Issue* issue = pane.view.issue();
  if (issue == nullptr) {
    pane.centered({pane.room.x, pane.room.y, pane.room.w, height}, pane.ui.fonts.sans, 13, pane.ui.colors.dim,
                  "No FFMA is issued before the loop.");
    return;
  }
  const Rooms rooms = rooms_of(pane, std::min(height, pane.ui.px(300)));
  draw_ports(pane, rooms, *issue);
  for (std::size_t slot = 0; slot < 3; ++slot) draw_operand(pane, rooms, slot, *issue);
  if (!pane.mouse) return;
  for (std::size_t slot = 0; slot < 3; ++slot) {
    if (rooms.operand[slot].contains(pane.mouse->x, pane.mouse->y))
      pane.hit = object_of_register(pane.view.look, issue->slots[slot].reg);
  }
}

}  // namespace tcviz::inline app_ui
