#include "gpu/language/formula/meant.hpp"

#include <array>

#include "gpu/language/formula/words.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_formula {
namespace {

// True if the text gives the name a value: tid = ..., int tid(...), def tid(...).
bool gives_value(std::span<const TextWord> words, std::string_view name) {
  for (std::size_t at = 0; at + 2 < words.size(); ++at) {
    if (words[at].kind != WordKind::Name || words[at].text != name) continue;
    if (words[at + 1].is("=") && !words[at + 2].is("=")) return true;
    const bool typed = at > 0 && words[at - 1].kind == WordKind::Name && !words[at - 1].is("return");
    if (typed && words[at + 1].is("(")) return true;
  }
  return false;
}

bool has_name(std::span<const TextWord> words, std::string_view name) {
  for (const TextWord& word : words)
    if (word.kind == WordKind::Name && word.text == name) return true;
  return false;
}

bool is_inverse(std::span<const TextWord> words) {
  const bool bases = words.size() > 3 && words[1].is(":") && words[2].is("(");
  if (bases) return words[0].is("row") || words[0].is("col") || words[0].is("r") || words[0].is("replica");
  const bool result = gives_value(words, "row") || gives_value(words, "col");
  return gives_value(words, "tid") && !result && (has_name(words, "row") || has_name(words, "col"));
}

}  // namespace

char operand_letter(const Layout& layout) {
  const Kind* const kind = find_kind(layout.kind());
  if (kind == nullptr) return '\0';
  constexpr std::array<char, 3> letters = {'a', 'b', 'c'};  // by Operand
  const auto operand = static_cast<std::size_t>(kind->operand);
  return operand < letters.size() ? letters[operand] : '\0';
}

int cuda_arch_of(const Layout& layout) {
  const auto& capability = layout.provenance().compute_capability;
  if (!capability) return 0;
  int digits = 0;
  for (const char c : *capability)
    if (is_digit(c)) digits = digits * 10 + (c - '0');
  return digits * 10;
}

Parsed<Formula> read_as_meant(std::string_view text, const ReadOptions& options, Checker& checker) {
  ReadOptions as = options;
  as.operand = operand_letter(checker.layout());
  as.cuda_arch = cuda_arch_of(checker.layout());
  as.convention = as.operand == 'b' ? 1 : 0;
  Parsed<Formula> usual = read_formula(text, as);
  if (!usual || usual.value->conventions == 1) return usual;
  const Formula* const first = &*usual.value;
  if (checker.holds({&first, 1})) return usual;
  as.convention = 1 - as.convention;
  Parsed<Formula> other = read_formula(text, as);
  const Formula* const second = other ? &*other.value : nullptr;
  return second != nullptr && checker.holds({&second, 1}) ? other : usual;
}

Inputs inputs_of(std::string_view text) {
  Scratch memory;
  const bool python = text.find("def ") != std::string_view::npos;
  return is_inverse(words_in(text, python ? WordsOf::Python : WordsOf::C, &memory)) ? Inputs::Element : Inputs::Slot;
}

}  // namespace tcviz::inline gpu_formula
