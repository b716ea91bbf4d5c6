// Shared memory: two buffers as grids of 32 banks, the present accesses, and the addresses that the thread holds.
#include <algorithm>
#include <cmath>

#include "app/session/maxas/maxas_steps.hpp"
#include "app/ui/maxas/maxas_pane.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr int maxas_shared_banks = 32, word_bytes = 4, row_bytes = maxas_shared_banks * word_bytes;
constexpr float head = 16, side = 20, maxas_shared_between = 12, address_line = 16;  // points

struct Buffers {
  std::array<CellGrid, 2> grid;
};

int rows_of(const SgemmKernel& kernel) { return maxas::buffer_switch(kernel) / row_bytes; }

float addresses_height(const MaxasPane& pane) { return pane.ui.px(address_line * 3 + 5); }

Buffers buffers_of(const MaxasPane& pane) {
  const Ui& ui = pane.ui;
  const int rows = rows_of(pane.view.look.kernel);
  const float width = (pane.room.w - ui.px(maxas_shared_between)) / 2 - ui.px(side);
  const float height = std::max(ui.px(40), pane.room.h - ui.px(head) - addresses_height(pane));
  Buffers all;
  for (std::size_t b = 0; b < 2; ++b) {
    const float x = pane.room.x + static_cast<float>(b) * (width + ui.px(side + maxas_shared_between)) + ui.px(side);
    all.grid[b] = {x,    pane.room.y + ui.px(head), width / maxas_shared_banks, height / static_cast<float>(rows),
                   rows, maxas_shared_banks};
  }
  return all;
}

// Returns the rectangle of some bytes; an access never leaves its row.
Rect rect_of(const MaxasPane& pane, const Buffers& buffers, int address, int bytes) {
  const int size = maxas::buffer_switch(pane.view.look.kernel), inside = address % size;
  const CellGrid& grid = buffers.grid[static_cast<std::size_t>(address / size)];
  const Rect r = grid.cell(inside / row_bytes, inside % row_bytes / word_bytes);
  return {r.x, r.y, r.w * static_cast<float>(bytes / word_bytes), r.h};
}

void draw_words(const MaxasPane& pane, const Buffers& buffers) {
  const MaxasView& view = pane.view;
  const int size = maxas::buffer_switch(view.look.kernel);
  for (std::size_t b = 0; b < 2; ++b) {
    const CellGrid& grid = buffers.grid[b];
    pane.fill(grid.all(), pane.ui.colors.field);
    const int first = static_cast<int>(b) * size / word_bytes;
    for (int word = 0; word < size / word_bytes;) {
      const int owner = view.shared[static_cast<std::size_t>(first + word)];
      int run = 1;
      while ((word + run) % maxas_shared_banks != 0 &&
             view.shared[static_cast<std::size_t>(first + word + run)] == owner)
        ++run;
      const Rect r = grid.cell(word / maxas_shared_banks, word % maxas_shared_banks);
      const float gap = r.h > 3 * pane.ui.scale ? pane.ui.line() : 0;
      if (owner >= 0)
        pane.fill({r.x, r.y, r.w * static_cast<float>(run), r.h - gap},
                  thread_tint(pane.paints, view.look.color_by, owner));
      word += run;
    }
  }
}

// Draws names at the left of each part, and the buffer's present use above it.
void draw_names(const MaxasPane& pane, const Buffers& buffers) {
  const Ui& ui = pane.ui;
  constexpr std::array<std::string_view, 4> names{"A0", "B0", "A1", "B1"};
  const MaxasStep& step = pane.view.look.step;
  for (int b = 0; b < 2; ++b) {
    const CellGrid& grid = buffers.grid[static_cast<std::size_t>(b)];
    const float half = grid.all().h / 2;
    for (int part = 0; part < 2; ++part) {
      const Rect r{grid.x - ui.px(side), grid.y + half * static_cast<float>(part), ui.px(side - 3), half};
      pane.centered(r, ui.fonts.sans, 11.5F, ui.colors.dim, names[static_cast<std::size_t>(2 * b + part)]);
    }
    const bool read = buffer_read(step) == b, written = buffer_written(step) == b;
    const bool staging = in_epilogue(step) && b == 0;
    const std::string_view use = staging           ? "staging of C"
                                 : read && written ? "read and written"
                                 : read            ? "is read"
                                 : written         ? "is written"
                                                   : "at rest";
    const ImU32 color = staging || read ? ui.colors.good : written ? ui.colors.warn : ui.colors.faint;
    pane.fill({grid.x, pane.room.y + ui.px(4), ui.px(7), ui.px(7)}, color, ui.px(2));
    put_text_cut(ui, ui.fonts.sans, 11.5F, {grid.x + ui.px(11), pane.room.y - ui.px(1)}, grid.all().w, color, use);
    pane.outline(grid.all(), blend(color, ui.colors.panel, 0.4F), ui.line());
    pane.fill({grid.x - ui.px(side - 4), std::round(grid.y + half), grid.all().w + ui.px(side - 4), ui.line()},
              ui.colors.faint);
  }
}

