#include "app/scene/cells.hpp"

#include <algorithm>

namespace tcviz {
namespace {

// Everything that is the same for all cells of a grid.
class CellWriter {
 public:
  CellWriter(Scene& scene, const Block& block, const CellPlan& plan, const Coloring& coloring, const SceneStyle& style)
      : scene_(scene),
        block_(block),
        plan_(plan),
        coloring_(coloring),
        style_(style),
        labels_(*block.layout, block.channel, style.label_by),
        ground_(theme_colors(style.theme).background),
        grid_(static_cast<std::uint8_t>(scene.grids.size())),
        any_differs_(std::ranges::find(block.differs, true) != block.differs.end()) {}

  void write(const Rect& rect, Element element, std::size_t part, std::int32_t owner) {
    const Slot slot = block_.layout->slot(owner);
    const Coloring::Look& look = coloring_.look(slot, element);
    CellPart cell{rect,
                  look.paint.fill,
                  owner,
                  static_cast<std::int16_t>(element.row),
                  static_cast<std::int16_t>(element.col),
                  static_cast<std::uint16_t>(part),
                  grid_,
                  look.paint.hatch,
                  fades(slot, element),
                  differs(element)};
    Color ink = look.label;
    if (cell.faded) {
      ink = faded(theme_colors(style_.theme).quiet, ground_);
      cell.fill = faded(cell.fill, ground_);
      cell.hatch = Hatch::None;
    }
    scene_.cells.push_back(cell);
    add_label(cell, labels_.lines(slot, element), ink);
  }

 private:
  bool differs(Element element) const {
    const auto at = static_cast<std::size_t>(element.row * block_.layout->cols() + element.col);
    return !block_.differs.empty() && block_.differs[at];
  }
  bool fades(Slot slot, Element element) const {
    const auto tid = static_cast<std::size_t>(slot.tid);
    if (tid < style_.threads.size() && !style_.threads[tid]) return true;
    return any_differs_ && !differs(element);
  }
  void add_label(const CellPart& cell, const Labels::Lines& lines, Color ink) {
    const Rect& rect = cell.rect;
    const float middle = rect.y + rect.h / 2 - static_cast<float>(lines.count - 1) * plan_.line_h / 2;
    for (int line = 0; line < lines.count; ++line) {
      scene_.texts.push_back({rect.x + rect.w / 2, middle + static_cast<float>(line) * plan_.line_h, plan_.label_size,
                              Align::Center, Face::Mono, TextRole::CellLabel, ink,
                              lines.text[static_cast<std::size_t>(line)]});
    }
  }

  Scene& scene_;
  const Block& block_;
  const CellPlan& plan_;
  const Coloring& coloring_;
  const SceneStyle& style_;
  Labels labels_;
  Color ground_;
  std::uint8_t grid_;
  bool any_differs_;
};

void add_elements(CellWriter& writer, const Block& block, const GridFrame& frame) {
  for (int row = 0; row < frame.rows; ++row) {
    for (int col = 0; col < frame.cols; ++col) {
      const std::span<const std::int32_t> owners = block.layout->owner_slots({row, col});
      for (std::size_t part = 0; part < owners.size(); ++part) {
        const Rect rect = part_rect(frame, {row, col}, static_cast<int>(owners.size()), static_cast<int>(part));
        writer.write(rect, {row, col}, part, owners[part]);
      }
    }
  }
}

void add_slots(CellWriter& writer, const Block& block, const GridFrame& frame) {
  for (std::int32_t number = 0; number < block.layout->slots(); ++number) {
    const Slot slot = block.layout->slot(number);
    const std::optional<Element> element = block.layout->element(slot);
    if (element) writer.write(part_rect(frame, {slot.tid, slot.i}, 1, 0), *element, 0, number);
  }
}

}  // namespace

void add_cells(Scene& scene, const Block& block, const GridFrame& frame, const CellPlan& plan, const Coloring& coloring,
               const SceneStyle& style) {
  CellWriter writer(scene, block, plan, coloring, style);
  if (frame.channel == Channel::Slots) return add_slots(writer, block, frame);
  add_elements(writer, block, frame);
}

}  // namespace tcviz
