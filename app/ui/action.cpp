#include "app/ui/action.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "app/ui/selection.hpp"

namespace tcviz {
namespace {

constexpr std::array ui_steps = {50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400};

void want(SourceState& source) {
  if (source.busy()) return;
  source.stage = Stage::Wanted;
  source.stop_wanted = false;
  source.done = source.all = 0;
}

// Another layout is on screen now: what pointed into the old one goes, unless it is true of the new one, too. While
// nothing is on screen it stays.
void layout_changed(Document& document) {
  document.hover.reset();
  if (document.layouts().empty()) return;
  if (document.pin && !holds(document, *document.pin)) document.pin.reset();
  if (document.band && !holds(document, *document.band)) document.band.reset();
}

// A comparison begins with another source of the same kind, where there is one.
void find_other_side(Document& document) {
  if (document.other_source || !document.other_kind.empty()) return;
  for (std::size_t s = 0; s < document.sources.size() && !document.other_source; ++s) {
    if (s != document.source && document.sources[s].layout(document.kind) != nullptr) document.other_source = s;
  }
}

void remember(std::vector<std::string>& recent, const std::string& kind) {
  std::erase(recent, kind);
  recent.insert(recent.begin(), kind);
  if (recent.size() > most_recent) recent.pop_back();
}

class Apply {
 public:
  explicit Apply(Document& document) : d_(document) {}

  void operator()(const ChooseSource& a) {
    if (a.source >= d_.sources.size()) return;
    d_.source = a.source;
    if (d_.chosen().stage == Stage::NotAsked) want(d_.sources[a.source]);
    layout_changed(d_);
  }
  void operator()(const AskSource&) { want(d_.sources[d_.source]); }
  void operator()(const StopSource&) { d_.sources[d_.source].stop_wanted = d_.chosen().busy(); }

  void operator()(const ChooseKind& a) {
    const auto same = [&](const KindEntry& e) { return e.id == a.kind; };
    if (a.kind == d_.kind || std::none_of(d_.kinds.begin(), d_.kinds.end(), same)) return;
    d_.kind = a.kind;
    d_.camera = {};
    d_.pin.reset();
    d_.band.reset();
    remember(d_.recent, a.kind);
    layout_changed(d_);
  }
  void operator()(const StepKind& a) {
    std::vector<std::size_t> shown;
    for (const KindRow& row : build_rows(d_.kinds, d_.search, d_.closed).rows) {
      if (row.type == RowType::Kind) shown.push_back(row.entry);
    }
    if (shown.empty()) return;
    const auto at = std::find_if(shown.begin(), shown.end(), [&](std::size_t e) { return d_.kinds[e].id == d_.kind; });
    const auto last = static_cast<std::ptrdiff_t>(shown.size()) - 1;
    const std::ptrdiff_t to = at == shown.end() ? 0 : at - shown.begin() + a.rows;
    (*this)(ChooseKind{d_.kinds[shown[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(to, 0, last))]].id});
  }
  void operator()(const SetSearch& a) { d_.search = a.text; }
  void operator()(const FocusSearch&) { ++d_.search_focuses; }
  void operator()(const FocusFilter&) { ++d_.filter_focuses; }
  void operator()(const FocusExpression&) {
    d_.color_by = ColorBy::Expression;
    ++d_.expression_focuses;
  }
  void operator()(const ToggleHeading& a) {
    if (d_.closed.erase(a.key) == 0) d_.closed.insert(a.key);
  }

