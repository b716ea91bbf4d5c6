// In a panel where Tab, Enter and the arrows have another meaning, such as to walk what is pinned. Where nothing is,
// Tab goes to the panel's buttons and walks these, with a ring around the one that has the keys, until Escape or a
// click.
#pragma once

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class ButtonWalk {
 public:
  // Before the panel begins. True: its buttons have the keys in this frame.
  bool follow(const Ui& ui, const char* window);
  // Once it has begun: the first button gets the ring.
  void begin();
  bool on() const { return on_; }
  // Escape belongs to the walk in the frame that ends it, too.
  bool has_keys() const { return on_ || ended_; }

 private:
  bool on_ = false, begins_ = false, ended_ = false;
};

}  // namespace tcviz::inline app_ui
