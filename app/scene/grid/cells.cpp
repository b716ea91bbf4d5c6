#include "app/scene/grid/cells.hpp"

#include <algorithm>
#include <array>

#include "app/scene/easel/palette.hpp"
#include "app/scene/easel/text_metrics.hpp"
#include "app/scene/grid/fit.hpp"
#include "app/scene/grid/hits.hpp"
#include "app/scene/grid/wrong_counts.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr double faded_fill = 0.12;  // part of its colour that a faded cell keeps
constexpr double readable = 4.5;
// Parts of its ink that a faded label may have, in steps of 0.05.
constexpr auto inks = [] {
  std::array<double, 19> all{};
  for (double ink = 0; double& each : all) each = ink += 0.05;
  return all;
}();
constexpr double wrong_fill = 0.3;               // part of its brightness that a wrong cell keeps
constexpr float got_edge = 2, got_below = 0.5f;  // distances of the place that was got
constexpr float from_middle = 0.6f;              // in font sizes: to the middle of each line of a broken label

// Returns an equally bright colour without a hue.
Color grey_of(Color color) {
  const auto grey = static_cast<std::uint8_t>((299 * color.r + 587 * color.g + 114 * color.b) / 1000);
  return {grey, grey, grey};
}

// Fades a look close to the background, with a label that is only as strong as it must be.
CellLook faded(const CellLook& look, const ThemeColors& colors) {
  const Color fill = mixed(colors.background, look.fill, faded_fill);
  const Color strongest = label_color(fill);
  // More ink gives more contrast.
  const auto found = std::ranges::partition_point(
      inks, [&](double ink) { return contrast_ratio(fill, mixed(fill, strongest, ink)) < readable; });
  const Color label = found == inks.end() ? strongest : mixed(fill, strongest, *found);
  return {fill, label};
}

// Reserves at least twice the present size, so that blocks one after the other do not each cost a copy.
template <class Things>
void make_room(std::vector<Things>& things, std::size_t more) {
  if (things.capacity() - things.size() < more) things.reserve(std::max(things.size() + more, 2 * things.size()));
}

// Adds parts of a block to a scene, one after the other.
class Cells {
 public:
  Cells(Build& build, const Block& block)
      : scene_(build.scene),
        block_(block),
        threads_(build.style.threads),
        only_differences_(build.style.only_differences && !block.differs.empty()),
        frames_agreeing_(build.difference != nullptr && frames_agreeing(*build.difference)),
        marks_(has_marks(block, build.style) ? build.style.marks : no_marks_),
        got_(build.style.got),
        background_(build.colors.background) {
    const bool none_fades = threads_.empty() && !only_differences_;
    if (!none_fades)
      for (const CellLook& look : block.coloring.looks) faded_.push_back(faded(look, build.colors));
    const auto slots = static_cast<std::size_t>(block.layout->slots());
    make_room(scene_.cells, slots);
    const bool two = block.cell.form == LabelForm::Broken || block.cell.copies != Copies::None;
    if (!block.labels.empty()) make_room(scene_.texts, two ? 2 * slots : slots);
  }

  void add(const Rect& rect, Element element, std::size_t part, std::int32_t number) {
    const Slot slot = block_.layout->slot(number);
    const bool differs = is_different(element), fades = is_faded(slot.tid, differs);
    const auto at = static_cast<std::size_t>(block_.coloring.class_of[static_cast<std::size_t>(number)]);
    const CellLook& look = (fades ? faded_ : block_.coloring.looks)[at];
    scene_.cells.push_back({rect, look.fill, number, static_cast<std::int16_t>(element.row),
                            static_cast<std::int16_t>(element.col), static_cast<std::uint16_t>(part),
                            static_cast<std::uint8_t>(scene_.grids.size()), look.hatch, fades,
                            !block_.differs.empty() && differs != frames_agreeing_});
    if (!block_.corners.looks.empty()) add_corner(number, look.fill, fades);
    if (is_wrong(number)) return add_wrong(rect, slot, element, number);
    add_label(rect, slot, element, look.label);
  }

 private:
  bool is_wrong(std::int32_t number) const {
    const auto at = static_cast<std::size_t>(number);
    return at < marks_.size() && marks_[at] == CellMark::Wrong;
  }

  // Takes the colour from a wrong cell, so that the right ones stand out, and adds the place that was got.
  void add_wrong(const Rect& rect, Slot slot, Element element, std::int32_t number) {
    CellPart& cell = scene_.cells.back();
    cell.wrong = true;
    cell.hatch = Hatch::None;
    cell.fill = mixed(background_, grey_of(cell.fill), wrong_fill);
    const Color ink = label_color(cell.fill);
    const auto at = static_cast<std::size_t>(number);
    add_label(at < got_.size() ? add_got(rect, got_[at], ink) : rect, slot, element, ink);
  }

  // Adds the place that was got, if it has room below the label or beside it. Returns the room left for the label.
  Rect add_got(const Rect& rect, std::int32_t got, Color ink) {
    const int cols = block_.layout->cols();
    std::string text = got < 0 ? "?" : std::to_string(got / cols) + ',' + std::to_string(got % cols);
    const float w = text_width(text, Face::Mono, copies_label), size = block_.cell.label_size;
    const float label = block_.labels.empty() ? 0 : text_width("0", Face::Mono, size) * label_characters();
    const float lines = block_.labels.empty() ? 0 : block_.cell.form == LabelForm::Broken ? 2.2f * size : size;
    const bool below = rect.h >= lines + copies_line && rect.w >= w + 2 * got_edge;
    const bool beside = (rect.w - label) / 2 >= w + 2 * got_edge;
    if (block_.cell.copies != Copies::None || (!below && !beside)) return rect;
    const float x = below ? rect.x + rect.w / 2 : rect.x + rect.w - got_edge;
    const float y = below ? rect.y + rect.h - copies_line / 2 - got_below : rect.y + rect.h / 2;
    scene_.texts.push_back(
        {x, y, copies_label, below ? Align::Center : Align::Right, Face::Mono, TextRole::Note, ink, std::move(text)});
    return below ? Rect{rect.x, rect.y, rect.w, rect.h - copies_line} : rect;
  }

