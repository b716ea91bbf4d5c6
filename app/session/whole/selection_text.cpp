#include "app/session/whole/selection_text.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "app/scene/grid/product_parts.hpp"

namespace tcviz::inline app_session {
namespace {

int linear(const Layout& layout, Element e) { return e.row * layout.cols() + e.col; }

std::string owners_text(const std::vector<Slot>& owners) {
  std::string text;
  for (const Slot& slot : owners) text += (text.empty() ? "" : ", ") + slot_text(slot);
  return text;
}

// Returns the elements of a band, by rows: those that its slots hold, or the elements that it spans.
std::vector<Element> elements_of(ViewMode view, const Layout& layout, const Band& band) {
  std::vector<Element> elements;
  for (int row = band.first.row; row <= band.last.row; ++row) {
    for (int col = band.first.col; col <= band.last.col; ++col) {
      const bool slots = view == ViewMode::Threads;
      const std::optional<Element> element = slots ? layout.element({row, col}) : std::optional(Element{row, col});
      if (element) elements.push_back(*element);
    }
  }
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return elements;
}

}  // namespace

std::string place_text(Element e) { return fmt::format("({}, {})", e.row, e.col); }
std::string slot_text(Slot slot) { return fmt::format("T{} x[{}]", slot.tid, slot.i); }
std::string owner_text(const Layout& layout, Slot slot) {
  return fmt::format("{} {}", slot_text(slot), describe(layout.register_of(slot.i)));
}

std::string element_text(const Layout& layout, Element element) {
  std::string text = fmt::format("{} linear {}:", place_text(element), linear(layout, element));
  for (const Slot& slot : layout.owners(element)) {
    text += fmt::format("{} {}", text.back() == ':' ? "" : ",", owner_text(layout, slot));
  }
  return text;
}

std::string fragment_text(const Layout& layout, int tid) {
  std::string text = fmt::format("{}, thread {}\n", layout.kind(), tid);
  for (int i = 0; i < layout.values(); ++i) {
    const std::optional<Element> element = layout.element({tid, i});
    text += fmt::format("{:<8}{:<14}{}\n", fmt::format("x[{}]", i), describe(layout.register_of(i)),
                        element ? place_text(*element) : "none");
  }
  return text;
}

std::string provenance_text(const Layout& layout) {
  return fmt::format("{}: {}", layout.kind(), describe(layout.provenance()));
}

std::vector<BandCell> band_cells(ViewMode view, const Layout& layout, const Band& band) {
  std::vector<BandCell> cells;
  for (const Element& element : elements_of(view, layout, band)) cells.push_back({element, layout.owners(element)});
  return cells;
}

BandCount count_of(const std::vector<BandCell>& cells) {
  BandCount count{static_cast<int>(cells.size()), 0, 0};
  std::set<int> threads;
  for (const BandCell& cell : cells) {
    count.slots += static_cast<int>(cell.owners.size());
    for (const Slot& slot : cell.owners) threads.insert(slot.tid);
  }
  count.threads = static_cast<int>(threads.size());
  return count;
}

std::string band_text(const Layout& layout, const std::vector<BandCell>& cells) {
  std::string text;
  for (const BandCell& cell : cells) text += element_text(layout, cell.element) + "\n";
  return text;
}

std::vector<ProductTerm> product_terms(SceneLayouts layouts, Element c) {
  const ProductParts parts = product_parts(layouts).value_or(ProductParts{});
  const Layout& a = *layouts[static_cast<std::size_t>(parts.a)];
  const bool sparse = parts.metadata != no_part;
  const Layout* const b = parts.b == no_part ? nullptr : layouts[static_cast<std::size_t>(parts.b)];
  const ElementSpan column = elements_met(layouts, parts.accumulator, c, parts.b == no_part ? parts.a : parts.b);
  const int chunk = packing_of(layouts, parts).chunk(), stored = a.cols() / packing_of(layouts, parts).chunks;
  std::vector<ProductTerm> terms;
  for (int at = 0; at < a.cols(); ++at) {
    ProductTerm term;
    term.k = at / stored * chunk;
    term.last_k = term.k + chunk - 1;
    term.at_a = {c.row, at};
    term.a = a.owners(term.at_a);
    term.at_b = {term.k, column.first.col};
    if (b != nullptr && !sparse) term.b = b->owners(term.at_b);
    terms.push_back(std::move(term));
  }
  return terms;
}

std::string k_text(const ProductTerm& term) {
  return term.k == term.last_k ? fmt::format("{}", term.k) : fmt::format("{}..{}", term.k, term.last_k);
}

std::string product_text(const std::vector<ProductTerm>& terms, Element c) {
  std::string text = fmt::format("C({0}, {1}) = sum over k of A({0}, k) B(k, {1})\n", c.row, c.col);
  for (const ProductTerm& term : terms) {
    text += fmt::format("k {:<4} A {}", k_text(term), owners_text(term.a));
    text += term.b.empty() ? "\n" : fmt::format(" · B {}\n", owners_text(term.b));
  }
  return text;
}

std::string_view letter_of(SceneLayouts layouts, int layout) {
  const ProductParts parts = product_parts(layouts).value_or(ProductParts{});
  if (layout == parts.metadata) return "e";
  return layout == parts.a ? "A" : layout == parts.b ? "B" : "C";
}

namespace {

std::string range_text(int first, int last) {
  return first == last ? fmt::format("{}", first) : fmt::format("{} to {}", first, last);
}

}  // namespace

std::string metadata_text(SceneLayouts layouts, int layout, Element element) {
  const ProductParts parts = product_parts(layouts).value_or(ProductParts{});
  if (layout != parts.metadata || layout == no_part) return "";
  const Packing packing = packing_of(layouts, parts);
  const ElementSpan a = elements_met(layouts, layout, element, parts.a);
  const int first = element.col * packing.chunks / packing.fields * packing.chunk();
  const std::string half =
      packing.fields > packing.stored ? (element.col % 2 == 0 ? "low half of the " : "high half of the ") : "";
  return fmt::format("{}place of A({}, {}) in k {}", half, element.row, range_text(a.first.col, a.last.col),
                     range_text(first, first + packing.chunk() - 1));
}

std::string operand_text(SceneLayouts layouts, int layout, Element e) {
  const ProductParts parts = product_parts(layouts).value_or(ProductParts{});
  if (layout == parts.metadata) return fmt::format("e({}, {}): {}", e.row, e.col, metadata_text(layouts, layout, e));
  const ElementSpan c = elements_met(layouts, layout, e, parts.accumulator);
  const bool is_a = layout == parts.a;
  return fmt::format("{}({}, {}) goes into {} {} of C: C({}, {}) to C({}, {})", is_a ? "A" : "B", e.row, e.col,
                     is_a ? "row" : "column", is_a ? c.first.row : c.first.col, c.first.row, c.first.col, c.last.row,
                     c.last.col);
}

}  // namespace tcviz::inline app_session
