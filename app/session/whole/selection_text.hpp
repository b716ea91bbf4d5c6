// The selection as text: the lines of the inspector, and the texts that its copy buttons hand over. Pure functions of
// layouts and a document's selection.
#pragma once

#include <string>
#include <vector>

#include "app/scene/grid/style.hpp"
#include "app/session/base/pick.hpp"

namespace tcviz::inline app_session {

std::string place_text(Element element);                  // "(9, 6)"
std::string slot_text(Slot slot);                         // "T7 x[2]"
std::string owner_text(const Layout& layout, Slot slot);  // "T7 x[2] R2 [31:0]"

// Returns "(9, 6) linear 150: T7 x[2] R2 [31:0]", every owner.
std::string element_text(const Layout& layout, Element element);
// Returns a table of one thread's values: x[i], register and bits, element; a line each.
std::string fragment_text(const Layout& layout, int tid);
// Returns kind and provenance in a line.
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

// One term of an accumulator's element: A(r, k) * B(k, c), with all owners of both. Of a sparse A a stored element,
// whose k is one of `k` to `last_k`: its row of B is not known, and b has no owners; nor has it in shared memory.
struct ProductTerm {
  int k = 0, last_k = 0;
  Element at_a, at_b;
  std::vector<Slot> a, b;
};
std::vector<ProductTerm> product_terms(SceneLayouts layouts, Element c);
std::string k_text(const ProductTerm& term);  // "5"; "4..7" of a sparse A
// Returns the letter of a product's layout: "A", "B", "C", "e".
std::string_view letter_of(SceneLayouts layouts, int layout);
// Returns "place of A(5, 3) in k 4 to 7", of an element of metadata; empty of any other.
std::string metadata_text(SceneLayouts layouts, int layout, Element element);
// Returns "A(3, 5) goes into row 3 of C: C(3, 0) to C(3, 7)", of an element of A, B or metadata.
std::string operand_text(SceneLayouts layouts, int layout, Element element);
// Returns "C(9, 6) = sum over k of A(9, k) B(k, 6)" and a line for every k.
std::string product_text(const std::vector<ProductTerm>& terms, Element c);

}  // namespace tcviz::inline app_session
