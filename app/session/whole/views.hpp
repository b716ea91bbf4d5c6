// The actions that open and close views and panels (rows of view_rows), and the list of dialogs.
#pragma once

#include "app/session/whole/action.hpp"

namespace tcviz::inline app_session {

// True if the view of the row is open; for a row of the grids, if they are shown in its mode.
bool is_open(const Document& document, const ViewRow& row);
// Returns the action that opens the view in its workspace and gives it the keyboard focus.
Action open_view(const ViewRow& row);
// Returns the action of the view's command in menus: opens the view, or if it is open, goes back.
Action toggle_view(const Document& document, const ViewRow& row);

// A dialog, which has the keyboard focus while it is open. Escape closes open dialogs in the order of their table.
struct DialogRow {
  bool (*is_open)(const Document&);
  Action (*close)();  // returns the action of Escape; null: the dialog handles its keys itself
};
// Returns the first open dialog; null: none is open, so views get the keys.
const DialogRow* open_dialog(const Document& document);

}  // namespace tcviz::inline app_session
