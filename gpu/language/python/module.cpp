#include "gpu/language/python/module.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/language/python/names.hpp"
#include "gpu/language/python/parser.hpp"

namespace tcviz::inline gpu_python {
namespace {

constexpr std::int64_t steps_of_module = 1'000'000;
constexpr std::int64_t python_steps_of_one = 4;  // an interpreter's steps are larger

ForeignAnswer answer_of(const PythonMachine& machine) {
  const PythonStop& stop = machine.stop();
  return {stop.state, 0, {stop.message, machine.stop().range, stop.blame}};
}

std::string message_of(const PythonStop& stop) {
  return stop.blame.empty() ? stop.message : fmt::format("{}, {}", stop.message, stop.blame);
}

// Collects the statements that return, or that give a name its value.
class ReturnFinder {
 public:
  explicit ReturnFinder(const PythonTree& tree) : tree_(tree) {}

  void find(const std::vector<PythonAt>& body) {
    for (const PythonAt each : body) {
      const PythonStatement& statement = tree_.statements[each];
      if (statement.act == PythonAct::Return) returns.push_back(statement.value);
      find(statement.body);
      find(statement.otherwise);
    }
  }
  std::vector<PythonAt> returns;

 private:
  const PythonTree& tree_;
};

// Returns the number of values of an expression that is returned: those of a tuple that stands there.
std::size_t values_in(const PythonTree& tree, PythonAt at, int depth);

std::size_t values_of_function(const PythonTree& tree, PythonAt function, int depth) {
  ReturnFinder finder(tree);
  finder.find(tree.functions[function].body);
  for (const PythonAt each : finder.returns)
    if (each != no_python) return values_in(tree, each, depth + 1);
  return 1;
}

std::size_t values_in(const PythonTree& tree, PythonAt at, int depth) {
  constexpr int deepest = 20;
  const PythonExpression& node = tree.nodes[at];
  if (depth > deepest) return 1;
  if (node.kind == PythonNode::Tuple || node.kind == PythonNode::List) return node.parts.size();
  if (node.kind == PythonNode::Choice) return values_in(tree, node.parts[1], depth + 1);
  if (node.kind != PythonNode::Call) return 1;
  const PythonExpression& callee = tree.nodes[node.parts[0]];
  if (callee.scope == PythonScope::Library && callee.number == static_cast<std::uint32_t>(PythonCall::DivMod)) return 2;
  const bool own = callee.scope == PythonScope::Global && tree.globals[callee.number].function != no_python;
  return own ? values_of_function(tree, tree.globals[callee.number].function, depth + 1) : 1;
}

class OperatorCounter {
 public:
  explicit OperatorCounter(const PythonTree& tree) : tree_(tree) {}

  int of_function(PythonAt function) {
    if (depth_ == deepest || ++visits_ > most_visits) return 0;
    int count = 0;
    ++depth_;
    for (const PythonAt each : tree_.functions[function].body) count += of_statement(each);
    --depth_;
    return count;
  }

 private:
  static constexpr int most_visits = 1000, deepest = 6;  // calls of calls

  int of_statement(PythonAt at) {
    const PythonStatement& of = tree_.statements[at];
    int count = of.act == PythonAct::Augment ? 1 : 0;
    if (of.value != no_python) count += of_value(of.value);
    for (const PythonAt each : of.body) count += of_statement(each);
    for (const PythonAt each : of.otherwise) count += of_statement(each);
    return count;
  }
  int of_value(PythonAt at) {
    const PythonExpression& of = tree_.nodes[at];
    const bool one = of.kind == PythonNode::Binary || of.kind == PythonNode::And || of.kind == PythonNode::Or;
    int count = one ? 1 : static_cast<int>(of.signs.size());
    for (const PythonAt part : of.parts) count += of_value(part);
    const bool function = of.scope == PythonScope::Global && tree_.globals[of.number].function != no_python;
    return count + (function ? of_function(tree_.globals[of.number].function) : 0);
  }

