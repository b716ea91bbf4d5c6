// For whole_texts.py: a file of texts, each behind a line "===" -> a line each: row and col
// for tid 0..31 and i 0..7, U where one of them is undefined, or "refused: " and why.
#include <fstream>
#include <iostream>
#include <string>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/formula/formula.hpp"

namespace {

using namespace tcviz;

void show_values(const Formula& formula) {
  Interpreter interpreter(formula.program);
  Variables variables;
  for (int tid = 0; tid < 32; ++tid)
    for (int i = 0; i < 8; ++i) {
      variables[Variable::Tid] = tid;
      variables[Variable::I] = i;
      const bool done = interpreter.run(variables) == RunState::Done;
      if (!done) std::cout << "U ";
      for (const Quantity quantity : {Quantity::Row, Quantity::Col})
        if (done && formula.has(quantity)) std::cout << interpreter.output(formula.output_of(quantity)) << " ";
    }
  std::cout << "\n";
}

void answer(FormulaReader& reader, const std::string& text) {
  Formula formula;
  if (reader.read(text, {}, formula))
    show_values(formula);
  else
    std::cout << "refused: " << reader.diagnostics().front().message << "\n";
}

}  // namespace

int main(int count, char** arguments) {
  std::ifstream file(count > 1 ? arguments[1] : "");
  FormulaReader reader;
  std::string line, text;
  bool any = false;
  while (std::getline(file, line)) {
    if (line != "===") {
      text += line + "\n";
      continue;
    }
    if (any) answer(reader, text);
    any = true;
    text.clear();
  }
  if (any) answer(reader, text);
}
