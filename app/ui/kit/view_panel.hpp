// What the shell knows of a view: something that draws itself, and which keys it takes while it is on screen.
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

  // Called in the frames in which it is shown.
  virtual void draw(const Ui& ui) = 0;
  // Of the frame that was drawn last.
  virtual PanelKeys keys() const { return PanelKeys::None; }
  // Where what the panel is about was drawn last, in pixels: the grids, the plot; not the knobs beside them.
  virtual std::vector<Rect> subjects() const { return {}; }
  // It was asked for, and its window has just been given the keys.
  virtual void focus() {}
};

}  // namespace tcviz::inline app_ui
