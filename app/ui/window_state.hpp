// The part of the document that is about the window itself and not about what it shows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tcviz {

// Where the panels stand, under a name. The text is Dear ImGui's own; nobody else reads it.
struct PanelArrangement {
  std::string name, text;
  friend bool operator==(const PanelArrangement&, const PanelArrangement&) = default;
};

// Arrangements that are always there; each is a row of panel_layout.cpp.
inline constexpr std::string_view built_in_arrangements[] = {"Explore", "Compare", "Teaching"};
inline constexpr std::size_t most_arrangements = 20, most_name = 40;

struct WindowState {
  std::vector<PanelArrangement> arrangements;  // the user's own
  std::string arrangement = "Explore";         // the one chosen last
  bool keep_open = false;                      // asks for the name of an arrangement
  bool tour_done = false;                      // begun once, it is not shown by itself again
  int source_lists = 0;                        // counted up: the list of sources is to open
};

}  // namespace tcviz
