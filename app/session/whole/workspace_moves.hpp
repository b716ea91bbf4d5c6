// The moves from one workspace to another, and the things that come along: the pin, the view of the grids, the page.
// Plain functions on a document, for its actions.
#pragma once

#include <vector>

#include "app/session/whole/document.hpp"

namespace tcviz::inline app_session {

// Updates the marks after another layout has come on screen: a mark in the old one is dropped, unless it is true of the
// new one, too. While nothing is on screen the mark stays.
void layout_changed(Document& document);

// Returns the place of the chosen kind among the view's layouts; a comparison has it on the left.
int place_of_kind(const Document& document);

// Puts it in front, with the keys.
void go_to(Document& document, Workspace workspace);
// Returns to the workspace that this was opened from, and to Layout from there.
void go_back(Document& document);
// Goes to the workspace that has this view: the comparison has its own.
void show_mode(Document& document, ViewMode view);
// Opens a view in its workspace, or a panel beside the subject; closes it, and goes back if the view was all there was.
void show_view(Document& document, ViewId view, bool open);
// True if the inspector has a place of its own, and takes none from the grids by opening.
bool inspector_has_a_place(const Document& document);
// Opens or closes the inspector after a change of workspace or window.
void place_inspector(Document& document);
// Goes to the workspace of the view that undo has brought.
void follow_view(Document& document);

// Swaps the sides of a comparison.
void swap_sides(Document& document);
// Shows the last look of one list and puts the present one on the other: undo and redo.
void bring_back(Document& document, std::vector<Look>& from, std::vector<Look>& to);
// Returns the workspace whose view is shown: in a lesson, the one beside its card.
Workspace shown_workspace(const Document& document);

}  // namespace tcviz::inline app_session
