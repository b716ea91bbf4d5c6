// Reads what the values that a text of C returns are called: return {col, row}; return make_int2(col, row); Pure.
#pragma once

#include <span>

#include "gpu/language/c/token.hpp"
#include "gpu/language/formula/meaning_of_name.hpp"

namespace tcviz::inline gpu_formula {

// Returns the order that the names of two returned values say, in the first return of the tokens [begin, end) that says
// one. Only the parts of a list, a maker of pairs or a record are results; arguments of any other call are none. The
// last token is End. `first` and `second` are those of order_of.
NamedOrder order_of_return(std::span<const Token> tokens, std::size_t begin, std::size_t end, NameMeaning first,
                           NameMeaning second);

}  // namespace tcviz::inline gpu_formula
