// Opens the search if the user types a word while no field has the keyboard focus. The first letters may have acted as
// shortcuts; their changes are then undone.
#pragma once

#include <cstddef>
#include <string>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class TypedWords {
 public:
  // Collects the letters of a frame; to be called after its shortcuts. `letters_act`: the focused panel uses letters as
  // keys.
  void follow(const Ui& ui, bool letters_act);

 private:
  std::string typed_;          // letters typed shortly one after another
  double last_ = 0;            // time of the last one, in seconds
  std::size_t undo_size_ = 0;  // number of undo steps before the first one
};

}  // namespace tcviz::inline app_ui
