// Actions of a person on the window itself. Plain values, applied by apply_action (action.hpp) with all others.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "app/session/whole/link.hpp"
#include "app/session/whole/opened_file.hpp"

namespace tcviz::inline app_session {

// The list of the window's source, or of a comparison's right side.
struct ShowSources {
  bool right = false;
};
// Pins an element of the chosen kind in the workspace Layout.
struct PinPlace {
  Element element;
  Slot slot;
};
// Opens the search with this text in it.
struct SearchFor {
  std::string text;
};
// The window has become narrow or wide.
struct SetNarrow {
  bool narrow = false;
};
struct AddProblem {
  std::string sentence;
};
struct ClearProblems {};
// The settings that an earlier run kept.
struct Restore {
  Kept kept;
  bool place = false;  // also the picture on screen, unless the command line names another
};
// Opens the view of another window.
struct FollowLink {
  Link link;
};
// To the clipboard: the command that opens this view again, as a window or as a picture.
struct CopyCommand {
  bool picture = false;
};
struct CopiedCommand {};
// File > Open: the panel, a file to be read, and the outcome.
struct ShowOpenFile {
  bool open = true;
};
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

// Returns the part of a document that is kept between runs.
Kept kept_of(const Document& document);

}  // namespace tcviz::inline app_session
