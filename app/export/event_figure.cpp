#include "app/export/event_figure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/scene/palette.hpp"
#include "app/scene/text_metrics.hpp"

namespace tcviz {
inline namespace app_export {
namespace {

constexpr float margin = 24, gap = 28, cell_height = 26, line_step = 17, text_size = 11, below_size = 7.5F;
constexpr int most_rows = 64, most_cols = 32;
constexpr Color ink{0x1c, 0x1f, 0x26}, dim{0x5a, 0x61, 0x6e}, red{0xc6, 0x1f, 0x2b}, pale{0xf0, 0xf1, 0xf4};

int shown_rows(const EventTile& tile) { return std::min(tile.rows, most_rows); }
int shown_cols(const EventTile& tile) { return std::min(tile.cols, most_cols); }

class EventPaper {
 public:
  explicit EventPaper(const EventFigure& figure) : figure_(figure) {
    cell_ = 30;
    for (const EventTile* tile : {&figure.a, &figure.b, &figure.sum})
      for (const EventCell& cell : tile->cells)
        cell_ = std::max(cell_, text_width(cell.text, Face::Mono, text_size) + 8);
  }

  Scene draw() {
    scene_.background = {255, 255, 255};
    scene_.title = figure_.title;
    for (const std::string& note : figure_.notes) scene_.description += (scene_.description.empty() ? "" : "; ") + note;
    const float top = heading();
    const float across = margin + side(figure_.a).w + gap, down = top + side(figure_.b).h + gap;
    tile(figure_.b, across, top);
    tile(figure_.a, margin, down);
    tile(figure_.sum, across, down);
    const float end = down + std::max(side(figure_.a).h, side(figure_.sum).h) + gap;
    scene_.width = std::max(across + std::max(side(figure_.b).w, side(figure_.sum).w), widest_) + margin;
    scene_.height = footing(end);
    return std::move(scene_);
  }

 private:
  struct Side {
    float w = 0, h = 0;
  };
  Side side(const EventTile& tile) const {
    return {static_cast<float>(shown_cols(tile)) * cell_, static_cast<float>(shown_rows(tile)) * cell_height};
  }

  void text(float x, float y, float size, Color color, Align align, Face face, TextRole role, std::string words) {
    if (align == Align::Left) widest_ = std::max(widest_, x + text_width(words, face, size));
    scene_.texts.push_back({x, y, size, align, face, role, color, std::move(words)});
  }

  float heading() {
    float y = margin + 6;
    text(margin, y, 17, ink, Align::Left, Face::Sans, TextRole::Title, figure_.title);
    y += 5;
    for (const std::string& line : figure_.lines)
      text(margin, y += line_step, 12, dim, Align::Left, Face::Sans, TextRole::Caption, line);
    return y + gap + 14;
  }

  float footing(float y) {
    std::vector<std::string> notes = figure_.notes;
    for (const EventTile* tile : {&figure_.a, &figure_.b, &figure_.sum})
      if (shown_rows(*tile) < tile->rows || shown_cols(*tile) < tile->cols)
        notes.push_back(fmt::format("{}: {} of {} rows and {} of {} columns are shown", tile->name, shown_rows(*tile),
                                    tile->rows, shown_cols(*tile), tile->cols));
    for (const std::string& note : notes) {
      for (const std::string& line : wrap_text(note, Face::Sans, 11, scene_.width - 2 * margin)) {
        text(margin, y, 11, dim, Align::Left, Face::Sans, TextRole::Legend, line);
        y += line_step;
      }
    }
    return y + margin - line_step / 2;
  }

  void tile(const EventTile& of, float left, float top) {
    text(left, top - 12, 12.5F, ink, Align::Left, Face::Sans, TextRole::GridTitle, of.name);
    for (int row = 0; row < shown_rows(of); ++row)
      for (int col = 0; col < shown_cols(of); ++col)
        cell(of.cells[static_cast<std::size_t>(row) * of.cols + col],
             {left + static_cast<float>(col) * cell_, top + static_cast<float>(row) * cell_height, cell_ - 1,
              cell_height - 1});
  }

  void cell(const EventCell& of, const Rect& rect) {
    const Color fill = of.hue < 0 ? pale : thread_color(of.hue % 8 * 4 + of.shade % 4, 32);
    scene_.swatches.push_back({rect, fill, of.hatched ? Hatch::Forward : Hatch::None, false});
    const Color color = label_color(fill);
    const bool two = !of.below.empty();
    const float x = rect.x + rect.w / 2, y = rect.y + rect.h / 2;
    scene_.texts.push_back(
        {x, two ? y - 5 : y, text_size, Align::Center, Face::Mono, TextRole::CellLabel, color, of.text});
    if (two)
      scene_.texts.push_back({x, y + 6.5F, below_size, Align::Center, Face::Mono, TextRole::Note, color, of.below});
    if (of.outlined) scene_.outlines.push_back({{rect.x + 1, rect.y + 1, rect.w - 2, rect.h - 2}, red, 2});
  }

  const EventFigure& figure_;
  float cell_ = 0, widest_ = 0;
  Scene scene_;
};

}  // namespace

Scene event_scene(const EventFigure& figure) { return EventPaper(figure).draw(); }

}  // namespace app_export
}  // namespace tcviz
