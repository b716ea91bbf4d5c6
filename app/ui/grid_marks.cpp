#include "app/ui/grid_marks.hpp"

#include <algorithm>
#include <cmath>

namespace tcviz {
namespace {

// The layouts of a product.
constexpr int a_side = 0, b_side = 1, accumulator = 2;

Color color_of(ImU32 packed) {
  const auto part = [&](int shift) { return static_cast<std::uint8_t>(packed >> shift); };
  return {part(IM_COL32_R_SHIFT), part(IM_COL32_G_SHIFT), part(IM_COL32_B_SHIFT), part(IM_COL32_A_SHIFT)};
}

Rect cells_rect(const GridFrame& f, int row, int col, int rows, int cols) {
  return {f.cells.x + static_cast<float>(col) * f.cell_w, f.cells.y + static_cast<float>(row) * f.cell_h,
          static_cast<float>(cols) * f.cell_w - f.gap, static_cast<float>(rows) * f.cell_h - f.gap};
}

Line product_line(const Pick& pick, int shown) {
  const Element e = pick.element;
  if (shown == pick.layout) return {e.row, e.col};
  if (pick.layout == accumulator) return shown == a_side ? Line{e.row, std::nullopt} : Line{std::nullopt, e.col};
  if (shown == accumulator) return pick.layout == a_side ? Line{e.row, std::nullopt} : Line{std::nullopt, e.col};
  return pick.layout == a_side ? Line{e.col, std::nullopt} : Line{std::nullopt, e.row};  // the k that they share
}

class Marks {
 public:
  Marks(const Document& document, SceneLayouts layouts, std::span<const GridFrame> grids, float unit)
      : d_(document), layouts_(layouts), grids_(grids), unit_(unit) {}

  // The cells of a thread, in every grid whose group has such a thread.
  void add_thread(int tid, const Mark& like) {
    for (const GridFrame& frame : grids_) {
      const Layout& layout = *layouts_[frame.layout];
      for (int i = 0; tid < layout.threads() && i < layout.values(); ++i) add_slot(frame, layout, {tid, i}, like);
    }
  }

  // The picked slot; in a comparison its element on the other side, too.
  void add_pick(const Pick& pick, const Mark& like) {
    for (const GridFrame& frame : grids_) {
      const Layout& layout = *layouts_[frame.layout];
      if (frame.layout == pick.layout) {
        add_slot(frame, layout, pick.slot, like);
      } else if (d_.view == ViewMode::Comparison && pick.element.row < frame.rows && pick.element.col < frame.cols) {
        add(cells_rect(frame, pick.element.row, pick.element.col, 1, 1), like);
      }
    }
  }

  // The row and the column that the pick is made of, or that it goes into.
  void add_product(const Pick& pick, const Mark& like) {
    for (const GridFrame& frame : grids_) {
      const bool part = pick.layout == accumulator || frame.layout == accumulator;
      if (frame.layout == pick.layout || !part) continue;
      const Line line = product_line(pick, frame.layout);
      if (line.row) add(cells_rect(frame, *line.row, 0, 1, frame.cols), like);
      if (line.col) add(cells_rect(frame, 0, *line.col, frame.rows, 1), like);
    }
  }

  std::vector<Mark> take() { return std::move(marks_); }

 private:
  // Thinner around small cells, so that their colour stays in sight.
  void add(const Rect& rect, const Mark& like) {
    const float most = std::max(std::round(unit_), std::round(std::min(rect.w, rect.h) * unit_ / 4));
    marks_.push_back({rect, like.color, std::min(like.thickness, most), like.style});
  }
  void add_slot(const GridFrame& frame, const Layout& layout, Slot slot, const Mark& like) {
    if (slot.tid >= layout.threads() || slot.i >= layout.values()) return;
    if (const auto rect = slot_rect(frame, layout, slot)) add(*rect, like);
  }

  const Document& d_;
  SceneLayouts layouts_;
  std::span<const GridFrame> grids_;
  float unit_;  // pixels of a point
  std::vector<Mark> marks_;
};

}  // namespace

Line line_of(ViewMode view, const Pick& pick, int shown) {
  if (view == ViewMode::Product) return product_line(pick, shown);
  if (view == ViewMode::Threads) return {pick.slot.tid, pick.slot.i};
  return {pick.element.row, pick.element.col};
}

// Pinned: solid. Hovered beside it: dashed and thinner. The product's lines belong to the one that the inspector shows.
std::vector<Mark> make_marks(const Document& d, SceneLayouts layouts, std::span<const GridFrame> grids,
                             const Colors& colors, float unit) {
  const float thin = std::round(2 * unit), thick = std::round(3 * unit);
  Marks marks(d, layouts, grids, unit);
  const Color quiet = color_of(colors.mark), accent = color_of(colors.pick);
  if (d.pin) marks.add_thread(d.pin->slot.tid, {{}, quiet, thin, MarkStyle::Solid});
  if (d.hover && (!d.pin || d.pin->slot.tid != d.hover->slot.tid)) {
    marks.add_thread(d.hover->slot.tid, {{}, quiet, thin, d.pin ? MarkStyle::Dashed : MarkStyle::Solid});
  }
  if (d.view == ViewMode::Product && d.marked()) marks.add_product(*d.marked(), {{}, accent, thick, MarkStyle::Solid});
  if (d.pin) marks.add_pick(*d.pin, {{}, accent, thick, MarkStyle::Solid});
  if (d.hover && d.hover != d.pin) {
    marks.add_pick(*d.hover, {{}, accent, d.pin ? thin : thick, d.pin ? MarkStyle::Dashed : MarkStyle::Solid});
  }
  return marks.take();
}

Rect band_rect(const GridFrame& frame, const Band& band) {
  return cells_rect(frame, band.first.row, band.first.col, band.last.row - band.first.row + 1,
                    band.last.col - band.first.col + 1);
}

}  // namespace tcviz
