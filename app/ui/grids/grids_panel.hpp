// The grids of the view: one item of the window, drawn by GridRenderer, with hit-test arithmetic; above it the view's
// controls. If there is nothing to draw, a note says why.
#pragma once

#include <optional>

#include "app/render/grid_renderer.hpp"
#include "app/session/whole/shown_style.hpp"
#include "app/ui/grids/cell_menu.hpp"
#include "app/ui/grids/compare_bar.hpp"
#include "app/ui/grids/compare_bits.hpp"
#include "app/ui/grids/view_bar.hpp"
#include "app/ui/kit/absence_note.hpp"
#include "app/ui/kit/button_walk.hpp"
#include "app/ui/kit/grid_picture.hpp"
#include "app/ui/kit/view_panel.hpp"

namespace tcviz::inline app_ui {

class GridsPanel : public ViewPanel {
 public:
  explicit GridsPanel(GridRenderer renderer) : renderer_(std::move(renderer)) {}
  void draw(const Ui& ui) override;
  PanelKeys keys() const override { return walk_.has_keys() ? PanelKeys::All : PanelKeys::None; }

 private:
  void draw_layouts(const Ui& ui);
  const SceneStyle& blinking(const Ui& ui);
  void draw_link(const Ui& ui, const Canvas& canvas, const Projection& projection) const;
  std::optional<Rect> place_of_map(const Ui& ui, const Canvas& canvas, const Projection& projection);
  bool drag_map(const Ui& ui, const Canvas& canvas, const Projection& projection);
  void draw_picture(const Canvas& canvas, const Projection& projection);
  void draw_band(const Ui& ui, const Canvas& canvas, const Projection& projection) const;
  void draw_axis_marks(const Ui& ui, const Canvas& canvas, const Projection& projection) const;
  void draw_small_titles(const Ui& ui, const Projection& projection) const;
  void draw_caption(const Ui& ui, ImVec2 low, float right) const;
  void draw_tooltip(const Ui& ui) const;

  void move_camera(const Ui& ui, const Canvas& canvas);
  void point(const Ui& ui, const Projection& projection);
  void pull_band(const Ui& ui, Point at);

  GridRenderer renderer_;
  ShownLayouts shown_;
  ShownStyle style_;
  int revision_ = 0;  // of both
  GridPicture picture_;
  int uploaded_ = 0;  // revision of the picture that the renderer has
  int marks_uploaded_ = 0;
  ViewBar view_bar_;
  CompareBar compare_bar_;
  AbsenceNote absence_;
  CompareBits bits_;
  CellMenu menu_;
  ButtonWalk walk_;
  // The side on screen while B is held in a comparison: both sides in one place, in turns.
  std::optional<int> side_;
  SceneStyle side_style_;
  std::vector<Rect> obstacles_;  // of a map
  int obstacles_of_ = 0;         // revision of the picture
  bool in_map_ = false;          // the button went down there

  bool dragged_ = false;  // since the button went down: then it is not a click
  // The grid and the cell where a rubber band began, while it is pulled.
  struct Pulled {
    std::size_t grid = 0;
    Element from;
    std::optional<Band> sent;
  };
  std::optional<Pulled> pulled_;
};

}  // namespace tcviz::inline app_ui
