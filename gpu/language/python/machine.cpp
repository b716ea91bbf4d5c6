#include "gpu/language/python/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gpu/language/python/number.hpp"

namespace tcviz::inline gpu_python {
namespace {

constexpr int deepest_python = 500;
constexpr std::uint32_t deepest_list = 20;

// Returns from, from + step, ...: `count` numbers, and computes none behind them, which may be beyond 64 bits.
std::vector<PythonValue> numbered(std::int64_t from, std::int64_t step, std::uint64_t count) {
  std::vector<PythonValue> items;
  for (std::uint64_t at = 0; at < count; ++at)
    items.push_back(python_whole(
        static_cast<std::int64_t>(static_cast<std::uint64_t>(from) + at * static_cast<std::uint64_t>(step))));
  return items;
}

// Marks the lists that an iterator reads, while a loop does so.
class BusyLists {
 public:
  explicit BusyLists(const PythonValue& source) : lists_(source.object ? source.object->sources : Lists{}) {
    std::erase_if(lists_, [](const PythonValue& each) { return each.object->is_busy; });
    for (const PythonValue& each : lists_) each.object->is_busy = true;
  }
  ~BusyLists() {
    for (const PythonValue& each : lists_) each.object->is_busy = false;
  }
  BusyLists(const BusyLists&) = delete;
  BusyLists& operator=(const BusyLists&) = delete;

