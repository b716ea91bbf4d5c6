// A word that is typed while no field has the keys opens the search. Its first letters may be keys of the grids; their
// changes are then undone.
#pragma once

#include <cstddef>
#include <string>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class TypedWords {
 public:
  // Collects the letters of a frame, after its shortcuts. `letters_act`: letters are keys of the panel with the keys.
  void follow(const Ui& ui, bool letters_act);

 private:
  std::string typed_;          // within a moment, none of it into a field
  double last_ = 0;            // when, in seconds
  std::size_t undo_size_ = 0;  // before the first of them
};

}  // namespace tcviz::inline app_ui
