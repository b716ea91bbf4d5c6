// A view as the shell knows it: it draws itself, and says which keys it takes while it is on screen.
#pragma once

#include <vector>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

enum class PanelKeys {
  None,
  Walks,  // arrows walk its list, whatever is pinned
  All,    // arrows and Escape are its own, too
};

class ViewPanel {
 public:
  ViewPanel() = default;
  ViewPanel(const ViewPanel&) = delete;
  ViewPanel& operator=(const ViewPanel&) = delete;
  virtual ~ViewPanel() = default;

  // Draws the view; called in every frame that shows it.
  virtual void draw(const Ui& ui) = 0;
  // Returns the keys that the view took in the last frame.
  virtual PanelKeys keys() const { return PanelKeys::None; }
  // Returns the places of the view's subject in the last frame, in pixels: grids or a plot, without their controls.
  virtual std::vector<Rect> subjects() const { return {}; }
  // Reacts to being opened by the user: its window has just been given the keys.
  virtual void focus() {}
};

}  // namespace tcviz::inline app_ui
