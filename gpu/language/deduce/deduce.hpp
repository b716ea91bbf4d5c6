// Finds formulae for a layout (which matrix element value i of thread tid holds) and writes them in various styles.
// Each formula is parsed again and checked on every slot (tid, i) before it is returned.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "gpu/language/deduce/spelled.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_deduce {

class FewestSearch;

// The styles in which formulae are written.
enum class Style : std::uint8_t { C, Fewest, DivMod, Ptx, Cute, Bases, Function, Python, Triton };
inline constexpr std::array<std::string_view, 9> style_names = {"c",     "fewest",   "divmod", "ptx",   "cute",
                                                                "bases", "function", "python", "triton"};

// The formula of one quantity, such as row.
struct Spelling {
  Spelled formula;
  // True if no formula in the space of the search has fewer operators.
  bool minimal = false;
  // No formula in the space of the search has fewer operators than this; 0: there was no search, or none is needed.
  int searched_below = 0;
};

// The formulae of a layout in one style.
struct Deduction {
  Style style = Style::C;
  // Formulae of row, col and linear; for an inverse, of tid and i. None if the style has no expression for the
  // quantity.
  std::optional<Spelling> row, col, linear, tid, i;
  std::string text;       // the whole text in the style, ready to be pasted
  int proved_slots = 0;   // number of slots on which it was checked; for an inverse, number of owners
  int replicas = 1;       // for an inverse: number of owners of an element, which r counts
  bool is_table = false;  // no short formula was found: the text contains the whole map
  std::string note;       // a remark that the user must know, for example why it is a table; empty: none
};

// Finds formulae of a layout in a style. Returns an error if the style cannot express this layout, naming styles that
// can. With `search`, the styles c and fewest search for the fewest operators; without it, style c claims nothing about
// their number. A request to stop ends only the search: the result is then the checked formula found so far, with the
// bound that was reached, and the note says so.
Result<Deduction> deduce(const Layout& layout, Style style, FewestSearch* search, const std::stop_token& stop = {});

// Finds formulae of one layout in several styles, sharing work between them. The layout must outlive it.
class Deducer {
 public:
  explicit Deducer(const Layout& layout);
  ~Deducer();
  Result<Deduction> deduce(Style style, FewestSearch* search, const std::stop_token& stop = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};
// Finds formulae of tid and i from row and col.
Result<Deduction> deduce_inverse(const Layout& layout, Style style);

}  // namespace tcviz::inline gpu_deduce
