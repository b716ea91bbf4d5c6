// The functions of Python, NumPy, PyTorch and Triton that a text may call.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "gpu/language/python/machine.hpp"
#include "gpu/language/python/number.hpp"

namespace tcviz::inline gpu_python {
namespace {

using Values = std::vector<PythonValue>;

// One call: its arguments by their number, or by their name.
class LibraryCall {
 public:
  LibraryCall(PythonMachine& machine, PythonCall call, const PythonArguments& arguments)
      : machine_(machine), call_(call), arguments_(arguments) {}

  PythonValue value() {
    if (std::optional<PythonValue> found = of_numbers()) return std::move(*found);
    if (std::optional<PythonValue> found = of_lists()) return std::move(*found);
    return of_arrays();
  }

 private:
  std::size_t count() const { return arguments_.in_order.size(); }
  const PythonValue* find(std::string_view name) const {
    const auto found = std::ranges::find(arguments_.named, name, &PythonArguments::Named::name);
    return found == arguments_.named.end() ? nullptr : &found->value;
  }
  PythonValue refuse(std::string message) { return machine_.fail(python_unknown(std::move(message))); }
  // True if there are `least` to `most` arguments, and of named ones no other than `named`.
  bool takes(std::size_t least, std::size_t most, std::string_view named = {}) {
    const bool known = std::ranges::all_of(arguments_.named, [&](const auto& each) { return each.name == named; });
    if (known && count() >= least && count() <= most) return true;
    refuse("this function is not followed with these arguments");
    return false;
  }
  const PythonValue& at(std::size_t number) const { return arguments_.in_order[number]; }
  PythonValue done(PythonValue made, PythonStop& stop) {
    if (stop.state != RunState::Done) return machine_.fail(std::move(stop));
    if (made.type == PythonType::Array && !machine_.pay(made.object->cells.size())) return {};
    return made;
  }

  std::optional<PythonValue> of_numbers() {
    switch (call_) {
      case PythonCall::Abs:
        return takes(1, 1) ? absolute(at(0)) : PythonValue{};
      case PythonCall::DivMod:
        return takes(2, 2) ? machine_.listed(PythonType::Tuple, {machine_.binary(PythonSign::Floor, at(0), at(1)),
                                                                 machine_.binary(PythonSign::Remainder, at(0), at(1))})
                           : PythonValue{};
      case PythonCall::Power:
        return takes(2, 2) ? machine_.binary(PythonSign::Power, at(0), at(1)) : PythonValue{};
      case PythonCall::Bool:
        return takes(1, 1) ? python_whole(machine_.truth(at(0)) ? 1 : 0) : PythonValue{};
      case PythonCall::Int:
      case PythonCall::Truncate:
        return takes(1, 1) ? whole_part([](double x) { return std::trunc(x); }) : PythonValue{};
      case PythonCall::Floor:
        return takes(1, 1) ? whole_part([](double x) { return std::floor(x); }) : PythonValue{};
      case PythonCall::Ceil:
        return takes(1, 1) ? whole_part([](double x) { return std::ceil(x); }) : PythonValue{};
      default:
        return std::nullopt;
    }
  }

  PythonValue whole_part(double (*round)(double)) {
    if (at(0).type == PythonType::Fraction) return python_whole(static_cast<std::int64_t>(round(at(0).fraction())));
    return python_whole(machine_.whole(at(0)));
  }

  PythonValue absolute(const PythonValue& of) {
    PythonStop stop;
    if (of.type == PythonType::Array) return done(absolute_array(of, stop), stop);
    const std::int64_t number = machine_.whole(of);
    return number < 0 ? machine_.binary(PythonSign::Subtract, python_whole(0), of) : python_whole(number);
  }

  // Returns the items of the one argument, or the arguments themselves, as min() and max() take them.
  Values candidates() { return count() == 1 ? machine_.items_of(at(0)) : arguments_.in_order; }

  PythonValue extreme(bool largest) {
    if (!takes(1, 1000)) return {};
    const Values all = candidates();
    if (all.empty() && !machine_.stopped())
      return machine_.fail(python_raises("there is no value of which to take the extreme", value_error));
    std::int64_t best = all.empty() ? 0 : machine_.whole(all.front());
    for (const PythonValue& each : all) {
      const std::int64_t number = machine_.whole(each);
      best = largest ? std::max(best, number) : std::min(best, number);
    }
    return python_whole(best);
  }

