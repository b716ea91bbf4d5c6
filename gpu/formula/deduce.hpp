// From a layout alone to formulae in any spelling, each read back and proved on every slot before it is given.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "gpu/formula/spelled.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz {

class FewestSearch;

enum class Style : std::uint8_t { C, Fewest, DivMod, Ptx, Cute, Bases, Function, Python };
inline constexpr std::array<std::string_view, 8> style_names = {"c",    "fewest", "divmod",   "ptx",
                                                                "cute", "bases",  "function", "python"};

// One quantity's formula.
struct Spelling {
  Spelled formula;
  // No formula of this style's operators with fewer of them exists: a search of all below this size has finished.
  bool minimal = false;
  int searched_below = 0;  // no formula has fewer operators than this; 0: nothing was searched, or need be
};

struct Deduction {
  Style style = Style::C;
  // row, col and linear; of an inverse tid and i. None where the style writes no expression for it.
  std::optional<Spelling> row, col, linear, tid, i;
  std::string text;       // all of it, ready to be pasted
  int proved_slots = 0;   // of an inverse: owners
  int replicas = 1;       // of an inverse: r counts them
  bool is_table = false;  // nothing short was found: the text holds the whole map
  std::string note;       // what a reader must know: why it is a table, or that inputs are inverted
};

// An error where the style cannot say this layout, with the styles that can. Styles c and fewest search for the fewest
// operators where `search` is given; without, c is written at once and nothing is said of its being minimal. A stop
// ends the search alone: the formula is still there, proved, with the bound that was reached, and the note says so.
Result<Deduction> deduce(const Layout& layout, Style style, FewestSearch* search, const std::stop_token& stop = {});

// The same for several styles of one layout, which share what they can. The layout must outlive it.
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

}  // namespace tcviz
