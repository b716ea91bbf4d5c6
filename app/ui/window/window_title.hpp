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

}  // namespace tcviz::inline app_ui
