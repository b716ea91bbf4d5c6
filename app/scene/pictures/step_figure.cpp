#include "app/scene/pictures/step_figure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/scene/easel/easel.hpp"
#include "app/scene/easel/text_metrics.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float page_margin = 24, page_line = 17, least_page_cell = 30, step_page_pad = 8;

class StepPaper {
 public:
  explicit StepPaper(const StepFigure& figure) : figure_(figure), easel_(scene_, Theme::Light) {
    look_.cell_w = std::max(least_page_cell, step_cell_width(figure.tiles, look_) + step_page_pad);
  }

  Scene draw() {
    scene_.title = figure_.title;
    for (const std::string& note : figure_.notes) scene_.description += (scene_.description.empty() ? "" : "; ") + note;
    const float end = picture(heading());
    scene_.width = std::max(easel_.right(), tiles_right_) + page_margin;
    scene_.height = footing(end + look_.gap);
    return std::move(scene_);
  }

 private:
  void text(float y, float size, Color color, TextRole role, const std::string& words) {
    easel_.text(page_margin, y, size, Align::Left, Face::Sans, role, color, words);
  }

  float heading() {
    float y = page_margin + 6;
    text(y, 17, easel_.colors.ink, TextRole::Title, figure_.title);
    y += 5;
    for (const std::string& line : figure_.lines)
      text(y += page_line, 12, easel_.colors.quiet, TextRole::Caption, line);
    return y + 14;
  }

  // Draws the tiles and returns their lower edge.
  float picture(float top) {
    const Scene tiles = step_scene(figure_.tiles, look_).scene;
    easel_.picture(tiles, page_margin, top);
    tiles_right_ = page_margin + tiles.width;
    return top + tiles.height;
  }

  float footing(float y) {
    std::vector<std::string> notes = figure_.notes;
    for (const StepTile* tile : figure_.tiles.all()) {
      const int rows = std::min(tile->rows, look_.most_rows), cols = std::min(tile->cols, look_.most_cols);
      if (rows < tile->rows || cols < tile->cols)
        notes.push_back(fmt::format("{}: {} of {} rows and {} of {} columns are shown", tile->name, rows, tile->rows,
                                    cols, tile->cols));
    }
    for (const std::string& note : notes) {
      for (const std::string& line : wrap_text(note, Face::Sans, 11, scene_.width - 2 * page_margin)) {
        text(y, 11, easel_.colors.quiet, TextRole::Legend, line);
        y += page_line;
      }
    }
    return y + page_margin - page_line / 2;
  }

  const StepFigure& figure_;
  StepLook look_;
  float tiles_right_ = 0;
  Scene scene_;
  Easel easel_;
};

}  // namespace

Scene step_page(const StepFigure& figure) { return StepPaper(figure).draw(); }

}  // namespace tcviz::inline app_scene
