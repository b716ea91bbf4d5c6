#include "app/scene/cells.hpp"

#include <algorithm>

#include "app/scene/cell_mark.hpp"
#include "app/scene/palette.hpp"

namespace tcviz {
namespace {

constexpr double faded_fill = 0.12;  // how much of its colour a faded cell keeps
constexpr double readable = 4.5, ink_step = 0.05;
constexpr float from_middle = 0.6f;  // of the font size: to the middle of each line of a broken label

// Close to the background, with a label that is no stronger than it must be.
CellLook faded(const CellLook& look, const ThemeColors& colors) {
  const Color fill = mixed(colors.background, look.fill, faded_fill);
  Color label = label_color(fill);
  for (double t = ink_step; t < 1; t += ink_step) {
    const Color weaker = mixed(fill, label, t);
    if (contrast_ratio(fill, weaker) < readable) continue;
    label = weaker;
    break;
  }
  return {fill, label};
}

// Puts parts of a block into a scene, one after the other.
class Cells {
 public:
  Cells(Build& build, const Block& block)
      : scene_(build.scene),
        block_(block),
        threads_(build.style.threads),
        marks_(block.index == build.style.checked ? build.style.marks : no_marks_) {
    for (const CellLook& look : block.coloring.looks) faded_.push_back(faded(look, build.colors));
  }

  void add(const Rect& rect, Element element, std::size_t part, std::int32_t number) {
    const Slot slot = block_.layout->slot(number);
    const bool differs = is_different(element), fades = is_faded(slot.tid, differs);
    const auto at = static_cast<std::size_t>(block_.coloring.class_of[static_cast<std::size_t>(number)]);
    const CellLook& look = (fades ? faded_ : block_.coloring.looks)[at];
    scene_.cells.push_back({rect, look.fill, number, static_cast<std::int16_t>(element.row),
                            static_cast<std::int16_t>(element.col), static_cast<std::uint16_t>(part),
                            static_cast<std::uint8_t>(scene_.grids.size()), look.hatch, fades, differs});
    add_label(rect, slot, element, look.label);
    if (static_cast<std::size_t>(number) < marks_.size())
      add_cell_mark(scene_, rect, look.fill, marks_[static_cast<std::size_t>(number)]);
  }

 private:
  bool is_different(Element element) const {
    const auto linear = static_cast<std::size_t>(element.row * block_.layout->cols() + element.col);
    return !block_.differs.empty() && block_.differs[linear];
  }

  bool is_faded(int tid, bool differs) const {
    const auto at = static_cast<std::size_t>(tid);
    if (at < threads_.size() && !threads_[at]) return true;
    return !block_.differs.empty() && !differs;
  }

  void add_label(const Rect& rect, Slot slot, Element element, Color color) {
    const Labels& labels = block_.labels;
    const float x = rect.x + rect.w / 2, y = rect.y + rect.h / 2;
    if (labels.empty()) return;
    if (!block_.cell.broken) return add_line(x, y, color, labels.whole(slot, element));
    const float shift = from_middle * block_.cell.label_size;
    add_line(x, y - shift, color, labels.line(0, slot, element));
    add_line(x, y + shift, color, labels.line(1, slot, element));
  }

  void add_line(float x, float y, Color color, std::string text) {
    scene_.texts.push_back(
        {x, y, block_.cell.label_size, Align::Center, Face::Mono, TextRole::CellLabel, color, std::move(text)});
  }

  Scene& scene_;
  const Block& block_;
  const std::vector<bool>& threads_;
  const std::vector<CellMark> no_marks_;
  const std::vector<CellMark>& marks_;
  std::vector<CellLook> faded_;
};

void add_elements(Cells& cells, const Layout& layout, const GridFrame& frame) {
  for (int row = 0; row < frame.rows; ++row) {
    for (int col = 0; col < frame.cols; ++col) {
      const std::span<const std::int32_t> owners = layout.owner_slots({row, col});
      for (std::size_t part = 0; part < owners.size(); ++part) {
        const Rect rect = part_rect(frame, {row, col}, static_cast<int>(owners.size()), static_cast<int>(part));
        cells.add(rect, {row, col}, part, owners[part]);
      }
    }
  }
}

void add_slots(Build& build, Cells& cells, const Layout& layout, const GridFrame& frame) {
  for (std::int32_t number = 0; number < layout.slots(); ++number) {
    const Slot slot = layout.slot(number);
    const Rect rect = part_rect(frame, {slot.tid, slot.i}, 1, 0);
    const std::optional<Element> element = layout.element(slot);
    if (!element) {
      build.scene.swatches.push_back({rect, build.colors.background});
      continue;
    }
    const auto owners = layout.owner_slots(*element);
    cells.add(rect, *element, static_cast<std::size_t>(std::ranges::find(owners, number) - owners.begin()), number);
  }
}

// Neither owners nor colours; slots without an element would tell, too.
void add_empty(Build& build, const GridFrame& frame) {
  constexpr double shade = 0.05;
  const Color fill = mixed(build.colors.background, build.colors.ink, shade);
  for (int row = 0; row < frame.rows; ++row)
    for (int col = 0; col < frame.cols; ++col)
      build.scene.swatches.push_back({part_rect(frame, {row, col}, 1, 0), fill});
}

}  // namespace

void add_cells(Build& build, const Block& block, const GridFrame& frame) {
  if (build.style.hide_cells) return add_empty(build, frame);
  Cells cells(build, block);
  if (block.channel == Channel::Slots) return add_slots(build, cells, *block.layout, frame);
  add_elements(cells, *block.layout, frame);
}

}  // namespace tcviz
