#include "app/ui/maxas/maxas_pane.hpp"

#include <charconv>
#include <cmath>

#include "app/scene/easel/palette.hpp"

namespace tcviz::inline app_ui {
namespace {

ImU32 maxas_pane_packed(Color c) { return IM_COL32(c.r, c.g, c.b, c.a); }
Color unpacked(ImU32 c) {
  const auto byte = [c](int shift) { return static_cast<std::uint8_t>(c >> shift & 255); };
  return {byte(IM_COL32_R_SHIFT), byte(IM_COL32_G_SHIFT), byte(IM_COL32_B_SHIFT), byte(IM_COL32_A_SHIFT)};
}

constexpr float hatch_step = 6;  // points

}  // namespace

std::optional<CellGrid::Place> CellGrid::at(ImVec2 point) const {
  if (w <= 0 || h <= 0 || !all().contains(point.x, point.y)) return std::nullopt;
  return Place{static_cast<int>((point.y - y) / h), static_cast<int>((point.x - x) / w)};
}

void MaxasPaints::make(Palette palette) {
  for (int n = 0; n < 8; ++n) warp[static_cast<std::size_t>(n)] = maxas_pane_packed(category_paint(palette, n).fill);
  for (int n = 0; n < 32; ++n) lane[static_cast<std::size_t>(n)] = maxas_pane_packed(thread_paint(palette, n, 32).fill);
  for (int n = 0; n < 64; ++n) reg[static_cast<std::size_t>(n)] = maxas_pane_packed(scale_paint(palette, n, 64).fill);
  for (int n = 0; n < 4; ++n) bank[static_cast<std::size_t>(n)] = maxas_pane_packed(category_paint(palette, n).fill);
  constexpr std::array<int, 5> areas{0, 6, 4, 5, 1};
  for (std::size_t n = 0; n < areas.size(); ++n) area[n] = maxas_pane_packed(category_paint(palette, areas[n]).fill);
}

ImU32 owner_paint(const MaxasPaints& paints, MaxasColor by, const MaxasOwner& owner) {
  switch (by) {
    case MaxasColor::Register:
      return paints.reg[static_cast<std::size_t>(owner.reg)];
    case MaxasColor::Bank:
      return paints.bank[static_cast<std::size_t>(maxas::bank_of(owner.reg))];
    default:
      return thread_tint(paints, by, owner.tid);
  }
}

ImU32 thread_tint(const MaxasPaints& paints, MaxasColor by, int tid) {
  return by == MaxasColor::Warp ? paints.warp[static_cast<std::size_t>(tid / 32 % 8)]
                                : paints.lane[static_cast<std::size_t>(tid % 32)];
}

ImU32 ink_on(ImU32 fill) { return maxas_pane_packed(label_color(unpacked(fill))); }
ImU32 blend(ImU32 a, ImU32 b, float t) { return maxas_pane_packed(mixed(unpacked(a), unpacked(b), t)); }

void MaxasPane::fill(const Rect& r, ImU32 color, float rounding) const {
  list().AddRectFilled({r.x, r.y}, {r.x + r.w, r.y + r.h}, color, rounding);
}

void MaxasPane::outline(const Rect& r, ImU32 color, float thickness) const {
  list().AddRect({r.x, r.y}, {r.x + r.w, r.y + r.h}, color, 0, 0, thickness);
}

bool MaxasPane::centered(const Rect& r, ImFont* font, float size, ImU32 color, std::string_view text) const {
  const ImVec2 needs = text_size(ui, font, size, text);
  if (needs.x > r.w || needs.y * 0.78F > r.h) return false;
  put_text(ui, font, size, {r.x + (r.w - needs.x) / 2, r.y + (r.h - needs.y) / 2}, color, text);
  return true;
}

// Draws lines that rise to the right, clipped to the cell.
void MaxasPane::hatch(const Rect& r, ImU32 color) const {
  const float step = hatch_step * ui.scale;
  for (float at = step / 2; at < r.w + r.h; at += step) {
    const ImVec2 low(r.x + std::max(0.0F, at - r.h), r.y + std::min(at, r.h));
    const ImVec2 high(r.x + std::min(at, r.w), r.y + std::max(0.0F, at - r.w));
    list().AddLine(low, high, color, ui.line());
  }
}

ShortNumber::ShortNumber(int number) {
  size_ = static_cast<std::size_t>(std::to_chars(text_.data(), text_.data() + text_.size(), number).ptr - text_.data());
}

}  // namespace tcviz::inline app_ui
