// Parses nested tuples of numbers in CuTe's spellings, (4,8), Shape<_4,_8>, make_shape(_4{}, Int<8>{}), 2@1, and names
// for them. A part of the parser of CuTe layouts.
#pragma once

#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/formula/words.hpp"

namespace tcviz::inline gpu_formula {

// The most numbers and brackets of one tuple that are read.
inline constexpr std::size_t most_cute_words = 256;

struct CuteNumber {
  std::uint32_t value = 0;
  int basis = -1;  // the 1 of 2@1; -1: none
  int mode = 0;    // index of the element of the outermost tuple that contains it
  TextRange range;
};

// A tuple, as the list of its numbers and its nesting.
struct CuteTuple {
  explicit CuteTuple(std::pmr::memory_resource* memory) : numbers(memory), nesting(memory) {}
  std::pmr::vector<CuteNumber> numbers;
  std::pmr::string nesting;  // its brackets and commas, "((,),(,))", which must be equal in a shape and its strides
  int modes = 1;             // number of elements of the outermost tuple
  TextRange range;
};

struct CuteName {
  std::string_view name;
  CuteTuple tuple;
};

// The words of a CuTe text, with the names that it has defined so far.
class CuteWords : public WordCursor {
 public:
  CuteWords(std::string_view text, std::vector<Diagnostic>& diagnostics, std::pmr::memory_resource* resource)
      : WordCursor(text, WordsOf::C, diagnostics, resource), memory(resource), names(resource) {}

  // Skips "{}" after a type and "()" after a function without arguments.
  void skip_braces() {
    while ((peek().is("{") && peek(1).is("}")) || (peek().is("(") && peek(1).is(")"))) at_ += 2;
  }

  std::pmr::memory_resource* memory;
  std::pmr::vector<CuteName> names;
};

// True if the next words begin a tuple or number: a sign, a number, one of CuTe's names for tuples, or a name that the
// text defined.
bool at_cute_tuple(const CuteWords& words);
CuteTuple read_cute_tuple(CuteWords& words);
// Parses a single number: 4, _4, Int<4>{}, Int<2 * 8>, or a name of one.
std::optional<std::uint32_t> read_cute_number(CuteWords& words);

}  // namespace tcviz::inline gpu_formula
