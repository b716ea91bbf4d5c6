#pragma once
// The result of tcviz_embed(): the name and the bytes of a file that travels inside the program.
#include <string_view>

namespace tcviz::embedded {

struct File {
  std::string_view name;   // the last component of its path: "grid.vert"
  std::string_view bytes;  // followed by one zero byte, so that C APIs may read it as text
};

}  // namespace tcviz::embedded
