#include "app/session/whole/formula_marks.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/session/formula/formula_judge.hpp"
#include "app/session/whole/selection.hpp"

namespace tcviz::inline app_session {
namespace {

CellMark mark_of(Cell cell, bool complete) {
  if (cell == Cell::Unasked) return CellMark::None;
  if (cell != Cell::Right) return CellMark::Wrong;
  return complete ? CellMark::Right : CellMark::None;
}

const Judged* judged_of(const Document& d) {
  const Judged* const judged = shows_formula(d) ? d.formulae.judged.get() : nullptr;
  return judged != nullptr && judged->verdict.slots > 0 ? judged : nullptr;
}

}  // namespace

bool shows_formula(const Document& d) {
  const bool lesson = d.workspace == Workspace::Learn && d.learn.open_step() != nullptr;
  return lesson || d.workspace == Workspace::Formula;
}

std::optional<int> checked_layout(const Document& d) {
  const bool single = d.view != ViewMode::Product && d.view != ViewMode::Comparison;
  if (single) return d.layout() != nullptr ? std::optional(0) : std::nullopt;
  const std::vector<const Layout*> shown = d.layouts();
  const auto at = std::find(shown.begin(), shown.end(), d.layout());
  return at == shown.end() ? std::nullopt : std::optional(static_cast<int>(at - shown.begin()));
}

std::vector<CellMark> formula_marks(const Document& d) {
  const Judged* const judged = judged_of(d);
  if (judged == nullptr || !checked_layout(d)) return {};
  std::vector<CellMark> marks;
  for (const Cell cell : judged->verdict.cells) marks.push_back(mark_of(cell, judged->complete()));
  return marks;
}

std::vector<std::int32_t> formula_got(const Document& d) {
  const Judged* const judged = judged_of(d);
  if (judged == nullptr || d.layout() == nullptr || !judged->complete()) return {};
  return judged->verdict.got;
}

namespace {

// Calls `take` with each slot that is wrong, and true if it is pinned.
template <class Take>
void each_mistake(const Document& d, const Take& take) {
  const Judged* const judged = judged_of(d);
  const std::optional<int> shown = checked_layout(d);
  if (judged == nullptr || !shown) return;
  const std::vector<Cell>& cells = judged->verdict.cells;
  for (std::size_t number = 0; number < cells.size(); ++number) {
    if (cells[number] == Cell::Unasked || cells[number] == Cell::Right) continue;
    const Slot slot = d.layout()->slot(static_cast<std::int32_t>(number));
    if (!d.layout()->element(slot)) continue;
    take(slot, d.pin && d.pin->slot == slot && d.pin->layout == *shown);
  }
}

}  // namespace

Mistakes mistakes(const Document& d) {
  Mistakes found;
  each_mistake(d, [&](Slot slot, bool pinned) {
    found.slots.push_back(slot);
    if (pinned) found.at = found.slots.size();
  });
  return found;
}

MistakeCount count_mistakes(const Document& d) {
  MistakeCount found;
  each_mistake(d, [&](Slot, bool pinned) {
    ++found.count;
    if (pinned) found.at = found.count;
  });
  return found;
}

std::optional<Pick> next_mistake(const Document& d, int steps) {
  const Mistakes all = mistakes(d);
  if (all.slots.empty()) return std::nullopt;
  const auto count = static_cast<std::ptrdiff_t>(all.slots.size());
  // From no mistake the first step leads to the first, or back to the last.
  const std::ptrdiff_t from = all.at > 0 ? static_cast<std::ptrdiff_t>(all.at) - 1 : steps > 0 ? -1 : 0;
  const std::ptrdiff_t to = ((from + steps) % count + count) % count;
  const Slot slot = all.slots[static_cast<std::size_t>(to)];
  return Pick{*d.layout()->element(slot), slot, *checked_layout(d)};
}

std::optional<Pick> counterexample(const Document& d) {
  const Judged* const judged = judged_of(d);
  const std::optional<int> shown = checked_layout(d);
  if (judged == nullptr || !shown) return std::nullopt;
  const auto& first = judged->verdict.first;
  const auto& undefined = judged->verdict.undefined;
  if (!first && !undefined) return std::nullopt;
  const Slot slot = first ? first->slot : undefined->slot;
  const auto element = d.layout()->element(slot);
  return element ? std::optional(Pick{*element, slot, *shown}) : std::nullopt;
}

std::string check_of(const Document& d, const Layout& layout, Slot slot) {
  const Judged* const judged = judged_of(d);
  const auto number = static_cast<std::size_t>(slot.tid * layout.values() + slot.i);
  if (d.view == ViewMode::Comparison) return {};  // its frames are differences
  if (judged == nullptr || &layout != d.layout() || number >= judged->verdict.cells.size()) return {};
  const Cell cell = judged->verdict.cells[number];
  const auto element = layout.element(slot);
  if (cell == Cell::Unasked || !element) return {};
  if (cell == Cell::Right) return judged->complete() ? "right" : "right so far";
  return fmt::format("expected ({}, {}), got {}", element->row, element->col, got_of(*judged, layout, slot));
}

}  // namespace tcviz::inline app_session
