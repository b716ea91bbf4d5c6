// Guesses the meaning of a name from its words: "get_row_c" is a row, of operand c. Only whole words count ("narrow" is
// no row). Knows nothing of the variable or function that has the name.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>
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
// Returns what two values that are returned say. A variable may be named for something else than the result, so both
// names have to say something.
NamedOrder order_of_returned(std::string_view one, std::string_view two, NameMeaning first, NameMeaning second);
// Returns what the name of a function with two results says: col_row.
NamedOrder order_of(std::string_view function);

// A variable or function that may be one of a pair of letters.
struct LetterName {
  std::string_view name;
  std::size_t scope = 0;  // only names of one scope are a pair
};
// The pair of names that says row and col by letters, as places in the list. Several of the same weight leave it open.
struct LetterPair {
  std::size_t row = 0, col = 0, count = 0;
  bool is_found() const { return count == 1; }
  bool is_open() const { return count > 1; }
};
// Returns the strongest pair: i and j, m and n, r and c before y and x. Takes each name as another one's, so a list
// names each variable once.
LetterPair pair_by_letters(std::span<const LetterName> names,
                           std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// Returns the one that says more; `one` if both say as much.
inline NamedOrder stronger(NamedOrder one, NamedOrder two) { return two.weight > one.weight ? two : one; }

}  // namespace tcviz::inline gpu_formula
