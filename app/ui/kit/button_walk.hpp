// Tab, Enter and the arrows in a panel that gives them another meaning, such as walking the pinned cells. If nothing is
// pinned, Tab walks the panel's buttons, with a ring around the one that has the keys, until Escape or a click.
#pragma once

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class ButtonWalk {
 public:
  // True if the panel's buttons have the keys in this frame; to be called before the panel begins.
  bool follow(const Ui& ui, const char* window);
  // Puts the ring on the first button; to be called after the panel has begun.
  void begin();
  bool on() const { return on_; }
  // True also in the frame in which Escape ends the walk.
  bool has_keys() const { return on_ || ended_; }

 private:
  bool on_ = false, begins_ = false, ended_ = false;
};

}  // namespace tcviz::inline app_ui
