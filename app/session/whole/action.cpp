#include "app/session/whole/action.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/session/formula/formula_action.hpp"
#include "app/session/whole/figure_of.hpp"
#include "app/session/whole/formula_marks.hpp"
#include "app/session/whole/learning.hpp"
#include "app/session/whole/selection.hpp"
#include "app/session/whole/tasks.hpp"
#include "app/session/whole/workspace_moves.hpp"
#include "app/session/xray/xray_action.hpp"

namespace tcviz::inline app_session {
namespace {

constexpr std::array ui_steps = {50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400};

void remember(std::vector<std::string>& recent, const std::string& kind) {
  std::erase(recent, kind);
  recent.insert(recent.begin(), kind);
  if (recent.size() > most_recent) recent.pop_back();
}

// Sources and kinds, and the two that are compared.
class ApplyToSources {
 public:
  explicit ApplyToSources(Document& document) : d_(document) {}

  void operator()(const ChooseSource& a) {
    if (a.source >= d_.sources.size()) return;
    d_.source = a.source;
    if (d_.chosen().stage == Stage::NotAsked) d_.sources[a.source].want();
    find_other_side(d_);
    layout_changed(d_);
  }
  void operator()(const AskSource&) { d_.sources[d_.source].want(); }
  void operator()(const StopSource&) { d_.sources[d_.source].want_stop(); }

  void operator()(const ChooseKind& a) {
    if (!a.walking) d_.views[ViewId::Kinds].open = false;  // it has been chosen from the list
    const auto same = [&](const KindEntry& e) { return e.id == a.kind; };
    if (a.kind == d_.kind || std::none_of(d_.kinds.begin(), d_.kinds.end(), same)) return;
    set_kind(d_, a.kind);
    d_.camera = {};
    d_.pin.reset();
    d_.band.reset();
    remember(d_.recent, a.kind);
    find_other_side(d_);
    layout_changed(d_);
  }
  void operator()(const SetSearch& a) { d_.search = a.text; }
  void operator()(const FocusSearch&) {
    d_.views[ViewId::Kinds].open = true;
    ++d_.search_focuses;
  }
  void operator()(const FocusFilter&) { ++d_.filter_focuses; }
  void operator()(const FocusExpression&) {
    d_.color_by = ColorBy::Expression;
    ++d_.expression_focuses;
  }
  void operator()(const ToggleHeading& a) {
    if (d_.closed.erase(a.key) == 0) d_.closed.insert(a.key);
  }

  void operator()(const CompareWith& a) {
    const auto same = [&](const KindEntry& e) { return e.id == a.kind; };
    if (a.source && *a.source >= d_.sources.size()) return;
    if (!a.kind.empty() && std::none_of(d_.kinds.begin(), d_.kinds.end(), same)) return;
    d_.other_source = a.source;
    d_.other_kind = a.kind;
    d_.other_found = false;
    if (a.source && d_.sources[*a.source].stage == Stage::NotAsked) d_.sources[*a.source].want();
    layout_changed(d_);
  }
  void operator()(const CompareSources& a) {
    if (a.left >= d_.sources.size() || a.right >= d_.sources.size()) return;
    (*this)(ChooseKind{a.kind});
    if (d_.kind != a.kind) return;
    (*this)(ChooseSource{a.left});
    (*this)(CompareWith{a.right, ""});
    show_mode(d_, ViewMode::Comparison);
  }
  void operator()(const SwapSides&) { swap_sides(d_); }
  void operator()(const AskCompiled&) {
    for (SourceState& source : d_.sources) {
      const bool quick = source.info.type == SourceClass::Compiled && !source.info.slow;
      if (quick && source.stage == Stage::NotAsked) source.want();
    }
  }
  void operator()(const AskGpu&) {
    for (SourceState& source : d_.sources) {
      if (source.info.type != SourceClass::Gpu) continue;
      if (source.stage == Stage::NotAsked) source.want();
      return;
    }
  }
  void operator()(const AskRecompute&) {
    if (!d_.recompute.want()) return;
    d_.recompute.progress = {};
    d_.recompute.outcome.clear();
    d_.recompute.good = false;
  }
  void operator()(const StopRecompute&) { d_.recompute.want_stop(); }
  void operator()(const RecomputeStep& a) {
    d_.recompute.tell(a.progress.architecture, a.progress.architectures_done, a.progress.architectures);
    d_.recompute.progress = a.progress;
  }
  void operator()(const RecomputeEnded& a) {
    d_.recompute.end(a.stopped);
    d_.recompute.outcome = a.outcome;
    d_.recompute.good = a.good;
  }
  void operator()(const SourceProgress& a) {
    if (a.source >= d_.sources.size()) return;
    d_.sources[a.source].tell({}, a.done, a.all);
  }
  void operator()(const SourceAnswered& a) {
    if (a.source >= d_.sources.size()) return;
    SourceState& source = d_.sources[a.source];
    source.end(a.stopped);
    // A probe that was stopped half way does not refute the layouts known already.
    if (a.answers && !(a.stopped && source.answers)) source.answers = a.answers;
    find_other_side(d_);
    layout_changed(d_);
  }

