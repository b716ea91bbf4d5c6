// Nested tuples of numbers as CuTe spells them: (4,8), Shape<_4,_8>, make_shape(_4{}, Int<8>{}), 2@1, and names given
// to them. Inside of the reader of CuTe layouts.
#pragma once

#include <algorithm>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/formula/words.hpp"

namespace tcviz::inline gpu_formula {

struct CuteNumber {
  std::uint32_t value = 0;
  int basis = -1;  // 1 of 2@1
  int mode = 0;    // which element of the outermost tuple it is in
  TextRange range;
};

struct CuteTuple {
  explicit CuteTuple(std::pmr::memory_resource* memory) : numbers(memory), nesting(memory) {}
  std::pmr::vector<CuteNumber> numbers;
  std::pmr::string nesting;  // "((,),(,))": alike in a shape and its strides
  int modes = 1;             // elements of the outermost tuple
  TextRange range;
};

struct CuteName {
  std::string_view name;
  CuteTuple tuple;
};

// The place of a reader of CuTe. The first complaint ends the reading.
class CuteWords {
 public:
  CuteWords(std::span<const TextWord> words, std::vector<Diagnostic>& diagnostics, std::pmr::memory_resource* resource)
      : memory(resource), names(resource), words_(words), diagnostics_(diagnostics) {}

  const TextWord& peek(std::size_t ahead = 0) const { return words_[std::min(at_ + ahead, words_.size() - 1)]; }
  const TextWord& next() {
    const TextWord& word = peek();
    if (word.kind != WordKind::End) ++at_;
    return word;
  }
  const TextWord& last() const { return words_[at_ == 0 ? 0 : at_ - 1]; }
  bool at_end() const { return failed() || peek().kind == WordKind::End; }
  bool accept(std::string_view word) {
    const bool found = peek().is(word);
    if (found) ++at_;
    return found;
  }
  // "{}" behind a type, "()" behind a function that takes nothing.
  void skip_braces() {
    while ((peek().is("{") && peek(1).is("}")) || (peek().is("(") && peek(1).is(")"))) at_ += 2;
  }
  bool failed() const { return !diagnostics_.empty(); }
  void complain(TextRange range, std::string message) {
    if (!failed()) diagnostics_.push_back({std::move(message), range, {}});
  }
  // `expected` ends the sentence: "`)`", "a number".
  bool expect(std::string_view word);

  std::pmr::memory_resource* memory;
  std::pmr::vector<CuteName> names;

 private:
  std::span<const TextWord> words_;
  std::vector<Diagnostic>& diagnostics_;
  std::size_t at_ = 0;
};

// True if a tuple or a number begins here: a sign, a number, one of CuTe's names for tuples, or one that was given.
bool at_cute_tuple(const CuteWords& words);
CuteTuple read_cute_tuple(CuteWords& words);
// A single number: 4, _4, Int<4>{}, Int<2 * 8>, or a name of one.
std::optional<std::uint32_t> read_cute_number(CuteWords& words);

}  // namespace tcviz::inline gpu_formula
