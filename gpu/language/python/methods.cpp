// The methods and members of values: values.append(x), array.T.
#include <fmt/format.h>

#include <bit>

#include "gpu/language/python/machine.hpp"

namespace tcviz::inline gpu_python {
namespace {

PythonValue reshaped(PythonMachine& machine, const PythonValue& of, const PythonArguments& arguments) {
  std::vector<PythonValue> sizes = arguments.in_order;
  if (sizes.size() == 1 && sizes.front().is_listed()) sizes = sizes.front().object->items;
  std::vector<std::size_t> shape;
  std::size_t known = 1, open = sizes.size();
  for (const PythonValue& each : sizes) {
    const std::int64_t size = machine.whole(each);
    if (size < -1 || size > static_cast<std::int64_t>(most_python_cells) || shape.size() == 3)
      return machine.fail(python_unknown("this shape is not followed here"));
    if (size == -1 && open == sizes.size()) open = shape.size();
    shape.push_back(size == -1 ? 1 : static_cast<std::size_t>(size));
    known *= shape.back();
  }
  const std::size_t cells = of.object->cells.size();
  if (open < shape.size() && known != 0) shape[open] = cells / known;
  if (known == 0 || cells % known != 0 || (open == sizes.size() && cells != known))
    return machine.fail(python_raises("the array has another number of cells", value_error));
  PythonStop stop;
  PythonValue made = broadcast_array(of, of.object->shape, stop);
  made.object->shape = std::move(shape);
  return made;
}

PythonValue transposed(const PythonValue& of) {
  const std::vector<std::size_t>& shape = of.object->shape;
  if (shape.size() != 2) return of;
  std::vector<std::int64_t> cells;
  for (std::size_t col = 0; col < shape[1]; ++col)
    for (std::size_t row = 0; row < shape[0]; ++row) cells.push_back(of.object->cells[row * shape[1] + col]);
  PythonValue made = python_array(std::move(cells), {shape[1], shape[0]});
  made.object->is_truth = of.object->is_truth;
  made.object->is_narrow = of.object->is_narrow;
  made.object->truncates = of.object->truncates;
  return made;
}

}  // namespace

PythonValue call_python_method(PythonMachine& machine, PythonValue& of, std::string_view name,
                               const PythonArguments& arguments) {
  const std::size_t count = arguments.in_order.size();
  const bool array = of.type == PythonType::Array;
  if (array && arguments.named.empty()) {
    if (name == "reshape" || name == "view") return reshaped(machine, of, arguments);
    if (count == 1 && (name == "astype" || name == "to") && arguments.in_order[0].type == PythonType::Library) {
      const auto type = static_cast<PythonCall>(arguments.in_order[0].number);
      if (type == PythonCall::Int || type == PythonCall::Integer64)
        return call_python_library(machine, PythonCall::Integer64, {{of}, {}});
      if (type == PythonCall::Integer32) return call_python_library(machine, PythonCall::Integer32, {{of}, {}});
    }
  }
  if (of.type == PythonType::List && name == "append" && count == 1 && arguments.named.empty()) {
    const PythonValue& given = arguments.in_order.front();
    if (!machine.may_take(of, given) || !machine.pay(4)) return {};
    of.object->items.push_back(given);
    hold(*of.object, given);
    return python_none();
  }
  const bool counts = of.is_whole() && count == 0;
  const auto bits = static_cast<std::uint64_t>(of.number), size = of.number < 0 ? 0 - bits : bits;
  if (counts && name == "bit_count") return python_whole(std::popcount(size));
  if (counts && name == "bit_length") return python_whole(64 - std::countl_zero(size));
  if (of.is_listed() && name == "index" && count == 1) {
    const std::int64_t wanted = machine.whole(arguments.in_order[0]);
    const std::vector<PythonValue> all = machine.items_of(of);
    for (std::size_t at = 0; at < all.size() && !machine.stopped(); ++at)
      if (machine.whole(all[at]) == wanted) return python_whole(static_cast<std::int64_t>(at));
    return machine.fail(python_raises(fmt::format("{} is not in the list", wanted), value_error));
  }
  return machine.fail(python_unknown(fmt::format("`.{}()` is not followed here", name.substr(0, 40))));
}

PythonValue python_member(PythonMachine& machine, const PythonValue& of, std::string_view name) {
  if (machine.stopped()) return {};
  if (of.type == PythonType::Array && name == "T") return transposed(of);
  if (of.type == PythonType::Array && name == "shape") {
    std::vector<PythonValue> sizes;
    for (const std::size_t size : of.object->shape) sizes.push_back(python_whole(static_cast<std::int64_t>(size)));
    return machine.listed(PythonType::Tuple, std::move(sizes));
  }
  return machine.fail(python_unknown(fmt::format("`.{}` is not followed here", name.substr(0, 40))));
}

}  // namespace tcviz::inline gpu_python