  const PythonTree& tree_;
  int visits_ = 0, depth_ = 0;
};

// Returns the element of an array that belongs to a slot; a dimension of one is that of all.
ForeignAnswer element_of(const PythonObject& array, std::int64_t first, std::int64_t second, bool turned) {
  if (turned) std::swap(first, second);
  const std::size_t rank = array.shape.size();
  const auto size = [&](std::size_t behind) { return behind <= rank ? array.shape[rank - behind] : 1; };
  const auto inside = [](std::int64_t at, std::size_t of) {
    return of == 1 || (at >= 0 && static_cast<std::size_t>(at) < of);
  };
  if (rank > 2 || !inside(second, size(1)) || !inside(first, size(2)))
    return {RunState::Endless, 0, {"this array has no element for this slot", {}, {}}};
  const std::size_t row = size(2) == 1 ? 0 : static_cast<std::size_t>(first),
                    col = size(1) == 1 ? 0 : static_cast<std::size_t>(second);
  return {RunState::Done, array.cells[row * size(1) + col], {}};
}

// True if the name that is asked for has the function in this state.
bool has_function(const PythonState& state, const PythonEntry& entry) {
  const PythonValue& value = state.globals[entry.global];
  return value.type == PythonType::Function && static_cast<PythonAt>(value.number) == entry.function;
}

// Returns the whole number of a result.
ForeignAnswer number_of(const PythonValue& value, TextRange range) {
  if (value.is_whole()) return {RunState::Done, value.number, {}};
  if (value.type == PythonType::Array && value.object->shape.empty())
    return {RunState::Done, value.object->cells.front(), {}};
  if (value.type == PythonType::None) return {RunState::Undefined, 0, {"nothing is returned here", range, no_result}};
  return {RunState::Endless, 0, {"a place is a whole number, and this gives none", range, {}}};
}

}  // namespace

std::shared_ptr<PythonModule> PythonModule::read(std::string_view text, std::vector<Diagnostic>& diagnostics) {
  auto module = std::make_shared<PythonModule>();
  module->tree_.text = text;
  PythonParser(module->tree_, diagnostics).module();
  if (diagnostics.empty()) resolve_python_names(module->tree_, diagnostics);
  if (!diagnostics.empty() || !module->run_once(diagnostics)) return nullptr;
  return module;
}

// Executes the statements outside of functions: once for all if no slot matters to them, and else to find names
// without a value.
bool PythonModule::run_once(std::vector<Diagnostic>& diagnostics) {
  const std::vector<std::optional<std::int64_t>> inputs(tree_.inputs.size(), 0);
  PythonMachine machine(tree_, inputs, steps_of_module);
  state_ = machine.run_module();
  if (!machine.stopped()) settle_functions();
  const bool matters = tree_.module_inputs.empty() || machine.stop().of_name;
  if (machine.stopped() && matters) diagnostics.push_back({message_of(machine.stop()), machine.stop().range, {}});
  return diagnostics.empty();
}

// Notes which function each name has in the end: row = other_row gives it that one.
void PythonModule::settle_functions() {
  for (std::size_t global = 0; global < tree_.globals.size(); ++global) {
    const PythonValue& value = state_.globals[global];
    tree_.globals[global].function =
        value.type == PythonType::Function ? static_cast<PythonAt>(value.number) : no_python;
  }
}

const PythonValue* PythonModule::fixed_value(std::uint32_t global) const {
  return tree_.module_inputs.empty() ? &state_.globals[global] : nullptr;
}

std::size_t PythonModule::add(PythonEntry entry) {
  entries_.push_back(std::move(entry));
  return entries_.size() - 1;
}

std::optional<std::size_t> PythonModule::results_of(PythonAt function) const {
  ReturnFinder finder(tree_);
  finder.find(tree_.functions[function].body);
  std::optional<std::size_t> found;
  for (const PythonAt each : finder.returns) {
    if (each == no_python) continue;
    const std::size_t values = values_in(tree_, each, 0);
    if (found && *found != values) return std::nullopt;
    found = values;
  }
  return found.value_or(1);
}

std::vector<std::string_view> PythonModule::returned_names(PythonAt function) const {
  ReturnFinder finder(tree_);
  finder.find(tree_.functions[function].body);
  std::vector<std::string_view> names;
  for (const PythonAt each : finder.returns) {
    if (each == no_python || tree_.nodes[each].kind != PythonNode::Tuple) continue;
    for (const PythonAt part : tree_.nodes[each].parts)
      names.push_back(tree_.nodes[part].kind == PythonNode::Name ? tree_.nodes[part].text : std::string_view());
    break;
  }
  return names;
}

int PythonModule::operators_of(PythonAt function) const { return OperatorCounter(tree_).of_function(function); }

ForeignAnswer PythonModule::call(std::size_t number, std::span<const std::int64_t> arguments,
                                 std::int64_t& budget) const {
  const PythonEntry& entry = entries_[number];
  const std::size_t given = arguments.size() - entry.inputs.size();
  std::vector<std::optional<std::int64_t>> inputs(tree_.inputs.size());
  for (std::size_t at = 0; at < entry.inputs.size(); ++at) inputs[entry.inputs[at]] = arguments[given + at];
  PythonMachine machine(tree_, inputs, budget * python_steps_of_one);
  PythonState own;
  const bool fixed = tree_.module_inputs.empty();
  if (!fixed) own = machine.run_module();
  const PythonState& state = fixed ? state_ : own;
  if (entry.function != no_python && !machine.stopped() && !has_function(state, entry))
    return {RunState::Endless, 0, {"this name has another function for another slot", {}, {}}};
  PythonValue value;
  if (entry.function != no_python && !machine.stopped()) {
    PythonArguments named;
    for (std::size_t at = 0; at < entry.parameters.size(); ++at)
      named.named.push_back({entry.parameters[at], python_whole(arguments[at])});
    value = machine.call(entry.function, std::move(named), state);
  } else if (!machine.stopped()) {
    value = state.globals[entry.global];
  }
  budget = machine.steps_left() / python_steps_of_one;
  if (machine.stopped()) return answer_of(machine);
  const TextRange range =
      entry.function != no_python ? tree_.functions[entry.function].range : tree_.globals[entry.global].range;
  if (entry.is_array && value.type == PythonType::Array)
    return element_of(*value.object, arguments[0], arguments[1], entry.turned);
  if (entry.parts == 1) return number_of(value, range);
  if (!value.is_listed() || value.object->items.size() != entry.parts)
    return value.type == PythonType::None
               ? number_of(value, range)
               : ForeignAnswer{RunState::Endless, 0, {"this returns another number of values", range, {}}};
  return number_of(value.object->items[entry.part], range);
}

}  // namespace tcviz::inline gpu_python