  void operator()(const SetHover& a) {
    if (!a.pick || holds(d_, *a.pick)) d_.hover = a.pick;
  }
  void operator()(const SetPin& a) {
    if (!a.pick || holds(d_, *a.pick)) d_.pin = a.pick;
  }
  void operator()(const MovePin& a) { pin_where(moved_pin(d_, a.rows, a.cols)); }
  void operator()(const StepOwner& a) { pin_where(next_owner(d_, a.steps)); }
  void operator()(const StepThread& a) { pin_where(next_thread(d_, a.steps)); }
  void operator()(const StepLayout& a) { pin_where(next_layout(d_, a.steps)); }
  void operator()(const StepDifference& a) { pin_where(next_difference(d_, a.steps)); }
  void operator()(const SetBand& a) {
    if (!a.band || holds(d_, *a.band)) d_.band = a.band;
  }
  void operator()(const ExtendBand& a) {
    if (const auto band = extended_band(d_, a.rows, a.cols)) d_.band = band;
  }
  void operator()(const SetFilter& a) { d_.filter = a.text; }

  void operator()(const SetViewMode& a) {
    if (a.view == d_.view) return;
    d_.view = a.view;
    if (d_.view == ViewMode::Comparison) find_other_side(d_);
    d_.camera = {};
    d_.pin.reset();
    d_.band.reset();
    layout_changed(d_);
  }
  void operator()(const SetColorBy& a) { d_.color_by = a.color_by; }
  void operator()(const SetExpression& a) { d_.expression = a.text; }
  void operator()(const SetLabelBy& a) { d_.label_by = a.label_by; }
  void operator()(const SetPalette& a) { d_.palette = a.palette; }
  void operator()(const CompareWith& a) {
    const auto same = [&](const KindEntry& e) { return e.id == a.kind; };
    if (a.source && *a.source >= d_.sources.size()) return;
    if (!a.kind.empty() && std::none_of(d_.kinds.begin(), d_.kinds.end(), same)) return;
    d_.other_source = a.source;
    d_.other_kind = a.kind;
    if (a.source && d_.sources[*a.source].stage == Stage::NotAsked) want(d_.sources[*a.source]);
    layout_changed(d_);
  }
  void operator()(const CompareSources& a) {
    if (a.left >= d_.sources.size() || a.right >= d_.sources.size()) return;
    (*this)(ChooseKind{a.kind});
    if (d_.kind != a.kind) return;
    (*this)(ChooseSource{a.left});
    (*this)(CompareWith{a.right, ""});
    (*this)(SetViewMode{ViewMode::Comparison});
  }
  void operator()(const SwapSides&) {
    if (d_.view != ViewMode::Comparison) return;
    const std::size_t right = d_.other_source.value_or(d_.source);
    const std::string kind = d_.other_kind.empty() ? d_.kind : d_.other_kind;
    d_.other_source = d_.source;
    d_.other_kind = d_.kind;
    d_.source = right;
    d_.kind = kind;
    if (d_.pin) d_.pin->layout = 1 - d_.pin->layout;  // what was pinned stays so
    if (d_.band) d_.band->layout = 1 - d_.band->layout;
    layout_changed(d_);
  }
  void operator()(const Undo&) { restore(d_.undo, d_.redo); }
  void operator()(const Redo&) { restore(d_.redo, d_.undo); }
  void operator()(const SetCamera& a) { d_.camera = a.camera; }

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
  void operator()(const ShowGroups& a) {
    d_.groups_open = a.open;
    d_.groups_focuses += a.open ? 1 : 0;
  }
  void operator()(const AskCompiled&) {
    for (SourceState& source : d_.sources) {
      const bool quick = source.info.type == SourceClass::Compiled && !source.info.slow;
      if (quick && source.stage == Stage::NotAsked) want(source);
    }
  }
  void operator()(const AskGpu&) {
    for (SourceState& source : d_.sources) {
      if (source.info.type != SourceClass::Gpu) continue;
      if (source.stage == Stage::NotAsked) want(source);
      return;
    }
  }
  void operator()(const AskReread&) {
    if (d_.reread.busy()) return;
    d_.reread = {};
    d_.reread.stage = Stage::Wanted;
  }
  void operator()(const StopReread&) { d_.reread.stop_wanted = d_.reread.busy(); }
  void operator()(const RereadStep& a) {
    d_.reread.stage = Stage::Running;
    d_.reread.progress = a.progress;
  }
  void operator()(const RereadEnded& a) {
    d_.reread.stage = a.stopped ? Stage::Stopped : Stage::Answered;
    d_.reread.stop_wanted = false;
    d_.reread.outcome = a.outcome;
    d_.reread.good = a.good;
  }
  void operator()(const ResetPanels&) { ++d_.panel_resets; }
  void operator()(const ShowHelp& a) { d_.help_open = a.open; }
  void operator()(const ShowAbout& a) { d_.about_open = a.open; }
  void operator()(const ShowPalette& a) { d_.palette_open = a.open; }
  void operator()(const ShowFigure& a) {
    if (a.open && !d_.figure_open) open_figure();
    d_.figure_open = a.open;
  }
  void operator()(const SetFigure& a) {
    d_.figure = a.choice;
    d_.figure.cell = std::clamp(a.choice.cell, least_figure_cell, most_figure_cell);
    d_.figure.png_scale = std::clamp(a.choice.png_scale, least_figure_scale, most_figure_scale);
    d_.figure.size = std::clamp(a.choice.size, least_figure_scale, most_figure_scale);
  }
  void operator()(const SaveFigure&) { ++d_.figure_saves; }
  void operator()(const TellFigure& a) {
    d_.figure_news = a.text;
    d_.figure_failed = a.failed;
  }
  void operator()(const SetFullScreen& a) { d_.full_screen = a.on; }
  void operator()(const SetTour& a) {
    d_.tour_step = a.step;
    d_.tour_done = true;
  }
  void operator()(const ToggleFavourite& a) {
    if (d_.favourites.erase(a.kind) == 0) d_.favourites.insert(a.kind);
  }
  void operator()(const Quit&) { d_.quit = true; }
  void operator()(const WindowAction& a) { apply_window_action(d_, a); }
  void operator()(const FormulaAction& a) { apply_formula_action(d_, a); }
  void operator()(const TheatreAction& a) { apply_theatre(d_.theatre, a); }
  // Where a maxas tile is on screen, its kernel is what the view begins with.
  void operator()(const MaxasAction& a) {
    const SgemmKernel* const kernel = sgemm_of_kind(d_.kind);
    const auto* show = std::get_if<ShowMaxas>(&a);
    if (kernel != nullptr && show != nullptr && show->open && !d_.maxas.open)
      apply_maxas(d_.maxas, SetMaxasKernel{*kernel});
    apply_maxas(d_.maxas, a);
  }
  void operator()(const GemmAction& a) { apply_gemm(d_.products, a); }

