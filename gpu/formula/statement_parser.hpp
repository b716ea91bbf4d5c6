// C's statements: declarations, assignments, if, loops, return; tokens -> steps. Reads a line of tokens that may have
// been made from another notation. What it assigns to row and col is the answer.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "gpu/formula/expression_parser.hpp"
#include "gpu/formula/formula.hpp"

namespace tcviz {

// Two values in one: struct { int row, col; }, int2, std::pair<int, int>.
struct Aggregate {
  std::string_view name;
  std::array<std::string_view, 2> members;
};

class StatementParser {
 public:
  StatementParser(Cursor& cursor, Scope& scope, Emitter& emitter, const ReadOptions& options);

  // All statements to the end.
  void parse();
  // The statements of a function's body, "{" is next. `value` is what its return gives, or `aggregate`.
  void parse_body(Quantity value, const Aggregate* aggregate);
  // Another name for a result: a function's int& r.
  void name_result(Quantity target, std::string_view name);
  void add_aggregate(const Aggregate& aggregate) { aggregates_.push_back(aggregate); }
  const Aggregate* find_aggregate(std::string_view name) const;
  // Gives the outputs; empty where nothing was assigned, which is reported.
  void finish(std::vector<Quantity>& targets);
  int operators() const { return operators_; }

 private:
  struct Loop {
    explicit Loop(std::pmr::memory_resource* memory) : breaks(memory), continues(memory) {}
    std::pmr::vector<std::size_t> breaks, continues;
  };

  void statement();
  void block();
  void declaration();
  void declare_one(Scalar scalar);
  void declare_aggregate(const Aggregate& aggregate);
  Local& declare(std::string_view name, std::string_view member, Scalar scalar);
  void if_statement();
  void for_statement();
  void while_statement();
  void loop_end(std::uint32_t start);
  void return_statement();
  void skip_angles();
  void return_local(const Aggregate& aggregate);
  void return_two(const Aggregate& aggregate);
  void return_value(Quantity target, bool with_commas);
  void leave_loop(bool breaks);
  void simple_statement();  // an assignment, ++ or --
  void assignment(const Token& name);
  void assign(Local& local, const Value& value, TextRange range);
  void increment(Local& local, std::string_view sign, TextRange range);
  void guarded_body();
  void end_statement();
  void skip_statement();

  Local* find_assignable(const Token& name);
  Local* shadow(const NameRow& row);
  std::size_t result(Quantity target) const;
  bool read_type(std::optional<Scalar>& scalar);
  ParsedValue expression(bool with_commas);
  std::size_t condition();

  Cursor& cursor_;
  Scope& scope_;
  Emitter& emitter_;
  ExpressionParser expressions_;
  std::pmr::vector<Quantity> results_;  // the scope's first locals
  std::pmr::vector<Aggregate> aggregates_;
  std::pmr::vector<std::size_t> returns_;
  std::pmr::vector<Loop> loops_;
  const Aggregate* returned_ = nullptr;
  Quantity value_;
  bool returned_early_ = false;
  int depth_ = 0;    // of statements inside statements
  int guarded_ = 0;  // of them, under conditions: what is assigned there may stay without a value
  int operators_ = 0;
};

}  // namespace tcviz
