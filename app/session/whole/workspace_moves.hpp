// Functions for actions that change the workspace or the view, and what has to change with it: the pin, the mode of the
// grids, the inspector.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/whole/document.hpp"

namespace tcviz::inline app_session {

// Updates the selection after another layout has come on screen: removes it unless it is valid for the new layout, too.
// Keeps it while no layout is on screen.
void layout_changed(Document& document);

// Returns the index of the chosen kind among the layouts of the view; in a comparison that of the left side.
int place_of_kind(const Document& document);

// Chooses the kind, and takes the draft that was typed for it into the formula editor.
void set_kind(Document& document, const std::string& kind);
// Opens the workspace and gives its view the keyboard focus.
void go_to(Document& document, Workspace workspace);
// Goes back to the workspace from which this one was opened, and from there to Layout.
void go_back(Document& document);
// Shows the grids in the mode `view`, in the workspace that has it: Compare for comparisons, else Layout.
void show_mode(Document& document, ViewMode view);
// Opens a view in its workspace, or a side panel; or closes it, and goes back if the workspace has only this view.
void show_view(Document& document, ViewId view, bool open);
// True if the inspector has an area of its own beside the grids, so that opening it does not cover them.
bool inspector_has_a_place(const Document& document);
// Opens or closes the inspector after a change of workspace or window.
void place_inspector(Document& document);
// Goes to the workspace of the current view, which undo has restored.
void follow_view(Document& document);

// Finds the right side of a comparison, unless the user has chosen it or it differs already: the source of the nearest
// architecture with another layout of the kind, or else another kind of the chosen source.
void find_other_side(Document& document);
// Swaps the sides of a comparison.
void swap_sides(Document& document);
// Performs undo or redo: restores the last look of `from`, and appends the current one to `to`.
void bring_back(Document& document, std::vector<Look>& from, std::vector<Look>& to);
// Returns the view that a step of a lesson is about; another may stand beside it.
ViewId subject_of(LessonView panel);
// Returns the reason why the view that is shown cannot be saved as a figure; empty: it can.
std::string_view why_no_figure(const Document& document);
// Returns the workspace whose view is shown; in a lesson, that of the view beside the text.
Workspace shown_workspace(const Document& document);

}  // namespace tcviz::inline app_session
