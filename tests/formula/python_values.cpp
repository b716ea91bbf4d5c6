// For python_differential.py: texts on standard input, each ended by a line "---" -> the values of row and col for tid
// 0..31 and i 0..7, a line each; U where Python has no value, ? where it is not known, and "error: ..." for a text that
// is refused.
#include <iostream>
#include <string>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/formula/formula.hpp"

namespace {

using namespace tcviz;

void write_values(const Formula& formula) {
  Interpreter interpreter(formula.program);
  Variables variables;
  for (variables[Variable::Tid] = 0; variables[Variable::Tid] < 32; ++variables[Variable::Tid])
    for (variables[Variable::I] = 0; variables[Variable::I] < 8; ++variables[Variable::I]) {
      const RunState state = interpreter.run(variables);
      for (const Quantity target : {Quantity::Row, Quantity::Col})
        std::cout << (state == RunState::Endless     ? "?"
                      : state == RunState::Undefined ? "U"
                                                     : std::to_string(interpreter.output(formula.output_of(target))))
                  << " ";
    }
  std::cout << "\n";
}

void answer(const std::string& text) {
  const Parsed<Formula> read = read_formula(text, {.threads = 32, .values = 8});
  if (read && read.value->has(Quantity::Row) && read.value->has(Quantity::Col)) return write_values(*read.value);
  std::cout << "error: " << (read ? "row or col is missing" : read.diagnostics.front().message) << "\n";
}

}  // namespace

int main() {
  std::string line, text;
  while (std::getline(std::cin, line)) {
    if (line != "---") {
      text += line + "\n";
      continue;
    }
    answer(text);
    text.clear();
  }
}
