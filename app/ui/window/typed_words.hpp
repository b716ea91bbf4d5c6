// Opens the search if the user types a word while no field has the keyboard focus. Without the ring of KeyRing all
// letters, digits and signs are words; with it those that are no shortcuts: what the letters before them did is undone.
#pragma once

#include <cstddef>
#include <string>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class TypedWords {
 public:
  // Takes what was typed before a frame, so that no key of it acts. `ring`: letters are keys.
  void take(bool ring);
  // Hands on the letters of a frame; to be called after its shortcuts.
  void follow(const Ui& ui, bool ring);

 private:
  void search(const Ui& ui);

  std::string taken_;          // the letters of this frame that are no keys
  std::string typed_;          // letters typed shortly one after another
  double last_ = 0;            // time of the last one, in seconds
  std::size_t undo_size_ = 0;  // number of undo steps before the first one
};

}  // namespace tcviz::inline app_ui
