// Executes a Python text by Python's rules: statement by statement, with its names, lists and loops as they are when
// they are used. Every step is paid from a budget.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gpu/language/python/array.hpp"
#include "gpu/language/python/library.hpp"
#include "gpu/language/python/tree.hpp"
#include "gpu/language/python/value.hpp"

namespace tcviz::inline gpu_python {

// The names that the statements outside of functions leave behind.
struct PythonState {
  std::vector<PythonValue> globals{};
  std::vector<std::vector<PythonValue>> usual{};  // by function and parameter: its default value
};

// The numbers of a slot, by the number of the tree's input; none: a function does not have it.
using PythonInputs = std::span<const std::optional<std::int64_t>>;

// The arguments of a call.
struct PythonArguments {
  std::vector<PythonValue> in_order{};
  struct Named {
    std::string_view name{};
    PythonValue value{};
  };
  std::vector<Named> named{};
};

// The most items of a list.
inline constexpr std::size_t most_python_items = 1 << 17;

class PythonMachine {
 public:
  PythonMachine(const PythonTree& tree, PythonInputs inputs, std::int64_t steps)
      : tree_(tree), inputs_(inputs), steps_left_(steps) {}

  // Executes the statements outside of functions.
  PythonState run_module();
  // Calls a function; `state` is what run_module() left, maybe of another machine.
  PythonValue call(PythonAt function, PythonArguments arguments, const PythonState& state);

  bool stopped() const { return stop_.state != RunState::Done; }
  const PythonStop& stop() const { return stop_; }
  std::int64_t steps_left() const { return steps_left_; }

  // Stops, and returns no value.
  PythonValue fail(PythonStop stop);
  // Returns the items of a list, a tuple or a range; of the first dimension of an array.
  std::vector<PythonValue> items_of(const PythonValue& value);
  // True if the value is true in a condition.
  bool truth(const PythonValue& value);
  // Returns a whole number, or stops.
  std::int64_t whole(const PythonValue& value);
  // Makes a list or a tuple.
  PythonValue listed(PythonType type, std::vector<PythonValue> items);
  // True if the value may be put into the list; stops if not.
  bool may_take(const PythonValue& list, const PythonValue& value);
  // Computes a sign b of any values.
  PythonValue binary(PythonSign sign, const PythonValue& a, const PythonValue& b);
  // Pays for `steps` steps. False: they are spent.
  bool pay(std::size_t steps);

 private:
  enum class Flow : std::uint8_t { Next, Break, Continue, Return };

  Flow statements(std::span<const PythonAt> body);
  Flow statement(const PythonStatement& statement);
  Flow for_loop(const PythonStatement& statement);
  Flow while_loop(const PythonStatement& statement);
  void assign(PythonAt target, const PythonValue& value);
  void assign_item(const PythonValue& list, const PythonSubscript& at, const PythonValue& value);
  void augment(const PythonStatement& statement);
  void define(const PythonStatement& statement);

  PythonValue value(PythonAt at);
  PythonValue value_of(const PythonExpression& node);
  PythonValue name(const PythonExpression& node);
  PythonValue unary(const PythonExpression& node);
  PythonValue divide(const PythonExpression& node);
  PythonValue logic(const PythonExpression& node);
  PythonValue compare(const PythonExpression& node);
  PythonValue compare_two(PythonSign sign, const PythonValue& a, const PythonValue& b);
  bool equal(const PythonValue& a, const PythonValue& b);
  PythonValue call(const PythonExpression& node);
  PythonValue enter(PythonAt function, PythonArguments arguments);
  bool bind(const PythonFunction& function, PythonAt number, PythonArguments& arguments,
            std::vector<PythonValue>& locals);
  PythonValue index(const PythonExpression& node);
  PythonSubscript subscript(PythonAt at);
  PythonValue item(const PythonValue& list, const PythonSubscript& at);
  std::optional<std::size_t> place(const PythonValue& list, std::int64_t at);
  PythonValue generator(const PythonExpression& node);
  void clauses(const PythonExpression& node, std::size_t clause, std::vector<PythonValue>& into);

  const PythonTree& tree_;
  PythonInputs inputs_;
  const PythonState* state_ = nullptr;  // what functions read
  PythonState* own_ = nullptr;          // what the module writes, while it is executed
  std::vector<PythonValue> locals_;
  PythonValue returned_;
  PythonStop stop_;
  TextRange at_;
  std::int64_t steps_left_ = 0;
  std::vector<PythonAt> calls_;  // the functions that are being executed
  int depth_ = 0;
};

// Calls a function of the library, or a method of a value: values.append(x).
PythonValue call_python_library(PythonMachine& machine, PythonCall call, const PythonArguments& arguments);
PythonValue call_python_method(PythonMachine& machine, PythonValue& of, std::string_view name,
                               const PythonArguments& arguments);
// Returns array.T, array.shape.
PythonValue python_member(PythonMachine& machine, const PythonValue& of, std::string_view name);

}  // namespace tcviz::inline gpu_python
