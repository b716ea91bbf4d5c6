#include "app/ui/selection_text.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace tcviz {
namespace {

int linear(const Layout& layout, Element e) { return e.row * layout.cols() + e.col; }

std::string owners_text(const std::vector<Slot>& owners) {
  std::string text;
  for (const Slot& slot : owners) text += (text.empty() ? "" : ", ") + slot_text(slot);
  return text;
}

// The elements that a band of slots holds, by rows; a band of elements is what it says.
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

std::vector<ProductTerm> product_terms(const Layout& a, const Layout& b, Element c) {
  std::vector<ProductTerm> terms;
  for (int k = 0; k < std::min(a.cols(), b.rows()); ++k) {
    terms.push_back({k, a.owners({c.row, k}), b.owners({k, c.col})});
  }
  return terms;
}

std::string product_text(const std::vector<ProductTerm>& terms, Element c) {
  std::string text = fmt::format("C({0}, {1}) = sum over k of A({0}, k) B(k, {1})\n", c.row, c.col);
  for (const ProductTerm& term : terms) {
    text += fmt::format("k {:<4} A {} · B {}\n", term.k, owners_text(term.a), owners_text(term.b));
  }
  return text;
}

}  // namespace tcviz
