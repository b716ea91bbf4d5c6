#include "app/ui/grid_picture.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/ui/differences.hpp"
#include "app/ui/formula_marks.hpp"
#include "app/ui/grid_marks.hpp"

namespace tcviz {
namespace {

std::string size_of(const Layout& layout) { return fmt::format("{}×{}", layout.rows(), layout.cols()); }

std::string single_caption(const Layout& layout) {
  const std::string owners = layout.replication() == 1 ? "each element once"
                             : layout.uniform()        ? fmt::format("each element {} times", layout.replication())
                                                : fmt::format("each element up to {} times", layout.replication());
  return fmt::format("{} · {} threads · {} values · {} {} · {}", size_of(layout), layout.threads(), layout.values(),
                     layout.element_bits(), layout.element_bits() == 1 ? "bit" : "bits", owners);
}

std::string comparison_caption(const Layout& left, const Layout& right) {
  const std::size_t count = differences(left, right).size();
  const int both = std::min(left.rows(), right.rows()) * std::min(left.cols(), right.cols());
  const int all = left.elements() + right.elements() - both;
  if (count == 0) return fmt::format("all {} elements have the same owners", all);
  return fmt::format("{} of {} elements have other owners", count, all);
}

}  // namespace

std::string caption_of(ViewMode view, SceneLayouts layouts) {
  if (view == ViewMode::Comparison) return comparison_caption(*layouts[0], *layouts[1]);
  if (view != ViewMode::Product) return single_caption(*layouts[0]);
  return fmt::format("A {} · B {} · C {} · {} threads", size_of(*layouts[0]), size_of(*layouts[1]),
                     size_of(*layouts[2]), layouts[2]->threads());
}

std::string_view operand_name(ViewMode view, int shown) {
  constexpr std::string_view product[] = {"A", "B", "C"}, comparison[] = {"left", "right"};
  if (view == ViewMode::Product) return product[shown];
  return view == ViewMode::Comparison ? comparison[shown] : std::string_view();
}

void GridPicture::prepare(const PictureInput& input) {
  const Document& d = input.document;
  const bool other = input_revision_ != input.revision;
  if (other) {
    input_revision_ = input.revision;
    layouts_.assign(input.shown.layouts().begin(), input.shown.layouts().end());
    style_ = input.style;
    scenes_ = {};
    caption_ = caption_of(style_.view, layouts_);
  }
  const std::size_t before = chosen_;
  const bool rescaled = input.unit != unit_;
  if (other || input.canvas != canvas_ || input.unit != unit_) choose(input.canvas, input.unit);
  canvas_ = input.canvas;
  unit_ = input.unit;
  const bool redraw = other || before != chosen_;
  if (redraw) {
    ++revision_;
    find_titles();
  }
  const bool same_check = judged_ == d.formulae.judged;
  if (!redraw && !rescaled && hover_ == d.hover && pin_ == d.pin && same_check) return;
  judged_ = d.formulae.judged;
  hover_ = d.hover;
  pin_ = d.pin;
  marks_.clear();  // whose cells they are is a part of the answer
  if (!style_.hide_cells) marks_ = make_marks(d, layouts_, scene().grids, input.colors, input.unit);
  ++marks_revision_;
  make_tip(input);
  find_numbers(input);
}

const Scene& GridPicture::scene_at(std::size_t index) {
  std::optional<Scene>& scene = scenes_[index];
  if (scene) return *scene;
  SceneStyle style = style_;
  style.cell = steps[index / 2].cell;
  style.arrangement = index % 2 == 0 ? Arrangement::SideBySide : Arrangement::Stacked;
  scene = build_scene(layouts_, style);
  return *scene;
}

// Only where two grids of one kind stand beside each other is there a choice.
bool GridPicture::stackable() const { return style_.view == ViewMode::Grids || style_.view == ViewMode::Comparison; }

// The largest cells beside which headings stay readable; where that would cost the cells too much, as in a tiny window,
// the largest cells. Of both arrangements the larger one.
void GridPicture::choose(const Rect& canvas, float unit) {
  const auto zoom = [&](std::size_t index) {
    const Scene& scene = scene_at(index);
    return fit_zoom({canvas, unit, scene.width, scene.height});
  };
  const auto better = [&](std::size_t index) {
    return stackable() && zoom(index + 1) > zoom(index) ? index + 1 : index;
  };
  const auto shown_cell = [&](std::size_t index) { return scene_at(index).grids.front().cell_h * zoom(index); };
  const std::size_t largest = better(0);
  for (std::size_t index = 0; index < scene_count; index += 2) {
    chosen_ = better(index);
    const bool readable = zoom(chosen_) >= steps[index / 2].least_zoom;
    if (readable && shown_cell(chosen_) >= least_cell_kept * shown_cell(largest)) return;
  }
  chosen_ = largest;
}

void GridPicture::make_tip(const PictureInput& input) {
  tip_.reset();
  const std::optional<Pick>& hover = input.document.hover;
  const Layout* layout = hover ? input.shown.of(*hover) : nullptr;
  if (layout == nullptr) return;
  Tip tip{*hover,
          std::string(operand_name(style_.view, hover->layout)),
          fmt::format("({}, {})", hover->element.row, hover->element.col),
          fmt::format("linear {}", hover->element.row * layout->cols() + hover->element.col),
          {}};
  for (const Slot& slot : layout->owners(hover->element)) {
    if (style_.hide_cells) break;
    std::string check = check_of(input.document, *layout, slot);
    const bool right = check.starts_with("right");
    tip.owners.push_back({slot, fmt::format("T{:<3} x[{}]", slot.tid, slot.i), describe(layout->register_of(slot.i)),
                          std::move(check), right});
  }
  tip_ = std::move(tip);
}

void GridPicture::find_titles() {
  titles_.clear();
  for (std::size_t t = 0; t < scene().texts.size(); ++t) {
    if (scene().texts[t].role == TextRole::GridTitle) titles_.push_back(t);
  }
}

// An axis number stands in the middle of its column, above the cells, or of its row, left of them.
void GridPicture::find_numbers(const PictureInput& input) {
  marked_numbers_.clear();
  const std::optional<Pick>& marked = input.document.marked();
  if (!marked) return;
  for (std::size_t t = 0; t < scene().texts.size(); ++t) {
    const Text& text = scene().texts[t];
    if (text.role != TextRole::AxisNumber) continue;
    for (const GridFrame& g : scene().grids) {
      const Line line = line_of(style_.view, *marked, g.layout);
      const float col_x = g.cells.x + (static_cast<float>(line.col.value_or(-9)) + 0.5F) * g.cell_w;
      const float row_y = g.cells.y + (static_cast<float>(line.row.value_or(-9)) + 0.5F) * g.cell_h;
      const bool column = std::abs(text.x - col_x) < 1 && text.y < g.cells.y && text.y > g.cells.y - 2 * text.size;
      const bool row = std::abs(text.y - row_y) < 1 && text.x < g.cells.x && text.x > g.cells.x - 3 * text.size;
      if ((column && line.col) || (row && line.row)) marked_numbers_.push_back(t);
    }
  }
}

}  // namespace tcviz
