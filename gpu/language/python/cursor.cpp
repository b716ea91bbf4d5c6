#include "gpu/language/python/cursor.hpp"

#include <fmt/format.h>

namespace tcviz::inline gpu_python {
namespace {

// Trees are computed by functions that call themselves.
constexpr std::uint32_t deepest_python_tree = 400;

}  // namespace

void PythonCursor::expect(std::string_view word) {
  if (!accept(word)) complain(peek().range, fmt::format("expected `{}`, not {}", word, said_of(peek())));
}

PythonAt PythonCursor::add(PythonExpression node) {
  for (const PythonAt part : node.parts) node.depth = std::max(node.depth, tree_.nodes[part].depth + 1);
  if (node.depth > deepest_python_tree) complain(node.range, "this is nested too deeply: compute it in several lines");
  tree_.nodes.push_back(std::move(node));
  return static_cast<PythonAt>(tree_.nodes.size() - 1);
}

PythonAt PythonCursor::join_parts(PythonNode kind, std::vector<PythonAt> parts, PythonSign sign) {
  TextRange range = node(parts.front()).range;
  for (const PythonAt part : parts) range = join(range, node(part).range);
  return add({.kind = kind, .sign = sign, .parts = std::move(parts), .range = range});
}

PythonAt PythonCursor::leaf(PythonNode kind, const PythonWord& word) {
  return add({.kind = kind, .value = word.value, .text = word.text, .range = word.range});
}

}  // namespace tcviz::inline gpu_python
