// Brings Python to C: for each function of the text a function of C with the same name and parameters, which calls
// Python's. What these compute is Python's (gpu/language/python); what the names mean is found as for C.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/language/formula/meaning_of_name.hpp"
#include "gpu/language/formula/notations.hpp"
#include "gpu/language/python/module.hpp"

namespace tcviz::inline gpu_formula {
namespace {

class PythonStubs {
 public:
  PythonStubs(const NotationText& text, AsC& to) : text_(text), to_(to) {}

  void write() {
    module_ = PythonModule::read(text_.text, *text_.diagnostics);
    if (module_ == nullptr) return;
    const auto is_function = [](const PythonGlobal& each) { return each.function != no_python; };
    if (of_slot() && std::ranges::none_of(tree().globals, is_function)) refuse_loops_over_slots(tree().body);
    if (!text_.diagnostics->empty()) return;
    if (variables_answer())
      write_variables();
    else
      write_functions();
    const auto size = static_cast<std::uint32_t>(text_.text.size());
    if (text_.diagnostics->empty() && to_.tokens.empty())
      text_.complain({0, size},
                     fmt::format("nothing here gives a place for each {}: give {}", slot_words(), example()));
    to_.end({size, size});
    to_.foreign = module_;
  }

 private:
  const PythonTree& tree() const { return module_->tree(); }
  bool of_slot() const { return text_.inputs == Inputs::Slot || text_.inputs == Inputs::All; }
  std::string_view example() const {
    return text_.inputs == Inputs::Tile ? "def offset(row, col): ..."
           : text_.inputs == Inputs::Element
               ? "def tid(row, col): ... and def i(row, col): ..."
               : "def row(tid, i): ... and def col(tid, i): ..., or row = ... and col = ...";
  }
  std::string_view slot_words() const { return of_slot() ? "tid and i" : "row and col"; }
  void refuse_loops_over_slots(const std::vector<PythonAt>& body) const;
  void refuse_target_of_slot(PythonAt target) const;
  // Returns the names of the two results: row and col, or tid and i.
  std::array<std::string_view, 2> results() const {
    return of_slot() ? std::array<std::string_view, 2>{"row", "col"} : std::array<std::string_view, 2>{"tid", "i"};
  }
  NamedOrder order_of_results(PythonAt function) const;

  // True if another function that has a name uses it.
  bool is_helper(std::uint32_t global) const {
    const PythonAt own = tree().globals[global].function;
    return std::ranges::any_of(tree().globals, [&](const PythonGlobal& each) {
      if (each.function == no_python || each.function == own) return false;
      const std::vector<std::uint32_t>& uses = tree().functions[each.function].uses;
      return std::ranges::find(uses, global) != uses.end();
    });
  }
  // True if the function has another name that says more, or came first: f of row = f.
  bool is_other_name(std::uint32_t global) const {
    const PythonGlobal* const own = &tree().globals[global];
    return !is_result(own->name) && std::ranges::any_of(tree().globals, [&](const PythonGlobal& each) {
      return each.function == own->function && (is_result(each.name) || &each < own);
    });
  }
  bool is_result(std::string_view name) const {
    const NameMeaning meaning = meaning_of(name).meaning;
    if (text_.inputs == Inputs::Tile) return name.find("offset") != std::string_view::npos;
    return of_slot() ? meaning == NameMeaning::Row || meaning == NameMeaning::Col || meaning == NameMeaning::Linear
                     : meaning == NameMeaning::Tid || meaning == NameMeaning::I;
  }

  void write_functions() {
    std::array<bool, 2> single{};  // some function gives one of two results alone
    for (const bool pairs : {false, true})
      for (std::uint32_t global = 0; global < tree().globals.size(); ++global) {
        const auto& [name, range, number] = tree().globals[global];
        if (number == no_python || !text_.diagnostics->empty() || is_other_name(global)) continue;
        const std::optional<std::size_t> values = module_->results_of(number);
        if (!values && !is_helper(global))
          return text_.complain(range, "one return has two values, another one: give all the same number");
        if (!values || (*values == 2) != pairs || *values > 2) continue;
        if (!pairs && is_result(name))
          single[meaning_of(name).meaning == NameMeaning::Col || name == "i" ? 1 : 0] = true;
        const bool wanted =
            pairs ? !is_helper(global) && !(single[0] && single[1]) : !is_helper(global) || is_result(name);
        if (wanted) write_function(global, pairs);
      }
  }

  void write_function(std::uint32_t global, bool pair) {
    const auto& [name, range, number] = tree().globals[global];
    to_.operators += module_->operators_of(number);
    if (!pair) return write_stub(global, name, 0, 1);
    const NamedOrder order = order_of_results(number);
    const bool turned = order.is_turned;
    for (std::size_t result = 0; result < 2; ++result)
      write_stub(global, results()[result], turned ? 1 - result : result, 2);
    if (turned || order.weight == 0)
      remark(fmt::format("`{}` gives {} before {}{}", name.substr(0, 40), results()[turned ? 1 : 0],
                         results()[turned ? 0 : 1], order.weight == 0 ? ", by their places" : ""));
  }
  void remark(const std::string& what) { to_.reading += (to_.reading.empty() ? "" : ", ") + what; }

