// CuTe's (thread, value) layouts: shape:stride, both nested alike. A coordinate counts through its modes, the first
// fastest; the sum of coordinate times stride is the column-major index (CUTLASS, "CuTe Layouts").
#include <fmt/format.h>

#include "gpu/formula/notations.hpp"

namespace tcviz {
namespace {

struct Leaf {
  std::uint32_t value = 0;
  int mode = 0;  // 0: thread, 1: value
  TextRange range;
};

struct Tuple {
  explicit Tuple(std::pmr::memory_resource* memory) : leaves(memory), nesting(memory) {}
  std::pmr::vector<Leaf> leaves;
  std::pmr::string nesting;  // "((,),(,))": must be alike in shape and stride
  int modes = 0;
  TextRange range;
};

// 4, _4
bool number_of(const Token& token, std::uint32_t& value) {
  if (token.kind == TokenKind::Number) return value = token.value, true;
  if (token.kind != TokenKind::Name || token.text.size() < 2 || token.text.size() > 6 || token.text[0] != '_')
    return false;
  value = 0;
  for (const char digit : token.text.substr(1)) {
    if (digit < '0' || digit > '9') return false;
    value = value * 10 + static_cast<std::uint32_t>(digit - '0');
  }
  return true;
}

Tuple read_tuple(Cursor& cursor) {
  Tuple tuple(cursor.memory);
  tuple.range = cursor.peek().range;
  int depth = 0;
  do {
    const Token& token = cursor.peek();
    std::uint32_t value = 0;
    if (number_of(token, value)) {
      tuple.leaves.push_back({value, tuple.modes, token.range});
    } else if (token.text == "(" || token.text == ")" || token.text == ",") {
      depth += (token.text == "(") - (token.text == ")");
      if (token.text == "," && depth == 1) ++tuple.modes;
      tuple.nesting += token.text;
    } else {
      cursor.complain(token.range, cursor.at_end() ? "this layout has an open ("
                                                   : fmt::format("expected a number, ( , or ), not {}", quoted(token)));
      return tuple;
    }
    tuple.range.end = token.range.end;
    cursor.next();
  } while (depth > 0 && !cursor.at_end());
  if (depth != 0) cursor.complain(tuple.range, "( and ) do not match");
  ++tuple.modes;
  return tuple;
}

// (input / before % size) * stride; `before` is the product of the sizes in front of this one.
Value term(Emitter& emitter, Variable variable, std::uint32_t before, const Leaf& size, const Leaf& stride) {
  Value value = emitter.variable(variable, false, size.range);
  if (before > 1)
    value = emitter.apply(Opcode::Div, value, emitter.constant(before, false, size.range), false, size.range);
  value = emitter.apply(Opcode::Mod, value, emitter.constant(size.value, false, size.range), false, size.range);
  return emitter.apply(Opcode::Mul, value, emitter.constant(stride.value, false, stride.range), false, stride.range);
}

bool fits(Cursor& cursor, const Tuple& shape, const Tuple& stride) {
  if (!cursor.diagnostics->empty()) return false;
  if (shape.nesting != stride.nesting)
    return cursor.complain(stride.range, "the strides are not nested as the shape is"), false;
  if (shape.modes != 2) return cursor.complain(shape.range, "expected two modes, (thread, value)"), false;
  for (const Leaf& leaf : shape.leaves)
    if (leaf.value == 0 || leaf.value > 4096)
      return cursor.complain(leaf.range, "a mode's size goes from 1 to 4096"), false;
  return true;
}

}  // namespace

void read_cute(Cursor& cursor, Emitter& emitter, Formula& formula) {
  const Tuple shape = read_tuple(cursor);
  if (!cursor.diagnostics->empty()) return;
  if (!cursor.accept(":")) return cursor.complain(cursor.peek().range, "expected `:` and the strides behind the shape");
  const Tuple stride = read_tuple(cursor);
  if (!cursor.at_end()) cursor.complain(cursor.peek().range, "expected the end behind the strides");
  if (!fits(cursor, shape, stride)) return;
  Value sum = emitter.constant(0, false, shape.range);
  std::uint64_t before[2] = {1, 1};
  for (std::size_t at = 0; at < shape.leaves.size(); ++at) {
    const Leaf& size = shape.leaves[at];
    std::uint64_t& product = before[size.mode];
    const Value part = term(emitter, size.mode == 0 ? Variable::Tid : Variable::I, static_cast<std::uint32_t>(product),
                            size, stride.leaves[at]);
    sum = emitter.apply(Opcode::Add, sum, part, false, size.range);
    product = std::min<std::uint64_t>(product * size.value, 1u << 30);
  }
  formula.threads = static_cast<int>(before[0]);
  formula.values = static_cast<int>(before[1]);
  const Place index = emitter.new_local();
  emitter.store(Opcode::Move, index, sum, shape.range);
  const Value whole{index, false, shape.range}, rows = emitter.variable(Variable::Rows, false, shape.range);
  const Value row = emitter.apply(Opcode::Mod, whole, rows, false, shape.range);
  emitter.output(row);
  emitter.output(emitter.apply(Opcode::Div, whole, rows, false, shape.range));
  formula.targets.assign({Quantity::Row, Quantity::Col});
}

}  // namespace tcviz
