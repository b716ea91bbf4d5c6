#include "app/session/formula/input_terms.hpp"

#include <bit>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "gpu/language/c/names.hpp"

namespace tcviz::inline app_session {
namespace {

using Tokens = std::span<const Token>;

bool input_terms_is(const Token& token, std::string_view text) {
  return token.kind != TokenKind::End && token.text == text;
}

// Reads tid: (1,0) (2,0) ; i: (0,1): a pair for each bit, the lowest first.
std::vector<InputTerm> terms_of_bases(Tokens tokens) {
  constexpr std::size_t pair = 5;  // ( a , b )
  std::vector<InputTerm> terms;
  const NameRow* input = nullptr;
  int bit = 0;
  for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
    if (input_terms_is(tokens[at + 1], ":")) {
      input = find_name(tokens[at].text, Inputs::Slot);
      bit = 0;
    }
    if (!input_terms_is(tokens[at], "(") || at + pair > tokens.size()) continue;
    InputTerm term{join(tokens[at].range, tokens[at + pair - 1].range),
                   fmt::format("({},{})", tokens[at + 1].text, tokens[at + 3].text),
                   {},
                   true};
    if (input != nullptr)
      term.inputs.push_back({input->variable == Variable::Tid ? BitName::Of::Tid : BitName::Of::I, bit++});
    terms.push_back(std::move(term));
    at += pair - 1;
  }
  return terms;
}

struct Leaf {
  TextRange range;
  std::string_view text;
  unsigned value = 0;
  bool of_tid = true;
};

// Returns the numbers of a nested tuple, 4 or _4; those before the comma that splits it in two are of tid.
std::vector<Leaf> leaves_of(Tokens tokens) {
  std::vector<Leaf> leaves;
  int depth = 0;
  bool of_tid = true;
  for (const Token& token : tokens) {
    depth += input_terms_is(token, "(") ? 1 : input_terms_is(token, ")") ? -1 : 0;
    if (input_terms_is(token, ",") && depth == 1) of_tid = false;
    if (token.kind != TokenKind::Number && token.kind != TokenKind::Name) continue;
    const std::string digits(token.text.substr(token.text.starts_with('_') ? 1 : 0));
    const unsigned value = token.kind == TokenKind::Number
                               ? static_cast<unsigned>(token.value)
                               : static_cast<unsigned>(std::strtoul(digits.c_str(), nullptr, 10));
    leaves.push_back({token.range, token.text, value, of_tid});
  }
  return leaves;
}

// Reads shape:stride: each size takes the bits of its coordinate that those in front have left.
std::vector<InputTerm> terms_of_cute(Tokens tokens) {
  std::size_t colon = 0;
  while (colon < tokens.size() && !input_terms_is(tokens[colon], ":")) ++colon;
  if (colon == tokens.size()) return {};
  const std::vector<Leaf> sizes = leaves_of(tokens.first(colon)), strides = leaves_of(tokens.subspan(colon + 1));
  std::vector<InputTerm> terms;
  unsigned before[2] = {1, 1};
  for (std::size_t n = 0; n < std::min(sizes.size(), strides.size()); ++n) {
    const Leaf& size = sizes[n];
    unsigned& product = before[size.of_tid ? 0 : 1];
    const unsigned after = product * size.value;
    InputTerm term{strides[n].range, fmt::format("{}:{}", size.text, strides[n].text), {}, true};
    term.plain = std::has_single_bit(product) && std::has_single_bit(after);
    for (int bit = std::bit_width(product) - 1; after > 1 && 1U << bit < after; ++bit)
      term.inputs.push_back({size.of_tid ? BitName::Of::Tid : BitName::Of::I, bit});
    terms.push_back(std::move(term));
    product = after;
  }
  return terms;
}

}  // namespace

std::vector<InputTerm> input_terms(Notation notation, Tokens tokens) {
  if (notation == Notation::Bases) return terms_of_bases(tokens);
  return notation == Notation::Cute ? terms_of_cute(tokens) : std::vector<InputTerm>{};
}

}  // namespace tcviz::inline app_session
