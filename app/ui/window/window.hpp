// Runs the window, or draws it to a picture without a display (`tcviz capture`).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {
struct CaptureOptions;
struct WindowOptions;
}
namespace tcviz::inline gpu_probe {
class Sources;
}
namespace tcviz::inline app_ui {

// Opens the window, and returns when it is closed. Returns the error Unavailable if there is no display or no
// OpenGL 3.3.
Status run_window(Sources& sources, const WindowOptions& options);

// Returns the words for the parts of the window that a capture can show besides a view: "palette", "architectures",
// "keys", "tour-1", ...
std::vector<std::string_view> capture_extras();
// Draws the window and returns the bytes of a PNG. Waits until the chosen source has been asked.
Result<std::string> capture_window(Sources& sources, const CaptureOptions& options);

}  // namespace tcviz::inline app_ui
