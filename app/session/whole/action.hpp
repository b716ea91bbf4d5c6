// The actions: everything that changes the document, requested by the user or sent by background threads, as plain
// values.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

#include "app/session/whole/document.hpp"
#include "app/session/whole/window_action.hpp"

namespace tcviz::inline app_session {

// Chooses a source by its index, and asks it if it has not been asked.
struct ChooseSource {
  std::size_t source = 0;
};
// Asks the chosen source again.
struct AskSource {};
// Stops asking the chosen source.
struct StopSource {};
struct ChooseKind {
  std::string kind;
  bool walking = false;  // it is one of several steps, which are undone together
};
struct SetSearch {
  std::string text;
};
// Gives the keyboard focus to a field. FocusExpression also colours by the expression.
struct FocusSearch {};
struct FocusFilter {};
struct FocusExpression {};
// Opens or closes a heading in the list of kinds; see heading_key().
struct ToggleHeading {
  std::string key;
};

struct SetHover {
  std::optional<Pick> pick;
};
struct SetPin {
  std::optional<Pick> pick;
};
// Moves the pin by cells.
struct MovePin {
  int rows = 0, cols = 0;
};
// Pins the next owner of the pinned element, with wrap-around.
struct StepOwner {
  int steps = 1;
};
// Pins the same value number of the next thread.
struct StepThread {
  int steps = 1;
};
// Moves the pin to the next layout of the view: A, B, accumulator; left, right.
struct StepLayout {
  int steps = 1;
};
// Pins the next element that differs in a comparison.
struct StepDifference {
  int steps = 1;
};
// Pins the next slot for which the formula is wrong.
struct StepMistake {
  int steps = 1;
};
// Selects a rectangle of elements.
struct SetBand {
  std::optional<Band> band;
  bool same_drag = false;  // by the same drag as the last one: they are undone together
};
// Moves the corner of the selected rectangle that is opposite to the pinned cell.
struct ExtendBand {
  int rows = 0, cols = 0;
};
// Sets the threads to show: "0-7,16"; empty: all.
struct SetFilter {
  std::string text;
};

struct SetViewMode {
  ViewMode view = ViewMode::Grids;
};
// Opens a workspace; or if `open` is false, goes back to the one from which it was opened.
struct ShowWorkspace {
  Workspace workspace = Workspace::Layout;
  bool open = true;
};
// Sets the width of the workspace's side panel, as a fraction of the window's; 0: the default.
struct SetSide {
  float share = 0;
};
struct SetColorBy {
  ColorBy color_by = ColorBy::Automatic;
};
struct SetExpression {
  std::string text;
};
struct SetLabelBy {
  LabelBy label_by = LabelBy::Automatic;
};
struct SetPalette {
  Palette palette = Palette::Safe;
};
// Sets the right side of a comparison, and asks the source if it has not been asked.
struct CompareWith {
  std::optional<std::size_t> source;
  std::string kind;
};
// Compares the layouts of a kind in two sources.
struct CompareSources {
  std::size_t left = 0, right = 0;
  std::string kind;
};
struct SwapSides {};
struct SetOnlyDifferences {
  bool only = false;
};
struct Undo {};
struct Redo {};
struct SetCamera {
  Camera camera;
};

struct SetTheme {
  Theme theme = Theme::Dark;
};
// Enlarges or shrinks texts by steps; 0: resets to 100 %.
struct StepUiScale {
  int steps = 0;
};
struct SetUiScale {
  int percent = 100;
};
// Opens a view and gives it the keyboard focus, or closes it.
struct ShowView {
  ViewId view = ViewId::Grids;
  bool open = true;
};
// Asks all compiled sources that answer quickly and have not been asked.
struct AskCompiled {};
// Asks the first GPU, if it has not been asked.
struct AskGpu {};
// Computes all compiled layouts again.
struct AskRecompute {};
struct StopRecompute {};
// Resets the sizes of panels, and which are open, to the defaults.
struct ResetPanels {};
struct ShowHelp {
  bool open = true;
};
struct ShowAbout {
  bool open = true;
};
// Opens or closes the command palette.
struct ShowCommands {
  bool open = true;
};
// Opens or closes the figure dialog.
struct ShowFigure {
  bool open = true;
};
struct SetFigure {
  FigureChoice choice;
};
// Saves the figure to the chosen path. Replaces an existing file only if `replace` is true.
struct SaveFigure {
  bool replace = false;
};
// Copies the figure as a PNG to the clipboard.
struct CopyFigure {};
// Shows a message about a save or a copy.
struct TellFigure {
  std::string text;
  bool failed = false;
  bool asks = false;       // it asks if the existing file is to be replaced
  std::string saved = {};  // path of the file that was written; empty: none
};
struct SetFullScreen {
  bool on = true;
};
struct SetTour {
  std::optional<int> step;
};
struct ToggleFavourite {
  std::string kind;
};
struct Quit {};

// Messages of the worker thread.
struct SourceProgress {
  std::size_t source = 0;
  int done = 0, all = 0;
};
struct SourceAnswered {
  std::size_t source = 0;
  bool stopped = false;
  std::shared_ptr<const Answers> answers;
};

// Messages of the thread that computes compiled layouts.
struct RecomputeStep {
  RecomputeProgress progress;
};
struct RecomputeEnded {
  bool stopped = false, good = false;
  std::string outcome;
};

using OwnActions =
    std::variant<ChooseSource, AskSource, StopSource, ChooseKind, SetSearch, FocusSearch, FocusFilter, FocusExpression,
                 ToggleHeading, SetHover, SetPin, MovePin, StepOwner, StepThread, StepLayout, StepDifference, SetBand,
                 ExtendBand, SetFilter, SetViewMode, ShowWorkspace, SetSide, SetColorBy, SetExpression, SetLabelBy,
                 SetPalette, CompareWith, CompareSources, SwapSides, SetOnlyDifferences, StepMistake, Undo, Redo,
                 SetCamera, SetTheme, StepUiScale, SetUiScale, ShowView, AskCompiled, AskGpu, AskRecompute,
                 StopRecompute, RecomputeStep, RecomputeEnded, ResetPanels, ShowHelp, ShowAbout, ShowCommands,
                 ShowFigure, SetFigure, SaveFigure, CopyFigure, TellFigure, SetFullScreen, SetTour, ToggleFavourite,
                 Quit, WindowAction, SourceProgress, SourceAnswered>;
template <class A, class Variant>
inline constexpr bool is_one_of = false;
template <class A, class... Each>
inline constexpr bool is_one_of<A, std::variant<Each...>> = (std::is_same_v<A, Each> || ...);
// True for the document's own actions, and for the variants of actions: those of the window, and of each task.
template <class A>
inline constexpr bool is_action = is_one_of<A, OwnActions>;
template <class... Each>
inline constexpr bool is_action<std::variant<Each...>> = true;

// An action of any type. Its type is hidden, so that a file with the actions of a task does not include all others.
class Action {
 public:
  template <class A>
  requires is_action<A> Action(A action) : type_(&typeid(A)), action_(std::make_shared<const A>(std::move(action))) {}
  // Returns the action if its type is A, else null.
  template <class A>
  requires is_action<A>
  const A* as() const { return *type_ == typeid(A) ? static_cast<const A*>(action_.get()) : nullptr; }

 private:
  const std::type_info* type_;
  std::shared_ptr<const void> action_;
};

// Actions that have been requested and not applied yet.
using ActionQueue = std::vector<Action>;

inline constexpr std::size_t most_undo = 200, most_recent = 8;
inline constexpr int min_ui_percent = 50, max_ui_percent = 400;

// Applies `action`. Changes of Look can be undone; a series of changes (Walk) is undone as one. An action that does not
// fit the document (an unknown source, a pin outside of the matrix) changes nothing.
void apply_action(Document& document, const Action& action);

}  // namespace tcviz::inline app_session