void draw_accesses(const MaxasPane& pane, const Buffers& buffers) {
  const Ui& ui = pane.ui;
  const auto mark = [&](const SharedAccess& access, ImU32 color, float thickness) {
    const Rect r = rect_of(pane, buffers, access.address, access.bytes);
    const float out = std::max(0.0F, ui.px(4) - r.h) / 2;
    pane.outline({r.x, r.y - out, r.w, r.h + 2 * out}, color, thickness);
  };
  for (const SharedAccess& access : pane.view.others) mark(access, ui.colors.mark, ui.line());
  for (const SharedAccess& access : pane.view.operands) mark(access, ui.colors.accent, 1.5F * ui.scale);
  for (const SharedAccess& access : pane.view.accesses) {
    mark(access, ui.colors.panel, 4.5F * ui.scale);
    mark(access, ui.colors.mark, 2.5F * ui.scale);
  }
  for (const int address : pane.view.marked.words)
    mark({SharedUse::ReadA, 0, address, word_bytes}, ui.colors.pick, 2.4F * ui.scale);
}

// Draws "readAs   1104  0 0100 0101 0000", with the bit that the XOR flips highlighted.
void draw_address(const MaxasPane& pane, std::size_t which, float y) {
  const Ui& ui = pane.ui;
  const bool after = in_epilogue(pane.view.look.step);
  constexpr std::array<std::string_view, 3> in_loop_names{"readAs", "readBs", "writeS"};
  constexpr std::array<std::string_view, 3> after_names{"readCs", "", "writeCs"};
  const int value = pane.view.addresses.value[which];
  float x = pane.room.x;
  put_text(ui, ui.fonts.sans, 12, {x, y}, ui.colors.dim, (after ? after_names : in_loop_names)[which]);
  x += ui.px(52);
  const ShortNumber number(value);
  const float width = text_size(ui, ui.fonts.mono, 12, "00000").x;
  put_text(ui, ui.fonts.mono, 12, {x + width - text_size(ui, ui.fonts.mono, 12, number).x, y}, ui.colors.text, number);
  x += width + ui.px(14);
  const int flips = maxas::buffer_switch(pane.view.look.kernel);
  const float digit = text_size(ui, ui.fonts.mono, 12, "0").x;
  for (int bit = 13; bit >= 0; --bit) {
    const bool flipped = !after && (1 << bit) == flips;
    const std::string_view text = (value >> bit & 1) != 0 ? "1" : "0";
    if (flipped) {
      const bool now = pane.view.addresses.switched[which];
      pane.fill({x - ui.px(1), y, digit + ui.px(2), ui.px(15)}, now ? ui.colors.accent : ui.colors.match, ui.px(2));
      put_text(ui, ui.fonts.mono, 12, {x, y}, now ? ink_on(ui.colors.accent) : ui.colors.text, text);
    } else {
      put_text(ui, ui.fonts.mono, 12, {x, y}, ui.colors.dim, text);
    }
    x += digit + (bit % 4 == 0 ? ui.px(5) : 0);
  }
  if (which == 0 && !after)
    put_text_cut(ui, ui.fonts.sans, 11.5F, {x + ui.px(6), y}, pane.room.x + pane.room.w - x - ui.px(6), ui.colors.faint,
                 flips == 4096 ? "XOR 4096 switches buffers" : "XOR 8192 switches buffers");
}

}  // namespace

void draw_maxas_shared(MaxasPane& pane) {
  const Buffers buffers = buffers_of(pane);
  draw_words(pane, buffers);
  draw_names(pane, buffers);
  draw_accesses(pane, buffers);
  float line = pane.room.y + pane.room.h - addresses_height(pane) + pane.ui.px(5);
  for (std::size_t which = 0; which < 3; ++which) {
    if (pane.view.addresses.value[which] < 0) continue;
    draw_address(pane, which, line);
    line += pane.ui.px(address_line);
  }
  if (!pane.mouse) return;
  for (std::size_t b = 0; b < 2; ++b) {
    const auto at = buffers.grid[b].at(*pane.mouse);
    if (!at) continue;
    const int address =
        static_cast<int>(b) * maxas::buffer_switch(pane.view.look.kernel) + at->row * row_bytes + at->col * word_bytes;
    if (pane.view.shared[static_cast<std::size_t>(address / word_bytes)] >= 0)
      pane.hit = object_of_word(pane.view.look, address);
  }
}

}  // namespace tcviz::inline app_ui
