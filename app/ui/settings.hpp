// What the window keeps between runs, as a value and as text. Pure; knows nothing of files or of Dear ImGui.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/scene.hpp"
#include "app/ui/window_state.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz {

// The part that lives in the document.
struct Kept {
  Theme theme = Theme::Dark;
  int ui_percent = 100;
  ViewMode view = ViewMode::Grids;
  ColorBy color_by = ColorBy::Automatic;
  LabelBy label_by = LabelBy::Automatic;
  Palette palette = Palette::Safe;
  std::set<std::string> favourites;
  std::vector<std::string> recent;
  std::vector<PanelArrangement> arrangements;
  std::string arrangement = "Explore";
  bool tour_done = false;
  friend bool operator==(const Kept&, const Kept&) = default;
};

// Where the window stands, in the window system's units.
struct WindowPlace {
  int x = 0, y = 0, width = 0, height = 0;
  bool maximized = false;
  friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

struct Settings {
  Kept kept;
  std::string panels;  // where they stand: Dear ImGui's own text
  std::optional<WindowPlace> place;
  friend bool operator==(const Settings&, const Settings&) = default;
};

// JSON, for people too: {"format": "tcviz-window/1", "theme": "dark", ...}. The texts of Dear ImGui carry checksums,
// since it trusts them.
std::string write_settings(const Settings& settings);
// BadInput where the text is not such JSON, a value has the wrong type or a checksum does not fit. A word that another
// version may know ("theme": "sepia") and a number out of range are passed over.
Result<Settings> read_settings(std::string_view text);

}  // namespace tcviz