 private:
  Document& d_;
};

// The marks in the grids, and their look.
class ApplyToGrids {
 public:
  explicit ApplyToGrids(Document& document) : d_(document) {}

  void operator()(const SetHover& a) {
    if (!a.pick || holds(d_, *a.pick)) d_.hover = a.pick;
  }
  void operator()(const SetPin& a) {
    if (a.pick && !holds(d_, *a.pick)) return;
    if (a.pick && d_.views[ViewId::Start].open) {  // the inspector takes its place: nothing moves
      show_view(d_, ViewId::Start, false);
      d_.inspector_stands = true;
    }
    d_.pin = a.pick;
  }
  void operator()(const MovePin& a) { pin_where(moved_pin(d_, a.rows, a.cols)); }
  void operator()(const StepOwner& a) { pin_where(next_owner(d_, a.steps)); }
  void operator()(const StepThread& a) { pin_where(next_thread(d_, a.steps)); }
  void operator()(const StepLayout& a) { pin_where(next_layout(d_, a.steps)); }
  void operator()(const StepDifference& a) { pin_where(next_difference(d_, a.steps)); }
  void operator()(const StepMistake& a) { pin_where(next_mistake(d_, a.steps)); }
  void operator()(const SetBand& a) {
    if (!a.band || holds(d_, *a.band)) d_.band = a.band;
  }
  void operator()(const ExtendBand& a) {
    if (const auto band = extended_band(d_, a.rows, a.cols)) d_.band = band;
  }
  void operator()(const SetFilter& a) { d_.filter = a.text; }

  void operator()(const SetViewMode& a) { show_mode(d_, a.view); }
  void operator()(const ShowWorkspace& a) {
    if (!a.open && d_.workspace == Workspace::Learn) return apply_learn(d_, GoBackLearning{});
    a.open ? go_to(d_, a.workspace) : go_back(d_);
  }
  void operator()(const SetSide& a) {
    d_.side[d_.workspace] = a.share > 0 ? std::clamp(a.share, least_side, most_side) : 0;
  }
  void operator()(const SetColorBy& a) { d_.color_by = a.color_by; }
  void operator()(const SetExpression& a) { d_.expression = a.text; }
  void operator()(const SetLabelBy& a) { d_.label_by = a.label_by; }
  void operator()(const SetPalette& a) { d_.palette = a.palette; }
  void operator()(const SetOnlyDifferences& a) { d_.only_differences = a.only; }
  void operator()(const Undo&) { bring_back(d_, d_.undo, d_.redo); }
  void operator()(const Redo&) { bring_back(d_, d_.redo, d_.undo); }
  // Ignores a camera computed from grids without a size.
  void operator()(const SetCamera& a) {
    const Camera& c = a.camera;
    if (std::isfinite(c.zoom) && c.zoom > 0 && std::isfinite(c.center.x) && std::isfinite(c.center.y)) d_.camera = c;
  }

 private:
  void pin_where(const std::optional<Pick>& pick) {
    if (pick) (*this)(SetPin{pick});
  }
  Document& d_;
};

// The window and its dialogs.
class ApplyToWindow {
 public:
  explicit ApplyToWindow(Document& document) : d_(document) {}

