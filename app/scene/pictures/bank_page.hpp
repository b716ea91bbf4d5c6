// A page for a figure about one access of a warp to shared memory: a title, lines of text, and its lines of banks
// (bank_scene.hpp).
#pragma once

#include <string>
#include <vector>

#include "app/scene/easel/scene.hpp"
#include "gpu/smem/suggest.hpp"

namespace tcviz::inline app_scene {

struct BankPage {
  std::string title;
  std::vector<std::string> lines;  // below the title
  Theme theme = Theme::Light;
  Palette palette = Palette::Safe;
};

// Draws the page. `report`: the cost of the access.
Scene bank_page(const AccessPattern& pattern, const BankReport& report, const BankPage& page);

}  // namespace tcviz::inline app_scene
