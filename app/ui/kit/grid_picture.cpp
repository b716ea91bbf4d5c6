#include "app/ui/kit/grid_picture.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/scene/grid/fit.hpp"
#include "app/scene/grid/grid_scene.hpp"
#include "app/session/base/differences.hpp"
#include "app/session/whole/document.hpp"
#include "app/session/whole/formula_marks.hpp"
#include "app/session/whole/selection_text.hpp"
#include "app/session/whole/shown_layouts.hpp"
#include "app/ui/kit/grid_marks.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float least_zoom = 10 / least_label;  // the smallest labels of a picture that fits: of 10 pixels

std::string size_of(const Layout& layout) { return fmt::format("{}×{}", layout.rows(), layout.cols()); }

std::string single_caption(const Layout& layout) {
  const std::string owners = layout.replication() == 1 ? "each element once"
                             : layout.uniform()
                                 ? fmt::format("each element {0} times: x{0}", layout.replication())
                                 : fmt::format("each element up to {0} times: x{0}", layout.replication());
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

// Returns the meaning of the small numbers in cells; empty if no cell has one.
std::string copies_caption(SceneLayouts layouts) {
  int most = 1;
  for (const Layout* layout : layouts)
    if (layout != nullptr) most = std::max(most, layout->replication());
  return most == 1 ? "" : fmt::format(" · x{0} in a cell: {0} slots hold it", most);
}

// Explains the short labels of a picture by the long ones; empty if the labels are the long ones.
std::string labels_caption(const Scene& scene) {
  const auto short_label = [](const Text& text) {
    const std::size_t colon = text.text.find(':');
    const bool digits = text.text.find_first_not_of("0123456789:") == std::string::npos;
    return text.role == TextRole::CellLabel && digits && colon != std::string::npos && colon > 0;
  };
  const auto found = std::ranges::find_if(scene.texts, short_label);
  if (found == scene.texts.end()) return {};
  const std::size_t colon = found->text.find(':');
  return fmt::format(" · {} is T{} x[{}]", found->text, found->text.substr(0, colon), found->text.substr(colon + 1));
}

std::string product_caption(SceneLayouts layouts) {
  const ProductParts parts = product_parts(layouts).value_or(ProductParts{});
  const auto size = [&](int index) { return size_of(*layouts[static_cast<std::size_t>(index)]); };
  const Layout& c = *layouts[static_cast<std::size_t>(parts.accumulator)];
  const int products = products_in(layouts);
  const std::string four = products > 1 ? fmt::format("{} products · ", products) : "";
  const std::string packed = parts.metadata == no_part ? "" : fmt::format(" packed · e {}", size(parts.metadata));
  const std::string b = parts.b == no_part ? "in shared memory" : size(parts.b);
  return fmt::format("{}A {}{} · B {} · C {} · {} threads{}", four, size(parts.a), packed, b, size_of(c), c.threads(),
                     copies_caption(layouts));
}

}  // namespace

std::string caption_of(ViewMode view, SceneLayouts layouts) {
  if (view == ViewMode::Comparison) return comparison_caption(*layouts[0], *layouts[1]);
  if (view != ViewMode::Product) return single_caption(*layouts[0]);
  return product_caption(layouts);
}

std::string_view operand_name(ViewMode view, SceneLayouts layouts, int shown) {
  constexpr std::string_view comparison[] = {"left", "right"};
  if (view == ViewMode::Product) return letter_of(layouts, shown);
  return view == ViewMode::Comparison ? comparison[shown] : std::string_view();
}

std::string pinned_text(ViewMode view, SceneLayouts layouts, const Pick& pin) {
  const auto at = static_cast<std::size_t>(pin.layout);
  const std::string_view name = operand_name(view, layouts, pin.layout);
  std::string text = fmt::format("pinned {}{}{}: {}", name, name.empty() ? "" : " ", place_text(pin.element),
                                 owner_text(*layouts[at], pin.slot));
  if (view != ViewMode::Comparison) return text;
  const Layout& other = *layouts[1 - at];
  const bool there = pin.element.row < other.rows() && pin.element.col < other.cols();
  text += fmt::format("  ·  on the {}: ", operand_name(view, layouts, 1 - pin.layout));
  if (!there) return text + "no such element";
  const auto owners = other.owners(pin.element);
  if (owners.empty()) return text + "nobody";
  text += slot_text(owners.front());
  return owners.size() > 1 ? text + fmt::format(" and {} more", owners.size() - 1) : text;
}

void GridPicture::prepare(const PictureInput& input) {
  const Document& d = input.document;
  const bool other = input_revision_ != input.revision;
  if (other) {
    input_revision_ = input.revision;
    layouts_.assign(input.shown.layouts().begin(), input.shown.layouts().end());
    style_ = input.style;
    words_ = caption_of(style_.view, layouts_);
  }
  const bool rescaled = input.unit != unit_, resized = input.canvas.w != canvas_.w || input.canvas.h != canvas_.h;
  const bool redraw = other || rescaled || resized;
  if (redraw) build(input.canvas, input.unit);
  canvas_ = input.canvas;
  unit_ = input.unit;
  if (redraw) {
    ++revision_;
    caption_ = words_ + labels_caption(scene_);
    find_titles();
  }
  const bool same_check = judged_ == d.formulae.judged && checked_ == shows_formula(d);
  if (!redraw && !rescaled && hover_ == d.hover && pin_ == d.pin && band_ == d.band && same_check) return;
  judged_ = d.formulae.judged;
  checked_ = shows_formula(d);
  hover_ = d.hover;
  pin_ = d.pin;
  band_ = d.band;
  marks_.clear();  // the owner of the cells is part of the answer
  if (!style_.hide_cells) marks_ = make_marks(d, layouts_, scene().grids, input.colors, input.unit);
  link_ = style_.hide_cells ? std::nullopt : slot_link(d, layouts_, scene().grids);
  ++marks_revision_;
  pinned_ = pin_ && input.shown.of(*pin_) != nullptr ? pinned_text(style_.view, layouts_, *pin_) : "";
  if (band_) pinned_ = fmt::format("chosen {} to {}", place_text(band_->first), place_text(band_->last));
  make_tip(input);
  find_numbers(input);
}

