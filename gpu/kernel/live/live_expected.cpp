#include "gpu/kernel/live/live_expected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/c/names.hpp"
#include "gpu/language/c/parser.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_live {
namespace {

constexpr int most_side = 4096;
constexpr std::size_t most_expression = 4096;  // characters
constexpr std::size_t most_number = 64;        // characters
constexpr std::string_view npy_magic = "\x93NUMPY";
constexpr std::string_view blanks = " \t\r";

// Cuts a line at each of `signs`. Several blanks in a row are one cut, several commas are not.
std::vector<std::string_view> fields_of(std::string_view line, std::string_view signs) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t end = std::min(line.find_first_of(signs), line.size());
    fields.push_back(trimmed(line.substr(0, end)));
    if (end == line.size()) return fields;
    line.remove_prefix(end + 1);
    if (signs == blanks) line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  }
}

std::string_view signs_of(std::string_view line) {
  if (line.find(',') != line.npos) return ",";
  return line.find(';') != line.npos ? ";" : blanks;
}

Result<std::optional<double>> read_field(std::string_view field) {
  if (field.empty() || field == "-" || field == "?") return std::optional<double>();
  const std::string text(field.substr(0, most_number));
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (field.size() > most_number || end != text.c_str() + text.size())
    return bad_input(fmt::format("'{}' is no number.", text));
  return std::optional<double>(value);
}

Status add_row(std::string_view line, ExpectedMatrix& matrix) {
  const std::vector<std::string_view> fields = fields_of(line, signs_of(line));
  if (matrix.rows == 0) matrix.cols = static_cast<int>(std::min(fields.size(), std::size_t{most_side} + 1));
  if (fields.size() != static_cast<std::size_t>(matrix.cols) || matrix.cols > most_side)
    return bad_input(
        fmt::format("{} columns, and the first row has {}; {} are the most.", fields.size(), matrix.cols, most_side));
  for (std::size_t col = 0; col < fields.size(); ++col) {
    const Result<std::optional<double>> value = read_field(fields[col]);
    if (!value) return bad_input(fmt::format("column {}: {}", col, value.error().message));
    matrix.values.push_back(value.value());
  }
  if (++matrix.rows > most_side) return bad_input(fmt::format("more than {} rows.", most_side));
  return Nothing{};
}

Error expression_error(std::string_view text, const std::vector<Diagnostic>& diagnostics) {
  if (diagnostics.empty()) return bad_input("the expression cannot be read.");
  const Diagnostic& first = diagnostics.front();
  return bad_input(fmt::format("{}\n  {}\n  {:>{}}\nWrite C in row and col, as `row * 16 + col` or `0.5f * row`.",
                               first.message, text, "^", first.range.begin + 1));
}

std::string why_no_part(const ExpectedMatrix& whole, int rows, int cols, std::optional<Element> origin) {
  std::string text = fmt::format("it has {} rows of {} numbers, and the fragment is of a {} x {} matrix", whole.rows,
                                 whole.cols, rows, cols);
  if (origin) return text + fmt::format(" that does not fit there from {},{} on.", origin->row, origin->col);
  if (whole.rows == cols && whole.cols == rows) return text + ": transpose it.";
  const bool larger = whole.rows >= rows && whole.cols >= cols;
  return text + (larger ? ": --origin ROW,COL says where in it the fragment begins." : ".");
}

struct NumberExpression {
  Program program;
  Type type = Type::Int;
};

// Reads an expression with fractions, as in the body of an operation; only its element is known.
Result<NumberExpression> read_number_expression(std::string_view text) {
  if (text.size() > most_expression)
    return bad_input(fmt::format("{} characters, and {} are the most.", text.size(), most_expression));
  std::vector<Diagnostic> diagnostics;
  std::vector<Token> tokens;
  read_tokens(text, tokens, diagnostics, Fractions::Read);
  spell_signs(tokens);
  NumberExpression read;
  Emitter emitter;
  emitter.start(read.program);
  Cursor cursor{tokens, &diagnostics};
  Parser parser(cursor, emitter, {.inputs = Inputs::Body, .is_body = true, .value = Type::Double});
  const Value value = parser.expression_alone();
  if (!diagnostics.empty()) return expression_error(text, diagnostics);
  if (parser.assigns_x()) return bad_input("it assigns something: write the expected number alone.");
  read.type = promoted(value.type());
  emitter.output(value.place, read.type);
  emitter.finish();
  for (const Variable other : {Variable::X, Variable::A, Variable::B, Variable::Tid, Variable::I, Variable::D})
    if (read.program.reads(other)) return bad_input("only row, col, ROWS and COLS are known here.");
  return read;
}

// Returns the number of an element; none: C leaves it undefined.
std::optional<double> number_at(Interpreter& interpreter, Type type, Element at, const ExpectedMatrix& matrix) {
  interpreter.variable(Variable::Row) = cell_of(at.row);
  interpreter.variable(Variable::Col) = cell_of(at.col);
  interpreter.variable(Variable::Rows) = cell_of(matrix.rows);
  interpreter.variable(Variable::Cols) = cell_of(matrix.cols);
  Bits64 bits = 0;
  if (interpreter.run() != RunState::Done || !convert_cell(interpreter.bits(0), type, Type::Double, bits))
    return std::nullopt;
  return value_in<double>(bits);
}

}  // namespace

Result<ExpectedMatrix> expected_by_expression(std::string_view text, int rows, int cols, Element origin) {
  const Result<NumberExpression> read = read_number_expression(text);
  TCVIZ_TRY(read);
  Interpreter interpreter;
  interpreter.start(read.value().program);
  ExpectedMatrix matrix{rows, cols, {}};
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      const std::optional<double> value =
          number_at(interpreter, read.value().type, {origin.row + row, origin.col + col}, matrix);
      if (!value)
        return bad_input(
            fmt::format("`{}` has no value in C at row {}, column {}.", text, origin.row + row, origin.col + col));
      matrix.values.push_back(value);
    }
  return matrix;
}

Result<ExpectedMatrix> expected_in_csv(std::string_view text) {
  ExpectedMatrix matrix;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    if (const Status row = add_row(line, matrix); !row)
      return bad_input(fmt::format("line {}: {}", number, row.error().message));
  }
  if (matrix.rows == 0) return bad_input("there is no row of numbers.");
  return matrix;
}

Result<ExpectedMatrix> expected_in_file(std::string_view bytes, int rows, int cols, std::optional<Element> origin) {
  Result<ExpectedMatrix> read = bytes.starts_with(npy_magic) ? expected_in_npy(bytes) : expected_in_csv(bytes);
  TCVIZ_TRY(read);
  const ExpectedMatrix& whole = read.value();
  const Element from = origin.value_or(Element{});
  const bool same = whole.rows == rows && whole.cols == cols;
  // Sides are at most 4096, and so is an origin that can fit: no sum overflows.
  const bool fits = from.row >= 0 && from.col >= 0 && from.row <= whole.rows - rows && from.col <= whole.cols - cols;
  if (!fits || (!origin && !same)) return bad_input(why_no_part(whole, rows, cols, origin));
  ExpectedMatrix part{rows, cols, {}};
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col)
      part.values.push_back(whole.values[static_cast<std::size_t>((from.row + row) * whole.cols + from.col + col)]);
  return part;
}

}  // namespace tcviz::inline gpu_live