  void operator()(const SetTheme& a) { d_.theme = a.theme; }
  void operator()(const SetUiScale& a) { d_.ui_percent = std::clamp(a.percent, min_ui_percent, max_ui_percent); }
  void operator()(const StepUiScale& a) {
    if (a.steps == 0) d_.ui_percent = 100;
    for (int step = 0; step < a.steps; ++step) {
      const auto next = std::upper_bound(ui_steps.begin(), ui_steps.end(), d_.ui_percent);
      if (next != ui_steps.end()) d_.ui_percent = *next;
    }
    for (int step = 0; step > a.steps; --step) {
      const auto here = std::lower_bound(ui_steps.begin(), ui_steps.end(), d_.ui_percent);
      if (here != ui_steps.begin()) d_.ui_percent = *(here - 1);
    }
  }
  void operator()(const ShowView& a) { show_view(d_, a.view, a.open); }
  void operator()(const ResetPanels&) {
    d_.side = {};
    d_.views[ViewId::Kinds].open = d_.inspector_asked = false;
    d_.inspector_stands = true;
  }
  void operator()(const ShowHelp& a) { d_.help_open = a.open; }
  void operator()(const ShowAbout& a) { d_.about_open = a.open; }
  void operator()(const ShowCommands& a) {
    d_.commands_open = a.open;
    d_.search_text.clear();
  }
  void operator()(const ShowFigure& a) {
    if (a.open && !d_.figure_open) begin_figure(d_);
    d_.figure_open = a.open;
  }
  void operator()(const SetFigure& a) {
    d_.figure = a.choice;
    d_.figure.cell = std::clamp(a.choice.cell, least_figure_cell, most_figure_cell);
    d_.figure.png_scale = std::clamp(a.choice.png_scale, least_figure_scale, most_figure_scale);
    d_.figure.size = std::clamp(a.choice.size, least_figure_scale, most_figure_scale);
    d_.figures[d_.kind] = d_.figure;
    d_.figure_news.clear();
    d_.figure_asks = false;
  }
  void operator()(const SaveFigure& a) {
    d_.figure_wanted = true;
    d_.figure_replaces = a.replace;
  }
  void operator()(const CopyFigure&) { d_.figure_copy_wanted = true; }
  void operator()(const TellFigure& a) {
    d_.figure_news = a.text;
    d_.figure_failed = a.failed;
    d_.figure_asks = a.asks;
    if (!a.saved.empty()) d_.figure_saved = a.saved;
  }
  void operator()(const SetFullScreen& a) { d_.full_screen = a.on; }
  void operator()(const SetTour& a) {
    d_.tour_done = d_.tour_done || (d_.tour_step && !a.step);  // ended or skipped: it does not come by itself again
    d_.tour_step = a.step;
  }
  void operator()(const ToggleFavourite& a) {
    if (d_.favourites.erase(a.kind) == 0) d_.favourites.insert(a.kind);
  }
  void operator()(const Quit&) { d_.quit = true; }

 private:
  Document& d_;
};

class Apply : public ApplyToSources, public ApplyToGrids, public ApplyToWindow {
 public:
  explicit Apply(Document& document)
      : ApplyToSources(document), ApplyToGrids(document), ApplyToWindow(document), d_(document) {}
  using ApplyToGrids::operator();
  using ApplyToSources::operator();
  using ApplyToWindow::operator();

  void operator()(const WindowAction& a) { apply_window_action(d_, a); }
  void operator()(const FormulaAction& a) { apply_formula({d_.formula, d_.formulae, d_.kind, d_.layout()}, a); }
  void operator()(const LearnAction& a) { apply_learn(d_, a); }

