#include "app/ui/grid_picture.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace tcviz {
namespace {

Color color_of(ImU32 packed) {
  const auto part = [&](int shift) { return static_cast<std::uint8_t>(packed >> shift); };
  return {part(IM_COL32_R_SHIFT), part(IM_COL32_G_SHIFT), part(IM_COL32_B_SHIFT), part(IM_COL32_A_SHIFT)};
}

std::string caption_of(const Layout& layout) {
  const std::string owners = layout.replication() == 1 ? "each element once"
                             : layout.uniform()        ? fmt::format("each element {} times", layout.replication())
                                                : fmt::format("each element up to {} times", layout.replication());
  return fmt::format("{}×{} · {} threads · {} values · {} {} · {}", layout.rows(), layout.cols(), layout.threads(),
                     layout.values(), layout.element_bits(), layout.element_bits() == 1 ? "bit" : "bits", owners);
}

// The panel has a caption of its own.
void drop_caption(Scene& scene) {
  for (const Text& text : scene.texts) {
    if (text.role == TextRole::Caption) scene.height = std::min(scene.height, text.y - text.size);
  }
  std::erase_if(scene.texts, [](const Text& text) { return text.role == TextRole::Caption; });
}

}  // namespace

void GridPicture::prepare(const Document& d, const Layout& layout, const Rect& canvas, float unit,
                          const Colors& colors) {
  const bool other = layout_ != &layout || answers_ != d.chosen().answers || theme_ != d.theme;
  if (other) {
    answers_ = d.chosen().answers;
    layout_ = &layout;
    theme_ = d.theme;
    scenes_ = {};
    caption_ = caption_of(layout);
  }
  const std::size_t before = chosen_;
  if (other || canvas != canvas_) choose(canvas, unit);
  canvas_ = canvas;
  const bool redraw = other || before != chosen_;
  if (redraw) ++revision_;
  if (!redraw && hover_ == d.hover && pin_ == d.pin) return;
  if (other || hover_ != d.hover) make_tip(layout, d.hover);
  hover_ = d.hover;
  pin_ = d.pin;
  make_marks(d, layout, colors);
  find_numbers(d.marked());
}

const Scene& GridPicture::scene_at(std::size_t index) {
  std::optional<Scene>& scene = scenes_[index];
  if (scene) return *scene;
  SceneStyle style;
  style.theme = theme_;
  style.title = false;
  style.transparent = true;
  style.cell = steps[index / 2].cell;
  style.arrangement = index % 2 == 0 ? Arrangement::SideBySide : Arrangement::Stacked;
  scene = build_scene(*layout_, style);
  drop_caption(*scene);
  return *scene;
}

// The largest cells beside which headings stay readable; where that would cost the cells too much, as in a tiny window, the
// largest cells. Of both arrangements the larger one.
void GridPicture::choose(const Rect& canvas, float unit) {
  const auto zoom = [&](std::size_t index) {
    const Scene& scene = scene_at(index);
    return fit_zoom({canvas, unit, scene.width, scene.height});
  };
  const auto better = [&](std::size_t index) { return zoom(index + 1) > zoom(index) ? index + 1 : index; };
  const auto shown_cell = [&](std::size_t index) { return scene_at(index).grids.front().cell_h * zoom(index); };
  const std::size_t largest = better(0);
  for (std::size_t index = 0; index < scene_count; index += 2) {
    chosen_ = better(index);
    const bool readable = zoom(chosen_) >= steps[index / 2].least_zoom;
    if (readable && shown_cell(chosen_) >= least_cell_kept * shown_cell(largest)) return;
  }
  chosen_ = largest;
}

void GridPicture::make_marks(const Document& d, const Layout& layout, const Colors& colors) {
  marks_.clear();
  ++marks_revision_;
  const Color quiet = color_of(colors.mark), accent = color_of(colors.pick);
  if (d.pin) add_thread(layout, d.pin->slot.tid, quiet, 2, MarkStyle::Solid);
  if (d.hover && (!d.pin || d.pin->slot.tid != d.hover->slot.tid)) {
    add_thread(layout, d.hover->slot.tid, quiet, 2, d.pin ? MarkStyle::Dashed : MarkStyle::Solid);
  }
  if (d.pin) add_slot(layout, *d.pin, accent, 3);
  if (d.hover && d.hover != d.pin) add_slot(layout, *d.hover, accent, d.pin ? 2.0F : 3.0F);
}

void GridPicture::add_thread(const Layout& layout, int tid, Color color, float thickness, MarkStyle style) {
  for (int i = 0; i < layout.values(); ++i) {
    const std::optional<Element> element = layout.element({tid, i});
    if (element) add_cell(layout, *element, tid * layout.values() + i, {{}, color, thickness, style});
  }
}

void GridPicture::add_slot(const Layout& layout, const Pick& pick, Color color, float thickness) {
  add_cell(layout, pick.element, pick.slot.tid * layout.values() + pick.slot.i,
           {{}, color, thickness, MarkStyle::Solid});
}

void GridPicture::add_cell(const Layout& layout, Element element, std::int32_t slot, const Mark& like) {
  const auto owners = layout.owner_slots(element);
  const auto part = static_cast<int>(std::find(owners.begin(), owners.end(), slot) - owners.begin());
  for (const GridFrame& frame : scene().grids) {
    Mark mark = like;
    mark.rect = part_rect(frame, element, static_cast<int>(owners.size()), part);
    marks_.push_back(mark);
  }
}

void GridPicture::make_tip(const Layout& layout, const std::optional<Pick>& hover) {
  tip_.reset();
  if (!hover) return;
  Tip tip{*hover,
          fmt::format("({}, {})", hover->element.row, hover->element.col),
          fmt::format("linear {}", hover->element.row * layout.cols() + hover->element.col),
          {}};
  for (const Slot& slot : layout.owners(hover->element)) {
    tip.owners.push_back({slot, fmt::format("T{:<3} x[{}]", slot.tid, slot.i), describe(layout.register_of(slot.i))});
  }
  tip_ = std::move(tip);
}

// An axis number stands in the middle of its column, above the cells, or of its row, left of them.
void GridPicture::find_numbers(const std::optional<Pick>& marked) {
  marked_numbers_.clear();
  if (!marked) return;
  for (std::size_t t = 0; t < scene().texts.size(); ++t) {
    const Text& text = scene().texts[t];
    if (text.role != TextRole::AxisNumber) continue;
    for (const GridFrame& g : scene().grids) {
      const float col_x = g.cells.x + (static_cast<float>(marked->element.col) + 0.5F) * g.cell_w;
      const float row_y = g.cells.y + (static_cast<float>(marked->element.row) + 0.5F) * g.cell_h;
      const bool column = std::abs(text.x - col_x) < 1 && text.y < g.cells.y && text.y > g.cells.y - 2 * text.size;
      const bool row = std::abs(text.y - row_y) < 1 && text.x < g.cells.x && text.x > g.cells.x - 3 * text.size;
      if (column || row) marked_numbers_.push_back(t);
    }
  }
}

}  // namespace tcviz
