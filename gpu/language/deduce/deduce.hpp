// Finds formulae for a layout in any spelling. Each is read back and proved on every slot before it is returned.
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

enum class Style : std::uint8_t { C, Fewest, DivMod, Ptx, Cute, Bases, Function, Python };
inline constexpr std::array<std::string_view, 8> style_names = {"c",    "fewest", "divmod",   "ptx",
                                                                "cute", "bases",  "function", "python"};

// The formula of one quantity.
struct Spelling {
  Spelled formula;
  // True if none of the formulae that were searched has fewer operators: the search of all below this size has
  // finished.
  bool minimal = false;
  int searched_below = 0;  // none of those searched has fewer operators than this; 0: nothing was searched, or need be
};

struct Deduction {
  Style style = Style::C;
  // row, col and linear; of an inverse tid and i. None if the style writes no expression for the quantity.
  std::optional<Spelling> row, col, linear, tid, i;
  std::string text;       // all of it, ready to be pasted
  int proved_slots = 0;   // of an inverse: owners
  int replicas = 1;       // of an inverse: r counts them
  bool is_table = false;  // nothing short was found: the text holds the whole map
  std::string note;       // something that a reader must know: why it is a table, or that inputs are inverted
};

// Finds the formula of a layout in a style. An error if the style cannot say this layout, with the styles that can.
// Styles c and fewest search for the fewest operators if `search` is passed; without it, c is written at once and
// nothing is claimed about the number of operators. A stop ends the search alone: the formula is still there, proved,
// with the bound that was reached, and the note says so.
Result<Deduction> deduce(const Layout& layout, Style style, FewestSearch* search, const std::stop_token& stop = {});

// Deduces several styles of one layout, which share their work if they can. The layout must outlive it.
class Deducer {
 public:
  explicit Deducer(const Layout& layout);
  ~Deducer();
  Result<Deduction> deduce(Style style, FewestSearch* search, const std::stop_token& stop = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};
Result<Deduction> deduce_inverse(const Layout& layout, Style style);

}  // namespace tcviz::inline gpu_deduce
