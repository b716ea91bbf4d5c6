// The part of Entry that finds the meaning of a function's parameters.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/language/formula/entry.hpp"
#include "gpu/language/formula/meaning_of_name.hpp"

namespace tcviz::inline gpu_formula {
namespace {

// Returns what a parameter's name says. An x beside a y is a coordinate, and not the value x[i].
const Variable* role_by_name(std::span<const Parser::Parameter> parameters, std::size_t number, Inputs inputs) {
  const auto is_y = [](const Parser::Parameter& each) { return !each.gives_result() && each.name.text == "y"; };
  const std::string_view name = parameters[number].name.text;
  const bool coordinate = name == "x" && std::ranges::any_of(parameters, is_y);
  return coordinate ? nullptr : find_role(name, inputs);
}

}  // namespace

bool Entry::reads_thread(const Function& function) const {
  const std::size_t end = behind_brackets(cursor_.tokens, function.body);
  for (std::size_t at = function.body; at < end; ++at)
    if (const NameRow* const row = find_lane_function(cursor_.tokens[at].text);
        cursor_.tokens[at].text == "threadIdx.x" || (row != nullptr && row->who != Who::Warp))
      return true;
  return false;
}

// True if the parameter is a function: func(i, row, col).
bool Entry::is_called(const Function& function, std::string_view parameter) const {
  const std::size_t end = behind_brackets(cursor_.tokens, function.body);
  for (std::size_t at = function.body; at + 1 < end; ++at)
    if (cursor_.tokens[at].text == parameter && cursor_.tokens[at + 1].text == "(") return true;
  return false;
}

// Finds the roles of parameters by their names, and of the remaining ones by their places.
Quantity Entry::role_of(const Function& function, std::span<const Parser::Parameter> parameters, std::size_t number) {
  const auto quantity_of = [](Variable variable) {
    return variable == Variable::Tid   ? Quantity::Tid
           : variable == Variable::I   ? Quantity::I
           : variable == Variable::Row ? Quantity::Row
                                       : Quantity::Col;
  };
  const std::string_view name = parameters[number].name.text;
  const bool slot = !is_of_element(options_.inputs);
  bool first_taken = slot && reads_thread(function), second_taken = false;
  std::size_t unknown_before = 0;
  for (std::size_t at = 0; at < parameters.size(); ++at) {
    if (parameters[at].gives_result()) continue;
    const Variable* const role = role_by_name(parameters, at, options_.inputs);
    if (role == nullptr) {
      unknown_before += at < number;
      continue;
    }
    const bool is_first = *role == (slot ? Variable::Tid : Variable::Row);
    (is_first ? first_taken : second_taken) = true;
  }
  std::array<int, 2> of_role{};
  std::size_t before = 0;
  for (std::size_t at = 0; at < parameters.size(); ++at) {
    const Variable* const role = role_by_name(parameters, at, options_.inputs);
    if (parameters[at].gives_result() || role == nullptr) continue;
    ++of_role[*role == (slot ? Variable::Tid : Variable::Row) ? 0 : 1];
    before += at < number;
  }
  const Variable* const role = role_by_name(parameters, number, options_.inputs);
  // Two parameters that both have names of values, and no other for the thread: in their order.
  const bool by_order = role != nullptr && (of_role[0] == 0 || of_role[1] == 0) && of_role[0] + of_role[1] == 2 &&
                        !(slot && reads_thread(function));
  if (role != nullptr && !by_order) return quantity_of(*role);
  if (by_order && slot && before == 0 && name == "i")
    refuse(parameters[number].name.range,
           "`i` is the value's number here, and stands where the thread does: call the two tid and i. (A function that "
           "gives the thread and the value of an element is an inverse)");
  if (by_order) return before == 0 ? (slot ? Quantity::Tid : Quantity::Row) : (slot ? Quantity::I : Quantity::Col);
  const Quantity one = slot ? Quantity::Tid : Quantity::Row, two = slot ? Quantity::I : Quantity::Col;
  if (first_taken) return two;
  if (second_taken) return one;
  return unknown_before == 0 ? one : two;
}

// True if the function takes memory, and reads its thread by itself.
bool Entry::is_kernel(const Function& function, std::span<const Parser::Parameter> parameters) const {
  if (function.is_kernel) return true;
  const auto is_memory = [](const Parser::Parameter& each) {
    return (each.is_pointer || each.is_reference) && (each.form.type == Type::Opaque || is_fraction(each.form.type));
  };
  const auto is_thread = [&](const Parser::Parameter& each) {
    const Variable* const role = find_role(each.name.text, options_.inputs);
    return role != nullptr && *role == Variable::Tid;
  };
  return std::ranges::any_of(parameters, is_memory) &&
         (reads_thread(function) || std::ranges::any_of(parameters, is_thread));
}

// Returns the value of a whole number that a kernel takes: a number that counts a matrix's rows is a size, one that is
// added says where the tile begins.
Value Entry::kernel_argument(const Function& function, const Parser::Parameter& parameter) {
  static constexpr auto beside = std::to_array<std::string_view>({"*", "<", "<=", ">", ">=", "%", "/"});
  const auto counts = [&](const Token& token) { return std::ranges::find(beside, token.text) != beside.end(); };
  const std::string_view name = parameter.name.text;
  const std::size_t end = behind_brackets(cursor_.tokens, function.body);
  bool large = false, used = false;
  for (std::size_t at = function.body + 1; at + 1 < end; ++at) {
    if (cursor_.tokens[at].text != name) continue;
    used = true;
    std::size_t first = at - 1, last = at + 1;
    if (cursor_.tokens[first].text == "(" && cursor_.tokens[last].text == ")" && first > 4) {  // static_cast<size_t>(n)
      first -= cursor_.tokens[first - 1].text == ">" ? 5 : 1;
      ++last;
    }
    large = large || counts(cursor_.tokens[first]) || counts(cursor_.tokens[last]);
  }
  if (large || (used && is_leading_dimension(name))) {
    say(name, "any leading dimension or size");
    ++formula_.sizes;
    return emitter_.variable(Variable::Size, Type::Int, parameter.name.range);
  }
  if (used) say(name, "where the tile begins");
  if (!used && is_leading_dimension(name)) say_of(name, "is not used");  // the text has its numbers in place of it
  return emitter_.variable(Variable::Start, Type::Int, parameter.name.range);
}

// Returns tid, the lane or the warp, in a place of its own.
Value Entry::thread(std::string_view name, Who who, TextRange range) {
  const Value value = parser_.thread_named(name, who, Type::Int, range);
  if (!value.is_temporary()) {
    if (who != Who::Warp) say(name, "tid");
    return value;
  }
  say(name, who == Who::Warp ? "tid / 32" : "tid % 32");
  Value kept = value;
  kept.place = emitter_.new_local();
  emitter_.keep(value, kept.place);
  return kept;
}

// True for smem_base, ptr: the address at which the tile begins.
bool Entry::is_address(std::string_view name) {
  constexpr auto words = std::to_array<std::string_view>({"base", "ptr", "addr", "start", "smem"});
  return std::ranges::any_of(words, [&](std::string_view word) { return name.find(word) != name.npos; });
}

Value Entry::argument(const Function& function, std::span<const Parser::Parameter> parameters, std::size_t number) {
  const Parser::Parameter& parameter = parameters[number];
  const TextRange range = parameter.name.range;
  const std::string_view name = parameter.name.text;
  const bool of_template = function.template_head != 0 && parameter.form.type == Type::Opaque &&
                           !parameter.gives_result() && !parameter.is_pointer && !is_called(function, name);
  if ((parameter.form.type == Type::Opaque && !of_template) || parameter.is_pointer || is_fraction(parameter.form.type))
    return {.form = scalar_form(Type::Opaque), .range = range};
  const NameRow* const known = find_name(name, options_.inputs);
  if (known != nullptr && known->variable > Variable::R && !is_kernel(function, parameters))
    return emitter_.variable(known->variable, Type::Int, range);
  const Variable* const named = find_role(name, options_.inputs);
  const auto is_warp = [](const Parser::Parameter& each) { return who_is(each.name.text) == Who::Warp; };
  Who who = options_.inputs == Inputs::Slot ? who_is(name) : Who::Thread;
  if (who == Who::Lane && std::ranges::any_of(parameters, is_warp)) who = Who::LaneOfWarp;
  if (who == Who::Warp && named == nullptr) return thread(name, who, range);
  if (is_kernel(function, parameters) && named != nullptr && *named == Variable::Tid && !reads_thread(function))
    return thread(name, who, range);
  const auto slots =
      std::ranges::count_if(parameters, [](const Parser::Parameter& each) { return !each.gives_result(); });
  const bool spare = options_.inputs == Inputs::Slot && slots > 2 && named == nullptr;  // m0, ldc beside lane and r
  if (options_.inputs == Inputs::Tile && slots > 2 && named == nullptr && is_address(name)) {
    say(name, "0");
    return emitter_.constant(0, Type::Int, range);
  }
  if (is_kernel(function, parameters) || spare) return kernel_argument(function, parameter);
  const auto is_row = [](const Parser::Parameter& each) { return each.name.text == "row"; };
  const bool replica = name == "r" && options_.inputs == Inputs::Element && std::ranges::any_of(parameters, is_row);
  if (const Variable* const role = find_role(name, options_.inputs);
      replica || (role != nullptr && *role == Variable::R))
    return emitter_.variable(Variable::R, Type::Int, range);
  const Quantity role = role_of(function, parameters, number);
  if (role == Quantity::Tid) return thread(name, who, range);
  say(name, name_of(role));
  constexpr std::array<Variable, 5> variables = {Variable::Row, Variable::Col, Variable::Row, Variable::Tid,
                                                 Variable::I};
  return emitter_.variable(variables[static_cast<std::size_t>(role)], Type::Int, range);
}

// Calls a function with the slot's values as its arguments.
Value Entry::call(std::size_t number, std::span<const Value> results) {
  const Function function = parser_.functions()[number];
  const auto parameters = parser_.parameters_of(function);
  std::pmr::vector<Value> arguments(cursor_.memory);
  std::array<int, 5> taken{};
  std::size_t result = 0;
  for (std::size_t at = 0; at < parameters.size(); ++at) {
    if (parameters[at].gives_result() && result < results.size()) {
      arguments.push_back(results[result++]);
      continue;
    }
    const bool plain = !function.is_kernel && is_whole(parameters[at].form.type) &&
                       find_name(parameters[at].name.text, Inputs::Body) == nullptr;
    const bool defaults =
        parameters[at].default_at != 0 && (!plain || find_role(parameters[at].name.text, options_.inputs) == nullptr);
    if (defaults) break;
    arguments.push_back(argument(function, parameters, at));
    if (arguments.back().form.type == Type::Opaque || arguments.back().is_constant()) continue;
    const Spot place = arguments.back().place;
    const bool again =
        place.place_class() == Spot::Class::Variable && place.index() < taken.size() && taken[place.index()]++ > 0;
    if (again)
      refuse(parameters[at].name.range,
             fmt::format("the meaning of the parameter `{}` of `{}` is not clear: expected {}",
                         parameters[at].name.text.substr(0, 40), function.name.substr(0, 40),
                         is_of_element(options_.inputs) ? "row and col" : "tid and i"));
  }
  if (!cursor_.diagnostics->empty()) return {};
  return parser_.call(number, arguments, function.range);
}

}  // namespace tcviz::inline gpu_formula
