// For differential.py: an expression a line of standard input -> its values for tid 0..31 and i 0..7, a line each; U
// where C leaves one undefined, and "error" for an expression that is refused.
#include <iostream>
#include <string>

#include "gpu/language/formula/expression.hpp"

int main() {
  using namespace tcviz;
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto parsed = parse_expression(line, Inputs::Slot);
    if (!parsed) {
      std::cout << "error: " << parsed.diagnostics.front().message << "\n";
      continue;
    }
    Evaluator evaluate(*parsed.value);
    Variables variables;
    for (variables[Variable::Tid] = 0; variables[Variable::Tid] < 32; ++variables[Variable::Tid])
      for (variables[Variable::I] = 0; variables[Variable::I] < 8; ++variables[Variable::I]) {
        const auto value = evaluate(variables);
        std::cout << (value ? std::to_string(*value) : "U") << " ";
      }
    std::cout << "\n";
  }
}
