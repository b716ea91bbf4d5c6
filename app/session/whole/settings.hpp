// The settings that the window keeps between runs, as a value and as text. Pure; knows nothing of files or of Dear
// ImGui.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/grid/style.hpp"
#include "app/session/base/figure_choice.hpp"
#include "app/session/base/window_state.hpp"
#include "app/session/formula/formula_state.hpp"
#include "app/session/learn/learn_state.hpp"
#include "gpu/layout/layout.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

// The last screen. Sources by their names, since their order changes from machine to machine.
struct KeptPlace {
  Workspace workspace = Workspace::Layout;
  std::string kind, source, other_kind, other_source;  // empty: as the window begins
  std::string threads, expression;
  FormulaText formula;
  std::optional<Slot> slot;  // of the pin
  Element element;
  int layout = 0;
  std::string lesson;  // that is open
  int lesson_step = 0;
  friend bool operator==(const KeptPlace&, const KeptPlace&) = default;
};

// The part that lives in the document.
struct Kept {
  Theme theme = Theme::Dark;
  int ui_percent = 100;
  ViewMode view = ViewMode::Grids;
  ColorBy color_by = ColorBy::Automatic;
  LabelBy label_by = LabelBy::Automatic;
  Palette palette = Palette::Safe;
  std::set<std::string> favourites;
  std::vector<std::string> recent, recent_files;
  bool tour_done = false;
  bool inspector = true;                        // stands beside the grids of Layout
  bool inspector_asked = false;                 // elsewhere
  OfWorkspaces<float> side;                     // shares of the window; 0: as it begins
  LearnProgress learn;                          // steps of lessons that are done
  std::map<std::string, FigureChoice> figures;  // by kind: as it was exported last
  KeptPlace at;
  friend bool operator==(const Kept&, const Kept&) = default;
};

// The place of the window, in the window system's units.
struct WindowPlace {
  int x = 0, y = 0, width = 0, height = 0;
  bool maximized = false;
  friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

struct Settings {
  Kept kept;
  std::optional<WindowPlace> place;
  std::string link;  // to all that is on screen (link.hpp); empty: none
  friend bool operator==(const Settings&, const Settings&) = default;
};

// Writes JSON that people can read, too: {"format": "tcviz-window/1", "theme": "dark", ...}.
std::string write_settings(const Settings& settings);
// Reads settings; BadInput if the text is not such JSON or a value has the wrong type. A word that another version may
// know ("theme": "sepia") and a number out of range are passed over.
Result<Settings> read_settings(std::string_view text);

}  // namespace tcviz::inline app_session
