#pragma once
// A file that the CMake function tcviz_embed() has built into the program.
#include <string_view>

namespace tcviz::embedded {

struct File {
  std::string_view name;   // its name without folders: "grid.vert"
  std::string_view bytes;  // followed by one zero byte, so that C functions can read it as a string
};

}  // namespace tcviz::embedded
