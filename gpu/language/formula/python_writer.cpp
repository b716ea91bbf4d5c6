#include "gpu/language/formula/python_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace tcviz::inline gpu_formula {

namespace {
constexpr std::size_t most_python_tokens = 100'000;
}

PythonName* PythonWriter::find(std::string_view name) {
  const auto found = std::ranges::find(names_, name, &PythonName::name);
  return found == names_.end() ? nullptr : &*found;
}

bool PythonWriter::is_new(const PythonName& constant, TextRange range) {
  const auto uses = [&](const PythonName& other) {
    if (other.kind != PythonName::Kind::Constant) return false;
    const auto trees = std::span(words_.trees).subspan(other.first, other.count);
    return std::ranges::any_of(trees, [&](const PythonExpression& tree) {
      return tree.kind == PythonNode::Name && tree.text == constant.name;
    });
  };
  const std::string_view name = constant.name.substr(0, 40);
  if (uses(constant))
    words_.complain(range, fmt::format("`{}` is defined by itself: give the new value another name", name));
  if (std::ranges::any_of(names_, uses))
    words_.complain(range, fmt::format("`{}` is used above this line, where it has no value: define it first", name));
  if (find(constant.name) != nullptr)
    words_.complain(range, fmt::format("`{}` has a value above: give the new value another name", name));
  return !words_.failed();
}

// Returns a number, or that of a name to which the text gave one.
std::optional<std::uint32_t> PythonWriter::constant(std::uint32_t tree) const {
  const PythonExpression& node = at(tree);
  if (node.kind == PythonNode::Number) return node.value;
  const PythonName* const named = node.kind == PythonNode::Name ? find(node.text) : nullptr;
  if (named == nullptr || named->kind != PythonName::Kind::Constant) return std::nullopt;
  return at(named->tree).kind == PythonNode::Number ? std::optional(at(named->tree).value) : std::nullopt;
}

bool PythonWriter::never_negative(std::uint32_t tree) const {
  const PythonExpression& node = at(tree);
  const auto all = [&] {
    for (int part = 0; part < node.count; ++part)
      if (!never_negative(node.parts[static_cast<std::size_t>(part)])) return false;
    return true;
  };
  switch (node.kind) {
    case PythonNode::Number:
    case PythonNode::Not:
    case PythonNode::Compare:
      return true;
    case PythonNode::Name: {
      const PythonName* const named = find(node.text);
      if (named == nullptr) return true;  // inputs and sizes count from 0
      return named->kind == PythonName::Kind::Constant ? never_negative(named->tree) : named->never_negative;
    }
    case PythonNode::Binary:
      if (node.text == "-") return false;
      if (node.text == "&") return never_negative(node.parts[0]) || never_negative(node.parts[1]);
      if (node.text == "%") return never_negative(node.parts[1]);
      return all();
    case PythonNode::Choice:
      return never_negative(node.parts[1]) && never_negative(node.parts[2]);
    case PythonNode::Call:
      if (std::ranges::find(words_.functions, node.text) != words_.functions.end()) return false;
      return node.text == "abs" || all();
    case PythonNode::And:
    case PythonNode::Or:
      return all();
    case PythonNode::Minus:
    case PythonNode::Flip:
    case PythonNode::Index:
      return false;
  }
  return false;
}

// True while the text is short enough. Trees whose parts are written several times grow; no formula does so beyond
// this.
bool PythonWriter::fits() {
  if (to_.tokens.size() < most_python_tokens) return !words_.failed();
  words_.complain({0, 0}, "this text becomes too long as C: write it in C");
  return false;
}

void PythonWriter::write(std::uint32_t tree) {
  const PythonExpression node = at(tree);
  if (!fits()) return;
  sign("(", node);
  switch (node.kind) {
    case PythonNode::Number:
      to_.number(node.value, node.range);
      break;
    case PythonNode::Name:
      name(node);
      break;
    case PythonNode::Not:
    case PythonNode::Minus:
    case PythonNode::Flip:
      sign(node.kind == PythonNode::Not ? "!" : node.kind == PythonNode::Minus ? "-" : "~", node);
      write(node.parts[0]);
      break;
    case PythonNode::Binary:
      binary(node);
      break;
    case PythonNode::Compare:
      infix(node, node.text);
      break;
    case PythonNode::And:  // a ? b : a
    case PythonNode::Or:   // a ? a : b
      write(node.parts[0]);
      sign("?", node);
      write(node.parts[node.kind == PythonNode::And ? 1 : 0]);
      sign(":", node);
      write(node.parts[node.kind == PythonNode::And ? 0 : 1]);
      break;
    case PythonNode::Choice:
      write(node.parts[0]);
      sign("?", node);
      write(node.parts[1]);
      sign(":", node);
      write(node.parts[2]);
      break;
    case PythonNode::Call:
      call(node);
      break;
    case PythonNode::Index:
      if (const PythonName* list = find(at(node.parts[0]).text);
          list == nullptr || list->kind != PythonName::Kind::List)
        words_.complain(at(node.parts[0]).range, "no list of numbers has this name above");
      to_.name(at(node.parts[0]).text, node.range);
      sign("[", node);
      write(node.parts[1]);
      sign("]", node);
      break;
  }
  sign(")", node);
}

