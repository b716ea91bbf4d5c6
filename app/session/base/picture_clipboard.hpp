// Copies a picture to the desktop's clipboard by running wl-copy (package wl-clipboard, for Wayland) or xclip (for
// X11), because GLFW can copy text only.
#pragma once

#include <string>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

// Copies the bytes of a PNG file. The error names the program to install, or contains that program's message.
Status copy_picture(const std::string& png);

}  // namespace tcviz::inline app_session
