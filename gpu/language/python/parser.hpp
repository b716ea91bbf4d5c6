// Parses Python's statements: functions, and what stands between them. Refuses by its name whatever is not followed.
#pragma once

#include "gpu/language/python/expression_parser.hpp"

namespace tcviz::inline gpu_python {

class PythonParser : public PythonExpressions {
 public:
  using PythonExpressions::PythonExpressions;

  // Parses the whole text.
  void module();

 private:
  using Statements = std::vector<PythonAt>;

  Statements block(std::int64_t indentation);
  void statement(std::int64_t indentation, Statements& into);
  void simple_statements(Statements& into);
  void simple(Statements& into);
  void value_or_assignment(Statements& into);
  bool augmented(PythonAt target, Statements& into);
  void assigned(std::vector<PythonAt> targets, Statements& into);
  void define(std::int64_t indentation, Statements& into);
  void lambda(PythonAt target, Statements& into);
  void parameters(PythonFunction& function, std::string_view close);
  void parameter(PythonFunction& function, bool typed);
  void branch(std::int64_t indentation, Statements& into);
  void loop(std::int64_t indentation, Statements& into);
  void otherwise(std::int64_t indentation, PythonAt branch);
  void returned(Statements& into);
  void asserted(Statements& into);
  void leave(PythonAct act, Statements& into);
  void import();
  void import_from();
  std::string_view dotted();
  void decorated();
  void skip_line();
  void skip_block(std::int64_t indentation);
  bool at_line(std::int64_t indentation, std::string_view word) const;
  PythonAt put(Statements& into, PythonStatement statement);

  int loops_ = 0, blocks_ = 0;
  bool in_function_ = false;
};

}  // namespace tcviz::inline gpu_python
