#include "app/session/formula/formula_terms.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>

#include "app/session/formula/input_terms.hpp"
#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/c/names.hpp"
#include "gpu/language/c/token.hpp"
#include "gpu/language/formula/check.hpp"

namespace tcviz::inline app_session {
namespace {

using Tokens = std::span<const Token>;

// An expression somewhere in a text, without its end mark.
struct Expression {
  Tokens tokens;
  Quantity of = Quantity::Linear;
};

bool is(const Token& token, std::string_view text) { return token.kind != TokenKind::End && token.text == text; }
bool opens(const Token& token) { return is(token, "(") || is(token, "[") || is(token, "{"); }
bool closes(const Token& token) { return is(token, ")") || is(token, "]") || is(token, "}"); }

std::optional<Quantity> quantity_named(std::string_view word) {
  for (const Quantity each : {Quantity::Row, Quantity::Col, Quantity::Linear})
    if (word.find(name_of(each)) != std::string_view::npos) return each;
  return std::nullopt;
}

std::size_t end_of_statement(Tokens tokens, std::size_t from) {
  while (from < tokens.size() && tokens[from].kind != TokenKind::End && !is(tokens[from], ";")) ++from;
  return from;
}

// Returns the expressions E of "row = E;" and, in a function that is called by a quantity, of "return E;".
std::vector<Expression> expressions_of(Tokens tokens, Notation notation, Quantity value) {
  if (notation == Notation::Expression) return {{tokens.first(tokens.size() - 1), value}};
  std::vector<Expression> found;
  if (notation != Notation::Statements && notation != Notation::Function) return found;
  Quantity returned = value;
  for (std::size_t at = 0; at + 2 < tokens.size(); ++at) {
    const std::optional<Quantity> named = quantity_named(tokens[at].text);
    if (named && is(tokens[at + 1], "(")) returned = *named;
    const bool assigns = named && is(tokens[at + 1], "="), returns = is(tokens[at], "return");
    if (!assigns && !returns) continue;
    const std::size_t begin = at + (assigns ? 2 : 1), end = end_of_statement(tokens, begin);
    found.push_back({tokens.subspan(begin, end - begin), assigns ? *named : returned});
    at = end;
  }
  return found;
}

// Returns the tokens without parentheses around all of them.
Tokens unwrapped(Tokens tokens) {
  while (tokens.size() > 2 && is(tokens.front(), "(") && is(tokens.back(), ")")) {
    int depth = 0;
    std::size_t at = 0;
    do {
      depth += opens(tokens[at]) ? 1 : closes(tokens[at]) ? -1 : 0;
    } while (depth > 0 && ++at < tokens.size());
    if (at + 1 != tokens.size()) break;
    tokens = tokens.subspan(1, tokens.size() - 2);
  }
  return tokens;
}

// Returns the places of the operators that bind least, outside of parentheses.
std::vector<std::size_t> loosest(Tokens tokens) {
  std::vector<std::size_t> places;
  int depth = 0, least = 1000;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    depth += opens(tokens[at]) ? 1 : closes(tokens[at]) ? -1 : 0;
    if (depth > 0 || tokens[at].kind != TokenKind::Sign) continue;
    if (is(tokens[at], "?")) return {};
    const BinaryRow* const row = find_binary(tokens[at].text);
    const bool unary = at == 0 || (tokens[at - 1].kind == TokenKind::Sign && !closes(tokens[at - 1]));
    if (row == nullptr || unary || row->precedence > least) continue;
    if (row->precedence < least) places.clear();
    least = row->precedence;
    places.push_back(at);
  }
  return places;
}

void add_summands(Tokens tokens, std::vector<Tokens>& summands) {
  if (tokens.empty()) return;
  const Tokens inner = unwrapped(tokens);
  const std::vector<std::size_t> places = loosest(inner);
  const auto sums = [&](std::size_t at) { return is(inner[at], "+") || is(inner[at], "|") || is(inner[at], "^"); };
  if (places.empty() || !std::all_of(places.begin(), places.end(), sums)) return summands.push_back(tokens);
  std::size_t begin = 0;
  for (const std::size_t at : places) {
    add_summands(inner.subspan(begin, at - begin), summands);
    begin = at + 1;
  }
  add_summands(inner.subspan(begin), summands);
}

// One output of a formula as a function of a slot.
class Values {
 public:
  Values(const Formula& formula, std::size_t output, const Layout& layout)
      : machine_(formula.program), output_(output), variables_(constants_of(layout)) {}