  // Writes int64_t name(int tid, int i) { return foreign:(number, tid, i, lane); }
  void write_stub(std::uint32_t global, std::string_view name, std::size_t part, std::size_t parts) {
    const PythonAt number = tree().globals[global].function;
    const PythonFunction& function = tree().functions[number];
    PythonEntry entry{.function = number, .global = global, .part = part, .parts = parts};
    entry.inputs = function.inputs;
    add_inputs(entry.inputs, tree().module_inputs);
    to_.name("int64_t", function.range);
    to_.name(name, function.range);
    to_.sign("(", function.range);
    for (const PythonParameter& each : function.parameters) {
      if (each.usual != no_python && find_role(each.name, text_.inputs) == nullptr) continue;
      if (!entry.parameters.empty()) to_.sign(",", each.range);
      to_.name("int", each.range);
      to_.name(each.name, each.range);
      entry.parameters.push_back(each.name);
      check_parameter(entry, each);
    }
    for (const std::string_view sign : {")", "{"}) to_.sign(sign, function.range);
    to_.name("return", function.range);
    const std::vector<std::string_view> names = entry.parameters;
    begin_call(std::move(entry), function.range);
    for (const std::string_view each : names) argument(each, function.range);
    end_call(function.range);
    to_.sign("}", function.range);
  }

  static void add_inputs(std::vector<std::uint32_t>& to, const std::vector<std::uint32_t>& more) {
    for (const std::uint32_t each : more)
      if (std::ranges::find(to, each) == to.end()) to.push_back(each);
  }

  // Complains of a name that is a parameter here, and a number of the slot in another function.
  void check_parameter(const PythonEntry& entry, const PythonParameter& parameter) {
    for (const std::uint32_t input : entry.inputs)
      if (tree().inputs[input].name == parameter.name)
        text_.complain(
            tree().inputs[input].range,
            fmt::format("`{}` has no value here: it is a parameter of another function", parameter.name.substr(0, 40)));
  }

  void begin_call(PythonEntry entry, TextRange range) {
    inputs_ = entry.inputs;
    const std::size_t number = module_->add(std::move(entry));
    to_.name(foreign_call, range);
    to_.sign("(", range);
    to_.number(static_cast<std::uint32_t>(number), range);
  }
  void argument(std::string_view name, TextRange range) {
    to_.sign(",", range);
    to_.name(name, range);
  }
  void end_call(TextRange range) {
    for (const std::uint32_t each : inputs_) {
      const PythonInput& input = tree().inputs[each];
      argument(input.name, input.range);
      if (!input.is_call) continue;
      for (const std::string_view sign : {"(", ")"}) to_.sign(sign, input.range);
    }
    for (const std::string_view sign : {")", ";"}) to_.sign(sign, range);
  }

  // True if the variables of the module are the answer: they are called row and col, or r and c, and no function is.
  bool variables_answer() const {
    const bool by_words = std::ranges::any_of(tree().globals, [&](const auto& each) { return is_named(each); });
    return (by_words || !lettered().empty()) && std::ranges::none_of(tree().globals, [&](const PythonGlobal& each) {
             return each.function != no_python && (!by_words || is_result(each.name));
           });
  }
  // True for a variable row, if it is no input.
  bool is_named(const PythonGlobal& global) const {
    const bool input = of_slot() && find_name(global.name, text_.inputs) != nullptr;
    return depends_on_slot(global) && !input && is_result(global.name);
  }
  // Returns the variables that say row and col by letters, as r beside c; all those with letters, if it is open which.
  std::vector<std::uint32_t> lettered() const {
    std::vector<LetterName> names;
    std::vector<std::uint32_t> globals;
    for (std::uint32_t at = 0; of_slot() && at < tree().globals.size(); ++at) {
      const PythonGlobal& global = tree().globals[at];
      if (meaning_of(global.name).letter == '\0' || is_result(global.name) || !depends_on_slot(global)) continue;
      names.push_back({global.name});
      globals.push_back(at);
    }
    const LetterPair pair = pair_by_letters(names);
    if (pair.is_open()) return globals;
    return pair.is_found() ? std::vector{globals[pair.row], globals[pair.col]} : std::vector<std::uint32_t>{};
  }
  bool depends_on_slot(const PythonGlobal& global) const {
    if (global.function != no_python) return false;
    const PythonValue* const fixed = module_->fixed_value(static_cast<std::uint32_t>(&global - tree().globals.data()));
    return fixed == nullptr || (fixed->type == PythonType::Array && fixed->object->shape.size() <= 2);
  }

