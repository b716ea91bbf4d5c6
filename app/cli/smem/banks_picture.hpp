// Draws one access of a warp to shared memory for `tcviz banks -o`.
#pragma once

#include <string>
#include <vector>

#include "app/scene/easel/scene.hpp"
#include "gpu/smem/suggest.hpp"

namespace tcviz::inline app_cli {

struct DrawnAccess {
  const AccessPattern& pattern;
  const BankReport& report;
  std::string title;
  std::vector<std::string> lines;  // below the title
};
Scene banks_picture(const DrawnAccess& drawn);

}  // namespace tcviz::inline app_cli