void PythonWriter::write_list(const PythonName& list, std::span<const PythonListNumber> numbers, TextRange range) {
  to_.name("const", range);
  to_.name("int", range);
  to_.name(list.name, range);
  for (const std::string_view sign : {"[", "]", "=", "{"}) to_.sign(sign, range);
  for (const PythonListNumber& number : numbers) {
    if (&number != numbers.data()) to_.sign(",", number.range);
    if (number.minus) to_.sign("-", number.range);
    to_.number(number.value, number.range);
  }
  to_.sign("}", range);
  to_.sign(";", range);
}

void PythonWriter::name(const PythonExpression& node) {
  const PythonName* const named = find(node.text);
  if (named != nullptr && named->kind == PythonName::Kind::List)
    return words_.complain(node.range, "a list is no number: say which of its numbers, as in MAP[i]");
  if (named != nullptr && named->kind == PythonName::Kind::Constant) return write(named->tree);
  to_.name(node.text, node.range);
}

void PythonWriter::call(const PythonExpression& node) {
  if (node.text == "int") {
    // int(a / b) rounds towards zero, as C does.
    const PythonExpression inner = at(node.parts[0]);
    if (inner.kind == PythonNode::Binary && inner.text == "/") return infix(inner, "/");
    return write(node.parts[0]);
  }
  to_.name(node.text, node.range);
  sign("(", node);
  for (int part = 0; part < node.count; ++part) {
    if (part > 0) sign(",", node);
    write(node.parts[static_cast<std::size_t>(part)]);
  }
  sign(")", node);
}

void PythonWriter::infix(const PythonExpression& node, std::string_view text) {
  write(node.parts[0]);
  sign(text, node);
  write(node.parts[1]);
}

void PythonWriter::binary(const PythonExpression& node) {
  if (node.text == "/")
    return words_.complain(node.range, "`/` makes a fraction in Python: write `//`, which rounds down");
  if (node.text == "**") return power(node);
  if (node.text == "//") return division(node);
  if (node.text == "%") return remainder(node);
  infix(node, node.text);
}

void PythonWriter::power(const PythonExpression& node) {
  const std::optional<std::uint32_t> base = constant(node.parts[0]), exponent = constant(node.parts[1]);
  if (base == 2u) {
    to_.number(1, node.range);
    sign("<<", node);
    return write(node.parts[1]);
  }
  std::uint64_t value = 1;
  for (std::uint32_t n = 0; base && exponent && n < *exponent && value < 1u << 31; ++n) value *= *base;
  if (!base || !exponent || value >= 1u << 31)
    return words_.complain(node.range, "of powers those of 2 are followed here, and those of two small numbers");
  to_.number(static_cast<std::uint32_t>(value), node.range);
}

// Writes a // b; if the sign of a is not known, as (a - (a % b + b) % b) / b.
void PythonWriter::division(const PythonExpression& node) {
  if (!never_negative(node.parts[1]))
    return words_.complain(node.range, "the sign of this divisor is not known here: only positive ones are followed");
  if (never_negative(node.parts[0])) return infix(node, "/");
  sign("(", node);
  write(node.parts[0]);
  sign("-", node);
  remainder(node);
  sign(")", node);
  sign("/", node);
  write(node.parts[1]);
}

void PythonWriter::remainder(const PythonExpression& node) {
  if (!never_negative(node.parts[1]))
    return words_.complain(node.range, "the sign of this divisor is not known here: only positive ones are followed");
  if (never_negative(node.parts[0])) return infix(node, "%");
  sign("(", node);
  infix(node, "%");
  sign("+", node);
  write(node.parts[1]);
  sign(")", node);
  sign("%", node);
  write(node.parts[1]);
}

}  // namespace tcviz::inline gpu_formula
