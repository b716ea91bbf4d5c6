#include "app/session/whole/selection.hpp"

#include <algorithm>
#include <cstdlib>

#include "app/session/base/differences.hpp"
#include "app/session/whole/document.hpp"

namespace tcviz::inline app_session {
namespace {

// Returns which of the element's owners the slot is.
std::size_t owner_place(const Layout& layout, const Pick& pick) {
  const std::vector<Slot> owners = layout.owners(pick.element);
  return static_cast<std::size_t>(std::find(owners.begin(), owners.end(), pick.slot) - owners.begin());
}

std::optional<Pick> pick_of(const Layout& layout, Slot slot, int shown) {
  const std::optional<Element> element = layout.element(slot);
  return element ? std::optional(Pick{*element, slot, shown}) : std::nullopt;
}

Pick first_owner(const Layout& layout, Element element, int shown) {
  return {element, layout.owners(element).front(), shown};
}

// Returns the owner of another element that has the pick's place among the owners.
Pick same_place(const Layout& layout, const Pick& pick, Element to) {
  const std::vector<Slot> owners = layout.owners(to);
  return {to, owners[std::min(owner_place(layout, pick), owners.size() - 1)], pick.layout};
}

std::optional<Pick> first_cell(const Document& d) {
  const Layout* layout = layout_at(d, 0);
  if (layout == nullptr) return std::nullopt;
  if (d.view != ViewMode::Threads) return first_owner(*layout, {}, 0);
  for (std::int32_t number = 0; number < layout->slots(); ++number) {
    if (const auto pick = pick_of(*layout, layout->slot(number), 0)) return pick;
  }
  return std::nullopt;
}

std::optional<Pick> moved_slot(const Layout& layout, const Pick& pin, int rows, int cols) {
  Slot to = pin.slot;
  while (true) {
    to = {to.tid + rows, to.i + cols};
    if (to.tid < 0 || to.i < 0 || to.tid >= layout.threads() || to.i >= layout.values()) return std::nullopt;
    if (const auto pick = pick_of(layout, to, pin.layout)) return pick;
  }
}

const Layout* pinned_layout(const Document& d) { return d.pin ? layout_at(d, d.pin->layout) : nullptr; }

// Returns the rows and columns that a band may count.
Element band_limits(const Document& d, const Layout& layout) {
  const bool slots = d.view == ViewMode::Threads;
  return slots ? Element{layout.threads(), layout.values()} : Element{layout.rows(), layout.cols()};
}

}  // namespace

const Layout* layout_at(const Document& document, int shown) {
  const std::vector<const Layout*> layouts = document.layouts();
  const bool there = shown >= 0 && shown < static_cast<int>(layouts.size());
  return there ? layouts[static_cast<std::size_t>(shown)] : nullptr;
}

bool holds(const Document& document, const Pick& pick) {
  const Layout* layout = layout_at(document, pick.layout);
  const bool slot_there = layout != nullptr && pick.slot.tid >= 0 && pick.slot.tid < layout->threads() &&
                          pick.slot.i >= 0 && pick.slot.i < layout->values();
  return slot_there && inside(*layout, pick.element) && layout->element(pick.slot) == pick.element;
}

bool holds(const Document& document, const Band& band) {
  const Layout* layout = layout_at(document, band.layout);
  if (layout == nullptr) return false;
  const Element limit = band_limits(document, *layout);
  return band.first.row >= 0 && band.first.col >= 0 && band.first.row <= band.last.row &&
         band.first.col <= band.last.col && band.last.row < limit.row && band.last.col < limit.col;
}

std::optional<Pick> moved_pin(const Document& d, int rows, int cols) {
  if (!d.pin) return first_cell(d);
  const Layout* layout = pinned_layout(d);
  if (layout == nullptr || (rows == 0 && cols == 0)) return std::nullopt;
  if (d.view == ViewMode::Threads) return moved_slot(*layout, *d.pin, rows, cols);
  const Element to{d.pin->element.row + rows, d.pin->element.col + cols};
  return inside(*layout, to) ? std::optional(same_place(*layout, *d.pin, to)) : std::nullopt;
}

std::optional<Pick> next_owner(const Document& d, int steps) {
  const Layout* layout = pinned_layout(d);
  if (layout == nullptr) return std::nullopt;
  const std::vector<Slot> owners = layout->owners(d.pin->element);
  const auto count = static_cast<std::ptrdiff_t>(owners.size());
  const auto at = static_cast<std::ptrdiff_t>(owner_place(*layout, *d.pin)) + steps % count + count;
  return Pick{d.pin->element, owners[static_cast<std::size_t>(at % count)], d.pin->layout};
}

std::optional<Pick> next_thread(const Document& d, int steps) {
  if (!d.pin) return first_cell(d);
  const Layout* layout = pinned_layout(d);
  if (layout == nullptr || steps == 0) return std::nullopt;
  const int step = steps > 0 ? 1 : layout->threads() - 1;
  Slot to = d.pin->slot;
  for (int left = std::abs(steps) % layout->threads(); left > 0; --left) {
    do to.tid = (to.tid + step) % layout->threads();
    while (!layout->element(to));  // ends at the pinned slot at the latest
  }
  return pick_of(*layout, to, d.pin->layout);
}

std::optional<Pick> next_layout(const Document& d, int steps) {
  const auto count = static_cast<int>(d.layouts().size());
  if (!d.pin || count < 2) return std::nullopt;
  const int to = ((d.pin->layout + steps) % count + count) % count;
  const Layout* layout = layout_at(d, to);
  if (d.view == ViewMode::Comparison) {
    const Element e{std::min(d.pin->element.row, layout->rows() - 1), std::min(d.pin->element.col, layout->cols() - 1)};
    return first_owner(*layout, e, to);
  }
  const Slot slot{std::min(d.pin->slot.tid, layout->threads() - 1), std::min(d.pin->slot.i, layout->values() - 1)};
  const auto same = pick_of(*layout, slot, to);
  return same ? *same : first_owner(*layout, {}, to);
}

std::optional<Pick> next_difference(const Document& d, int steps) {
  const std::vector<const Layout*> layouts = d.layouts();
  if (d.view != ViewMode::Comparison || layouts.size() != 2) return std::nullopt;
  const int shown = d.pin ? d.pin->layout : 0;
  const Layout& within = *layouts[static_cast<std::size_t>(shown)];
  const std::vector<Element> all = differences(*layouts[0], *layouts[1]);
  const auto from = d.pin ? std::optional(d.pin->element) : std::nullopt;
  const std::optional<Element> to = step_difference(all, within, from, steps);
  return to ? std::optional(first_owner(within, *to, shown)) : std::nullopt;
}

Element band_cell(ViewMode view, const Pick& pick) {
  return view == ViewMode::Threads ? Element{pick.slot.tid, pick.slot.i} : pick.element;
}

Band band_between(Element a, Element b, int layout) {
  return {{std::min(a.row, b.row), std::min(a.col, b.col)}, {std::max(a.row, b.row), std::max(a.col, b.col)}, layout};
}

std::optional<Band> extended_band(const Document& d, int rows, int cols) {
  const Layout* layout = pinned_layout(d);
  if (layout == nullptr) return std::nullopt;
  const Element anchor = band_cell(d.view, *d.pin), limit = band_limits(d, *layout);
  Element head = anchor;
  if (d.band && d.band->layout == d.pin->layout) {
    const Band& b = *d.band;
    head = {b.first.row == anchor.row ? b.last.row : b.first.row, b.first.col == anchor.col ? b.last.col : b.first.col};
  }
  head = {std::clamp(head.row + rows, 0, limit.row - 1), std::clamp(head.col + cols, 0, limit.col - 1)};
  return band_between(anchor, head, d.pin->layout);
}

}  // namespace tcviz::inline app_session
