// The title of the window on the desktop.
#pragma once

#include <string_view>

namespace tcviz::inline app_session {
struct Document;
}

namespace tcviz::inline app_ui {

// Returns the subject of the workspace, which the title begins with: the kind, the file of the kernel, or the workspace
// itself; in a lesson that of the view beside the text.
std::string_view title_subject(const Document& document);
// True if the subject is a kernel with text that is not saved: a star follows it.
bool title_has_star(const Document& document);

}  // namespace tcviz::inline app_ui
