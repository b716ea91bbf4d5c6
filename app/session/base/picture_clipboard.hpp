// A picture on the clipboard of the desktop. GLFW's clipboard takes text alone, so the desktop's own programs are
// asked: wl-copy of wl-clipboard under Wayland, xclip under X11.
#pragma once

#include <string>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

// The bytes of a PNG. An error says which program to install, or what it answered.
Status copy_picture(const std::string& png);

}  // namespace tcviz::inline app_session
