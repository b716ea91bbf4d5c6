// The state of the window as one plain value. Panels read it and never change it: actions do (action.hpp). Knows
// nothing of Dear ImGui, OpenGL or threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/grid/style.hpp"
#include "app/session/base/camera.hpp"
#include "app/session/base/figure_choice.hpp"
#include "app/session/base/kind_entry.hpp"
#include "app/session/base/pick.hpp"
#include "app/session/base/source_state.hpp"
#include "app/session/base/view_rows.hpp"
#include "app/session/base/window_state.hpp"
#include "app/session/whole/tasks.hpp"
#include "gpu/source/probe/compiled/recompute_all.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_session {

// A computation of the compiled layouts, beside everything else that goes on.
struct RecomputeState : Task {
  RecomputeProgress progress;
  std::string outcome;  // of Answered: a sentence
  bool good = false;    // everything was as before
};

// The look: which layouts are shown, and how. Undo brings all of it back.
struct Look {
  std::size_t source = 0;  // chosen; there is always one
  std::string kind;        // chosen id

  ViewMode view = ViewMode::Grids;
  ColorBy color_by = ColorBy::Automatic;
  LabelBy label_by = LabelBy::Automatic;
  Palette palette = Palette::Safe;
  std::string expression = "(row + col) % 4";  // of ColorBy::Expression
  bool only_differences = false;               // of a comparison: the rest is dimmed
  std::string filter;                          // threads to show: "0-7,16"; empty: all

  // The right side of a comparison. No source: the chosen one; no kind: the chosen one.
  std::optional<std::size_t> other_source;
  std::string other_kind;

  FormulaText formula;  // in the editor

  std::optional<Pick> pin;
  std::optional<Band> band;
  friend bool operator==(const Look&, const Look&) = default;
};

// Changes that go on while a key is held or a word is typed.
enum class Walk : std::uint8_t { None, Pin, Band, Filter, Expression, Kind, Formula };

struct Document : Look, WindowState, TaskParts {
  std::vector<KindEntry> kinds;
  std::vector<SourceState> sources;
  std::string gpu_absence;  // why there is no GPU; empty if there is one
  RecomputeState recompute;
  std::vector<std::string> problems;  // files that were refused

  std::string search;
  std::set<std::string> closed;  // headings of the list

  std::optional<Pick> hover;
  Camera camera;
  std::vector<Look> undo, redo;  // the latest last
  Walk walk = Walk::None;        // the walk or text that the last change belongs to

  std::set<std::string> favourites;  // ids of kinds
  std::vector<std::string> recent;   // ids of kinds, the latest first
  Theme theme = Theme::Dark;
  int ui_percent = 100;  // the user's scale, on top of the monitor's

  bool help_open = false, about_open = false, commands_open = false, figure_open = false;
  FigureChoice figure;
  std::map<std::string, FigureChoice> figures;  // by kind: as it was chosen last
  bool figure_wanted = false;                   // to be saved; the session takes the wish
  bool figure_copy_wanted = false;              // as a PNG to the clipboard; the same
  bool figure_replaces = false;                 // over a file that is there
  bool figure_asks = false;                     // there is a file: the news ask what to do
  std::string figure_saved;                     // the last file that was written: it may be written again
  // The outcome of the last save. Empty while nothing was saved or copied since the panel opened.
  std::string figure_news;
  bool figure_failed = false;
  ViewStates views;
  bool full_screen = false;      // for teaching: the grids alone, with larger type
  std::optional<int> tour_step;  // 0 ..; none: no tour
  bool quit = false;
  // Counted up, so that a panel sees a new request by comparing with the last one it served.
  int search_focuses = 0, filter_focuses = 0, expression_focuses = 0;

  const SourceState& chosen() const { return sources[source]; }
  const Layout* layout() const { return chosen().layout(kind); }
  // Returns the ids of the view's layouts, and the source of each: layouts_shown(view) of them; none for a product if
  // the kind is not part of one.
  std::vector<std::string> kinds_shown() const;
  const SourceState& source_of(int shown) const;
  // Returns the view's layouts. Empty if one of them is not known: why_no_layout() says which.
  std::vector<const Layout*> layouts() const;
  // Returns the thread to mark: the one under the pointer, or else the pinned one.
  const std::optional<Pick>& marked() const { return hover ? hover : pin; }
};

// The reason why a layout of the view is not there, for a person. `title` is a few words; `shown` counts the view's
// layouts.
struct NoLayout {
  std::string title, reason;
  enum class Remedy : std::uint8_t { None, Wait, Ask, ChooseOther } remedy = Remedy::None;
  std::vector<std::size_t> others = {};  // sources that do show it; of a product, all of it
  int shown = 0;
};
NoLayout why_no_layout(const Document& document);

}  // namespace tcviz::inline app_session
