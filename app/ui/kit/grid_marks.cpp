#include "app/ui/kit/grid_marks.hpp"
#include "app/scene/grid/grid_scene.hpp"

#include <algorithm>
#include <cmath>

#include "app/session/whole/document.hpp"

namespace tcviz::inline app_ui {
namespace {

Color color_of(ImU32 packed) {
  const auto part = [&](int shift) { return static_cast<std::uint8_t>(packed >> shift); };
  return {part(IM_COL32_R_SHIFT), part(IM_COL32_G_SHIFT), part(IM_COL32_B_SHIFT), part(IM_COL32_A_SHIFT)};
}

Rect cells_rect(const GridFrame& f, Element first, Element last) {
  const auto x = static_cast<float>(first.col - f.first_col), y = static_cast<float>(first.row - f.first_row);
  const auto cols = static_cast<float>(last.col - first.col + 1), rows = static_cast<float>(last.row - first.row + 1);
  return {f.cells.x + x * f.cell_w, f.cells.y + y * f.cell_h, cols * f.cell_w - f.gap,
          rows * f.cell_h - f.free_below - f.gap};
}

std::optional<ElementSpan> shown_part(const GridFrame& f, const ElementSpan& span) {
  const ElementSpan part{
      {std::max(span.first.row, f.first_row), std::max(span.first.col, f.first_col)},
      {std::min(span.last.row, f.first_row + f.rows - 1), std::min(span.last.col, f.first_col + f.cols - 1)}};
  const bool any = part.first.row <= part.last.row && part.first.col <= part.last.col;
  return any ? std::optional(part) : std::nullopt;
}

class Marks {
 public:
  Marks(const Document& document, SceneLayouts layouts, std::span<const GridFrame> grids, float unit)
      : d_(document), layouts_(layouts), grids_(grids), unit_(unit) {}

  // Outlines the cells of a thread in every grid whose group has that thread.
  void add_thread(int tid, const Mark& like) {
    for (const GridFrame& frame : grids_) {
      const Layout& layout = *layouts_[frame.layout];
      for (int i = 0; tid < layout.threads() && i < layout.values(); ++i) add_slot(frame, layout, {tid, i}, like);
    }
  }

  // Outlines the picked slot; in a comparison also its element on the other side.
  void add_pick(const Pick& pick, const Mark& like) {
    for (const GridFrame& frame : grids_) {
      const Layout& layout = *layouts_[frame.layout];
      if (frame.layout == pick.layout) {
        add_slot(frame, layout, pick.slot, like);
      } else if (d_.view == ViewMode::Comparison && pick.element.row < frame.rows && pick.element.col < frame.cols) {
        add(cells_rect(frame, pick.element, pick.element), like);
        add_other_place(frame, layout, pick, like);
      }
    }
  }

  // Outlines the operands that the pick is made of or the part that it goes into; for a sparse A also its metadata.
  void add_product(const Pick& pick, const Mark& like) {
    const ProductParts parts = product_parts(layouts_).value_or(ProductParts{});
    for (const GridFrame& frame : grids_) {
      const bool accumulator = pick.layout == parts.accumulator || frame.layout == parts.accumulator;
      const bool other_operand = pick.layout == parts.b || frame.layout == parts.b;
      if (frame.layout == pick.layout || (!accumulator && other_operand)) continue;
      if (const auto lit = lit_cells(ViewMode::Product, layouts_, pick, frame))
        add(cells_rect(frame, lit->first, lit->last), like);
    }
  }

  // Draws a thin line around each run of cells of the quad (threads tid / 4 * 4 to + 3) in a row.
  void add_quad(int tid, const Mark& like) {
    for (const GridFrame& frame : grids_) {
      const Layout& layout = *layouts_[frame.layout];
      if (tid >= layout.threads()) continue;
      for (int row = 0; row < frame.rows; ++row) add_runs(frame, layout, tid / 4, frame.first_row + row, like);
    }
  }

  std::vector<Mark> take() { return std::move(marks_); }

 private:
  bool of_quad(const GridFrame& frame, const Layout& layout, int quad, Element cell) const {
    if (frame.channel == Channel::Slots)
      return cell.row / 4 == quad && layout.element({cell.row, cell.col}).has_value();
    const auto owners = layout.owner_slots(cell);
    return std::any_of(owners.begin(), owners.end(), [&](std::int32_t n) { return layout.slot(n).tid / 4 == quad; });
  }
  void add_runs(const GridFrame& frame, const Layout& layout, int quad, int row, const Mark& like) {
    const int end = frame.first_col + frame.cols;
    for (int col = frame.first_col, begin = -1; col <= end; ++col) {
      const bool in = col < end && of_quad(frame, layout, quad, {row, col});
      if (in && begin < 0) begin = col;
      if (in || begin < 0) continue;
      add(cells_rect(frame, {row, begin}, {row, col - 1}), like);
      begin = -1;
    }
  }

