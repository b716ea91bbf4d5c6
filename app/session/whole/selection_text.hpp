// Describes the selection as text: for the lines of the inspector, and for its copy buttons.
#pragma once

#include <string>
#include <vector>

#include "app/scene/grid/style.hpp"
#include "app/session/base/pick.hpp"

namespace tcviz::inline app_session {

std::string place_text(Element element);                  // "(9, 6)"
std::string slot_text(Slot slot);                         // "T7 x[2]"
std::string owner_text(const Layout& layout, Slot slot);  // "T7 x[2] R2 [31:0]"

// Describes an element with all its owners: "(9, 6) linear 150: T7 x[2] R2 [31:0]".
std::string element_text(const Layout& layout, Element element);
// Returns a line for each value of thread `tid`: x[i], register and bits, element.
std::string fragment_text(const Layout& layout, int tid);
// Returns kind and provenance in one line.
std::string provenance_text(const Layout& layout);

// An element of a band, with its owners.
struct BandCell {
  Element element;
  std::vector<Slot> owners;
};
// Returns the elements of a band, row by row.
std::vector<BandCell> band_cells(ViewMode view, const Layout& layout, const Band& band);
// Numbers of elements, of the threads that own them, and of the slots that own them.
struct BandCount {
  int elements = 0, threads = 0, slots = 0;
};
BandCount count_of(const std::vector<BandCell>& cells);
std::string band_text(const Layout& layout, const std::vector<BandCell>& cells);

// A term of the sum in an element of the accumulator: A(r, k) * B(k, c), with all owners of both. For a sparse A: a
// stored element, whose k is one of `k` to `last_k`, so its row of B is not known and `b` is empty. `b` is also empty
// if B is in shared memory.
struct ProductTerm {
  int k = 0, last_k = 0;
  Element at_a, at_b;
  std::vector<Slot> a, b;
};
std::vector<ProductTerm> product_terms(SceneLayouts layouts, Element c);
std::string k_text(const ProductTerm& term);  // "5"; for a sparse A "4..7"
// Returns the letter of layout number `layout` of a product: "A", "B", "C", "e" (metadata).
std::string_view letter_of(SceneLayouts layouts, int layout);
// Describes an element of metadata: "place of A(5, 3) in k 4 to 7"; empty for other layouts.
std::string metadata_text(SceneLayouts layouts, int layout, Element element);
// Describes the use of an element of A, B or metadata: "A(3, 5) goes into row 3 of C: C(3, 0) to C(3, 7)".
std::string operand_text(SceneLayouts layouts, int layout, Element element);
// Returns "C(9, 6) = sum over k of A(9, k) B(k, 6)" and a line for each k.
std::string product_text(const std::vector<ProductTerm>& terms, Element c);

}  // namespace tcviz::inline app_session
