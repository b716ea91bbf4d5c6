// The actions on the window itself. Plain values, which apply_action() in action.hpp applies together with all other
// actions.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "app/session/whole/link.hpp"

namespace tcviz::inline app_session {

struct OpenedFile;

// Opens the list of sources; `right`: that of the right side of a comparison.
struct ShowSources {
  bool right = false;
};
// Pins an element of the chosen kind in the workspace Layout.
struct PinPlace {
  Element element;
  Slot slot;
};
// Opens the search with `text` in its field.
struct SearchFor {
  std::string text;
};
// The window has become narrow or wide.
struct SetNarrow {
  bool narrow = false;
};
// Adds a message about a file that could not be read.
struct AddProblem {
  std::string sentence;
};
struct ClearProblems {};
// Restores the settings that an earlier run has written.
struct Restore {
  Kept kept;
  bool place = false;  // also what was shown, unless the command line names something else
};
// Opens a link, which has the state of another window.
struct FollowLink {
  Link link;
};
// Requests to copy the command line that opens this view in a window, or that draws it as a picture.
struct CopyCommand {
  bool picture = false;
};
// Ends this request.
struct CopiedCommand {};
// Opens or closes the dialog File > Open.
struct ShowOpenFile {
  bool open = true;
};
// Requests to read a file; the result is TakeFile or FailOpening.
struct OpenFile {
  std::string path;
};
struct TakeFile {
  std::shared_ptr<const OpenedFile> file;
};
struct FailOpening {
  std::string why;
};
using WindowAction = std::variant<ShowOpenFile, OpenFile, TakeFile, FailOpening, FollowLink, CopyCommand, CopiedCommand,
                                  ShowSources, SetNarrow, PinPlace, SearchFor, AddProblem, ClearProblems, Restore>;

struct Document;
void apply_window_action(Document& document, const WindowAction& action);

// Returns the part of the document that is written to the settings.
Kept kept_of(const Document& document);

}  // namespace tcviz::inline app_session
