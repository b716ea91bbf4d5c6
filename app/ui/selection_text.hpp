// What is selected, as text: the lines of the inspector and what its copy buttons hand over. Pure functions of layouts
// and a document's selection.
#pragma once

#include <string>
#include <vector>

#include "app/ui/document.hpp"

namespace tcviz {

std::string place_text(Element element);                  // "(9, 6)"
std::string slot_text(Slot slot);                         // "T7 x[2]"
std::string owner_text(const Layout& layout, Slot slot);  // "T7 x[2] R2 [31:0]"

// "(9, 6) linear 150: T7 x[2] R2 [31:0]", every owner.
std::string element_text(const Layout& layout, Element element);
// A table of one thread's values: x[i], register and bits, element; a line each.
std::string fragment_text(const Layout& layout, int tid);
// Kind and provenance in a line.
std::string provenance_text(const Layout& layout);

// The cells of a band with their owners, by rows.
struct BandCell {
  Element element;
  std::vector<Slot> owners;
};
std::vector<BandCell> band_cells(ViewMode view, const Layout& layout, const Band& band);
struct BandCount {
  int elements = 0, threads = 0, slots = 0;  // that own any of them
};
BandCount count_of(const std::vector<BandCell>& cells);
std::string band_text(const Layout& layout, const std::vector<BandCell>& cells);

// One term of an accumulator's element: A(r, k) * B(k, c), with all owners of both.
struct ProductTerm {
  int k = 0;
  std::vector<Slot> a, b;
};
std::vector<ProductTerm> product_terms(const Layout& a, const Layout& b, Element c);
// "C(9, 6) = sum over k of A(9, k) B(k, 6)" and a line for every k.
std::string product_text(const std::vector<ProductTerm>& terms, Element c);

}  // namespace tcviz
