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

}  // namespace tcviz::inline gpu_formula
