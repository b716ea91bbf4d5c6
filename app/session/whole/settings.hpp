// The settings that the window keeps between runs, as a plain value and as JSON text.
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

// The view that was shown last. Sources are stored by name, because their order differs between machines.
struct KeptPlace {
  Workspace workspace = Workspace::Layout;
  std::string kind, source, other_kind, other_source;  // empty: the default
  std::string threads, expression;
  FormulaText formula;       // the draft of `kind`
  std::optional<Slot> slot;  // slot of the pinned cell; none: nothing is pinned
  Element element;
  int layout = 0;
  std::string lesson;  // id of the open lesson; empty: none
  int lesson_step = 0;
  bool other_found = false;  // as Look::other_found
  friend bool operator==(const KeptPlace&, const KeptPlace&) = default;
};

// The settings that are part of the document.
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
  bool inspector = true;                        // as WindowState::inspector_stands
  bool inspector_asked = false;                 // as WindowState::inspector_asked
  OfWorkspaces<float> side;                     // width of side panels as a fraction of the window's; 0: the default
  LearnProgress learn;                          // number of finished steps of each lesson
  std::map<std::string, FigureChoice> figures;  // by kind: the last options for a figure
  FormulaDrafts drafts;                         // of the kinds that are not shown
  KeptPlace at;
  friend bool operator==(const Kept&, const Kept&) = default;
};

// The position and size of the window, in units of the window system.
struct WindowPlace {
  int x = 0, y = 0, width = 0, height = 0;
  bool maximized = false;
  friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

struct Settings {
  Kept kept;
  std::optional<WindowPlace> place;
  std::string link;  // link to everything that was shown (link.hpp); empty: none
  friend bool operator==(const Settings&, const Settings&) = default;
};

// Writes JSON: {"format": "tcviz-window/1", "theme": "dark", ...}.
std::string write_settings(const Settings& settings);
// Reads the JSON. Returns the error BadInput if it is not of this form or a value has the wrong type. Ignores numbers
// out of range, and unknown words, which another version may know ("theme": "sepia").
Result<Settings> read_settings(std::string_view text);

}  // namespace tcviz::inline app_session