  void operator()(const SourceProgress& a) {
    if (a.source >= d_.sources.size()) return;
    SourceState& source = d_.sources[a.source];
    source.stage = Stage::Running;
    source.done = a.done;
    source.all = a.all;
  }
  void operator()(const SourceAnswered& a) {
    if (a.source >= d_.sources.size()) return;
    SourceState& source = d_.sources[a.source];
    source.stage = a.stopped ? Stage::Stopped : Stage::Answered;
    source.stop_wanted = false;
    // A probe that was stopped half way says nothing against what is known already.
    if (a.answers && !(a.stopped && source.answers)) source.answers = a.answers;
    layout_changed(d_);
  }

 private:
  void pin_where(const std::optional<Pick>& pick) {
    if (pick) d_.pin = pick;
  }
  // What the figure has in common with the view begins as it is there; the rest stays as it was chosen last.
  void open_figure() {
    d_.figure.palette = d_.palette;
    d_.figure.label_by = d_.label_by;
    d_.figure.path.clear();
    d_.figure_news.clear();
  }
  void restore(std::vector<Look>& from, std::vector<Look>& to) {
    if (from.empty()) return;
    const bool same_picture = from.back().kind == d_.kind && from.back().view == d_.view;
    to.push_back(d_);
    static_cast<Look&>(d_) = std::move(from.back());
    from.pop_back();
    if (!same_picture) d_.camera = {};
    layout_changed(d_);
  }

