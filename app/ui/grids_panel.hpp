// The two grids of the chosen kind: one item of the window, drawn by GridRenderer, with hit-test arithmetic; or why
// there is nothing to draw.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/render/grid_renderer.hpp"
#include "app/ui/grid_picture.hpp"
#include "app/ui/panel.hpp"

namespace tcviz {

class GridsPanel {
 public:
  explicit GridsPanel(GridRenderer renderer) : renderer_(std::move(renderer)) {}
  void draw(const Ui& ui);

 private:
  struct SourceNews {
    Stage stage = Stage::NotAsked;
    bool stop_wanted = false;
    std::shared_ptr<const Answers> answers;
  };

  void draw_title(const Ui& ui);
  void draw_layout(const Ui& ui, const Layout& layout);
  void draw_picture(const Canvas& canvas, const Projection& projection);
  void draw_axis_marks(const Ui& ui, const Canvas& canvas, const Projection& projection);
  void draw_small_titles(const Ui& ui, const Projection& projection);
  void draw_caption(const Ui& ui);
  void draw_tooltip(const Ui& ui);
  void draw_absence(const Ui& ui);
  void draw_remedies(const Ui& ui);
  void prepare_absence(const Document& document);

  void move_camera(const Ui& ui, const Canvas& canvas);
  void point(const Ui& ui, const Layout& layout, const Projection& projection);

  GridRenderer renderer_;
  GridPicture picture_;
  int uploaded_ = 0;  // revision of the picture that the renderer has
  int marks_uploaded_ = 0;
  // Why there is nothing to draw, and what that was made from.
  NoLayout absence_;
  std::string absent_kind_;
  std::vector<SourceNews> absent_news_;
  std::size_t absent_source_ = 0;
  bool dragged_ = false;  // since the button went down: then it is no click
};

}  // namespace tcviz
