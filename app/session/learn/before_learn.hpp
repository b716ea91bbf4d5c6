// What a lesson puts aside while it has the window.
#pragma once

#include "app/session/document.hpp"

namespace tcviz::inline app_session {

struct BeforeLearn {
  Look look;
  std::vector<Look> undo, redo;
  ViewMode layout_view = ViewMode::Grids;
  bool hide_answer = false;
  OperationsChoice operations;
  MaxasLook maxas;
  bool architectures = false;
};

}  // namespace tcviz::inline app_session
