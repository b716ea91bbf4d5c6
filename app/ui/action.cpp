#include "app/ui/action.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace tcviz {
namespace {

constexpr std::array ui_steps = {50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400};

bool inside(const Layout& layout, Element e) {
  return e.row >= 0 && e.col >= 0 && e.row < layout.rows() && e.col < layout.cols();
}

const Layout* layout_at(const Document& document, int shown) {
  const std::vector<const Layout*> layouts = document.layouts();
  const bool there = shown >= 0 && shown < static_cast<int>(layouts.size());
  return there ? layouts[static_cast<std::size_t>(shown)] : nullptr;
}

// Whether the pick is true of the layout on screen: the slot owns the element.
bool holds(const Document& document, const Pick& pick) {
  const Layout* layout = layout_at(document, pick.layout);
  const bool slot_there = layout != nullptr && pick.slot.tid >= 0 && pick.slot.tid < layout->threads() &&
                          pick.slot.i >= 0 && pick.slot.i < layout->values();
  return slot_there && inside(*layout, pick.element) && layout->element(pick.slot) == pick.element;
}

// Which of its owners the slot is.
std::size_t owner_place(const Layout& layout, const Pick& pick) {
  const std::vector<Slot> owners = layout.owners(pick.element);
  return static_cast<std::size_t>(std::find(owners.begin(), owners.end(), pick.slot) - owners.begin());
}

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
  if (document.band) {
    const Layout* layout = layout_at(document, document.band->layout);
    if (layout == nullptr || !inside(*layout, document.band->last)) document.band.reset();
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
  void operator()(const ToggleHeading& a) {
    if (d_.closed.erase(a.key) == 0) d_.closed.insert(a.key);
  }

  void operator()(const SetHover& a) {
    if (!a.pick || holds(d_, *a.pick)) d_.hover = a.pick;
  }
  void operator()(const SetPin& a) {
    if (!a.pick || holds(d_, *a.pick)) d_.pin = a.pick;
  }
  // With nothing pinned the first element is.
  void operator()(const MovePin& a) {
    const Layout* layout = layout_at(d_, d_.pin ? d_.pin->layout : 0);
    if (layout == nullptr) return;
    const Element from = d_.pin ? d_.pin->element : Element{};
    const Element to = d_.pin ? Element{from.row + a.rows, from.col + a.cols} : Element{};
    if (!inside(*layout, to)) return;
    const std::vector<Slot> owners = layout->owners(to);
    const std::size_t place = d_.pin ? std::min(owner_place(*layout, *d_.pin), owners.size() - 1) : 0;
    d_.pin = Pick{to, owners[place], d_.pin ? d_.pin->layout : 0};
  }
  void operator()(const StepOwner& a) {
    const Layout* layout = d_.pin ? layout_at(d_, d_.pin->layout) : nullptr;
    if (layout == nullptr) return;
    const std::vector<Slot> owners = layout->owners(d_.pin->element);
    const auto count = static_cast<std::ptrdiff_t>(owners.size());
    const auto at = static_cast<std::ptrdiff_t>(owner_place(*layout, *d_.pin)) + a.steps % count + count;
    d_.pin->slot = owners[static_cast<std::size_t>(at % count)];
  }
  void operator()(const StepThread& a) {
    const Layout* layout = layout_at(d_, d_.pin ? d_.pin->layout : 0);
    if (layout == nullptr || a.steps == 0) return;
    if (!d_.pin) return (*this)(MovePin{});
    const int step = a.steps > 0 ? 1 : layout->threads() - 1;
    for (int left = std::abs(a.steps) % layout->threads(); left > 0;) {
      Slot to{d_.pin->slot.tid, d_.pin->slot.i};
      do to.tid = (to.tid + step) % layout->threads();
      while (!layout->element(to));  // ends at the pinned slot at the latest
      d_.pin = Pick{*layout->element(to), to, d_.pin->layout};
      --left;
    }
  }
  void operator()(const SetBand& a) {
    const Layout* layout = a.band ? layout_at(d_, a.band->layout) : nullptr;
    const bool there = layout != nullptr && inside(*layout, a.band->first) && inside(*layout, a.band->last) &&
                       a.band->first.row <= a.band->last.row && a.band->first.col <= a.band->last.col;
    if (!a.band || there) d_.band = a.band;
  }
  void operator()(const SetFilter& a) { d_.filter = a.text; }

  void operator()(const SetViewMode& a) {
    if (a.view == d_.view) return;
    d_.view = a.view;
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
  void operator()(const SwapSides&) {
    const std::size_t right = d_.other_source.value_or(d_.source);
    const std::string kind = d_.other_kind.empty() ? d_.kind : d_.other_kind;
    (*this)(CompareWith{d_.source, d_.kind});
    d_.source = right;
    d_.kind = kind;
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
  void operator()(const ResetPanels&) { ++d_.panel_resets; }
  void operator()(const ShowHelp& a) { d_.help_open = a.open; }
  void operator()(const ShowAbout& a) { d_.about_open = a.open; }
  void operator()(const ShowPalette& a) { d_.palette_open = a.open; }
  void operator()(const ShowFigure& a) { d_.figure_open = a.open; }
  void operator()(const SetFullScreen& a) { d_.full_screen = a.on; }
  void operator()(const SetTour& a) { d_.tour_step = a.step; }
  void operator()(const ToggleFavourite& a) {
    if (d_.favourites.erase(a.kind) == 0) d_.favourites.insert(a.kind);
  }
  void operator()(const Quit&) { d_.quit = true; }

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
  return std::holds_alternative<SourceProgress>(action) || std::holds_alternative<SourceAnswered>(action);
}

// Only the texts that are typed and the pinned cell differ: one more step of the same walk.
bool continues(const Look& before, Look after) {
  after.pin = before.pin;
  after.filter = before.filter;
  after.expression = before.expression;
  return after == before;
}

void record(Document& document, Look before) {
  document.redo.clear();
  const bool walking = continues(before, document) && !document.undo.empty() && continues(document.undo.back(), before);
  if (walking) return;
  document.undo.push_back(std::move(before));
  if (document.undo.size() > most_undo) document.undo.erase(document.undo.begin());
}

}  // namespace

void apply_action(Document& document, const Action& action) {
  Look before = document;
  std::visit(Apply(document), action);
  if (moves_in_history(action) || is_news(action) || before == document) return;
  record(document, std::move(before));
}

}  // namespace tcviz