  void write_variables() {
    std::vector<bool> wanted(tree().globals.size());
    for (const std::uint32_t global : lettered()) wanted[global] = true;
    for (std::uint32_t global = 0; global < wanted.size(); ++global)
      if (wanted[global] || is_named(tree().globals[global])) write_variable(global);
  }

  // Writes int64_t name = foreign:(number, lane);
  void write_variable(std::uint32_t number) {
    const PythonGlobal& global = tree().globals[number];
    const PythonValue* const fixed = module_->fixed_value(number);
    const bool array = fixed != nullptr;
    const std::array<std::string_view, 2> at =
        of_slot() ? std::array<std::string_view, 2>{"tid", "i"} : std::array<std::string_view, 2>{"row", "col"};
    PythonEntry entry{.global = number, .inputs = tree().module_inputs};
    entry.is_array = array;
    entry.turned = array && is_turned_array(*fixed);
    if (array) note_shape(*fixed, global.name, entry.turned, at);
    to_.name("int64_t", global.range);
    to_.name(global.name, global.range);
    to_.sign("=", global.range);
    begin_call(std::move(entry), global.range);
    for (const std::string_view each : at)
      if (array) argument(each, global.range);
    end_call(global.range);
  }

  // True if the threads are numbered along the second dimension: tid is np.arange(32), and i is np.arange(4)[:, None].
  bool is_turned_array(const PythonValue& value) const {
    if (value.object->shape.size() != 2) return false;
    const auto is_along = [&](Variable variable, bool second) {
      return std::ranges::any_of(tree().globals, [&](const PythonGlobal& each) {
        const Variable* const role = find_role(each.name, text_.inputs);
        const PythonValue* const own = module_->fixed_value(static_cast<std::uint32_t>(&each - tree().globals.data()));
        if (role == nullptr || *role != variable || own == nullptr || own->type != PythonType::Array) return false;
        const std::vector<std::size_t>& shape = own->object->shape;
        return second ? shape.size() == 1 || (shape.size() == 2 && shape[0] == 1 && shape[1] > 1)
                      : shape.size() == 2 && shape[1] == 1 && shape[0] > 1;
      });
    };
    const Variable first = of_slot() ? Variable::Tid : Variable::Row, other = of_slot() ? Variable::I : Variable::Col;
    return is_along(first, true) && is_along(other, false);
  }

  void note_shape(const PythonValue& value, std::string_view name, bool turned,
                  const std::array<std::string_view, 2>& at) {
    const std::vector<std::size_t>& shape = value.object->shape;
    std::array<int, 2> sizes = {1, 1};
    for (std::size_t behind = 1; behind <= shape.size(); ++behind)
      sizes[2 - behind] = static_cast<int>(shape[shape.size() - behind]);
    if (turned) std::swap(sizes[0], sizes[1]);
    if (sizes[0] > 1) to_.threads = sizes[0];
    if (sizes[1] > 1) to_.values = sizes[1];
    remark(fmt::format("`{}[{}, {}]` is read", name.substr(0, 40), at[turned ? 1 : 0], at[turned ? 0 : 1]));
  }

  const NotationText& text_;
  AsC& to_;
  std::shared_ptr<PythonModule> module_;
  std::vector<std::uint32_t> inputs_;  // of the call that is written
};

// Refuses `for tid in range(32):` outside of functions: a number of the slot would be that of the last round.
void PythonStubs::refuse_loops_over_slots(const std::vector<PythonAt>& body) const {
  for (const PythonAt at : body) {
    const PythonStatement& statement = tree().statements[at];
    if (statement.act == PythonAct::For) refuse_target_of_slot(statement.targets.front());
    refuse_loops_over_slots(statement.body);
  }
}

void PythonStubs::refuse_target_of_slot(PythonAt target) const {
  const PythonExpression& of = tree().nodes[target];
  for (const PythonAt part : of.parts) refuse_target_of_slot(part);
  const NameRow* const row = of.kind == PythonNode::Name ? find_name(of.text, text_.inputs) : nullptr;
  if (row == nullptr || (row->variable != Variable::Tid && row->variable != Variable::I)) return;
  text_.complain(of.range,
                 fmt::format("`{0}` is given here, and this loop counts it: give the lines inside of the loop "
                             "alone, or call its variable otherwise",
                             of.text));
}

// Returns what the names of the values that are returned say, and else the function's own: def col_row(...).
NamedOrder PythonStubs::order_of_results(PythonAt function) const {
  const NameMeaning first = of_slot() ? NameMeaning::Row : NameMeaning::Tid,
                    second = of_slot() ? NameMeaning::Col : NameMeaning::I;
  const std::vector<std::string_view> names = module_->returned_names(function);
  const NamedOrder own = of_slot() ? order_of(tree().functions[function].name) : NamedOrder{};
  return names.size() == 2 ? stronger(order_of_returned(names[0], names[1], first, second), own) : own;
}

}  // namespace

void python_as_c(const NotationText& text, AsC& to) { PythonStubs(text, to).write(); }

}  // namespace tcviz::inline gpu_formula
