#include "app/session/learn/lesson_goal_file.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/scene/grid/names.hpp"
#include "app/session/shared_memory/smem_state.hpp"
#include "gpu/language/formula/expression.hpp"
#include "gpu/run/ops/operation.hpp"
#include "gpu/smem/banks.hpp"

namespace tcviz::inline app_session {
namespace {

using Fields = LessonFields;

constexpr int most_side = 4095;
constexpr std::array<std::string_view, 7> pin_fields = {"thread", "value",    "row",    "col",
                                                        "owners", "register", "differs"};
constexpr std::array<std::string_view, 3> formula_fields = {"right", "row", "col"};
constexpr std::array<std::string_view, 3> formula_parts = {"row", "col", "both"};
constexpr std::array<std::string_view, 2> source_fields = {"as", "formula_right"};
constexpr std::array<std::string_view, 1> view_fields = {"is"};
constexpr std::array<std::string_view, 3> operation_fields = {"zero_where", "do", "diagonal"};
constexpr std::array<std::string_view, 4> maxas_fields = {"register", "thread", "row", "col"};
constexpr std::array<std::string_view, 4> smem_fields = {"row", "col", "bank", "wavefronts"};
constexpr std::array<std::string_view, 8> xray_fields = {"tile",  "row",   "col",     "lane",
                                                         "holds", "wrong", "replace", "by"};
constexpr std::array<std::string_view, 3> xray_tiles = {"a", "b", "sum"};

void read_pin_goal(const Fields& fields, LessonGoal& goal) {
  fields.number("thread", 0, 1023, goal.thread);
  fields.number("value", 0, most_side, goal.value);
  fields.number("row", 0, most_side, goal.row);
  fields.number("col", 0, most_side, goal.col);
  fields.number("owners", 1, 1024, goal.owners);
  fields.number("register", 0, 255, goal.reg);
  fields.flag("differs", goal.differs);
}

void read_formula_goal(const Fields& fields, LessonGoal& goal) {
  fields.must("right", "row, col or both");
  const auto part = fields.word("right", formula_parts);
  goal.asks_row = part != 1;
  goal.asks_col = part != 0;
  if (goal.asks_row) fields.must("row", "a right answer, which the check proves");
  if (goal.asks_col) fields.must("col", "a right answer, which the check proves");
  fields.text("row", goal.answer_row);
  fields.text("col", goal.answer_col);
}

void read_source_goal(const Fields& fields, LessonGoal& goal) {
  fields.must("as", "a source that is right, such as \"published:sm_70\"");
  fields.text("as", goal.source);
  fields.flag("formula_right", goal.formula_right);
}

void read_view_goal(const Fields& fields, LessonGoal& goal) {
  fields.must("is", fmt::format("one of {}", fmt::join(words_of<ViewMode>(), ", ")));
  if (const auto view = fields.word("is", words_of<ViewMode>())) goal.view = static_cast<ViewMode>(*view);
}

void read_operation_goal(const Fields& fields, LessonGoal& goal) {
  fields.must("zero_where", "an expression of row and col that is not 0 where the result must be 0");
  fields.must("do", "the id of an operation that does it: `tcviz demo --list` lists them");
  fields.text("zero_where", goal.zero_where);
  fields.text("do", goal.operation);
  fields.number("diagonal", -255, 255, goal.diagonal);
  if (!goal.operation.empty() && find_operation(goal.operation) == nullptr)
    fields.note("do", "is no operation: `tcviz demo --list` lists them.");
  if (goal.zero_where.empty()) return;
  const auto read = parse_expression(goal.zero_where, Inputs::Element);
  if (!read) fields.note("zero_where", read.diagnostics.front().message + ".");
}

void read_maxas_goal(const Fields& fields, LessonGoal& goal) {
  fields.number("register", 0, 63, goal.reg);
  fields.number("thread", 0, 255, goal.thread);
  fields.number("row", 0, 127, goal.row);
  fields.number("col", 0, 127, goal.col);
}

void read_smem_goal(const Fields& fields, LessonGoal& goal) {
  fields.number("row", 0, most_smem_size - 1, goal.row);
  fields.number("col", 0, most_smem_size - 1, goal.col);
  fields.number("bank", 0, banks - 1, goal.bank);
  fields.number("wavefronts", 1, 1024, goal.wavefronts);
  const bool both = goal.wavefronts && (goal.row || goal.col || goal.bank);
  if (both) fields.note("wavefronts", "are those of the access: row, col and bank ask for an element instead.");
}

void read_xray_goal(const Fields& fields, LessonGoal& goal) {
  goal.tile = fields.word("tile", xray_tiles);
  fields.number("row", 0, most_side, goal.row);
  fields.number("col", 0, most_side, goal.col);
  fields.number("lane", 0, 31, goal.thread);
  fields.text("holds", goal.holds);
  fields.flag("wrong", goal.wrong);
  if (!fields.has("replace") && !fields.has("by")) return;
  fields.must("replace", "the text of the kernel that is wrong");
  fields.must("by", "a text in its place that makes the kernel right, which the check proves");
  fields.text("replace", goal.replace);
  fields.text("by", goal.by);
}

struct GoalRow {
  GoalType type;
  std::span<const std::string_view> fields;
  void (*read)(const Fields&, LessonGoal&);
};
constexpr GoalRow goal_rows[] = {
    {GoalType::Pin, pin_fields, read_pin_goal},
    {GoalType::Formula, formula_fields, read_formula_goal},
    {GoalType::Source, source_fields, read_source_goal},
    {GoalType::View, view_fields, read_view_goal},
    {GoalType::Operation, operation_fields, read_operation_goal},
    {GoalType::Maxas, maxas_fields, read_maxas_goal},
    {GoalType::SharedMemory, smem_fields, read_smem_goal},
    {GoalType::Xray, xray_fields, read_xray_goal},
};

std::string_view word_of(GoalType type) { return goal_words.at(static_cast<std::size_t>(type)); }

}  // namespace

LessonGoal read_lesson_goal(const LessonFields& question, LessonNotes& notes) {
  LessonGoal goal;
  int found = 0;
  for (const GoalRow& row : goal_rows) {
    const nlohmann::json* const value = question.find(word_of(row.type));
    if (value == nullptr) continue;
    ++found;
    goal.type = row.type;
    const bool says_something = value->is_object() && !value->empty();
    if (!says_something)
      question.note(word_of(row.type), fmt::format("must be an object with some of {}.", fmt::join(row.fields, ", ")));
    if (says_something) row.read(Fields(*value, question.path(word_of(row.type)), notes, row.fields), goal);
  }
  if (found != 1)
    question.note("ask", fmt::format("needs exactly one check beside it, one of {}; here are {}.",
                                     fmt::join(goal_words, ", "), found));
  return goal;
}

}  // namespace tcviz::inline app_session
