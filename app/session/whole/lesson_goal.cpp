#include "app/session/whole/lesson_goal.hpp"

#include <algorithm>

#include "app/session/base/differences.hpp"
#include "app/session/formula/formula_judge.hpp"
#include "app/session/learn/smem_goal.hpp"
#include "app/session/learn/xray_goal.hpp"
#include "app/session/maxas/maxas_action.hpp"
#include "app/session/maxas/maxas_places.hpp"
#include "app/session/operations/operations_action.hpp"
#include "app/session/whole/selection.hpp"
#include "gpu/language/formula/expression.hpp"

namespace tcviz::inline app_session {
namespace {

bool differs_there(const Document& d, Element element) {
  const std::vector<const Layout*> layouts = d.layouts();
  return d.view == ViewMode::Comparison && layouts.size() == 2 && differs(*layouts[0], *layouts[1], element);
}

bool pin_fits(const Document& d, const LessonGoal& goal, const Pick& pick) {
  const Layout* const layout = layout_at(d, pick.layout);
  if (layout == nullptr || !holds(d, pick)) return false;
  return agrees(goal.thread, pick.slot.tid) && agrees(goal.value, pick.slot.i) && agrees(goal.row, pick.element.row) &&
         agrees(goal.col, pick.element.col) &&
         agrees(goal.owners, static_cast<int>(layout->owner_slots(pick.element).size())) &&
         agrees(goal.reg, layout->register_of(pick.slot.i).first) && (!goal.differs || differs_there(d, pick.element));
}

// Returns the first fitting (or unfitting) pick in slot order, the view's last layout first: of a product the
// accumulator.
std::optional<Pick> find_pick(const Document& d, const LessonGoal& goal, bool right) {
  const std::vector<const Layout*> layouts = d.layouts();
  for (std::size_t n = layouts.size(); n-- > 0;) {
    for (int s = 0; s < layouts[n]->slots(); ++s) {
      const Slot slot = layouts[n]->slot(s);
      const auto element = layouts[n]->element(slot);
      if (!element) continue;
      const Pick pick{*element, slot, static_cast<int>(n)};
      if (pin_fits(d, goal, pick) == right) return pick;
    }
  }
  return std::nullopt;
}

bool formula_fits(const Document& d, bool row, bool col) {
  const Judged* const judged = d.formulae.judged.get();
  if (judged == nullptr || d.layout() == nullptr) return false;
  const Verdict& v = judged->verdict;
  return v.slots == d.layout()->slots() && (!row || (v.asked_row && v.row_mismatches == 0)) &&
         (!col || (v.asked_col && v.col_mismatches == 0));
}

bool source_fits(const Document& d, const LessonGoal& goal) {
  const auto named = source_named(d, goal.source);
  const Layout* const shown = d.layout();
  const Layout* const wanted = named ? d.sources[*named].layout(d.kind) : nullptr;
  if (shown == nullptr || wanted == nullptr || !shown->same_map(*wanted)) return false;
  return !goal.formula_right || formula_fits(d, true, true);
}

// True if the result is zero exactly at the elements of the expression, and unchanged elsewhere.
bool result_fits(const RunResult& result, const Layout& layout, const std::string& zero_where) {
  const auto expression = parse_expression(zero_where, Inputs::Element);
  const auto elements = static_cast<std::size_t>(layout.elements());
  if (!expression || result.after.size() != elements || result.before.size() != elements) return false;
  Evaluator zero(*expression.value);
  for (std::size_t at = 0; at < elements; ++at) {
    Variables variables;
    variables[Variable::Row] = static_cast<int>(at) / layout.cols();
    variables[Variable::Col] = static_cast<int>(at) % layout.cols();
    const auto value = zero(variables);
    if (!value || result.after[at] != (*value != 0 ? 0.0 : result.before[at])) return false;
  }
  return true;
}

bool operation_fits(const Document& d, const LessonGoal& goal) {
  const OperationsRun* const run = d.task<OperationsState>().shown.get();
  if (run == nullptr || !run->result.ok() || run->choice != d.task<OperationsState>().choice) return false;
  return d.layout() != nullptr && run->layout.same_map(*d.layout()) &&
         result_fits(run->result.value(), run->layout, goal.zero_where);
}

bool maxas_fits(const MaxasLook& look, const LessonGoal& goal, const MaxasObject& object) {
  if (object.type != MaxasObject::Type::C) return false;
  const MaxasOwner owner = owner_of(look.kernel, look.variant.map, {object.first, object.second});
  return agrees(goal.thread, owner.tid) && agrees(goal.reg, owner.reg) && agrees(goal.row, object.first) &&
         agrees(goal.col, object.second);
}

std::optional<MaxasObject> find_object(const MaxasLook& look, const LessonGoal& goal, bool right) {
  for (int row = 0; row < look.kernel.tile; ++row) {
    for (int col = 0; col < look.kernel.tile; ++col) {
      const MaxasObject object{MaxasObject::Type::C, row, col};
      if (maxas_fits(look, goal, object) == right) return object;
    }
  }
  return std::nullopt;
}

Action choose_operation(const std::string& operation, int diagonal) {
  OperationsChoice choice;
  choice.operation = operation;
  choice.d = diagonal;
  return OperationsAction(SetOperationsChoice{choice});
}

std::vector<Action> choose_pick(const std::optional<Pick>& pick) {
  return pick ? std::vector<Action>{SetPin{pick}} : std::vector<Action>{};
}

std::vector<Action> choose_object(const std::optional<MaxasObject>& object) {
  return object ? std::vector<Action>{MaxasAction(ChooseMaxas{*object})} : std::vector<Action>{};
}

std::vector<Action> move_in_smem(const Document& d, const LessonGoal& goal, bool right) {
  const std::optional<SmemAction> way = smem_way(d.task<SmemState>(), goal, right);
  return way ? std::vector<Action>{*way} : std::vector<Action>{};
}

std::vector<Action> move_in_xray(const Document& d, const LessonGoal& goal, bool right) {
  const std::vector<XrayAction> way = xray_way(d.task<XrayState>(), goal, right);
  return {way.begin(), way.end()};
}

Action type_formula(const Document& d, const LessonGoal& goal, bool right) {
  FormulaText text = d.formula;
  text.one_text = false;
  if (goal.asks_row) text.row = right ? goal.answer_row : "(" + goal.answer_row + ") ^ 1";
  if (goal.asks_col) text.col = right ? goal.answer_col : "(" + goal.answer_col + ") ^ 1";
  return FormulaAction(SetFormula{text});
}

// Returns an action that chooses a source with another layout of this kind.
std::vector<Action> other_source_than(const Document& d, const std::string& name) {
  const auto named = source_named(d, name);
  const Layout* const wanted = named ? d.sources[*named].layout(d.kind) : nullptr;
  for (std::size_t s = 0; wanted != nullptr && s < d.sources.size(); ++s) {
    const Layout* const layout = d.sources[s].layout(d.kind);
    if (layout != nullptr && !layout->same_map(*wanted)) return {ChooseSource{s}};
  }
  return {};
}

}  // namespace

std::optional<std::size_t> source_named(const Document& d, std::string_view name) {
  const auto at = std::find_if(d.sources.begin(), d.sources.end(), [&](auto& s) { return s.info.name == name; });
  if (at == d.sources.end()) return std::nullopt;
  return static_cast<std::size_t>(at - d.sources.begin());
}

bool is_reached(const Document& d, const LessonGoal& goal) {
  switch (goal.type) {
    case GoalType::Pin:
      return d.pin && pin_fits(d, goal, *d.pin);
    case GoalType::Formula:
      return formula_fits(d, goal.asks_row, goal.asks_col);
    case GoalType::Source:
      return source_fits(d, goal);
    case GoalType::View:
      return d.view == goal.view && !d.layouts().empty();
    case GoalType::Operation:
      return operation_fits(d, goal);
    case GoalType::Maxas:
      return maxas_fits(d.task<MaxasState>(), goal, d.task<MaxasState>().chosen);
    case GoalType::SharedMemory:
      return smem_fits(d.task<SmemState>(), goal);
    case GoalType::Xray:
      return xray_fits(d.task<XrayState>(), goal);
  }
  return false;
}

std::vector<Action> way_to(const Document& d, const LessonGoal& goal) {
  switch (goal.type) {
    case GoalType::Pin:
      return choose_pick(find_pick(d, goal, true));
    case GoalType::Formula:
      return {type_formula(d, goal, true)};
    case GoalType::Source:
      if (const auto source = source_named(d, goal.source)) return {ChooseSource{*source}};
      return {};
    case GoalType::View:
      return {SetViewMode{goal.view}};
    case GoalType::Operation:
      return {choose_operation(goal.operation, goal.diagonal)};
    case GoalType::Maxas:
      return choose_object(find_object(d.task<MaxasState>(), goal, true));
    case GoalType::SharedMemory:
      return move_in_smem(d, goal, true);
    case GoalType::Xray:
      return move_in_xray(d, goal, true);
  }
  return {};
}

std::vector<Action> way_astray(const Document& d, const LessonGoal& goal) {
  switch (goal.type) {
    case GoalType::Pin:
      return choose_pick(find_pick(d, goal, false));
    case GoalType::Formula:
      return {type_formula(d, goal, false)};
    case GoalType::Source:
      return other_source_than(d, goal.source);
    case GoalType::View:
      return {SetViewMode{goal.view == ViewMode::Grids ? ViewMode::Combined : ViewMode::Grids}};
    case GoalType::Operation:
      return {choose_operation("zero", 0)};
    case GoalType::Maxas:
      return choose_object(find_object(d.task<MaxasState>(), goal, false));
    case GoalType::SharedMemory:
      return move_in_smem(d, goal, false);
    case GoalType::Xray:
      return move_in_xray(d, goal, false);
  }
  return {};
}

}  // namespace tcviz::inline app_session