  std::optional<PythonValue> of_lists() {
    switch (call_) {
      case PythonCall::Min:
      case PythonCall::Max:
        return extreme(call_ == PythonCall::Max);
      case PythonCall::Sum:
        return takes(1, 2) ? sum() : PythonValue{};
      case PythonCall::Len:
        return takes(1, 1) ? length() : PythonValue{};
      case PythonCall::Range:
        return takes(1, 3) ? range() : PythonValue{};
      case PythonCall::List:
      case PythonCall::Tuple:
        return takes(0, 1) ? machine_.listed(call_ == PythonCall::List ? PythonType::List : PythonType::Tuple,
                                             count() == 0 ? Values() : machine_.items_of(at(0)))
                           : PythonValue{};
      case PythonCall::Enumerate:
        return takes(1, 1) ? enumerate() : PythonValue{};
      case PythonCall::Zip:
        return takes(1, 8) ? zip() : PythonValue{};
      case PythonCall::Reversed:
        return takes(1, 1) ? reversed() : PythonValue{};
      case PythonCall::Sorted:
        return takes(1, 1) ? sorted() : PythonValue{};
      case PythonCall::Any:
      case PythonCall::All:
        return takes(1, 1) ? any_or_all() : PythonValue{};
      default:
        return std::nullopt;
    }
  }

  PythonValue sum() {
    PythonValue total = count() == 2 ? at(1) : python_whole(0);
    for (const PythonValue& each : machine_.items_of(at(0))) total = machine_.binary(PythonSign::Add, total, each);
    return total;
  }

  PythonValue length() {
    if (at(0).is_listed()) return python_whole(static_cast<std::int64_t>(at(0).object->items.size()));
    if (at(0).type == PythonType::Iterator) return refuse("an iterator has no length");
    return python_whole(static_cast<std::int64_t>(machine_.items_of(at(0)).size()));
  }

  PythonValue range() {
    const std::int64_t first = machine_.whole(at(0));
    const std::int64_t begin = count() == 1 ? 0 : first, end = count() == 1 ? first : machine_.whole(at(1)),
                       step = count() == 3 ? machine_.whole(at(2)) : 1;
    if (step == 0) return machine_.fail(python_raises("a range with step 0", value_error));
    return machine_.stopped()
               ? PythonValue{}
               : python_items(PythonType::Range, {python_whole(begin), python_whole(end), python_whole(step)});
  }

  PythonValue enumerate() {
    Values pairs;
    for (const PythonValue& each : machine_.items_of(at(0)))
      pairs.push_back(python_items(PythonType::Tuple, {python_whole(static_cast<std::int64_t>(pairs.size())), each}));
    return iterator(std::move(pairs));
  }

  PythonValue zip() {
    std::vector<Values> lists;
    for (const PythonValue& each : arguments_.in_order) lists.push_back(machine_.items_of(each));
    std::size_t shortest = lists.front().size();
    for (const Values& each : lists) shortest = std::min(shortest, each.size());
    Values rows;
    for (std::size_t at = 0; at < shortest; ++at) {
      Values row;
      for (const Values& each : lists) row.push_back(each[at]);
      rows.push_back(python_items(PythonType::Tuple, std::move(row)));
    }
    return iterator(std::move(rows));
  }

  // Makes an iterator, which reads the lists that are arguments.
  PythonValue iterator(Values items) {
    PythonValue made = machine_.listed(PythonType::Iterator, std::move(items));
    if (machine_.stopped()) return {};
    for (const PythonValue& each : arguments_.in_order)
      if (each.type == PythonType::List) made.object->sources.push_back(each);
    return made;
  }

  PythonValue reversed() {
    Values all = machine_.items_of(at(0));
    std::ranges::reverse(all);
    return iterator(std::move(all));
  }

  PythonValue sorted() {
    Values all = machine_.items_of(at(0));
    for (PythonValue& each : all) each = python_whole(machine_.whole(each));
    if (machine_.stopped()) return {};
    std::ranges::sort(all, {}, &PythonValue::number);
    return machine_.listed(PythonType::List, std::move(all));
  }

  PythonValue any_or_all() {
    const bool any = call_ == PythonCall::Any;
    for (const PythonValue& each : machine_.items_of(at(0)))
      if (machine_.truth(each) == any) return python_whole(any ? 1 : 0);
    return python_whole(any ? 0 : 1);
  }

