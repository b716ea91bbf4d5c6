// The view of the maxas SGEMM: controls at the top, and below them eight panels that highlight the same object. It
// fills the window between the top bar and the status bar.
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
  // Found in this frame.
  MaxasObject hit_;
  std::optional<CellGrid::Place> hit_issue_;  // k line (row) and number (col) of an FFMA
  bool covered_ = false;                      // a dialog is open and has the keyboard focus
};

// Draws a row of controls at the cursor of the current window.
void draw_maxas_controls(const Ui& ui, const MaxasView& view);
void draw_maxas_transport(const Ui& ui, const MaxasView& view);
// Draws the text of the guided tour beside the panel that it explains.
void draw_maxas_card(const Ui& ui, const MaxasView& view, const MaxasRects& rects);

}  // namespace tcviz::inline app_ui
