#include "gpu/language/formula/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/c/parser.hpp"
#include "gpu/language/c/preprocessor.hpp"
#include "gpu/language/c/store_values.hpp"
#include "gpu/language/formula/entry.hpp"
#include "gpu/language/formula/notations.hpp"

namespace tcviz::inline gpu_formula {
namespace {

constexpr std::array<std::string_view, 8> notations = {"a C expression",         "C statements",  "a C function",
                                                       "the PTX manual's style", "a CuTe layout", "linear bases",
                                                       "a Triton linear layout", "Python"};
constexpr std::array<std::string_view, 6> target_names = {"row", "col", "linear", "tid", "i", "offset"};

bool is_sign(const Token& token, std::string_view sign) { return token.kind == TokenKind::Sign && token.text == sign; }

// True if the tokens hold a type, a name, parentheses and a brace.
bool holds_function(std::span<const Token> tokens) {
  for (std::size_t at = 1; at + 2 < tokens.size(); ++at) {
    const bool named = tokens[at].kind == TokenKind::Name && tokens[at + 1].text == "(" && !is_keyword(tokens[at].text);
    const std::string_view before = tokens[at - 1].text;
    const bool typed =
        (tokens[at - 1].kind == TokenKind::Name && !is_keyword(before)) || before == ">" || before == "&";
    if (!named || !typed) continue;
    std::size_t behind = behind_brackets(tokens, at + 1);
    while (tokens[behind].kind == TokenKind::Name) ++behind;  // const, noexcept
    if (tokens[behind].text == "{" || tokens[behind].text == "->") return true;
  }
  return false;
}

// True for words that no C has there, or for two results without a semicolon between them.
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

// Returns the place of a function that is declared and has no body, as all of the text: int f(int tid, int i);
std::optional<TextRange> declaration_alone(std::span<const Token> tokens) {
  std::size_t open = 0;
  while (tokens[open].kind == TokenKind::Name && !is_keyword(tokens[open].text)) ++open;
  if (open < 2 || !is_sign(tokens[open], "(")) return std::nullopt;
  const bool takes = is_type_word(tokens[open + 1].text) || is_qualifier(tokens[open + 1].text);
  if (!takes && !is_sign(tokens[open + 1], ")")) return std::nullopt;
  std::size_t behind = behind_brackets(tokens, open);
  if (is_sign(tokens[behind], ";")) ++behind;
  if (tokens[behind].kind != TokenKind::End) return std::nullopt;
  return tokens[open - 1].range;
}

Diagnostic no_body(std::string_view text, TextRange name, const ReadOptions& options) {
  const std::string_view takes = is_of_element(options.inputs) ? "(int row, int col)" : "(int tid, int i)";
  const std::string_view word = text.substr(name.begin, std::min<std::size_t>(name.end - name.begin, 40));
  return {fmt::format("this declares `{0}` and computes nothing: give it a body, as in int {0}{1} {{ return ...; }}",
                      word, takes),
          name, std::nullopt};
}

constexpr auto statement_words = std::to_array<std::string_view>(
    {"return", "if", "for", "while", "do", "switch", "int", "unsigned", "auto", "enum", "struct", "using", "typedef"});

bool looks_like_statements(std::span<const Token> tokens) {
  if (std::ranges::find(statement_words, tokens[0].text) != statement_words.end() && !is_sign(tokens[1], "("))
    return true;
  if (is_qualifier(tokens[0].text)) return true;
  const auto is_mark = [](const Token& token) {
    return is_sign(token, ";") || is_sign(token, "{") || is_sign(token, "#");
  };
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
constexpr std::array<NotationRow, 3> rows = {{{Notation::Function, holds_function},
                                              {Notation::Ptx, looks_like_ptx},
                                              {Notation::Statements, looks_like_statements}}};

Notation recognise_tokens(std::span<const Token> tokens) {
  if (tokens.size() < 2) return Notation::Expression;
  const auto found = std::ranges::find_if(rows, [&](const NotationRow& row) { return row.looks_like(tokens); });
  return found == rows.end() ? Notation::Expression : found->notation;
}

// Notations with words of their own, which are rewritten as C before C is read.
struct ForeignRow {
  Notation notation;
  bool (*looks_like)(std::string_view text, std::pmr::memory_resource* memory);
  void (*as_c)(const NotationText& text, AsC& to);
};
// Python is the first.
constexpr std::array<ForeignRow, 4> foreign = {{{Notation::Python, looks_like_python, python_as_c},
                                                {Notation::Triton, looks_like_triton, triton_as_c},
                                                {Notation::Bases, looks_like_bases, bases_as_c},
                                                {Notation::Cute, looks_like_cute, cute_as_c}}};

const ForeignRow* find_foreign(std::string_view text, std::pmr::memory_resource* memory) {
  const auto found = std::ranges::find_if(foreign, [&](const ForeignRow& row) { return row.looks_like(text, memory); });
  return found == foreign.end() ? nullptr : &*found;
}

// Says what blockIdx.x and its like are taken for, and in which way a lane is meant.
void note_assumed(const Parser& parser, const ReadOptions& options, Formula& formula) {
  for (const Assumed& each : parser.assumed())
    if (formula.reading.find(fmt::format("`{}` is taken", each.name)) == std::string::npos)
      fmt::format_to(std::back_inserter(formula.reading), "{}`{}` is taken as {}", formula.reading.empty() ? "" : ", ",
                     each.name, each.meaning);
  formula.reads_bare_lane = parser.reads_bare_lane();
  if (!formula.reads_bare_lane) return;
  formula.conventions = 2;
  formula.convention = options.lane_in_warp ? 1 : 0;
}

}  // namespace

std::string_view describe(Notation notation) { return notations[static_cast<std::size_t>(notation)]; }
std::string_view name_of(Quantity target) { return target_names[static_cast<std::size_t>(target)]; }

bool Formula::has(Quantity target) const { return std::ranges::find(targets, target) != targets.end(); }
std::size_t Formula::output_of(Quantity target) const {
  return static_cast<std::size_t>(std::ranges::find(targets, target) - targets.begin());
}

std::string_view describe_convention(const Formula& formula) {
  if (formula.reads_bare_lane) {
    const bool beside_others = formula.reading.find("`lane` is taken as") != std::string::npos;
    if (formula.convention == 0) return beside_others ? "a lane by itself from 0 to 127" : "its lane from 0 to 127";
    return beside_others ? "a lane by itself from 0 to 31" : "its lane from 0 to 31";
  }
  if (formula.notation != Notation::Cute && !(formula.is_store && formula.has(Quantity::Offset))) return {};
  return formula.has(Quantity::Offset) ? convention_of_cute_offset(formula.convention)
                                       : convention_of_cute(formula.convention);
}

Notation recognise(std::string_view text) {
  Scratch memory;
  if (const ForeignRow* row = find_foreign(text, &memory)) return row->notation;
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
  formula.reading.clear();
  formula.operators = formula.threads = formula.values = formula.convention = 0;
  formula.conventions = 1;
  formula.is_store = formula.of_matrix = formula.reads_bare_lane = false;
  formula.sizes = 0;
  if (read_foreign(text, options, formula)) return diagnostics_.empty();
  hint_at_floor_division(text, &scratch_, diagnostics_);
  read_tokens(text, tokens_, diagnostics_, Fractions::Read);
  formula.notation = recognise_tokens(tokens_);
  if (const auto name = declaration_alone(tokens_)) return report(diagnostics_, no_body(text, *name, options)), false;
  emitter_.start(formula.program);
  if (formula.notation != Notation::Ptx) spell_signs(tokens_);
  if (options.inputs == Inputs::Tile && read_array_element(options, formula)) {
    if (diagnostics_.empty()) emitter_.finish();
    return diagnostics_.empty();
  }
  if (formula.notation == Notation::Expression) {
    read_expression(options, formula);
  } else if (formula.notation == Notation::Ptx) {
    Cursor cursor{tokens_, &diagnostics_, &scratch_};
    const std::pmr::vector<Token> as_c = ptx_as_c(cursor);
    if (diagnostics_.empty()) read_c(as_c, options, formula);
  } else if (needs_preprocessor(tokens_)) {
    const auto plain = preprocess({text, tokens_, options.cuda_arch, &scratch_}, diagnostics_);
    if (diagnostics_.empty()) read_c(plain, options, formula);
  } else {
    read_c(tokens_, options, formula);
  }
  if (!diagnostics_.empty()) return false;
  emitter_.finish();
  if (formula.program.outputs.size() > formula.targets.size()) say_more_values(options, formula);
  return true;
}

// Says that a kernel stores more values than the layout has, if it does so for the first thread or the last. The
// program's last output knows that, and is needed for nothing else.
void FormulaReader::say_more_values(const ReadOptions& options, Formula& formula) const {
  constexpr std::int64_t steps = 100'000;
  Interpreter interpreter;
  bool beyond = false;
  for (const int tid : {0, std::max(options.threads, 1) - 1}) {
    Variables variables;
    variables[Variable::Tid] = tid;
    interpreter.start(formula.program, steps);
    interpreter.run(variables);
    beyond = beyond || interpreter.output(formula.targets.size()) != 0;
  }
  formula.program.outputs.pop_back();
  if (beyond) formula.reading += fmt::format(", `{}` is taken as {}", fragment_.substr(0, 40), more_values);
}

// Rewrites a text of a foreign notation as C and reads that. False: the text is C, or in the PTX manual's style. The
// tokens stay those of the text, as C would see them.
bool FormulaReader::read_foreign(std::string_view text, const ReadOptions& options, Formula& formula) {
  const ForeignRow* const row =
      options.convention == convention_of_python ? foreign.data() : find_foreign(text, &scratch_);
  if (row == nullptr) return false;
  formula.notation = row->notation;
  std::vector<Diagnostic>& ignored = foreign_diagnostics_;
  ignored.clear();
  read_tokens(text, tokens_, ignored);
  AsC as_c(&scratch_);
  row->as_c({text, &scratch_, &diagnostics_, options.inputs, options.convention, options.operand, options.tile}, as_c);
  if (!diagnostics_.empty()) return true;
  emitter_.start(formula.program);
  formula.program.foreign = as_c.foreign;
  formula.reading = as_c.reading;
  read_c(as_c.tokens, options, formula);
  formula.operators = as_c.operators;
  formula.threads = as_c.threads;
  formula.values = as_c.values;
  if (!formula.reads_bare_lane) {
    formula.conventions = as_c.conventions;
    formula.convention = as_c.convention.value_or(options.convention);
  }
  if (diagnostics_.empty()) emitter_.finish();
  return true;
}

// Reads whole functions and statements.
void FormulaReader::read_c(std::span<const Token> tokens, const ReadOptions& options, Formula& formula) {
  static constexpr std::span<const std::string_view> results = target_names;
  const bool of_element = options.inputs == Inputs::Element, of_tile = options.inputs == Inputs::Tile;
  Cursor cursor{tokens, &diagnostics_, &scratch_};
  Parser parser(cursor, emitter_,
                {.inputs = options.inputs,
                 .results = of_tile ? results.last(1) : results.subspan(of_element ? 3 : 0, of_element ? 2 : 3),
                 .threads = options.threads,
                 .values = options.values,
                 .lane_in_warp = options.lane_in_warp});
  parser.unit();
  Entry(parser, cursor, emitter_, options, formula).find();
  note_assumed(parser, options, formula);
  fragment_ = parser.store().fragment;
  formula.operators = parser.operators();
}

// Reads smem[row * 64 + col] = x, or &smem[...]: the index alone. It counts elements, or else bytes, as the convention
// says.
bool FormulaReader::read_array_element(const ReadOptions& options, Formula& formula) {
  const std::size_t name = is_sign(tokens_.front(), "&") ? 1 : 0;
  const bool opens = tokens_.size() > name + 3 && tokens_[name].kind == TokenKind::Name &&
                     is_sign(tokens_[name + 1], "[") && find_name(tokens_[name].text, Inputs::Tile) == nullptr;
  if (!opens) return false;
  const std::size_t behind = behind_brackets(tokens_, name + 1);
  if (!is_sign(tokens_[behind - 1], "]")) return false;
  const Token& next = tokens_[behind];
  if (next.kind != TokenKind::End && !is_sign(next, "=") && !is_sign(next, ";")) return false;
  const TextRange range = tokens_[name].range;
  const int bytes = options.convention == 0 ? options.tile.element_bits / 8 : 1;
  AsC index(&scratch_);
  index.sign("(", range);
  for (std::size_t at = name + 2; at + 1 < behind; ++at) index.tokens.push_back(tokens_[at]);
  index.sign(")", range);
  index.sign("*", range);
  index.number(static_cast<std::uint32_t>(bytes), range);
  index.end(next.range);
  formula.notation = Notation::Statements;
  formula.is_store = true;
  formula.conventions = options.tile.element_bits > 8 ? 2 : 1;
  formula.convention = options.convention;
  formula.reading = fmt::format("the index of `{}` is read", tokens_[name].text.substr(0, 40));
  Cursor cursor{index.tokens, &diagnostics_, &scratch_};
  Parser parser(cursor, emitter_, {.inputs = options.inputs});
  const Value value = parser.whole_expression_alone();
  emitter_.output(value.place, promoted(value.type()));
  formula.targets.push_back(options.value);
  formula.operators = parser.operators();
  say_tile_names(formula);
  return true;
}

// Says that m, n and k are taken as row and col, for the verdict.
void FormulaReader::say_tile_names(Formula& formula) const {
  for (const Token& token : tokens_) {
    const NameRow* const name = token.kind == TokenKind::Name ? find_name(token.text, Inputs::Tile) : nullptr;
    if (name == nullptr || name->variable > Variable::Col || token.text.size() > 1) continue;
    const std::string said =
        fmt::format("`{}` is taken as {}", token.text, name->variable == Variable::Row ? "row" : "col");
    if (formula.reading.find(said) == std::string::npos)
      formula.reading += (formula.reading.empty() ? "" : ", ") + said;
  }
}

void FormulaReader::read_expression(const ReadOptions& options, Formula& formula) {
  Cursor cursor{tokens_, &diagnostics_, &scratch_};
  Parser parser(cursor, emitter_,
                {.inputs = options.inputs,
                 .threads = options.threads,
                 .values = options.values,
                 .lane_in_warp = options.lane_in_warp});
  const Value value = parser.whole_expression_alone();
  emitter_.output(value.place, promoted(value.type()));
  formula.targets.push_back(options.value);
  formula.operators = parser.operators();
  if (options.inputs == Inputs::Tile) say_tile_names(formula);
  note_assumed(parser, options, formula);
}

}  // namespace tcviz::inline gpu_formula