// Fits the picture to its canvas. A large canvas makes everything larger, texts included. A picture that is too large
// first gets smaller digits, then cells without the number of owners; if it is still too large, it can be moved.
void GridPicture::build(const Rect& canvas, float unit) {
  constexpr float usual_w = 1500, usual_h = 860;  // points
  constexpr std::size_t most_tried = 4096;        // cells: more of them would not fit
  const float w = std::max(canvas.w / unit - 2 * fit_margin, 1.0F);
  const float h = std::max(canvas.h / unit - 2 * fit_margin, 1.0F);
  const auto try_at = [&](float zoom, bool copies) {
    style_.room = Room{w / zoom, h / zoom};
    style_.room->copies = copies;
    return build_scene(layouts_, style_);
  };
  const auto fits = [&](const Scene& scene, float zoom) {
    return scene.width * zoom <= w + fit_margin && scene.height * zoom <= h + fit_margin;
  };
  const float usual = std::clamp(std::min(w / usual_w, h / usual_h), 1.0F, max_fit_zoom);
  least_fit_ = usual;
  scene_ = try_at(usual, true);
  if (fits(scene_, usual) || scene_.cells.size() > most_tried) return;
  for (const bool copies : {true, false}) {
    Scene smaller = try_at(least_zoom, copies);
    if (!fits(smaller, least_zoom)) continue;
    least_fit_ = least_zoom;
    scene_ = std::move(smaller);
    return;
  }
}

void GridPicture::make_tip(const PictureInput& input) {
  tip_.reset();
  const std::optional<Pick>& hover = input.document.hover;
  const Layout* layout = hover ? input.shown.of(*hover) : nullptr;
  if (layout == nullptr) return;
  Tip tip{*hover,
          std::string(operand_name(style_.view, layouts_, hover->layout)),
          fmt::format("({}, {})", hover->element.row, hover->element.col),
          fmt::format("linear {}", hover->element.row * layout->cols() + hover->element.col),
          style_.view == ViewMode::Product ? metadata_text(layouts_, hover->layout, hover->element) : "",
          {},
          {}};
  for (const Slot& slot : layout->owners(hover->element)) {
    if (style_.hide_cells) break;
    std::string check = check_of(input.document, *layout, slot);
    const bool right = check.starts_with("right");
    tip.owners.push_back({slot, fmt::format("T{:<3} x[{}]", slot.tid, slot.i), describe(layout->register_of(slot.i)),
                          std::move(check), right});
  }
  if (tip.owners.size() > 1) tip.copies = fmt::format("x{0} in the cell: {0} slots hold it", tip.owners.size());
  tip_ = std::move(tip);
}

void GridPicture::find_titles() {
  titles_.clear();
  for (std::size_t t = 0; t < scene().texts.size(); ++t) {
    if (scene().texts[t].role == TextRole::GridTitle) titles_.push_back(t);
  }
}

namespace {

// True if a number on an axis belongs to a lit row or column: it stands above the middle of its column, or left of its
// row. A whole lit row does not light the columns that it crosses, nor the other way round.
bool numbers_lit(const GridFrame& g, const ElementSpan& lit, const Text& text) {
  const float col = (text.x - g.cells.x + g.gap / 2) / g.cell_w - 0.5F;
  const float row = (text.y - g.cells.y - (g.cell_h - g.free_below - g.gap) / 2) / g.cell_h;
  const auto is_lit = [](float at, float pitch, int first, int last, int count) {
    const float n = std::round(at);
    const bool there = n >= static_cast<float>(first) && n <= static_cast<float>(last);
    return there && last - first + 1 < count && std::abs(at - n) * pitch < 1;
  };
  const bool above = text.y < g.cells.y && text.y > g.cells.y - 2 * text.size;
  const bool beside = text.x < g.cells.x && text.x > g.cells.x - 3 * text.size;
  return (above && is_lit(col, g.cell_w, lit.first.col - g.first_col, lit.last.col - g.first_col, g.cols)) ||
         (beside && is_lit(row, g.cell_h, lit.first.row - g.first_row, lit.last.row - g.first_row, g.rows));
}

}  // namespace

void GridPicture::find_numbers(const PictureInput& input) {
  marked_numbers_.clear();
  const std::optional<Pick>& marked = input.document.marked();
  if (!marked) return;
  std::vector<std::optional<ElementSpan>> lit;
  for (const GridFrame& g : scene().grids) lit.push_back(lit_cells(style_.view, layouts_, *marked, g));
  for (std::size_t t = 0; t < scene().texts.size(); ++t) {
    const Text& text = scene().texts[t];
    if (text.role != TextRole::AxisNumber) continue;
    for (std::size_t g = 0; g < lit.size(); ++g)
      if (lit[g] && numbers_lit(scene().grids[g], *lit[g], text)) marked_numbers_.push_back(t);
  }
}

}  // namespace tcviz::inline app_ui