 private:
  Document& d_;
};

// Applies the action if its type is A.
template <class A>
void apply_as(Document& document, const Action& action) {
  if (const A* const own = action.as<A>()) Apply{document}(*own);
}

template <class... Own>
void apply_own(Document& document, const Action& action, std::type_identity<std::variant<Own...>>) {
  (apply_as<Own>(document, action), ...);
  apply_as<FormulaAction>(document, action);
  apply_as<LearnAction>(document, action);
}

template <class... A>
bool is_any(const Action& action) {
  return (action.as<A>() || ...);
}

bool moves_in_history(const Action& action) { return is_any<Undo, Redo>(action); }

// True if the action is news of the worker: it may drop a pin, but the user did not do that.
bool is_news(const Action& action) {
  return is_any<SourceProgress, SourceAnswered, RecomputeStep, RecomputeEnded>(action);
}

bool restores(const Action& action) {
  const auto* window = action.as<WindowAction>();
  return window != nullptr && (std::holds_alternative<Restore>(*window) || std::holds_alternative<FollowLink>(*window));
}

// True for actions without a visible effect in a workspace that is not about the chosen kind, or has no grids.
bool is_of_the_kind(const Action& action) { return is_any<ChooseSource, ChooseKind, CompareWith>(action); }
bool is_of_the_grids(const Action& action) {
  const auto* const tour = action.as<SetTour>();
  return is_any<FocusFilter, FocusExpression>(action) || (tour != nullptr && tour->step.has_value());
}

// Leads the window to the workspace that shows the action's effect.
void go_where_it_shows(Document& document, const Action& action) {
  const Workspace now = document.workspace;
  const bool grids =
      now == Workspace::Layout || now == Workspace::Compare || now == Workspace::Formula || now == Workspace::Learn;
  if ((is_of_the_kind(action) && !row_of(now).of_kind) || (is_of_the_grids(action) && !grids))
    go_to(document, Workspace::Layout);
}

// Names the walk or the typed text that an action is a step of: such steps are undone together.
Walk walk_of(const Action& action) {
  if (is_any<MovePin, StepOwner, StepThread, StepLayout, StepDifference, StepMistake>(action)) return Walk::Pin;
  if (is_any<SetBand, ExtendBand>(action)) return Walk::Band;
  if (is_any<SetFilter>(action)) return Walk::Filter;
  if (is_any<SetExpression>(action)) return Walk::Expression;
  const auto* formula = action.as<FormulaAction>();
  if (formula != nullptr && std::holds_alternative<SetFormula>(*formula)) return Walk::Formula;
  const auto* kind = action.as<ChooseKind>();
  return kind != nullptr && kind->walking ? Walk::Kind : Walk::None;
}

bool begins_anew(const Action& action) {
  const auto* band = action.as<SetBand>();
  return band != nullptr && !band->same_drag;
}

// Holds an action back that would drop unsaved text of the user's kernel, and asks about that.
bool hold_back(Document& d, const Action& action) {
  const auto* const xray = action.as<XrayAction>();
  const bool opens = xray != nullptr && std::holds_alternative<OpenXray>(*xray);
  if (!(opens || is_any<Quit>(action)) || !own_kernel(d).is_unsaved()) return false;
  go_to(d, Workspace::Xray);  // which leaves a lesson
  apply_xray(d.task<XrayState>(), AskXrayLeave{});
  d.task<XrayState>().disk.held = std::make_shared<const Action>(action);
  return true;
}

// Does what was held back, once nothing is unsaved; forgets it if the question was left, as for another workspace.
void go_on_with_held(Document& d) {
  XrayState& xray = d.task<XrayState>();
  if (xray.disk.asks && shown_workspace(d) != Workspace::Xray) apply_xray(xray, LeaveXraySave{});
  if (xray.disk.held == nullptr || (xray.is_unsaved() && xray.disk.asks)) return;
  const std::shared_ptr<const Action> held = std::exchange(xray.disk.held, nullptr);
  if (!xray.is_unsaved()) apply_action(d, *held);
}

void record(Document& document, Look before, const Action& action) {
  document.redo.clear();
  const Walk walk = walk_of(action);
  const bool same_walk = walk != Walk::None && walk == document.walk && !document.undo.empty() && !begins_anew(action);
  document.walk = walk;
  if (same_walk) return;
  document.undo.push_back(std::move(before));
  if (document.undo.size() > most_undo) document.undo.erase(document.undo.begin());
}

}  // namespace

void apply_action(Document& document, const Action& action) {
  if (hold_back(document, action)) return;
  Look before = document;
  const bool learning = document.workspace == Workspace::Learn;
  if (!apply_to_task(document, action)) apply_own(document, action, std::type_identity<OwnActions>());
  go_where_it_shows(document, action);
  follow_learn(document);
  place_inspector(document);
  go_on_with_held(document);
  const bool of_lesson = is_any<LearnAction>(action);
  if (of_lesson || learning != (document.workspace == Workspace::Learn)) return;  // undo stays inside a lesson
  if (moves_in_history(action)) document.walk = Walk::None;
  if (moves_in_history(action) || is_news(action) || restores(action) || before == document) return;
  record(document, std::move(before), action);
}

}  // namespace tcviz::inline app_session
