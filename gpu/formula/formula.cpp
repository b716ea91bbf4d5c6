#include "gpu/formula/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/formula/function_parser.hpp"
#include "gpu/formula/notations.hpp"

namespace tcviz {
namespace {

constexpr std::array<std::string_view, 6> notations = {"a C expression",         "C statements",  "a C function",
                                                       "the PTX manual's style", "a CuTe layout", "linear bases"};
constexpr std::array<std::string_view, 5> target_names = {"row", "col", "linear", "tid", "i"};

bool is_sign(const Token& token, std::string_view sign) { return token.kind == TokenKind::Sign && token.text == sign; }

// Nothing but numbers, parentheses, commas and a colon between two tuples.
bool looks_like_cute(std::span<const Token> tokens) {
  bool colon = false;
  for (const Token& token : tokens) {
    if (token.kind == TokenKind::Name && !token.text.starts_with('_')) return false;
    if (token.kind == TokenKind::Sign && token.text != "(" && token.text != ")" && token.text != "," &&
        token.text != ":" && token.text != "-")
      return false;
    colon = colon || is_sign(token, ":");
  }
  return colon;
}

bool looks_like_bases(std::span<const Token> tokens) {
  return tokens.size() > 3 && tokens[0].kind == TokenKind::Name && is_sign(tokens[1], ":") && is_sign(tokens[2], "(");
}

// Words that no C has there, or two results without a semicolon between them.
bool looks_like_ptx(std::span<const Token> tokens) {
  int results = 0;
  bool semicolon = false;
  for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
    const std::string_view text = tokens[at].text;
    const bool opens = is_sign(tokens[at + 1], "(");
    if (text == "where" || text == "otherwise" || text == "Otherwise") return true;
    if (text == "for" && tokens[at + 1].kind == TokenKind::Name) return true;
    if (text == "if" && at > 0 && !opens && results > 0) return true;
    if ((text == "row" || text == "col") && is_sign(tokens[at + 1], "=")) ++results;
    semicolon = semicolon || text == ";";
  }
  return results > 1 && !semicolon;
}

constexpr std::array<std::string_view, 6> statement_words = {"return", "if", "for", "while", "int", "unsigned"};

bool looks_like_statements(std::span<const Token> tokens) {
  if (std::ranges::find(statement_words, tokens[0].text) != statement_words.end() && !is_sign(tokens[1], "("))
    return true;
  if (is_qualifier(tokens[0].text)) return true;
  const auto is_mark = [](const Token& token) { return is_sign(token, ";") || is_sign(token, "{"); };
  if (std::ranges::any_of(tokens, is_mark)) return true;
  const auto is_result = [](const Token& token) {
    return std::ranges::find(target_names, token.text) != target_names.end();
  };
  return tokens.size() > 2 && is_result(tokens[0]) && is_sign(tokens[1], "=") && tokens[0].text != "i" &&
         tokens[0].text != "tid";
}

struct NotationRow {
  Notation notation;
  bool (*looks_like)(std::span<const Token> tokens);
};
constexpr std::array<NotationRow, 5> rows = {{{Notation::Function, holds_function},
                                              {Notation::Bases, looks_like_bases},
                                              {Notation::Cute, looks_like_cute},
                                              {Notation::Ptx, looks_like_ptx},
                                              {Notation::Statements, looks_like_statements}}};

Notation recognise_tokens(std::span<const Token> tokens) {
  if (tokens.size() < 2) return Notation::Expression;
  const auto found = std::ranges::find_if(rows, [&](const NotationRow& row) { return row.looks_like(tokens); });
  return found == rows.end() ? Notation::Expression : found->notation;
}

}  // namespace

std::string_view describe(Notation notation) { return notations[static_cast<std::size_t>(notation)]; }
std::string_view name_of(Quantity target) { return target_names[static_cast<std::size_t>(target)]; }

bool Formula::has(Quantity target) const { return std::ranges::find(targets, target) != targets.end(); }
std::size_t Formula::output_of(Quantity target) const {
  return static_cast<std::size_t>(std::ranges::find(targets, target) - targets.begin());
}

Notation recognise(std::string_view text) {
  std::vector<Token> tokens;
  std::vector<Diagnostic> diagnostics;
  read_tokens(text, tokens, diagnostics);
  return recognise_tokens(tokens);
}

Parsed<Formula> read_formula(std::string_view text, const ReadOptions& options) {
  FormulaReader reader;
  Formula formula;
  if (!reader.read(text, options, formula)) return {std::nullopt, reader.diagnostics()};
  return {std::move(formula), {}};
}

bool FormulaReader::read(std::string_view text, const ReadOptions& options, Formula& formula) {
  diagnostics_.clear();
  scratch_.reset();
  formula.targets.clear();
  formula.operators = formula.threads = formula.values = 0;
  read_tokens(text, tokens_, diagnostics_);
  formula.notation = recognise_tokens(tokens_);
  emitter_.start(formula.program);
  scope_.start(options.inputs);
  read_tokens_as(formula.notation, options, formula);
  if (!diagnostics_.empty()) return false;
  emitter_.finish();
  return true;
}

void FormulaReader::read_tokens_as(Notation notation, const ReadOptions& options, Formula& formula) {
  Cursor cursor{tokens_, &diagnostics_, &scratch_};
  switch (notation) {
    case Notation::Expression:
      return read_expression(options, formula);
    case Notation::Cute:
      return read_cute(cursor, emitter_, formula);
    case Notation::Bases:
      return read_bases(cursor, emitter_, formula, options.inputs);
    case Notation::Ptx: {
      const std::pmr::vector<Token> as_c = ptx_as_c(cursor);
      return diagnostics_.empty() ? read_statements(as_c, false, options, formula) : void();
    }
    case Notation::Statements:
    case Notation::Function:
      return read_statements(tokens_, notation == Notation::Function, options, formula);
  }
}

void FormulaReader::read_statements(std::span<const Token> tokens, bool functions, const ReadOptions& options,
                                    Formula& formula) {
  Cursor cursor{tokens, &diagnostics_, &scratch_};
  StatementParser statements(cursor, scope_, emitter_, options);
  if (functions) {
    FunctionParser(cursor, scope_, statements, options).parse();
  } else {
    statements.parse();
  }
  statements.finish(formula.targets);
  formula.operators = statements.operators();
}

void FormulaReader::read_expression(const ReadOptions& options, Formula& formula) {
  Cursor cursor{tokens_, &diagnostics_, &scratch_};
  const ParsedValue value = ExpressionParser(cursor, scope_, emitter_).parse(true);
  expect_end(cursor);
  emitter_.output(value.value);
  formula.targets.push_back(options.value);
  formula.operators = value.operators;
}

}  // namespace tcviz
