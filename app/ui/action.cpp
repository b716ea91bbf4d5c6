#include "app/ui/action.hpp"

#include <algorithm>
#include <array>

namespace tcviz {
namespace {

constexpr std::array ui_steps = {50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400};

bool inside(const Layout& layout, Element e) {
  return e.row >= 0 && e.col >= 0 && e.row < layout.rows() && e.col < layout.cols();
}

// Whether the pick is true of the layout on screen: the slot owns the element.
bool holds(const Layout* layout, const Pick& pick) {
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

// Another layout is on screen now: what pointed into the old one goes, unless it is true of the new one, too.
void layout_changed(Document& document) {
  document.hover.reset();
  if (document.pin && document.layout() != nullptr && !holds(document.layout(), *document.pin)) document.pin.reset();
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
    if (!a.pick || holds(d_.layout(), *a.pick)) d_.hover = a.pick;
  }
  void operator()(const SetPin& a) {
    if (!a.pick || holds(d_.layout(), *a.pick)) d_.pin = a.pick;
  }
  void operator()(const MovePin& a) {
    const Layout* layout = d_.layout();
    if (!d_.pin || layout == nullptr) return;
    const Element to{d_.pin->element.row + a.rows, d_.pin->element.col + a.cols};
    if (!inside(*layout, to)) return;
    const std::vector<Slot> owners = layout->owners(to);
    const std::size_t place = std::min(owner_place(*layout, *d_.pin), owners.size() - 1);
    d_.pin = Pick{to, owners[place]};
  }
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
    if (a.source == d_.source) layout_changed(d_);
  }

 private:
  Document& d_;
};

}  // namespace

void apply_action(Document& document, const Action& action) { std::visit(Apply(document), action); }

}  // namespace tcviz
