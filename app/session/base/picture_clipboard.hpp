// A picture on the clipboard of the desktop. GLFW's clipboard takes text alone, so the desktop's own programs are
// asked: wl-copy of wl-clipboard under Wayland, xclip under X11.
#pragma once

#include <string>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

// Copies the bytes of a PNG to the clipboard. An error names the program to install, or repeats its answer.
Status copy_picture(const std::string& png);

}  // namespace tcviz::inline app_session
