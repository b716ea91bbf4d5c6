// The window, and the same window drawn without a display.
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

// Opens the window and returns when it is closed. Unavailable if there is no display or no OpenGL 3.3.
Status run_window(Sources& sources, const WindowOptions& options);

// Returns "palette", "architectures", "keys", "tour-1", ...
std::vector<std::string_view> capture_extras();
// Draws the window as PNG bytes. It waits for a probe of the chosen source.
Result<std::string> capture_window(Sources& sources, const CaptureOptions& options);

}  // namespace tcviz::inline app_ui
