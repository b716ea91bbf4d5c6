// The actions of lessons and the quiz. While the workspace Learn is open, they change the whole document; what was
// shown before is saved and restored.
#pragma once

#include "app/session/learn/learn_action.hpp"
#include "app/session/maxas/maxas_state.hpp"
#include "app/session/operations/operations_state.hpp"
#include "app/session/whole/document.hpp"

namespace tcviz::inline app_session {

struct XrayState;

// The parts of the document that are saved while the workspace Learn is open.
struct BeforeLearn {
  Look look;
  FormulaDrafts drafts;
  std::vector<Look> undo, redo;
  ViewMode layout_view = ViewMode::Grids;
  bool hide_answer = false;
  OperationsChoice operations;
  MaxasLook maxas;
  TaskParts others;  // SmemLook and XrayState
  bool architectures = false;
};

// Applies an action of the workspace Learn.
void apply_learn(Document& document, const LearnAction& action);

// Enters or leaves the workspace Learn: saves or restores what was shown.
void enter_learn(Document& document);
void leave_learn(Document& document);
// Returns the kernel that is the user's own: the one that a lesson has put aside, or else the one that is open.
const XrayState& own_kernel(const Document& document);
// Checks if the question is answered now; called after every action.
void follow_learn(Document& document);

}  // namespace tcviz::inline app_session
