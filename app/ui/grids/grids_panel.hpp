// The panel with the grids of the chosen layouts, drawn by GridRenderer, and the controls of the view above them. If
// there is no layout, a note explains why.
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
  int revision_ = 0;  // counts changes of shown_ and style_
  GridPicture picture_;
  int uploaded_ = 0;  // revision of the picture that was uploaded to the renderer
  int marks_uploaded_ = 0;
  ViewBar view_bar_;
  CompareBar compare_bar_;
  AbsenceNote absence_;
  CompareBits bits_;
  CellMenu menu_;
  ButtonWalk walk_;
  // In a comparison, while the key B is held: the side that is shown; both are shown alternately at the same position.
  std::optional<int> side_;
  SceneStyle side_style_;
  std::vector<Rect> obstacles_;  // rectangles that the overview map must not cover
  int obstacles_of_ = 0;         // the revision of the picture to which they belong
  bool in_map_ = false;          // the mouse button was pressed in the map

  bool dragged_ = false;  // the pointer has moved since the button was pressed: it is not a click
  // A selection by dragging: the grid and the cell where it began, and the selection sent last.
  struct Pulled {
    std::size_t grid = 0;
    Element from;
    std::optional<Band> sent;
  };
  std::optional<Pulled> pulled_;
};

}  // namespace tcviz::inline app_ui