 private:
  using Lists = std::vector<PythonValue>;
  Lists lists_;
};

void freeze(const PythonValue& value) {
  if (!value.is_listed() || value.object->frozen) return;
  value.object->frozen = true;
  for (const PythonValue& each : value.object->items) freeze(each);
}

// True unless the value is an iterator, which its first reader spends.
bool may_keep(PythonMachine& machine, const PythonValue& value) {
  if (value.type == PythonType::Iterator)
    machine.fail(python_unknown("keep a list of this: list(...), or [...] for a generator"));
  return !machine.stopped();
}

// Names what has used up the steps: a function that waits for a call of itself, or else a loop. `calls`: the functions
// that are being executed.
std::string what_never_ends(const PythonTree& tree, const std::vector<PythonAt>& calls) {
  for (auto call = calls.begin(); call != calls.end(); ++call)
    if (std::find(call + 1, calls.end(), *call) != calls.end())
      return fmt::format("`{}` calls itself too often, and may never end", tree.functions[*call].name.substr(0, 40));
  return "this loop takes too long, and may never end";
}

}  // namespace

PythonState PythonMachine::run_module() {
  PythonState state;
  state.globals.resize(tree_.globals.size());
  state.usual.resize(tree_.functions.size());
  locals_.assign(tree_.module_locals, {});
  state_ = own_ = &state;
  statements(tree_.body);
  own_ = nullptr;
  state_ = nullptr;
  for (const PythonValue& each : state.globals) freeze(each);
  for (const auto& each : state.usual)
    for (const PythonValue& value : each) freeze(value);
  return state;
}

PythonValue PythonMachine::call(PythonAt function, PythonArguments arguments, const PythonState& state) {
  state_ = &state;
  at_ = tree_.functions[function].range;
  return enter(function, std::move(arguments));
}

PythonValue PythonMachine::fail(PythonStop stop) {
  if (stopped()) return {};
  stop_ = std::move(stop);
  stop_.range = at_;
  return {};
}

bool PythonMachine::pay(std::size_t steps) {
  steps_left_ -= static_cast<std::int64_t>(steps);
  if (steps_left_ < 0) fail(python_unknown(what_never_ends(tree_, calls_)));
  return !stopped();
}

PythonMachine::Flow PythonMachine::statements(std::span<const PythonAt> body) {
  for (const PythonAt each : body) {
    const Flow flow = statement(tree_.statements[each]);
    if (stopped()) return Flow::Return;
    if (flow != Flow::Next) return flow;
  }
  return Flow::Next;
}

PythonMachine::Flow PythonMachine::statement(const PythonStatement& of) {
  at_ = of.range;
  if (!pay(1)) return Flow::Return;
  switch (of.act) {
    case PythonAct::Value:
      value(of.value);
      return Flow::Next;
    case PythonAct::Assign: {
      const PythonValue given = value(of.value);
      for (const PythonAt target : of.targets) assign(target, given);
      return Flow::Next;
    }
    case PythonAct::Augment:
      augment(of);
      return Flow::Next;
    case PythonAct::If: {
      const bool holds = truth(value(of.value));
      return stopped() ? Flow::Return : statements(holds ? of.body : of.otherwise);
    }
    case PythonAct::While:
      return while_loop(of);
    case PythonAct::For:
      return for_loop(of);
    case PythonAct::Return:
      returned_ = of.value == no_python ? python_none() : value(of.value);
      return Flow::Return;
    case PythonAct::Break:
      return Flow::Break;
    case PythonAct::Continue:
      return Flow::Continue;
    case PythonAct::Assert:
      if (!truth(value(of.value)) && !stopped()) fail(python_raises("this does not hold", assertion_error));
      return Flow::Next;
    case PythonAct::Define:
      define(of);
      return Flow::Next;
  }
  return Flow::Next;
}

PythonMachine::Flow PythonMachine::while_loop(const PythonStatement& of) {
  while (!stopped() && truth(value(of.value))) {
    const Flow flow = statements(of.body);
    if (flow == Flow::Return) return flow;
    if (flow == Flow::Break) return Flow::Next;
  }
  return stopped() ? Flow::Return : statements(of.otherwise);
}

PythonMachine::Flow PythonMachine::for_loop(const PythonStatement& of) {
  const PythonValue source = value(of.value);
  if (stopped()) return Flow::Return;
  const BusyLists busy(source);
  const bool is_list = source.type == PythonType::List;  // a loop sees how its list changes
  const std::vector<PythonValue> fixed = is_list ? std::vector<PythonValue>() : items_of(source);
  const std::vector<PythonValue>& items = is_list ? source.object->items : fixed;
  for (std::size_t at = 0; at < items.size() && !stopped(); ++at) {
    const PythonValue each = items[at];
    assign(of.targets.front(), each);
    const Flow flow = stopped() ? Flow::Return : statements(of.body);
    if (flow == Flow::Return) return flow;
    if (flow == Flow::Break) return Flow::Next;
  }
  return stopped() ? Flow::Return : statements(of.otherwise);
}

void PythonMachine::assign(PythonAt target, const PythonValue& value) {
  if (stopped()) return;
  const PythonExpression& to = tree_.nodes[target];
  if (to.kind == PythonNode::Name && !may_keep(*this, value)) return;
  if (to.kind == PythonNode::Index) {
    const PythonValue list = this->value(to.parts[0]);
    return assign_item(list, subscript(to.parts[1]), value);
  }
  if (to.kind == PythonNode::Name) {
    if (to.scope == PythonScope::Local) locals_[to.number] = value;
    if (to.scope == PythonScope::Global && own_ != nullptr) own_->globals[to.number] = value;
    return;
  }
  const std::vector<PythonValue> items = items_of(value);
  if (stopped()) return;
  if (items.size() != to.parts.size()) {
    fail(python_raises(fmt::format("{} values for {} names", items.size(), to.parts.size()), value_error));
    return;
  }
  for (std::size_t part = 0; part < items.size(); ++part) assign(to.parts[part], items[part]);
}

PythonValue PythonMachine::listed(PythonType type, std::vector<PythonValue> items) {
  constexpr std::size_t steps_of_item = 4;  // they take memory
  if (items.size() > most_python_items) return fail(python_unknown("this list is too long to be followed here"));
  if (!pay(items.size() * steps_of_item) ||
      !std::ranges::all_of(items, [&](const auto& each) { return may_keep(*this, each); }))
    return {};
  PythonValue made = python_items(type, std::move(items));
  return made.object->depth <= deepest_list ? made : fail(python_unknown("lists are nested too deeply here"));
}

bool PythonMachine::may_take(const PythonValue& list, const PythonValue& value) {
  if (!may_keep(*this, value)) return false;
  if (list.type != PythonType::List)
    fail(python_unknown("of what may change, the elements of a list are followed here"));
  else if (list.object->items.size() > most_python_items)
    fail(python_unknown("this list is too long to be followed here"));
  else if (list.object->is_busy)
    fail(python_unknown("a list that changes while a loop reads it by zip() or enumerate() is not followed here"));
  else if (list.object->frozen)
    fail(python_unknown("a list of the module that a function changes is not followed here"));
  else if (value.is_listed() &&
           (list.object->is_held || list.object == value.object || value.object->depth >= deepest_list))
    fail(python_unknown("a list that is put into a list inside of another is not followed here"));
  return !stopped();
}

void PythonMachine::assign_item(const PythonValue& list, const PythonSubscript& at, const PythonValue& given) {
  if (!may_take(list, given)) return;
  if (at.kind != PythonSubscript::Kind::At)
    return void(fail(python_unknown("a part of a list that changes is not followed here: change its elements")));
  const std::optional<std::size_t> where = place(list, at.at);
  if (!where) return;
  list.object->items[*where] = given;
  hold(*list.object, given);
}

void PythonMachine::augment(const PythonStatement& of) {
  const PythonExpression& target = tree_.nodes[of.targets.front()];
  const bool in_list = target.kind == PythonNode::Index;
  const PythonValue list = in_list ? value(target.parts[0]) : PythonValue{};
  const PythonSubscript at = in_list ? subscript(target.parts[1]) : PythonSubscript{};
  if (stopped()) return;
  const PythonValue before = in_list ? item(list, at) : value(of.targets.front());
  if (before.type == PythonType::List || before.type == PythonType::Array || list.type == PythonType::Array)
    return void(fail(python_unknown("a list or an array that is changed in its place is not followed here")));
  const PythonValue after = binary(of.sign, before, value(of.value));
  if (in_list) return assign_item(list, at, after);
  assign(of.targets.front(), after);
}

void PythonMachine::define(const PythonStatement& of) {
  const PythonFunction& function = tree_.functions[of.function];
  std::vector<PythonValue> usual(function.parameters.size());
  for (std::size_t at = 0; at < usual.size(); ++at)
    if (function.parameters[at].usual != no_python) usual[at] = value(function.parameters[at].usual);
  own_->usual[of.function] = std::move(usual);
  const auto global = std::ranges::find(tree_.globals, function.name, &PythonGlobal::name);
  own_->globals[static_cast<std::size_t>(global - tree_.globals.begin())] = {PythonType::Function, of.function,
                                                                             nullptr};
}

bool PythonMachine::truth(const PythonValue& value) {
  switch (value.type) {
    case PythonType::Whole:
      return value.number != 0;
    case PythonType::Fraction:
      return value.fraction() != 0;
    case PythonType::Tuple:
    case PythonType::List:
      return !value.object->items.empty();
    case PythonType::Array:
      if (value.object->cells.size() == 1) return value.object->cells.front() != 0;
      fail(python_raises("the truth of an array of several values is ambiguous: use np.where", value_error));
      return false;
    case PythonType::Range:
      return !items_of(value).empty();
    case PythonType::None:
    case PythonType::Unset:
      return false;
    default:
      return true;
  }
}

std::int64_t PythonMachine::whole(const PythonValue& value) {
  if (value.is_whole()) return value.number;
  if (value.type == PythonType::Array && value.object->shape.empty()) return value.object->cells.front();
  fail(python_unknown("expected a whole number"));
  return 0;
}

std::vector<PythonValue> PythonMachine::items_of(const PythonValue& value) {
  if (value.is_listed() || value.type == PythonType::Iterator)
    return pay(value.object->items.size()) ? value.object->items : std::vector<PythonValue>{};
  if (value.type == PythonType::Range) {
    const std::int64_t from = value.object->items[0].number, to = value.object->items[1].number,
                       step = value.object->items[2].number;
    const std::uint64_t distance = step > 0 ? static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from)
                                            : static_cast<std::uint64_t>(from) - static_cast<std::uint64_t>(to);
    const bool empty = step > 0 ? from >= to : from <= to;
    const std::uint64_t by = step > 0 ? static_cast<std::uint64_t>(step) : 0 - static_cast<std::uint64_t>(step);
    const std::uint64_t count = empty ? 0 : (distance - 1) / by + 1;
    if (count > most_python_items)
      return fail(python_unknown("this range is too long to be followed here")), std::vector<PythonValue>{};
    return pay(static_cast<std::size_t>(count)) ? numbered(from, step, count) : std::vector<PythonValue>{};
  }
  if (value.type == PythonType::Array && !value.object->shape.empty()) {
    std::vector<PythonValue> items;
    for (std::size_t at = 0; at < value.object->shape.front() && pay(1); ++at) {
      const PythonSubscript one{.at = static_cast<std::int64_t>(at)};
      PythonStop stop;
      items.push_back(index_array(value, {&one, 1}, stop));
    }
    return items;
  }
  fail(python_unknown("expected a list, a tuple or a range"));
  return {};
}

