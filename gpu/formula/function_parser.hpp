// Whole functions as they stand in a program: qualifiers, types, parameters by value or reference, structs. Hands the
// bodies on to the statements' parser.
#pragma once

#include "gpu/formula/statement_parser.hpp"

namespace tcviz {

// Does the text hold a function's definition: a type, a name, parentheses, a brace?
bool holds_function(std::span<const Token> tokens);

class FunctionParser {
 public:
  FunctionParser(Cursor& cursor, Scope& scope, StatementParser& statements, const ReadOptions& options)
      : cursor_(cursor), scope_(scope), statements_(statements), options_(options) {}

  // One after the other, to the end of the text.
  void parse();

 private:
  struct Parameter {
    Token name;
    bool by_reference = false, is_unsigned = false;
  };

  void function();
  bool skip_preamble();
  void skip_balanced(std::string_view open, std::string_view close);
  void struct_declaration();
  void parameters();
  Parameter parameter();
  void add_input(const Parameter& parameter);
  void add_result(const Parameter& parameter);
  Quantity target_of(std::string_view function) const;
  const Aggregate* find_aggregate_of(std::string_view name) const;

  Cursor& cursor_;
  Scope& scope_;
  StatementParser& statements_;
  ReadOptions options_;
  std::size_t inputs_seen_ = 0, results_seen_ = 0;
};

}  // namespace tcviz