  // Outlines the place of the picked slot on the other side, if it is another one.
  void add_other_place(const GridFrame& frame, const Layout& layout, const Pick& pick, const Mark& like) {
    if (pick.slot.tid >= layout.threads() || pick.slot.i >= layout.values()) return;
    const auto element = layout.element(pick.slot);
    if (element && *element != pick.element) add_slot(frame, layout, pick.slot, like);
  }

  // Adds an outline, a thinner one around small cells, so that their colour stays visible.
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

std::optional<ElementSpan> lit_cells(ViewMode view, SceneLayouts layouts, const Pick& pick, const GridFrame& frame) {
  Element own = pick.element;
  if (view == ViewMode::Threads) own = {pick.slot.tid, pick.slot.i};
  const bool meets = view == ViewMode::Product && frame.layout != pick.layout;
  return shown_part(frame, meets ? elements_met(layouts, pick.layout, own, frame.layout) : ElementSpan{own, own});
}

// Makes the marks of a view. The pinned cell has solid outlines, a hovered one beside it thinner dashed ones. The lines
// of a product belong to the cell that the inspector shows.
std::vector<Mark> make_marks(const Document& d, SceneLayouts layouts, std::span<const GridFrame> grids,
                             const Colors& colors, float unit) {
  const bool strong = d.theme == Theme::Contrast;  // its grids have white lines, too
  const float thin = std::round((strong ? 3.0F : 2.0F) * unit), thick = std::round((strong ? 5.0F : 3.0F) * unit);
  const float around = std::round(4 * unit);
  Marks marks(d, layouts, grids, unit);
  constexpr Color black{0, 0, 0, 255};
  const Color quiet = color_of(colors.mark), accent = color_of(colors.pick);
  if (d.pin && d.view != ViewMode::Product)
    marks.add_quad(d.pin->slot.tid, {{}, color_of(colors.text), std::round(unit), MarkStyle::Solid});
  if (d.pin && strong) marks.add_thread(d.pin->slot.tid, {{}, black, thin + around, MarkStyle::Solid});
  if (d.pin) marks.add_thread(d.pin->slot.tid, {{}, quiet, thin, MarkStyle::Solid});
  if (d.hover && (!d.pin || d.pin->slot.tid != d.hover->slot.tid)) {
    marks.add_thread(d.hover->slot.tid, {{}, quiet, thin, d.pin ? MarkStyle::Dashed : MarkStyle::Solid});
  }
  if (d.view == ViewMode::Product && d.marked()) marks.add_product(*d.marked(), {{}, accent, thick, MarkStyle::Solid});
  if (d.pin && strong) marks.add_pick(*d.pin, {{}, black, thick + around, MarkStyle::Solid});
  if (d.pin) marks.add_pick(*d.pin, {{}, accent, thick, MarkStyle::Solid});
  if (d.hover && d.hover != d.pin) {
    marks.add_pick(*d.hover, {{}, accent, d.pin ? thin : thick, d.pin ? MarkStyle::Dashed : MarkStyle::Solid});
  }
  return marks.take();
}

std::optional<std::array<Point, 2>> slot_link(const Document& d, SceneLayouts layouts,
                                              std::span<const GridFrame> grids) {
  const std::optional<Pick>& pick = d.marked();
  if (d.view != ViewMode::Comparison || !pick || grids.size() != 2) return std::nullopt;
  std::array<Point, 2> ends;
  std::array<std::optional<Element>, 2> at;
  for (std::size_t side = 0; side < 2; ++side) {
    const Layout& layout = *layouts[side];
    if (pick->slot.tid >= layout.threads() || pick->slot.i >= layout.values()) return std::nullopt;
    const auto rect = slot_rect(grids[side], layout, pick->slot);
    if (!rect) return std::nullopt;
    at[side] = layout.element(pick->slot);
    ends[side] = {rect->x + rect->w / 2, rect->y + rect->h / 2};
  }
  return at[0] == at[1] ? std::nullopt : std::optional(ends);
}

Rect band_rect(const GridFrame& frame, const Band& band) {
  const auto part = shown_part(frame, {band.first, band.last});
  return part ? cells_rect(frame, part->first, part->last) : Rect{};
}

}  // namespace tcviz::inline app_ui
