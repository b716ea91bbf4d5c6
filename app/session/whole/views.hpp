// The actions of the rows of views, and the dialogs over the views. Plain functions of the document, for the
// actions and for whoever draws.
#pragma once

#include "app/session/whole/action.hpp"

namespace tcviz::inline app_session {

// True if the row's view, or the mode that the grids are in, is open.
bool is_open(const Document& document, const ViewRow& row);
// Puts it in front, in its workspace.
Action open_view(const ViewRow& row);
// Returns what its command does: opens it, or goes back if it is open.
Action toggle_view(const Document& document, const ViewRow& row);

// The dialogs over the views that have the keys, in the order in which Escape closes them.
struct DialogRow {
  bool (*is_open)(const Document&);
  Action (*close)();  // null: it sees to its keys itself
};
// Returns the first that is open; null: nothing is in the way of a view.
const DialogRow* open_dialog(const Document& document);

}  // namespace tcviz::inline app_session
