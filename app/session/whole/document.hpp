// The document: the whole state of the window, a plain value. Panels read it; only actions (action.hpp) change it.
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
#include "app/session/base/best_source.hpp"
#include "app/session/base/camera.hpp"
#include "app/session/base/figure_choice.hpp"
#include "app/session/base/kind_entry.hpp"
#include "app/session/base/pick.hpp"
#include "app/session/base/source_state.hpp"
#include "app/session/base/task_parts.hpp"
#include "app/session/base/view_rows.hpp"
#include "app/session/base/window_state.hpp"
#include "app/session/formula/formula_state.hpp"
#include "app/session/learn/learn_state.hpp"
#include "gpu/source/probe/compiled/recompute_all.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_session {

// The state of computing all compiled layouts again, in a thread of its own.
struct RecomputeState : Task {
  RecomputeProgress progress;
  std::string outcome;  // if Answered: a sentence about the result
  bool good = false;    // all layouts are the same as before
};

// The layouts that are shown, and their appearance: the part of the document that undo restores.
struct Look {
  std::size_t source = 0;  // index of the chosen source; there is always one
  std::string kind;        // id of the chosen kind

  ViewMode view = ViewMode::Grids;
  ColorBy color_by = ColorBy::Automatic;
  LabelBy label_by = LabelBy::Automatic;
  Palette palette = Palette::Safe;
  std::string expression = "(row + col) % 4";  // for ColorBy::Expression
  bool only_differences = false;               // in a comparison: equal elements are dimmed
  std::string filter;                          // threads to show: "0-7,16"; empty: all

  // The right side of a comparison. If other_source is none or other_kind is empty, the chosen one.
  std::optional<std::size_t> other_source;
  std::string other_kind;
  bool other_found = false;  // the program has found the right side; the user has not chosen it

  FormulaText formula;  // text in the formula editor, typed for `kind`

  std::optional<Pick> pin;
  std::optional<Band> band;
  friend bool operator==(const Look&, const Look&) = default;
};

// Series of changes (while a key is held or a word is typed) that undo treats as one.
enum class Walk : std::uint8_t { None, Pin, Band, Filter, Expression, Kind, Formula };

// The states of the tasks are in its parts: document.task<XrayState>().
struct Document : Look, WindowState, TaskParts {
  Document();

  std::vector<KindEntry> kinds;
  std::vector<SourceState> sources;
  std::string gpu_absence;  // message why there is no GPU; empty if there is one
  RecomputeState recompute;
  std::vector<std::string> problems;  // messages about files that could not be read
  FormulaState formulae;
  LearnState learn;

  std::string search;
  std::set<std::string> closed;  // keys of the closed headings in the list of kinds

  std::optional<Pick> hover;
  Camera camera;
  std::vector<Look> undo, redo;  // the latest last
  Walk walk = Walk::None;        // the series that the last change belongs to

  std::set<std::string> favourites;  // ids of kinds
  std::vector<std::string> recent;   // ids of kinds, the latest first
  Theme theme = Theme::Dark;
  int ui_percent = 100;  // the user's scale, which multiplies the monitor's

  bool help_open = false, about_open = false, commands_open = false, figure_open = false;
  FigureChoice figure;
  std::map<std::string, FigureChoice> figures;  // by kind: the last choice
  bool figure_wanted = false;                   // request to save it; the session takes it
  bool figure_copy_wanted = false;              // request to copy it as a PNG to the clipboard
  bool figure_replaces = false;                 // replace an existing file
  bool figure_asks = false;                     // a file exists: figure_news asks if it is to be replaced
  std::string figure_saved;                     // the last file that was written; it may be replaced without asking
  // Message about the last save or copy; empty if there was none since the dialog opened.
  std::string figure_news;
  bool figure_failed = false;
  ViewStates views;
  bool full_screen = false;      // only the main panel is shown, with larger texts
  std::optional<int> tour_step;  // number of the tour's step, from 0; none: no tour
  bool quit = false;
  // A change requests the keyboard focus for the search, the filter or the expression. A panel compares the number with
  // the last one that it handled.
  int search_focuses = 0, filter_focuses = 0, expression_focuses = 0;

  const SourceState& chosen() const { return sources[source]; }
  // Returns the source that tells of the chosen kind for the architecture of the chosen source; often that itself.
  const SourceState& telling() const { return sources[best_source(sources, source, kind)]; }
  const Layout* layout() const { return best_layout(sources, source, kind); }
  // Returns the kinds that the view shows, as many as layouts_shown(view); empty for a product if the chosen kind is
  // not part of one. source_of() returns the source that tells of each; chosen_of() the index of the one chosen for it.
  std::vector<std::string> kinds_shown() const;
  const SourceState& source_of(int shown) const;
  std::size_t chosen_of(int shown) const;
  // Returns the layouts that the view shows; empty if one of them is not known (why_no_layout() says which).
  std::vector<const Layout*> layouts() const;
  // Returns the element to highlight: the one under the pointer, or else the pinned one.
  const std::optional<Pick>& marked() const { return hover ? hover : pin; }
};

// The reason why a layout of the view is missing, as texts for the user, and what can be done. `shown`: index of the
// missing layout in the view.
struct NoLayout {
  std::string title, reason;
  enum class Remedy : std::uint8_t { None, Wait, Ask, ChooseOther } remedy = Remedy::None;
  std::vector<std::size_t> others = {};  // indices of sources that show the view, the best first
  std::string kind_of_both = {};         // in a comparison: a kind that both sides have; empty: none
  int shown = 0;
};
NoLayout why_no_layout(const Document& document);

}  // namespace tcviz::inline app_session
