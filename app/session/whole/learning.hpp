// Lessons and the quiz, which have the whole window while they last: the things that they put aside, and their effect
// on it.
#pragma once

#include "app/session/learn/learn_action.hpp"
#include "app/session/whole/document.hpp"

namespace tcviz::inline app_session {

// Put aside while a lesson has the window.
struct BeforeLearn {
  Look look;
  std::vector<Look> undo, redo;
  ViewMode layout_view = ViewMode::Grids;
  bool hide_answer = false;
  OperationsChoice operations;
  MaxasLook maxas;
  bool architectures = false;
};

void apply_learn(Document& document, const LearnAction& action);

// Enters or leaves the workspace: on entry the picture on screen is put aside, on leaving it comes back.
void enter_learn(Document& document);
void leave_learn(Document& document);
// Checks after every action if the question is answered now.
void follow_learn(Document& document);

}  // namespace tcviz::inline app_session