PythonValue PythonMachine::enter(PythonAt number, PythonArguments arguments) {
  const PythonFunction& function = tree_.functions[number];
  std::vector<PythonValue> locals(function.locals.size());
  if (!bind(function, number, arguments, locals)) return {};
  if (++depth_ > deepest_python) {
    --depth_;
    return fail(python_unknown(fmt::format("`{}` calls itself too deep", function.name.substr(0, 40))));
  }
  calls_.push_back(number);
  locals.swap(locals_);
  PythonState* const outer = std::exchange(own_, nullptr);
  const TextRange at = at_;
  returned_ = python_none();
  if (statements(function.body) != Flow::Return) returned_ = python_none();
  own_ = outer;
  locals.swap(locals_);
  at_ = at;
  calls_.pop_back();
  --depth_;
  return std::move(returned_);
}

// Gives the parameters their values.
bool PythonMachine::bind(const PythonFunction& function, PythonAt number, PythonArguments& arguments,
                         std::vector<PythonValue>& locals) {
  const std::string_view name = function.name.substr(0, 40);
  const std::size_t count = function.parameters.size();
  if (arguments.in_order.size() > count)
    return fail(python_unknown(
               fmt::format("`{}` takes {} values, and is given {}", name, count, arguments.in_order.size()))),
           false;
  for (const PythonValue& each : arguments.in_order)
    if (!may_keep(*this, each)) return false;
  std::ranges::move(arguments.in_order, locals.begin());
  for (PythonArguments::Named& each : arguments.named) {
    const auto found = std::ranges::find(function.parameters, each.name, &PythonParameter::name);
    const auto at = static_cast<std::size_t>(found - function.parameters.begin());
    if (!may_keep(*this, each.value)) return false;
    if (at >= count || locals[at].type != PythonType::Unset)
      return fail(python_unknown(fmt::format("`{}` is given no `{}`, or two", name, each.name.substr(0, 40)))), false;
    locals[at] = std::move(each.value);
  }
  const std::vector<PythonValue>& usual = state_->usual[number];
  for (std::size_t at = 0; at < count; ++at) {
    if (locals[at].type == PythonType::Unset && at < usual.size()) locals[at] = usual[at];
    if (locals[at].type == PythonType::Unset)
      return fail(python_unknown(
                 fmt::format("`{}` is given no value for `{}`", name, function.parameters[at].name.substr(0, 40)))),
             false;
  }
  return true;
}

}  // namespace tcviz::inline gpu_python
