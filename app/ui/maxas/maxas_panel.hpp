// The view of the maxas SGEMM: the controls at the top, eight panels with one selection below. It has the whole window,
// between the menu bar and the status bar.
#pragma once

#include <array>
#include <string>

#include "app/session/maxas/maxas_layout.hpp"
#include "app/ui/kit/view_panel.hpp"
#include "app/ui/maxas/maxas_pane.hpp"

namespace tcviz::inline app_ui {

class MaxasPanel : public ViewPanel {
 public:
  void draw(const Ui& ui) override;
  std::vector<Rect> subjects() const override;
  PanelKeys keys() const override { return covered_ ? PanelKeys::None : PanelKeys::All; }

 private:
  void prepare(const Ui& ui);
  void draw_panes(const Ui& ui);
  void draw_part(const Ui& ui, MaxasPart part, const Rect& rect);
  void draw_head(const Ui& ui, MaxasPart part, const Rect& rect);
  void draw_tip(const Ui& ui) const;
  void press_keys(const Ui& ui) const;

  MaxasView view_;
  MaxasPaints paints_;
  std::optional<Palette> palette_;
  MaxasRects rects_{};
  // In this frame.
  MaxasObject hit_;
  std::optional<CellGrid::Place> hit_issue_;  // line and number of an FFMA
  bool covered_ = false;                      // by a dialog, which has the keys
};

// Draws the rows of controls, in the flow of the window.
void draw_maxas_controls(const Ui& ui, const MaxasView& view);
void draw_maxas_transport(const Ui& ui, const MaxasView& view);
// Draws the card of a guided tour beside the panel that it is about.
void draw_maxas_card(const Ui& ui, const MaxasView& view, const MaxasRects& rects);

}  // namespace tcviz::inline app_ui
