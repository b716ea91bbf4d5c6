// Parses Python's expressions to trees.
#pragma once

#include "gpu/language/python/cursor.hpp"

namespace tcviz::inline gpu_python {

class PythonExpressions : public PythonCursor {
 public:
  using PythonCursor::PythonCursor;

  // Parses a value, or several with commas between them, which are a tuple.
  PythonAt values();
  // Parses one value.
  PythonAt value();
  // Parses what may stand behind `for`: a name, or several with commas between them.
  PythonAt loop_target();
  // Complains unless values can be given to it.
  void check_target(PythonAt target);

 private:
  PythonAt choice();
  PythonAt disjunction();
  PythonAt conjunction();
  PythonAt negation();
  PythonAt comparison();
  PythonAt binary(std::size_t level);
  PythonAt unary();
  PythonAt power();
  PythonAt postfix();
  PythonAt atom();
  PythonAt number();
  PythonAt name();
  PythonAt text();
  PythonAt in_parentheses();
  PythonAt list();
  PythonAt comprehension(PythonNode kind, PythonAt value, TextRange open);
  PythonAt clause();
  PythonAt call(PythonAt function);
  PythonAt argument();
  PythonAt index(PythonAt list);
  PythonAt subscript();
  PythonAt slice(PythonAt begin);
  PythonSign relation();
  bool ends_values() const;

  int nesting_ = 0;
};

}  // namespace tcviz::inline gpu_python
