// Finds the result of a C text: variables, functions or a kernel's store; and what its parameters stand for. If names
// alone do not determine this, Formula::reading tells the user what was assumed, or the text is refused.
#pragma once

#include "gpu/language/c/parser.hpp"
#include "gpu/language/formula/formula.hpp"
#include "gpu/language/formula/meaning_of_name.hpp"

namespace tcviz::inline gpu_formula {

class Entry {
 public:
  // Requires a parser whose unit() has returned.
  Entry(Parser& parser, Cursor& cursor, Emitter& emitter, const ReadOptions& options, Formula& formula)
      : parser_(parser), cursor_(cursor), emitter_(emitter), options_(options), formula_(formula) {}

  // Sets the outputs and targets of the formula, or reports an error.
  void find();

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  void find_offset();
  std::size_t offset_variable();
  void take_offset_of(std::size_t function);
  bool take_returned();
  bool take_variables();
  bool take_pair_of_variables();
  bool take_store();
  void take_functions();
  bool take_named_functions();
  bool take_letters();
  bool take_two_in_order();
  void take_one(std::size_t function);
  void take_results(std::size_t function, std::span<const Parser::Parameter> parameters);
  std::size_t best_function(NameMeaning meaning);
  std::size_t best_variable(NameMeaning meaning);
  bool is_helper(std::size_t function) const;
  bool is_answer(std::size_t local) const;
  std::size_t whole_function() const;

  Value call(std::size_t function, std::span<const Value> results = {});
  Value argument(const Function& function, std::span<const Parser::Parameter> parameters, std::size_t number);
  Quantity role_of(const Function& function, std::span<const Parser::Parameter> parameters, std::size_t number);
  bool reads_thread(const Function& function) const;
  static bool is_address(std::string_view name);
  bool is_called(const Function& function, std::string_view parameter) const;
  bool is_kernel(const Function& function, std::span<const Parser::Parameter> parameters) const;
  Value kernel_argument(const Function& function, const Parser::Parameter& parameter);
  Value thread(std::string_view name, Who who, TextRange range);

  void put(Quantity quantity, const Value& value);
  void put_two(const Value& record, TextRange range, NamedOrder said = {});
  NamedOrder order_of_members(const Record& record);
  void put_index(const Value& index);
  // Adds "`name` is taken as `meaning`" to Formula::reading.
  void say(std::string_view name, std::string_view meaning);
  void say_of(std::string_view name, std::string_view what);
  // Does so for the names of row and col, if these do not say it themselves.
  void say_two(std::string_view first_name, std::string_view second_name, NamedOrder said);
  NamedOrder order_of_two(std::string_view one, std::string_view two) const {
    return order_of(one, two, meaning_for(first()), meaning_for(second()));
  }
  static NameMeaning meaning_for(Quantity quantity);
  // True for a function with stores that is no part of the answer.
  bool stores_apart(std::size_t function) const;
  void refuse(TextRange range, std::string message) { cursor_.complain(range, std::move(message)); }
  Quantity first() const { return options_.inputs == Inputs::Element ? Quantity::Tid : Quantity::Row; }
  Quantity second() const { return options_.inputs == Inputs::Element ? Quantity::I : Quantity::Col; }

  Parser& parser_;
  Cursor& cursor_;
  Emitter& emitter_;
  const ReadOptions& options_;
  Formula& formula_;
  std::size_t judged_ = none;  // the function that is the whole answer
};

}  // namespace tcviz::inline gpu_formula
