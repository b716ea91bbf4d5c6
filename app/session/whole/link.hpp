// The screen as one line of text, whatever the workspace: the window, and `tcviz capture`, open it again.
// Pure.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "app/session/whole/settings.hpp"
#include "app/session/whole/tasks.hpp"

namespace tcviz::inline app_session {

struct Document;

// The camera of the grids, and the elements chosen in them.
struct LinkGrids {
  bool only_differences = false;
  std::optional<std::array<int, 5>> band;      // first row and column, last row and column, layout
  std::optional<std::array<float, 3>> camera;  // zoom and middle; none: all of them are seen
};

struct Link : TaskLinks {
  Kept kept;  // without favourites and kinds that were shown before
  LinkGrids grids;
  bool hidden_answer = false, full_screen = false, architectures = false;
};

Link link_of(const Document& document);
// Writes JSON without line ends: {"format": "tcviz-link/1", ...}.
std::string write_link(const Link& link);
// Reads a link; BadInput names the error. Numbers out of range are brought into it when the link is followed.
Result<Link> read_link(std::string_view text);

// Returns the command that opens the same view: of the window, or of a picture of it with this size in pixels at scale
// 1.
std::string window_command(const Document& document);
std::string picture_command(const Document& document, int width, int height);

}  // namespace tcviz::inline app_session
