// The interface of all views and panels of the window, called by the shell (app/ui/window/shell.hpp).
#pragma once

#include <vector>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// The keys that a panel handles itself, so that they are not shortcuts of the window.
enum class PanelKeys {
  None,
  Walks,  // the arrows, which move in its list even if a cell is pinned
  All,    // the arrows and Escape
};

class ViewPanel {
 public:
  ViewPanel() = default;
  ViewPanel(const ViewPanel&) = delete;
  ViewPanel& operator=(const ViewPanel&) = delete;
  virtual ~ViewPanel() = default;

  // Draws the view; called in every frame that shows it.
  virtual void draw(const Ui& ui) = 0;
  // Returns the keys that the view handled in the last frame.
  virtual PanelKeys keys() const { return PanelKeys::None; }
  // Returns the rectangles of the view's picture (grids or a plot, without controls) in the last frame, in pixels.
  virtual std::vector<Rect> subjects() const { return {}; }
  // Reacts to being opened by the user, after its window has got the keyboard focus.
  virtual void focus() {}
};

}  // namespace tcviz::inline app_ui
