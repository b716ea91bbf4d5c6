// The meaning of a name: "get_row_c" is a row, of operand c. By whole words, since "narrow" is no row. Knows nothing of
// the thing that has the name.
#pragma once

#include <string_view>

namespace tcviz::inline gpu_formula {

// A meaning. Letters stand for a row and a col as a pair only: i and j, m and n, r and c, y and x.
enum class NameMeaning { None, Row, Col, Both, Linear, Tid, I };

struct MeaningOfName {
  NameMeaning meaning = NameMeaning::None;
  // 3: the very word; 2: with words that say nothing else, as "get"; 1: with others.
  int weight = 0;
  char letter = '\0';                    // the first of the pair: 'i' for i and j
  NameMeaning pair = NameMeaning::None;  // Row or Col, of a letter
  char operand = '\0';                   // 'a', 'b' or 'c' if the name speaks of one
  bool is_other = false;                 // it speaks of something that is no place: bytes, a stride
};

MeaningOfName meaning_of(std::string_view name);

}  // namespace tcviz::inline gpu_formula
