// The part of PythonMachine that computes expressions.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gpu/language/python/machine.hpp"
#include "gpu/language/python/number.hpp"

namespace tcviz::inline gpu_python {
namespace {

constexpr int deepest_value = 500;
constexpr std::int64_t exact_in_double = std::int64_t{1} << 53;

bool is_array(const PythonValue& value) { return value.type == PythonType::Array; }

}  // namespace

PythonValue PythonMachine::value(PythonAt at) {
  if (stopped() || !pay(1)) return {};
  if (++depth_ > deepest_value) fail(python_unknown("this calls itself too deep"));
  const PythonExpression& node = tree_.nodes[at];
  const TextRange outer = std::exchange(at_, node.range);
  PythonValue found = stopped() ? PythonValue{} : value_of(node);
  at_ = outer;
  --depth_;
  return found;
}

PythonValue PythonMachine::value_of(const PythonExpression& node) {
  switch (node.kind) {
    case PythonNode::Number:
      return python_whole(node.value);
    case PythonNode::Text:
      return {PythonType::Text, &node - tree_.nodes.data(), nullptr};
    case PythonNode::Nothing:
      return python_none();
    case PythonNode::Name:
      return name(node);
    case PythonNode::Member:
      return node.scope == PythonScope::Unknown ? python_member(*this, value(node.parts[0]), node.text) : name(node);
    case PythonNode::Minus:
    case PythonNode::Plus:
    case PythonNode::Flip:
    case PythonNode::Not:
      return unary(node);
    case PythonNode::Binary: {
      if (node.sign == PythonSign::Divide) return divide(node);
      const PythonValue left = value(node.parts[0]), right = value(node.parts[1]);
      return binary(node.sign, left, right);
    }
    case PythonNode::Compare:
      return compare(node);
    case PythonNode::And:
    case PythonNode::Or:
      return logic(node);
    case PythonNode::Choice: {
      const bool holds = truth(value(node.parts[0]));
      return value(node.parts[holds ? 1 : 2]);
    }
    case PythonNode::Call:
      return call(node);
    case PythonNode::Index:
      return index(node);
    case PythonNode::Tuple:
    case PythonNode::List: {
      std::vector<PythonValue> items;
      for (const PythonAt part : node.parts)
        if (!stopped()) items.push_back(value(part));
      return listed(node.kind == PythonNode::List ? PythonType::List : PythonType::Tuple, std::move(items));
    }
    case PythonNode::Generator:
      return generator(node);
    case PythonNode::Comprehension: {
      std::vector<PythonValue> items;
      clauses(node, 1, items);
      return listed(PythonType::List, std::move(items));
    }
    default:
      return fail(python_unknown("this is not followed here"));
  }
}

PythonValue PythonMachine::name(const PythonExpression& node) {
  PythonValue found;
  if (node.scope == PythonScope::Local) found = locals_[node.number];
  if (node.scope == PythonScope::Global) found = state_->globals[node.number];
  if (node.scope == PythonScope::Library) found = {PythonType::Library, node.number, nullptr};
  if (node.scope == PythonScope::Input) {
    if (!inputs_[node.number]) return fail(python_unknown("what this function reads is not followed here"));
    return python_whole(*inputs_[node.number]);
  }
  if (found.type != PythonType::Unset || stopped()) return found;
  PythonStop stop = python_raises(fmt::format("`{}` has no value here", node.text.substr(0, 40)), name_error);
  stop.of_name = true;
  return fail(std::move(stop));
}

PythonValue PythonMachine::unary(const PythonExpression& node) {
  const PythonValue of = value(node.parts[0]);
  if (stopped()) return {};
  if (node.kind == PythonNode::Not) return python_whole(truth(of) ? 0 : 1);
  PythonStop stop;
  if (is_array(of) && node.kind == PythonNode::Flip) {
    PythonValue flipped = flip_array(of, stop);
    return stop.state == RunState::Done ? flipped : fail(std::move(stop));
  }
  if (node.kind == PythonNode::Flip && of.is_whole()) return python_whole(~of.number);
  if (node.kind == PythonNode::Plus && (of.is_whole() || is_array(of))) return of;
  if (node.kind == PythonNode::Minus) return binary(PythonSign::Subtract, python_whole(0), of);
  return fail(python_unknown("expected a whole number behind this sign"));
}

// Computes a / b, which only int() and its like read: rounded once, as Python rounds quotients of such numbers.
PythonValue PythonMachine::divide(const PythonExpression& node) {
  const std::int64_t a = whole(value(node.parts[0])), b = whole(value(node.parts[1]));
  if (stopped()) return {};
  if (b == 0) return fail(python_raises("division by zero", zero_division));
  const auto is_exact = [](std::int64_t number) { return number >= -exact_in_double && number <= exact_in_double; };
  if (!is_exact(a) || !is_exact(b)) return fail(python_unknown("this quotient is not exact: write `//`"));
  return python_fraction(static_cast<double>(a) / static_cast<double>(b));
}

PythonValue PythonMachine::binary(PythonSign sign, const PythonValue& a, const PythonValue& b) {
  if (stopped()) return {};
  PythonStop stop;
  if (a.is_whole() && b.is_whole()) {
    std::int64_t result = 0;
    return compute_python(sign, a.number, b.number, result, stop) ? python_whole(result) : fail(std::move(stop));
  }
  if (is_array(a) || is_array(b)) {
    PythonValue made = compute_arrays(sign, a, b, stop);
    if (stop.state != RunState::Done) return fail(std::move(stop));
    return pay(made.object->cells.size() * 2) ? made : PythonValue{};
  }
  const bool joins = sign == PythonSign::Add && a.is_listed() && a.type == b.type;
  const bool repeats = sign == PythonSign::Multiply && a.is_listed() && b.is_whole();
  if (!joins && !repeats)
    return fail(python_unknown(fmt::format("`{}` of these two is not followed here", spelled(sign))));
  const std::size_t more = joins ? b.object->items.size() : 0;
  const bool is_long = repeats && b.number > 0 && !a.object->items.empty() &&
                       static_cast<std::uint64_t>(b.number) > most_python_items / a.object->items.size();
  if (is_long || a.object->items.size() + more > most_python_items)
    return fail(python_unknown("this list is too long to be followed here"));
  std::vector<PythonValue> items = repeats ? std::vector<PythonValue>() : a.object->items;
  if (joins) items.insert(items.end(), b.object->items.begin(), b.object->items.end());
  for (std::int64_t time = 0; repeats && time < b.number && !a.object->items.empty(); ++time)
    items.insert(items.end(), a.object->items.begin(), a.object->items.end());
  return listed(a.type, std::move(items));
}

// Computes `a and b`, `a or b`: one of the two.
PythonValue PythonMachine::logic(const PythonExpression& node) {
  PythonValue left = value(node.parts[0]);
  const bool holds = truth(left);
  return stopped() || holds == (node.kind == PythonNode::Or) ? left : value(node.parts[1]);
}

PythonValue PythonMachine::compare(const PythonExpression& node) {
  PythonValue left = value(node.parts[0]), found = python_whole(1);
  for (std::size_t at = 0; at < node.signs.size() && !stopped(); ++at) {
    PythonValue right = value(node.parts[at + 1]);
    found = compare_two(node.signs[at], left, right);
    if (at + 1 < node.signs.size() && !truth(found)) return found;
    left = std::move(right);
  }
  return found;
}

PythonValue PythonMachine::compare_two(PythonSign sign, const PythonValue& a, const PythonValue& b) {
  if (stopped()) return {};
  if (sign == PythonSign::In || sign == PythonSign::NotIn) {
    const std::vector<PythonValue> items = items_of(b);
    const bool found = std::ranges::any_of(items, [&](const PythonValue& each) { return equal(a, each); });
    return python_whole(found == (sign == PythonSign::In) ? 1 : 0);
  }
  if (sign == PythonSign::Is || sign == PythonSign::IsNot) {
    if (a.type != PythonType::None && b.type != PythonType::None)
      return fail(python_unknown("`is` is followed with None here: write =="));
    return python_whole((a.type == b.type) == (sign == PythonSign::Is) ? 1 : 0);
  }
  if (a.is_whole() && b.is_whole()) return python_whole(compare_python(sign, a.number, b.number) ? 1 : 0);
  if (is_array(a) || is_array(b)) return binary(sign, a, b);
  if (sign != PythonSign::Equal && sign != PythonSign::NotEqual)
    return fail(python_unknown(fmt::format("`{}` of these two is not followed here", spelled(sign))));
  return python_whole(equal(a, b) == (sign == PythonSign::Equal) ? 1 : 0);
}

bool PythonMachine::equal(const PythonValue& a, const PythonValue& b) {
  if (a.is_whole() && b.is_whole()) return a.number == b.number;
  if (a.is_listed() && a.type == b.type)
    return pay(a.object->items.size()) &&
           std::ranges::equal(a.object->items, b.object->items, [&](auto& one, auto& two) { return equal(one, two); });
  if (a.type == PythonType::Text && b.type == PythonType::Text)
    return tree_.nodes[static_cast<std::size_t>(a.number)].text == tree_.nodes[static_cast<std::size_t>(b.number)].text;
  const auto plain = [](const PythonValue& each) {
    return each.is_whole() || each.is_listed() || each.type == PythonType::None || each.type == PythonType::Text;
  };
  if (a.type == b.type || !plain(a) || !plain(b)) {
    if (a.type != PythonType::None) fail(python_unknown("these two are not compared here"));
    return a.type == b.type;
  }
  return false;
}

void PythonMachine::clauses(const PythonExpression& node, std::size_t clause, std::vector<PythonValue>& into) {
  if (stopped()) return;
  if (into.size() > most_python_items) return void(fail(python_unknown("this list is too long to be followed here")));
  if (clause == node.parts.size()) return into.push_back(value(node.parts[0]));
  const PythonExpression& of = tree_.nodes[node.parts[clause]];
  const PythonValue source = value(of.parts[1]);
  if (stopped()) return;
  const bool is_list = source.type == PythonType::List;
  const std::vector<PythonValue> fixed = is_list ? std::vector<PythonValue>() : items_of(source);
  const std::vector<PythonValue>& items = is_list ? source.object->items : fixed;
  for (std::size_t at = 0; at < items.size(); ++at) {
    assign(of.parts[0], PythonValue(items[at]));
    bool holds = !stopped();
    for (std::size_t condition = 2; condition < of.parts.size() && holds; ++condition)
      holds = truth(value(of.parts[condition])) && !stopped();
    if (holds) clauses(node, clause + 1, into);
    if (stopped()) return;
  }
}

// Computes all items of a generator, of which its reader may need fewer: an exception in it is not known.
PythonValue PythonMachine::generator(const PythonExpression& node) {
  std::vector<PythonValue> items;
  clauses(node, 1, items);
  if (stop_.state == RunState::Undefined) stop_ = {RunState::Endless, stop_.message, {}, false, stop_.range};
  return stopped() ? PythonValue{} : listed(PythonType::Iterator, std::move(items));
}

PythonValue PythonMachine::call(const PythonExpression& node) {
  const PythonExpression& callee = tree_.nodes[node.parts[0]];
  const bool method = callee.kind == PythonNode::Member && callee.scope == PythonScope::Unknown;
  PythonValue of = value(method ? callee.parts[0] : node.parts[0]);
  PythonArguments arguments;
  for (std::size_t part = 1; part < node.parts.size() && !stopped(); ++part) {
    const PythonExpression& argument = tree_.nodes[node.parts[part]];
    if (argument.kind == PythonNode::Keyword)
      arguments.named.push_back({argument.text, value(argument.parts[0])});
    else
      arguments.in_order.push_back(value(node.parts[part]));
  }
  if (stopped()) return {};
  if (method) return call_python_method(*this, of, callee.text, arguments);
  if (of.type == PythonType::Library) return call_python_library(*this, static_cast<PythonCall>(of.number), arguments);
  if (of.type == PythonType::Function) return enter(static_cast<PythonAt>(of.number), std::move(arguments));
  return fail(python_unknown("this is no function"));
}

PythonSubscript PythonMachine::subscript(PythonAt at) {
  const PythonExpression& node = tree_.nodes[at];
  using Kind = PythonSubscript::Kind;
  if (node.kind == PythonNode::Nothing) return {.kind = Kind::New};
  if (node.kind != PythonNode::Slice) {
    const PythonValue found = value(at);
    if (found.type == PythonType::None) return {.kind = Kind::New};
    return {.at = whole(found)};
  }
  PythonSubscript slice{.kind = Kind::Slice};
  const auto part = [&](std::size_t number) -> std::optional<std::int64_t> {
    const PythonValue found = value(node.parts[number]);
    if (found.type == PythonType::None) return std::nullopt;
    return whole(found);
  };
  slice.begin = part(0);
  slice.end = part(1);
  slice.step = part(2).value_or(1);
  if (slice.step == 0) fail(python_raises("a slice with step 0", value_error));
  return slice;
}

PythonValue PythonMachine::index(const PythonExpression& node) {
  const PythonValue list = value(node.parts[0]);
  if (stopped()) return {};
  const PythonExpression& in = tree_.nodes[node.parts[1]];
  std::vector<PythonSubscript> all;
  if (in.kind == PythonNode::Tuple)
    for (const PythonAt part : in.parts) all.push_back(subscript(part));
  else
    all.push_back(subscript(node.parts[1]));
  if (stopped()) return {};
  if (!is_array(list)) {
    if (all.size() == 1) return item(list, all.front());
    return fail(python_unknown("a list of lists takes one index in each [ ]"));
  }
  PythonStop stop;
  PythonValue found = index_array(list, all, stop);
  if (stop.state != RunState::Done) return fail(std::move(stop));
  return pay(found.object->cells.size()) ? found : PythonValue{};
}

std::optional<std::size_t> PythonMachine::place(const PythonValue& list, std::int64_t at) {
  const auto size = static_cast<std::int64_t>(list.object->items.size());
  if (at >= -size && at < size) return static_cast<std::size_t>(at < 0 ? at + size : at);
  fail(python_raises(fmt::format("index {} is outside: the list has {} elements", at, size), index_error));
  return std::nullopt;
}

PythonValue PythonMachine::item(const PythonValue& list, const PythonSubscript& at) {
  PythonValue of = list;
  if (list.type == PythonType::Range) of = python_items(PythonType::Tuple, items_of(list));
  if (stopped()) return {};
  if (!of.is_listed() || at.kind == PythonSubscript::Kind::New)
    return fail(python_unknown("no list of numbers stands before this [ ]"));
  if (at.kind == PythonSubscript::Kind::At) {
    const std::optional<std::size_t> where = place(of, at.at);
    return where ? of.object->items[*where] : PythonValue{};
  }
  std::vector<PythonValue> picked;
  for (const std::int64_t where : picked_by(at, of.object->items.size()))
    picked.push_back(of.object->items[static_cast<std::size_t>(where)]);
  return listed(of.type, std::move(picked));
}

}  // namespace tcviz::inline gpu_python