  PythonValue of_arrays() {
    PythonStop stop;
    switch (call_) {
      case PythonCall::Arange:
      case PythonCall::ArangeTriton:
        return takes(1, 3, "dtype") ? typed(arange()) : PythonValue{};
      case PythonCall::Where:
        return takes(3, 3) ? done(choose_arrays(at(0), at(1), at(2), stop), stop) : PythonValue{};
      case PythonCall::ArrayOf:
        return takes(1, 1, "dtype") ? typed(done(array_of_items(at(0), stop), stop)) : PythonValue{};
      case PythonCall::Zeros:
      case PythonCall::Ones:
        return takes(1, 1, "dtype") ? typed(filled(call_ == PythonCall::Ones ? 1 : 0)) : PythonValue{};
      case PythonCall::Full:
        return takes(2, 2, "dtype") ? typed(filled(machine_.whole(at(1)))) : PythonValue{};
      case PythonCall::BroadcastTo:
        return takes(2, 2) ? done(broadcast_array(at(0), shape_of(at(1)), stop), stop) : PythonValue{};
      case PythonCall::Minimum:
      case PythonCall::Maximum:
        return takes(2, 2) ? done(extreme_arrays(call_ == PythonCall::Maximum, at(0), at(1), stop), stop)
                           : PythonValue{};
      case PythonCall::Absolute:
        return takes(1, 1) ? absolute(at(0)) : PythonValue{};
      case PythonCall::Integer32:
      case PythonCall::Integer64:
        return takes(1, 1) ? as_type(at(0), call_) : PythonValue{};
      case PythonCall::Invert:
      case PythonCall::LogicalNot:
        return takes(1, 1) ? turned() : PythonValue{};
      default:
        return takes(2, 2) ? machine_.binary(sign_of_call(), at(0), at(1)) : PythonValue{};
    }
  }

  PythonSign sign_of_call() const {
    struct Row {
      PythonCall call;
      PythonSign sign;
    };
    constexpr auto rows = std::to_array<Row>({{PythonCall::FloorDivide, PythonSign::Floor},
                                              {PythonCall::Remainder, PythonSign::Remainder},
                                              {PythonCall::LeftShift, PythonSign::Left},
                                              {PythonCall::RightShift, PythonSign::Right},
                                              {PythonCall::BitAnd, PythonSign::And},
                                              {PythonCall::BitOr, PythonSign::Or},
                                              {PythonCall::BitXor, PythonSign::Xor}});
    const auto* const row = std::ranges::find(rows, call_, &Row::call);
    return row == rows.end() ? PythonSign::None : row->sign;
  }

  PythonValue turned() {
    if (at(0).type != PythonType::Array) return refuse("expected an array");
    PythonStop stop;
    return call_ == PythonCall::Invert ? done(flip_array(at(0), stop), stop) : not_array(at(0));
  }

  PythonValue arange() {
    const PythonValue whole = range();
    if (machine_.stopped()) return {};
    std::vector<std::int64_t> cells;
    for (const PythonValue& each : machine_.items_of(whole)) cells.push_back(each.number);
    const std::size_t size = cells.size();
    PythonValue made = python_array(std::move(cells), {size});
    made.object->truncates = made.object->is_narrow = call_ == PythonCall::ArangeTriton;
    return made;
  }

  std::vector<std::size_t> shape_of(const PythonValue& value) {
    std::vector<std::size_t> shape;
    for (const PythonValue& each : value.is_listed() ? value.object->items : Values{value}) {
      const std::int64_t size = machine_.whole(each);
      if (size < 0 || size > static_cast<std::int64_t>(most_python_cells) || shape.size() == 3)
        return refuse("this shape is not followed here"), std::vector<std::size_t>{};
      shape.push_back(static_cast<std::size_t>(size));
    }
    return shape;
  }

  PythonValue filled(std::int64_t number) {
    const std::vector<std::size_t> shape = shape_of(at(0));
    PythonStop stop;
    return machine_.stopped() ? PythonValue{} : done(broadcast_array(python_whole(number), shape, stop), stop);
  }

  // Gives an array the type that the argument dtype says.
  PythonValue typed(PythonValue made) {
    const PythonValue* const type = find("dtype");
    if (machine_.stopped() || type == nullptr) return made;
    if (type->type != PythonType::Library) return refuse("of types of arrays int, int32 and int64 are followed here");
    return as_type(made, static_cast<PythonCall>(type->number));
  }

  PythonValue as_type(const PythonValue& value, PythonCall type) {
    if (value.is_whole()) return as_type(python_array({value.number}, {}), type);
    const bool known = type == PythonCall::Integer32 || type == PythonCall::Integer64 || type == PythonCall::Int;
    if (!known || value.type != PythonType::Array)
      return refuse("of types of arrays int, int32 and int64 are followed here");
    PythonStop stop;
    PythonValue made = broadcast_array(value, value.object->shape, stop);
    if (stop.state != RunState::Done) return machine_.fail(std::move(stop));
    made.object->is_truth = false;
    made.object->is_narrow = type == PythonCall::Integer32;
    const auto fits = [](std::int64_t cell) { return cell >= INT32_MIN && cell <= INT32_MAX; };
    if (made.object->is_narrow && !std::ranges::all_of(made.object->cells, fits))
      return refuse("these values are beyond 32 bits");
    return made;
  }

  PythonMachine& machine_;
  PythonCall call_;
  const PythonArguments& arguments_;
};

}  // namespace

PythonValue call_python_library(PythonMachine& machine, PythonCall call, const PythonArguments& arguments) {
  return LibraryCall(machine, call, arguments).value();
}

}  // namespace tcviz::inline gpu_python
