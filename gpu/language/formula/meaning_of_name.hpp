// Guesses the meaning of a name from its words: "get_row_c" is a row, of operand c. Only whole words count ("narrow" is
// no row). Knows nothing of the variable or function that has the name.
#pragma once

#include <string_view>

namespace tcviz::inline gpu_formula {

// A meaning. Single letters mean row and col only as a pair: i and j, m and n, r and c, y and x.
enum class NameMeaning { None, Row, Col, Both, Linear, Tid, I };

// The meaning of a name, with its certainty.
struct MeaningOfName {
  NameMeaning meaning = NameMeaning::None;
  // Certainty. 3: the exact word; 2: with neutral words such as "get"; 1: with other words.
  int weight = 0;
  char letter = '\0';                    // for a single letter: the first letter of its pair, 'i' for i and j
  NameMeaning pair = NameMeaning::None;  // for a single letter: Row or Col
  bool col_first = false;                // of Both: col_row
  char operand = '\0';                   // 'a', 'b' or 'c' if the name contains an operand; 0: it does not
  bool is_other = false;                 // it names something else, such as bytes or a stride
};

// Returns the meaning of a name.
MeaningOfName meaning_of(std::string_view name);

// The order of two results that names say, with its certainty. 3: by words, such as row and col; 2: by letters, such as
// r and c; 1: by y and x; 0: they say nothing, and the first result comes first.
struct NamedOrder {
  int weight = 0;
  bool is_turned = false;  // the second result (col; of an inverse, i) comes first
};

// Returns what the names of two results say: one rule for parameters, members, variables, and values that are returned,
// in every language. `first` and `second` are Row and Col, or for an inverse Tid and I.
NamedOrder order_of(std::string_view one, std::string_view two, NameMeaning first, NameMeaning second);
// Returns what the name of a function with two results says: col_row.
NamedOrder order_of(std::string_view function);
// Returns the one that says more; `one` if both say as much.
inline NamedOrder stronger(NamedOrder one, NamedOrder two) { return two.weight > one.weight ? two : one; }

}  // namespace tcviz::inline gpu_formula
