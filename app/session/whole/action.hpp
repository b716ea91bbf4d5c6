// Everything a person or the worker can do to the document, as plain values, applied in one place.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "app/session/whole/document.hpp"
#include "app/session/whole/window_action.hpp"

namespace tcviz::inline app_session {

// Chooses a source, and asks it if it has not been asked
struct ChooseSource {
  std::size_t source = 0;
};
struct AskSource {};  // the chosen one, again
struct StopSource {};
struct ChooseKind {
  std::string kind;
  bool walking = false;  // one step of many: undone together
};
// Walks the list as it is shown, over headings; negative: up
struct StepKind {
  int rows = 1;
};
struct SetSearch {
  std::string text;
};
struct FocusSearch {};
struct FocusFilter {};
struct FocusExpression {};  // and colours by it
struct ToggleHeading {
  std::string key;
};

struct SetHover {
  std::optional<Pick> pick;
};
struct SetPin {
  std::optional<Pick> pick;
};
struct MovePin {
  int rows = 0, cols = 0;
};
// The pinned element's next owner, wrapping around
struct StepOwner {
  int steps = 1;
};
// The pinned value of the next thread that holds one
struct StepThread {
  int steps = 1;
};
// A, B, accumulator; left, right
struct StepLayout {
  int steps = 1;
};
// Pins the next element that differs, in a comparison
struct StepDifference {
  int steps = 1;
};
// Pins the next slot for which the formula is wrong
struct StepMistake {
  int steps = 1;
};
struct SetBand {
  std::optional<Band> band;
  bool same_drag = false;  // as the band before: undone together
};
// The corner opposite of the pinned cell moves
struct ExtendBand {
  int rows = 0, cols = 0;
};
struct SetFilter {
  std::string text;
};

struct SetViewMode {
  ViewMode view = ViewMode::Grids;
};
// Shows a workspace in front, or goes back to the one that it was opened from.
struct ShowWorkspace {
  Workspace workspace = Workspace::Layout;
  bool open = true;
};
// The panel beside the subject of this workspace, as a share of the window's width; 0: as it begins.
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
// The right side of a comparison; also asks the source, if it has not been asked.
struct CompareWith {
  std::optional<std::size_t> source;
  std::string kind;
};
// Two sources of one kind beside each other.
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
// 0: back to 100 %
struct StepUiScale {
  int steps = 0;
};
struct SetUiScale {
  int percent = 100;
};
// Shows a view in front
struct ShowView {
  ViewId view = ViewId::Grids;
  bool open = true;
};
struct AskCompiled {};   // every compiled source that answers at once and has not been asked
struct AskGpu {};        // the first GPU, if it has not been asked
struct AskRecompute {};  // compute the compiled layouts again
struct StopRecompute {};
struct ResetPanels {};
struct ShowHelp {
  bool open = true;
};
struct ShowAbout {
  bool open = true;
};
// The command palette
struct ShowCommands {
  bool open = true;
};
struct ShowFigure {
  bool open = true;
};
struct SetFigure {
  FigureChoice choice;
};
// To the path of the choice. A file that is there is only replaced if that is said.
struct SaveFigure {
  bool replace = false;
};
// Copies the figure as a PNG to the clipboard.
struct CopyFigure {};
// Says how a save ended, or that something was put on the clipboard.
struct TellFigure {
  std::string text;
  bool failed = false;
  bool asks = false;       // for leave to replace the file
  std::string saved = {};  // the file that was written
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

// Messages of the worker.
struct SourceProgress {
  std::size_t source = 0;
  int done = 0, all = 0;
};
struct SourceAnswered {
  std::size_t source = 0;
  bool stopped = false;
  std::shared_ptr<const Answers> answers;
};

struct RecomputeStep {
  RecomputeProgress progress;
};
struct RecomputeEnded {
  bool stopped = false, good = false;
  std::string outcome;
};

using OwnActions =
    std::variant<ChooseSource, AskSource, StopSource, ChooseKind, StepKind, SetSearch, FocusSearch, FocusFilter,
                 FocusExpression, ToggleHeading, SetHover, SetPin, MovePin, StepOwner, StepThread, StepLayout,
                 StepDifference, SetBand, ExtendBand, SetFilter, SetViewMode, ShowWorkspace, SetSide, SetColorBy,
                 SetExpression, SetLabelBy, SetPalette, CompareWith, CompareSources, SwapSides, SetOnlyDifferences,
                 StepMistake, Undo, Redo, SetCamera, SetTheme, StepUiScale, SetUiScale, ShowView, AskCompiled, AskGpu,
                 AskRecompute, StopRecompute, RecomputeStep, RecomputeEnded, ResetPanels, ShowHelp, ShowAbout,
                 ShowCommands, ShowFigure, SetFigure, SaveFigure, CopyFigure, TellFigure, SetFullScreen, SetTour,
                 ToggleFavourite, Quit, WindowAction, SourceProgress, SourceAnswered>;
template <class... Own, class... OfTasks>
std::variant<Own..., OfTasks...> both(const std::variant<Own...>&, const std::variant<OfTasks...>&);
using AnyAction = decltype(both(std::declval<OwnActions>(), std::declval<TaskAction>()));
template <class A, class Variant>
inline constexpr bool is_one_of = false;
template <class A, class... Each>
inline constexpr bool is_one_of<A, std::variant<Each...>> = (std::is_same_v<A, Each> || ...);

// The group of actions that has A: a task's, or the window's.
using ActionGroups = decltype(both(std::declval<std::variant<WindowAction>>(), std::declval<TaskAction>()));
template <class A, class Groups>
struct GroupOf {};
template <class A, class Group, class... Rest>
struct GroupOf<A, std::variant<Group, Rest...>>
    : std::conditional_t<is_one_of<A, Group>, std::type_identity<Group>, GroupOf<A, std::variant<Rest...>>> {};

// Made of exactly one of them, or of one of a group: the converting constructor of so large a variant tries them all
// wherever one is queued. Copied and destroyed in one place: written out in every such file, this doubled the build's
// time.
struct Action : AnyAction {
  template <class A>
  requires is_one_of<A, AnyAction> Action(A action) : AnyAction(std::in_place_type<A>, std::move(action)) {}
  template <class A, class Group = typename GroupOf<A, ActionGroups>::type>
  Action(A action) : AnyAction(std::in_place_type<Group>, std::move(action)) {}
  Action(const Action&);
  Action(Action&&) noexcept;
  Action& operator=(const Action&);
  Action& operator=(Action&&) noexcept;
  ~Action();
};

// Actions that panels have asked for and that have not been applied yet.
using ActionQueue = std::vector<Action>;

inline constexpr std::size_t most_undo = 200, most_recent = 8;
inline constexpr int min_ui_percent = 50, max_ui_percent = 400;

// Changes of the look can be undone; a walk or a typed word is undone in one step. Total: an action that makes no sense
// (a source that is not there, a pin outside the matrix) changes nothing.
void apply_action(Document& document, const Action& action);

}  // namespace tcviz::inline app_session
