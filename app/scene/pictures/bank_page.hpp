// A page for a figure about one access to shared memory: a title, lines of text, and its lines of banks
// (bank_scene.hpp).
#pragma once

#include <string>
#include <vector>

#include "app/scene/pictures/bank_scene.hpp"

namespace tcviz::inline app_scene {

struct BankPage {
  std::string title;
  std::vector<std::string> lines;  // below the title
  std::string provenance;          // below the picture: how the model of banks is known
};

// Draws the page, on white.
Scene bank_page(const BankAccess& access, const BankPage& page);

}  // namespace tcviz::inline app_scene
