// The title of the window on the desktop.
#pragma once

#include <string>

namespace tcviz::inline app_session {
struct Document;
}

namespace tcviz::inline app_ui {

// Returns "mma.m16n8k16.a.bf16 - tcviz": the subject of the workspace is the kind, the file of the kernel, or the
// workspace itself.
std::string window_title(const Document& document);

}  // namespace tcviz::inline app_ui
