// What a person can do to the window itself. Plain values, applied by apply_action (action.hpp) with all others.
#pragma once

#include <string>
#include <variant>

#include "app/ui/settings.hpp"

namespace tcviz {

// One of the built-in ones or of the user's; also brings back panels that were moved since.
struct ChooseArrangement {
  std::string name;
};
// The user's own, new or in place of the one of this name. Names of built-in ones are refused.
struct KeepArrangement {
  PanelArrangement arrangement;
};
struct DropArrangement {
  std::string name;
};
struct AskForName {
  bool open = true;
};
struct ShowSources {};
struct AddProblem {
  std::string sentence;
};
struct ClearProblems {};
// What an earlier run kept.
struct Restore {
  Kept kept;
};
using WindowAction = std::variant<ChooseArrangement, KeepArrangement, DropArrangement, AskForName, ShowSources,
                                  AddProblem, ClearProblems, Restore>;

struct Document;
void apply_window_action(Document& document, const WindowAction& action);

// What is kept of a document between runs.
Kept kept_of(const Document& document);

}  // namespace tcviz
