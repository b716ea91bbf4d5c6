// A word that is typed where no field has the keys is meant for the search: its letters open it. The first of them may
// be keys of the grids; what they changed is then taken back.
#pragma once

#include <cstddef>
#include <string>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class TypedWords {
 public:
  // After the shortcuts of a frame. `letters_act`: letters are keys of what has the keys now.
  void follow(const Ui& ui, bool letters_act);

 private:
  std::string typed_;          // within a moment, none of it into a field
  double last_ = 0;            // when, in seconds
  std::size_t undo_size_ = 0;  // before the first of them
};

}  // namespace tcviz::inline app_ui
