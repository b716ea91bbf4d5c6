// A link: everything that the window shows, as one line of JSON, which the window and `tcviz capture` can open again.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "app/session/base/task_parts.hpp"
#include "app/session/whole/settings.hpp"

namespace tcviz::inline app_session {

struct Document;

// The camera of the grids, and the selected elements.
struct LinkGrids {
  bool only_differences = false;
  std::optional<std::array<int, 5>> band;      // first row and column, last row and column, layout
  std::optional<std::array<float, 3>> camera;  // zoom, x and y of the middle; none: everything is visible
};

// A link; the base class has the parts of the tasks: link.task<XrayLook>().
struct Link : TaskParts {
  Kept kept;  // without favourites and recent kinds
  LinkGrids grids;
  bool hidden_answer = false, full_screen = false, architectures = false;
};

// The message about a link with a value of another type.
inline constexpr std::string_view mistyped_link =
    "this is no link of tcviz: something in it is missing or of another type";

// Returns the link to what `document` shows.
Link link_of(const Document& document);
// Writes JSON without line ends: {"format": "tcviz-link/1", ...}.
std::string write_link(const Link& link);
// Reads a link, or returns the error BadInput. Numbers out of range are clamped later, when the link is opened.
Result<Link> read_link(std::string_view text);

// Returns the command line that opens the same view in a window, or that draws it as a picture of this size (in pixels
// at scale 1).
std::string window_command(const Document& document);
std::string picture_command(const Document& document, int width, int height);

}  // namespace tcviz::inline app_session