  Document& d_;
};

}  // namespace

namespace {

bool moves_in_history(const Action& action) {
  return std::holds_alternative<Undo>(action) || std::holds_alternative<Redo>(action);
}

// News of the worker may drop a pin, but nobody did that.
bool is_news(const Action& action) {
  return std::holds_alternative<SourceProgress>(action) || std::holds_alternative<SourceAnswered>(action) ||
         std::holds_alternative<RereadStep>(action) || std::holds_alternative<RereadEnded>(action);
}

bool restores(const Action& action) {
  const auto* window = std::get_if<WindowAction>(&action);
  return window != nullptr && std::holds_alternative<Restore>(*window);
}

template <class... Alternatives>
bool is_any(const Action& action) {
  return (std::holds_alternative<Alternatives>(action) || ...);
}

bool shows_groups(const Action& action) {
  const auto* groups = std::get_if<ShowGroups>(&action);
  const auto* tour = std::get_if<SetTour>(&action);
  return (groups != nullptr && groups->open) || (tour != nullptr && tour->step.has_value());
}

// The maxas view covers the other panels: who asks for one of those leaves it.
bool leaves_maxas(const Action& action) {
  const auto* theatre = std::get_if<TheatreAction>(&action);
  const auto* products = std::get_if<GemmAction>(&action);
  const auto* formula = std::get_if<FormulaAction>(&action);
  const bool opens_products = products != nullptr && (std::holds_alternative<ShowProducts>(*products) ||
                                                      std::holds_alternative<ShowProductsPage>(*products) ||
                                                      std::holds_alternative<OpenProducts>(*products));
  return opens_products ||
         is_any<ChooseSource, ChooseKind, StepKind, FocusSearch, FocusFilter, FocusExpression, SetViewMode, CompareWith,
                CompareSources, SetFullScreen>(action) ||
         shows_groups(action) || (theatre != nullptr && std::holds_alternative<ShowTheatre>(*theatre)) ||
         (formula != nullptr && std::holds_alternative<FocusFormula>(*formula));
}

// What an action is a step of: steps of one walk, and letters of one text, are undone together.
Walk walk_of(const Action& action) {
  if (is_any<MovePin, StepOwner, StepThread, StepLayout, StepDifference>(action)) return Walk::Pin;
  if (is_any<SetBand, ExtendBand>(action)) return Walk::Band;
  if (is_any<SetFilter>(action)) return Walk::Filter;
  if (is_any<SetExpression>(action)) return Walk::Expression;
  const auto* formula = std::get_if<FormulaAction>(&action);
  if (formula != nullptr && std::holds_alternative<SetFormula>(*formula)) return Walk::Formula;
  const auto* kind = std::get_if<ChooseKind>(&action);
  return is_any<StepKind>(action) || (kind != nullptr && kind->walking) ? Walk::Kind : Walk::None;
}

bool begins_anew(const Action& action) {
  const auto* band = std::get_if<SetBand>(&action);
  return band != nullptr && !band->same_drag;
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

Action::Action(const Action&) = default;
Action::Action(Action&&) noexcept = default;
Action& Action::operator=(const Action&) = default;
Action& Action::operator=(Action&&) noexcept = default;
Action::~Action() = default;

void apply_action(Document& document, const Action& action) {
  Look before = document;
  std::visit(Apply(document), action);
  if (document.maxas.open && leaves_maxas(action)) apply_maxas(document.maxas, ShowMaxas{false});
  if (moves_in_history(action)) document.walk = Walk::None;
  if (moves_in_history(action) || is_news(action) || restores(action) || before == document) return;
  record(document, std::move(before), action);
}

}  // namespace tcviz
