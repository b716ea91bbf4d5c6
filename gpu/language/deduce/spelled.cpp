#include "gpu/language/deduce/spelled.hpp"

#include <fmt/format.h>

namespace tcviz::inline gpu_deduce {
namespace {

bool is_associative(std::string_view op) { return op == "|" || op == "+" || op == "^" || op == "&"; }

std::string operand(const Spelled& part, std::string_view op, bool right) {
  if (part.op.empty()) return part.text;
  const bool same = part.op == op && (is_associative(op) || !right);
  return same ? part.text : fmt::format("({})", part.text);
}

}  // namespace

Spelled spell_leaf(std::string text) { return {std::move(text), {}, 0}; }
Spelled spell_number(std::int64_t value) { return {fmt::format("{}", value), {}, 0}; }

Spelled combine(const Spelled& left, std::string_view op, const Spelled& right) {
  return {fmt::format("{} {} {}", operand(left, op, false), op, operand(right, op, true)), std::string(op),
          left.operators + right.operators + 1};
}

}  // namespace tcviz::inline gpu_deduce
