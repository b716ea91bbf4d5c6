#include "app/export/figure/slot_value.hpp"

#include <fmt/format.h>

#include <memory>

#include "gpu/language/formula/expression.hpp"

namespace tcviz::inline app_export {
namespace {

Variables variables_of(Slot slot, Element element) {
  Variables v;
  v[Variable::Tid] = slot.tid;
  v[Variable::I] = slot.i;
  v[Variable::Row] = element.row;
  v[Variable::Col] = element.col;
  return v;
}

std::string problem_of(const std::vector<Diagnostic>& diagnostics) {
  return diagnostics.empty() ? "this is not an expression" : diagnostics.front().message;
}

// The expression with its evaluator, which points into it.
struct Running {
  explicit Running(Expression parsed) : expression(std::move(parsed)), evaluate(expression) {}
  Expression expression;
  Evaluator evaluate;
};

// Returns the message about the first slot of a layout for which C leaves the value undefined; empty if there is none.
std::string undefined_in(Running& running, const Layout& layout) {
  for (std::int32_t number = 0; number < layout.slots(); ++number) {
    const Slot slot = layout.slot(number);
    const std::optional<Element> element = layout.element(slot);
    if (!element || running.evaluate(variables_of(slot, *element))) continue;
    return fmt::format("T{} x[{}]: {}", slot.tid, slot.i, running.evaluate.undefined().message);
  }
  return {};
}

}  // namespace

Result<SlotValue> slot_value(std::string_view text, SceneLayouts layouts) {
  Parsed<Expression> parsed = parse_expression(text);
  if (!parsed) return bad_input(problem_of(parsed.diagnostics));
  auto running = std::make_shared<Running>(std::move(*parsed.value));
  for (const Layout* layout : layouts) {
    if (std::string undefined = undefined_in(*running, *layout); !undefined.empty()) return bad_input(undefined);
  }
  return SlotValue(
      [running](Slot slot, Element element) { return running->evaluate(variables_of(slot, element)).value_or(0); });
}

}  // namespace tcviz::inline app_export
