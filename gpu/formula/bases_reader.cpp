// Linear bases: what each bit of an input adds, by exclusive or, to both results.
#include <fmt/format.h>

#include "gpu/formula/notations.hpp"

namespace tcviz {
namespace {

struct Pair {
  std::uint32_t first = 0, second = 0;
  TextRange range;
};

bool read_pair(Cursor& cursor, Pair& pair) {
  pair.range = cursor.peek().range;
  const bool read = cursor.accept("(") && cursor.peek().kind == TokenKind::Number;
  if (read) pair.first = cursor.next().value;
  if (!read || !cursor.accept(",") || cursor.peek().kind != TokenKind::Number)
    return cursor.complain(cursor.peek().range, "expected a pair, as in (0,2)"), false;
  pair.second = cursor.next().value;
  pair.range.end = cursor.peek().range.end;
  if (cursor.accept(")")) return true;
  return cursor.complain(pair.range, "this ( has no `)`"), false;
}

class BasesReader {
 public:
  BasesReader(Cursor& cursor, Emitter& emitter) : cursor_(cursor), emitter_(emitter) {
    for (Place& sum : sums_) {
      sum = emitter.new_local();
      emitter.store(Opcode::Move, sum, emitter.constant(0, false, {}), {});
    }
  }

  // name: (a,b) (c,d) ...
  void section(Formula& formula, Inputs inputs) {
    const Token name = cursor_.next();
    const NameRow* row = find_name(name.text, inputs);
    if (row == nullptr && name.text != "offset")
      return cursor_.complain(name.range, fmt::format("expected {}, not `{}`",
                                                      inputs == Inputs::Element ? "row:, col: or r:" : "tid: or i:",
                                                      name.text.substr(0, 40)));
    if (!cursor_.accept(":")) return cursor_.complain(cursor_.peek().range, "expected `:` and pairs, one for each bit");
    int bit = 0;
    for (Pair pair; cursor_.at_sign("(") && read_pair(cursor_, pair); cursor_.accept(",")) {
      if (bit > 20) return cursor_.complain(pair.range, "no input here has so many bits");
      add(row, bit++, pair);
    }
    cursor_.accept(";");
    if (row != nullptr && row->variable == Variable::Tid) formula.threads = 1 << bit;
    if (row != nullptr && row->variable == Variable::I) formula.values = 1 << bit;
  }

  void finish(Formula& formula, Inputs inputs) {
    for (const Place& sum : sums_) emitter_.output({sum, false, {}});
    const bool of_slot = inputs != Inputs::Element;
    formula.targets = {of_slot ? Quantity::Row : Quantity::Tid, of_slot ? Quantity::Col : Quantity::I};
  }

 private:
  // sum ^= (input >> bit & 1) * image; a constant is added as it is.
  void add(const NameRow* input, int bit, const Pair& pair) {
    for (const bool second : {false, true}) {
      const std::uint32_t image = second ? pair.second : pair.first;
      if (image == 0) continue;
      Value value = emitter_.constant(image, false, pair.range);
      if (input != nullptr) {
        const Value count = emitter_.constant(static_cast<std::uint32_t>(bit), false, pair.range);
        Value digit = emitter_.apply(Opcode::Shr, emitter_.variable(input->variable, false, pair.range), count, false,
                                     pair.range);
        digit = emitter_.apply(Opcode::And, digit, emitter_.constant(1, false, pair.range), false, pair.range);
        value = emitter_.apply(Opcode::MulU, digit, value, false, pair.range);
      }
      const Place sum = sums_[second ? 1 : 0];
      emitter_.store(Opcode::Xor, sum, {sum, false, pair.range}, value, pair.range);
    }
  }

  Cursor& cursor_;
  Emitter& emitter_;
  Place sums_[2];
};

}  // namespace

void read_bases(Cursor& cursor, Emitter& emitter, Formula& formula, Inputs inputs) {
  BasesReader reader(cursor, emitter);
  while (!cursor.at_end() && cursor.diagnostics->empty()) reader.section(formula, inputs);
  reader.finish(formula, inputs);
}

}  // namespace tcviz
