#include "app/session/whole/first_steps.hpp"

#include <algorithm>

#include "app/session/formula/formula_action.hpp"

namespace tcviz::inline app_session {
namespace {

constexpr const char* mma_accumulator = "mma.m16n8k16.acc.f32";
constexpr const char* wmma_accumulator = "wmma.m16n16k16.acc.f32";
constexpr Slot shown_slot{7, 2};

bool is_known(const Document& d, std::string_view kind) {
  const bool listed = std::any_of(d.kinds.begin(), d.kinds.end(), [&](const KindEntry& e) { return e.id == kind; });
  return listed && best_layout(d.sources, d.source, kind) != nullptr;
}

// Returns the accumulator that the chosen source knows: of mma rather than of WMMA.
std::string accumulator(const Document& d) {
  for (const char* const kind : {mma_accumulator, wmma_accumulator}) {
    if (is_known(d, kind)) return kind;
  }
  return d.kind;
}

ActionQueue begin_with(const std::string& kind) { return {ShowView{ViewId::Start, false}, ChooseKind{kind}}; }

ActionQueue show_accumulator(const Document& d) {
  const std::string kind = accumulator(d);
  ActionQueue actions = begin_with(kind);
  actions.push_back(SetViewMode{ViewMode::Combined});
  const Layout* const layout = best_layout(d.sources, d.source, kind);
  if (layout == nullptr) return actions;
  if (const auto element = layout->element(shown_slot)) actions.push_back(WindowAction(PinPlace{*element, shown_slot}));
  return actions;
}

// Begins with one mistake, so that a verdict, the first wrong slot and a repair are there to be seen.
ActionQueue check_formula(const Document& d) {
  const std::string kind = is_known(d, wmma_accumulator) ? wmma_accumulator : d.kind;
  ActionQueue actions = begin_with(kind);
  actions.push_back(ShowWorkspace{Workspace::Formula});
  const FormulaText typed = kind == d.kind ? d.formula : draft_of(d.formulae.drafts, kind, d.formula);
  if (kind == wmma_accumulator && typed.empty())
    actions.push_back(FormulaAction(
        SetFormula{{false, "(tid >> 2) + ((i & 2) << 2)", "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 2)", ""}}));
  return actions;
}

ActionQueue find_owner(const Document& d) {
  ActionQueue actions = begin_with(d.kind);
  actions.push_back(WindowAction(SearchFor{"9,6"}));
  return actions;
}

ActionQueue open_kernel(const Document&) {
  return {ShowView{ViewId::Start, false}, ShowWorkspace{Workspace::Xray}, WindowAction(ShowOpenFile{})};
}

ActionQueue make_figure(const Document& d) {
  ActionQueue actions = begin_with(d.kind);
  actions.push_back(ShowFigure{true});
  return actions;
}

constexpr FirstStep steps_to_begin[] = {
    {"kernel", "Open my kernel",
     "A .cu or .ptx file is executed, without a GPU: the first wrong product is named, with line, lane and register.",
     open_kernel},
    {"accumulator", "The accumulator of an mma or WMMA",
     "Which thread holds which element of C and D, in which register. Point at a cell, or press one.",
     show_accumulator},
    {"formula", "Check a formula that I wrote",
     "Type row and col from tid and i, or paste C: every slot is checked as you type. It begins with a mistake to "
     "find.",
     check_formula},
    {"owner", "Which lane holds (row, col)?",
     "Type a place into the search, such as 9,6 or T13 x4: the answer stands below it, Enter pins it.", find_owner},
    {"figure", "Make a figure", "SVG, PDF, PNG, TikZ and tables of what is on screen, for a paper or a slide.",
     make_figure},
};

}  // namespace

std::span<const FirstStep> first_steps() { return steps_to_begin; }

}  // namespace tcviz::inline app_session