  std::optional<std::int64_t> at(int tid, int i) {
    variables_[Variable::Tid] = tid;
    variables_[Variable::I] = i;
    if (machine_.run(variables_) != RunState::Done) return std::nullopt;
    return machine_.output(output_);
  }

 private:
  Interpreter machine_;
  std::size_t output_;
  Variables variables_;
};

int formula_terms_bits_for(int count) { return std::bit_width(static_cast<unsigned>(count) - 1); }

// Returns the input bits, the lowest first, tid's before i's.
std::vector<BitName> inputs_of(const Layout& layout) {
  std::vector<BitName> inputs;
  for (int bit = 0; bit < formula_terms_bits_for(layout.threads()); ++bit) inputs.push_back({BitName::Of::Tid, bit});
  for (int bit = 0; bit < formula_terms_bits_for(layout.values()); ++bit) inputs.push_back({BitName::Of::I, bit});
  return inputs;
}

Slot slot_with(BitName bit) { return bit.of == BitName::Of::Tid ? Slot{1 << bit.bit, 0} : Slot{0, 1 << bit.bit}; }

// Returns the bits that each input bit alone changes; none if C leaves a value undefined.
std::optional<std::vector<std::int64_t>> changes_of(Values& values, const std::vector<BitName>& inputs) {
  const auto zero = values.at(0, 0);
  if (!zero) return std::nullopt;
  std::vector<std::int64_t> changes;
  for (const BitName& input : inputs) {
    const Slot slot = slot_with(input);
    const auto value = values.at(slot.tid, slot.i);
    if (!value) return std::nullopt;
    changes.push_back(*value ^ *zero);
  }
  return changes;
}

// True if the value of every slot asked is the exclusive or of the changes that its bits make.
bool is_plain(Values& values, const Layout& layout, const std::vector<BitName>& inputs,
              const std::vector<std::int64_t>& changes) {
  constexpr int most_asked = 1024;
  const std::int64_t zero = values.at(0, 0).value_or(0);
  const int step = std::max(1, layout.slots() / most_asked);
  for (int number = 0; number < layout.slots(); number += step) {
    const Slot slot = layout.slot(number);
    std::int64_t expected = zero;
    for (std::size_t n = 0; n < inputs.size(); ++n) {
      const int word = inputs[n].of == BitName::Of::Tid ? slot.tid : slot.i;
      if ((word >> inputs[n].bit & 1) != 0) expected ^= changes[n];
    }
    if (values.at(slot.tid, slot.i) != expected) return false;
  }
  return true;
}

std::optional<BitWay> way_of(BitName from, Quantity of, int bit, const Layout& layout) {
  if (of != Quantity::Linear) return BitWay{from, of == Quantity::Row, bit};
  const int col_bits = formula_terms_bits_for(layout.cols());
  if (1 << col_bits != layout.cols()) return std::nullopt;
  return BitWay{from, bit >= col_bits, bit >= col_bits ? bit - col_bits : bit};
}

void find_ways(FormulaTerm& term, const Layout& layout) {
  constexpr int most_bits = 20;
  const Parsed<Formula> read = read_formula(term.text, {Inputs::Slot, term.of});
  if (!read || read.value->program.has_loop()) return;
  Values values(*read.value, 0, layout);
  const std::vector<BitName> inputs = inputs_of(layout);
  const auto changes = changes_of(values, inputs);
  if (!changes) return;
  term.plain = is_plain(values, layout, inputs, *changes);
  for (std::size_t n = 0; n < inputs.size(); ++n)
    for (int bit = 0; bit < most_bits; ++bit)
      if (((*changes)[n] >> bit & 1) != 0)
        if (const auto way = way_of(inputs[n], term.of, bit, layout)) term.ways.push_back(*way);
}

// Returns the term of a part, for bases and CuTe layouts: a part gets the bits that the whole formula computes from the
// inputs of the part.
FormulaTerm term_of(const FieldText& field, const Formula& formula, const InputTerm& part, const Layout& layout) {
  FormulaTerm term{field.field, Quantity::Linear, part.range, part.text, {}, part.plain};
  const std::vector<BitName> inputs = inputs_of(layout);
  for (const Quantity of : {Quantity::Row, Quantity::Col}) {
    if (!formula.has(of)) continue;
    Values values(formula, formula.output_of(of), layout);
    const auto changes = changes_of(values, inputs);
    for (std::size_t n = 0; changes && n < inputs.size(); ++n)
      if (std::find(part.inputs.begin(), part.inputs.end(), inputs[n]) != part.inputs.end())
        for (int bit = 0; bit < formula_terms_bits_for(of == Quantity::Row ? layout.rows() : layout.cols()); ++bit)
          if (((*changes)[n] >> bit & 1) != 0) term.ways.push_back({inputs[n], of == Quantity::Row, bit});
  }
  return term;
}

FormulaTerm term_of(const FieldText& field, const Expression& expression, Tokens summand) {
  const TextRange range = join(summand.front().range, summand.back().range);
  return {field.field, expression.of, range, std::string(field.text.substr(range.begin, range.end - range.begin)),
          {},          true};
}

// Finds the bits of one quantity, as the whole formula gives them.
void find_sums(const Formula& formula, Quantity of, const Layout& layout, FormulaTerms& found) {
  if (!formula.has(of) || formula.program.has_loop()) return;
  Values values(formula, formula.output_of(of), layout);
  const std::vector<BitName> inputs = inputs_of(layout);
  const auto changes = changes_of(values, inputs);
  if (!changes || !is_plain(values, layout, inputs, *changes)) return;
  std::vector<BitSum> row(static_cast<std::size_t>(formula_terms_bits_for(layout.rows())));
  std::vector<BitSum> col(static_cast<std::size_t>(formula_terms_bits_for(layout.cols())));
  const std::int64_t zero = values.at(0, 0).value_or(0);
  for (int bit = 0; bit < formula_terms_bits_for(layout.elements()); ++bit) {
    const auto way = way_of({}, of, bit, layout);
    if (!way) continue;
    std::vector<BitSum>& sums = way->to_row ? row : col;
    if (way->to >= std::ssize(sums)) continue;
    BitSum& sum = sums[static_cast<std::size_t>(way->to)];
    sum.flipped = (zero >> bit & 1) != 0;
    for (const bool tid : {true, false})  // tid's bits first, the highest first
      for (std::size_t n = inputs.size(); n-- > 0;)
        if ((inputs[n].of == BitName::Of::Tid) == tid && ((*changes)[n] >> bit & 1) != 0)
          sum.sources.push_back(inputs[n]);
  }
  if (of != Quantity::Col) found.row = row;
  if (of != Quantity::Row) found.col = col;
}

}  // namespace

FormulaTerms formula_terms(const std::vector<FieldText>& fields, const Layout& layout) {
  constexpr std::size_t most_terms = 24;
  FormulaTerms found;
  for (const FieldText& field : fields) {
    const Parsed<Formula> read = read_formula(field.text, {Inputs::Slot, field.value});
    if (!read) continue;
    for (const Quantity of : {Quantity::Linear, Quantity::Row, Quantity::Col})
      find_sums(*read.value, of, layout, found);
    std::vector<Token> tokens;
    std::vector<Diagnostic> diagnostics;
    read_tokens(field.text, tokens, diagnostics);
    for (const InputTerm& part : input_terms(read.value->notation, tokens))
      if (found.terms.size() < most_terms) found.terms.push_back(term_of(field, *read.value, part, layout));
    for (const Expression& expression : expressions_of(tokens, read.value->notation, field.value)) {
      std::vector<Tokens> summands;
      add_summands(expression.tokens, summands);
      for (const Tokens summand : summands)
        if (found.terms.size() < most_terms) {
          found.terms.push_back(term_of(field, expression, summand));
          find_ways(found.terms.back(), layout);
        }
    }
  }
  return found;
}

}  // namespace tcviz::inline app_session
