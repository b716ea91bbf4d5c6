// Keyboard navigation of the buttons of a panel in which Tab, Enter and arrows usually have another meaning (moving the
// pin). If nothing is pinned, Tab moves the keyboard focus through the panel's buttons, until Escape or a click.
#pragma once

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class ButtonWalk {
 public:
  // True if the keys are for the panel's buttons in this frame; to be called before the panel begins.
  bool follow(const Ui& ui, const char* window);
  // Moves the focus to the first button; to be called after the panel has begun.
  void begin();
  bool on() const { return on_; }
  // True also in the frame in which Escape ends the navigation.
  bool has_keys() const { return on_ || ended_; }

 private:
  bool on_ = false, begins_ = false, ended_ = false;
};

}  // namespace tcviz::inline app_ui
