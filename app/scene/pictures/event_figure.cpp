#include "app/scene/pictures/event_figure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/scene/easel/text_metrics.hpp"
#include "app/scene/easel/theme.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float page_margin = 24, page_line = 17, least_page_cell = 30, event_page_pad = 8;

class EventPaper {
 public:
  explicit EventPaper(const EventFigure& figure) : figure_(figure) {
    look_.cell_w = std::max(least_page_cell, event_cell_width(figure.tiles, look_) + event_page_pad);
  }

  Scene draw() {
    scene_.background = {255, 255, 255};
    scene_.title = figure_.title;
    for (const std::string& note : figure_.notes) scene_.description += (scene_.description.empty() ? "" : "; ") + note;
    const float end = picture(heading());
    scene_.width = widest_ + page_margin;
    scene_.height = footing(end + look_.gap);
    return std::move(scene_);
  }

 private:
  void text(float x, float y, float size, Color color, TextRole role, std::string words) {
    widest_ = std::max(widest_, x + text_width(words, Face::Sans, size));
    scene_.texts.push_back({x, y, size, Align::Left, Face::Sans, role, color, std::move(words)});
  }

  float heading() {
    const ThemeColors colors = theme_colors(Theme::Light);
    float y = page_margin + 6;
    text(page_margin, y, 17, colors.ink, TextRole::Title, figure_.title);
    y += 5;
    for (const std::string& line : figure_.lines)
      text(page_margin, y += page_line, 12, colors.quiet, TextRole::Caption, line);
    return y + 14;
  }

  // Returns its lower edge.
  float picture(float top) {
    Scene tiles = event_scene(figure_.tiles, look_).scene;
    for (Swatch& swatch : tiles.swatches) {
      swatch.rect.x += page_margin, swatch.rect.y += top;
      scene_.swatches.push_back(swatch);
    }
    for (Text& text : tiles.texts) {
      text.x += page_margin, text.y += top;
      scene_.texts.push_back(std::move(text));
    }
    for (Outline& outline : tiles.outlines) {
      outline.rect.x += page_margin, outline.rect.y += top;
      scene_.outlines.push_back(outline);
    }
    widest_ = std::max(widest_, page_margin + tiles.width);
    return top + tiles.height;
  }

  float footing(float y) {
    std::vector<std::string> notes = figure_.notes;
    for (const EventTile* tile : figure_.tiles.all()) {
      const int rows = std::min(tile->rows, look_.most_rows), cols = std::min(tile->cols, look_.most_cols);
      if (rows < tile->rows || cols < tile->cols)
        notes.push_back(fmt::format("{}: {} of {} rows and {} of {} columns are shown", tile->name, rows, tile->rows,
                                    cols, tile->cols));
    }
    const Color quiet = theme_colors(Theme::Light).quiet;
    for (const std::string& note : notes) {
      for (const std::string& line : wrap_text(note, Face::Sans, 11, scene_.width - 2 * page_margin)) {
        scene_.texts.push_back({page_margin, y, 11, Align::Left, Face::Sans, TextRole::Legend, quiet, line});
        y += page_line;
      }
    }
    return y + page_margin - page_line / 2;
  }

  const EventFigure& figure_;
  EventLook look_;
  float widest_ = 0;
  Scene scene_;
};

}  // namespace

Scene event_page(const EventFigure& figure) { return EventPaper(figure).draw(); }

}  // namespace tcviz::inline app_scene
