#include "gpu/run/ops/body.hpp"

#include <fmt/format.h>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/c/parser.hpp"
#include "gpu/language/c/preprocessor.hpp"

namespace tcviz::inline gpu_ops {

struct BodyCode {
  Program program;
  Body::Value value = Body::Value::Float;
  std::uint32_t arrays = 0;  // bit n: array n is named
  std::string kernel_text;
};

namespace {

constexpr std::size_t most_text = std::size_t{256} << 10;

Type type_of(Body::Value value) {
  constexpr std::array<Type, 3> types = {Type::Float, Type::Double, Type::Int};
  return types[static_cast<std::size_t>(value)];
}

// Returns a scalar of the matrix's kind of number; beside an int it is still a float.
Bits64 scalar(double value, Body::Value kind) {
  return kind == Body::Value::Double ? cell_of(value) : cell_of(static_cast<float>(value));
}

}  // namespace

Parsed<Body> Body::parse(std::string_view text, Value value) {
  Parsed<Body> parsed;
  std::vector<Diagnostic>& diagnostics = parsed.diagnostics;
  if (text.size() > most_text) {
    report(diagnostics, {fmt::format("a body has at most {} bytes, and this one {}", most_text, text.size()), {}, {}});
    return parsed;
  }
  std::vector<Token> tokens;
  read_tokens(text, tokens, diagnostics, Fractions::Read);
  spell_signs(tokens);
  std::pmr::vector<Token> plain(tokens.begin(), tokens.end());
  if (needs_preprocessor(tokens)) plain = preprocess({text, tokens, 0, std::pmr::get_default_resource()}, diagnostics);
  auto code = std::make_shared<BodyCode>();
  code->value = value;
  Emitter emitter;
  emitter.start(code->program);
  Cursor cursor{plain, &diagnostics};
  Parser parser(cursor, emitter, {.inputs = Inputs::Body, .is_body = true, .value = type_of(value)});
  parser.unit();
  if (!parser.assigns_x() && diagnostics.empty())
    cursor.complain({0, static_cast<std::uint32_t>(text.size())},
                    "nothing is assigned to x: write `x = ...`, or an expression alone");
  if (!diagnostics.empty()) return parsed;
  emitter.output(Spot::of(Variable::X), type_of(value));
  emitter.finish();
  for (const Token& token : plain)
    for (std::size_t array = 0; array < body_arrays.size(); ++array)
      if (token.kind == TokenKind::Name && token.text == body_arrays[array]) code->arrays |= 1u << array;
  // The last statement may lack its semicolon, and a comment may stand behind it.
  code->kernel_text = parser.is_expression() ? fmt::format("x = ({});", text.substr(0, parser.expression_end()))
                                             : fmt::format("{}\n;", text);
  parsed.value.emplace();
  parsed.value->code_ = std::move(code);
  return parsed;
}

std::variant<Body::Outcome, BodyError> Body::run(const BodyInputs& inputs, std::int32_t x_int) const {
  if (code_ == nullptr) return BodyError{"this body was not parsed", {}};
  Interpreter interpreter;
  interpreter.start(code_->program, most_body_steps);
  const bool is_int = code_->value == Value::Int;
  interpreter.variable(Variable::X) = is_int ? cell_of(x_int) : scalar(inputs.x, code_->value);
  interpreter.variable(Variable::A) = scalar(inputs.a, code_->value);
  interpreter.variable(Variable::B) = scalar(inputs.b, code_->value);
  const std::array<std::pair<Variable, int>, 7> whole = {{{Variable::Row, inputs.row},
                                                          {Variable::Col, inputs.col},
                                                          {Variable::Tid, inputs.tid},
                                                          {Variable::I, inputs.i},
                                                          {Variable::D, inputs.d},
                                                          {Variable::Rows, inputs.rows},
                                                          {Variable::Cols, inputs.cols}}};
  for (const auto& [variable, value] : whole) interpreter.variable(variable) = cell_of(value);
  const RunState state = interpreter.run({inputs.u, inputs.v, inputs.out});
  if (state == RunState::Done) {
    Bits64 x = 0;
    convert_cell(interpreter.bits(0), type_of(code_->value), Type::Double, x);
    return Outcome{value_in<double>(x), is_int ? value_in<std::int32_t>(interpreter.bits(0)) : 0};
  }
  const Undefined why = interpreter.undefined();
  if (state == RunState::Undefined) return BodyError{why.message, why.range};
  return BodyError{fmt::format("this did not end within {} steps: is there an endless loop?", most_body_steps),
                   why.range};
}

const std::string& Body::kernel_text() const { return code_->kernel_text; }

bool Body::reads(std::string_view name) const {
  if (code_ == nullptr) return false;
  for (std::size_t array = 0; array < body_arrays.size(); ++array)
    if (name == body_arrays[array]) return code_->arrays >> array & 1;
  const NameRow* row = find_name(name, Inputs::Body);
  return row != nullptr && code_->program.reads(row->variable);
}

}  // namespace tcviz::inline gpu_ops