  float label_characters() const { return static_cast<float>(block_.labels.longest(block_.cell.form)); }

  bool is_different(Element element) const {
    const auto linear = static_cast<std::size_t>(element.row * block_.layout->cols() + element.col);
    return !block_.differs.empty() && block_.differs[linear];
  }

  bool is_faded(int tid, bool differs) const {
    const auto at = static_cast<std::size_t>(tid);
    if (at < threads_.size() && !threads_[at]) return true;
    return only_differences_ && !differs;
  }

  // Marks the corner in the colour of the register that the label leaves out.
  void add_corner(std::int32_t number, Color fill, bool fades) {
    const auto at = static_cast<std::size_t>(block_.corners.class_of[static_cast<std::size_t>(number)]);
    const Color color = block_.corners.looks[at].fill;
    scene_.cells.back().corner = fades ? mixed(fill, color, faded_fill) : color;
  }

  // Adds the number of owners if the cell says it. Returns the room left for the label.
  Rect add_copies(const Rect& rect, std::size_t owners, Color color) {
    if (block_.cell.copies == Copies::None || owners < 2) return rect;
    const bool below = block_.cell.copies == Copies::Below;
    const float lines = block_.cell.form == LabelForm::Broken ? 2 : 1;
    const float room = rect.h - (below ? copies_line : 0);
    const float label_h = std::min(lines * fitted_line * block_.cell.label_size, room);
    const float all = label_h + (below ? copies_line : 0);
    const float top = rect.y + (rect.h - all) / 2;
    const float x = below ? rect.x + rect.w / 2 : rect.x + rect.w - 2;
    const float y =
        below ? top + label_h + copies_line / 2
              : std::min(rect.y + rect.h / 2 + block_.cell.label_size * 0.2f, rect.y + rect.h - copies_label / 2);
    scene_.texts.push_back({x, y, copies_label, below ? Align::Center : Align::Right, Face::Mono, TextRole::Note, color,
                            copies_text(static_cast<int>(owners))});
    if (below) return {rect.x, top, rect.w, label_h};
    return {rect.x, rect.y, rect.w - block_.cell.copies_w, rect.h};
  }

  void add_label(const Rect& cell, Slot slot, Element element, Color color) {
    const Labels& labels = block_.labels;
    if (labels.empty()) return;
    const Rect rect = add_copies(cell, block_.layout->owner_slots(element).size(), color);
    const float x = rect.x + rect.w / 2, y = rect.y + rect.h / 2;
    if (block_.cell.form != LabelForm::Broken)
      return add_line(x, y, color, labels.text(block_.cell.form, slot, element));
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
  const bool only_differences_, frames_agreeing_;
  const std::vector<CellMark> no_marks_;
  const std::vector<CellMark>& marks_;
  const std::vector<std::int32_t>& got_;
  const Color background_;
  std::vector<CellLook> faded_;
};

// Returns the first owner that is not filtered out.
std::size_t shown_owner(std::span<const std::int32_t> owners, const Layout& layout, const std::vector<bool>& threads) {
  const auto shown = [&](std::int32_t number) {
    const auto tid = static_cast<std::size_t>(layout.slot(number).tid);
    return tid >= threads.size() || threads[tid];
  };
  const auto found = std::ranges::find_if(owners, shown);
  return found == owners.end() ? 0 : static_cast<std::size_t>(found - owners.begin());
}

void add_first_owners(Build& build, Cells& cells, const Layout& layout, const GridFrame& frame) {
  for (int row = frame.first_row; row < frame.first_row + frame.rows; ++row) {
    for (int col = frame.first_col; col < frame.first_col + frame.cols; ++col) {
      const std::span<const std::int32_t> owners = layout.owner_slots({row, col});
      const std::size_t part = shown_owner(owners, layout, build.style.threads);
      cells.add(part_rect(frame, {row, col}, 1, 0), {row, col}, part, owners[part]);
    }
  }
}

void add_elements(Cells& cells, const Layout& layout, const GridFrame& frame) {
  for (int row = frame.first_row; row < frame.first_row + frame.rows; ++row) {
    for (int col = frame.first_col; col < frame.first_col + frame.cols; ++col) {
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
    if (slot.tid >= frame.rows || slot.i >= frame.cols) continue;
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

// Draws empty cells, without owners and colours; even slots without an element would give the answer away.
void add_empty(Build& build, const GridFrame& frame) {
  constexpr double shade = 0.05;
  const Color fill = mixed(build.colors.background, build.colors.ink, shade);
  for (int row = 0; row < frame.rows; ++row)
    for (int col = 0; col < frame.cols; ++col)
      build.scene.swatches.push_back({part_rect(frame, {frame.first_row + row, frame.first_col + col}, 1, 0), fill});
}

}  // namespace

void add_cells(Build& build, const Block& block, const GridFrame& frame) {
  if (build.style.hide_cells) return add_empty(build, frame);
  Cells cells(build, block);
  if (block.channel == Channel::Slots) return add_slots(build, cells, *block.layout, frame);
  if (frame.one_owner) return add_first_owners(build, cells, *block.layout, frame);
  add_elements(cells, *block.layout, frame);
}

}  // namespace tcviz::inline app_scene
