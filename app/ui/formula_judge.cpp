#include "app/ui/formula_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "gpu/formula/interpreter.hpp"
#include "gpu/formula/repair.hpp"

namespace tcviz {
namespace {

// A few milliseconds are enough; more only where the machine is slow.
constexpr std::chrono::milliseconds most_repair_time(60);

std::vector<FieldText> fields_of(const FormulaText& text) {
  std::vector<FieldText> fields;
  const auto add = [&](int field, const std::string& words, Quantity value) {
    if (words.find_first_not_of(" \t\r\n") != std::string::npos) fields.push_back({field, words, value});
  };
  if (text.one_text) add(0, text.text, Quantity::Linear);
  if (!text.one_text) add(0, text.row, Quantity::Row);
  if (!text.one_text) add(1, text.col, Quantity::Col);
  return fields;
}

FormulaText with(const FormulaText& text, int field, std::string words) {
  FormulaText other = text;
  (text.one_text ? other.text : field == 0 ? other.row : other.col) = std::move(words);
  return other;
}

std::string counted(int count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// "C expressions", of two in different notations "a C expression and C statements".
std::string notation_of(const std::vector<FieldText>& fields) {
  std::string said;
  for (const FieldText& field : fields) {
    const std::string_view one = describe(recognise(field.text));
    if (said == one) return said == "a C expression" ? "C expressions" : said;
    said += fmt::format("{}{}", said.empty() ? "" : " and ", one);
  }
  return said;
}

class Judge {
 public:
  Judge(const FormulaText& text, const Layout& layout, const std::vector<MeantLayout>& others)
      : text_(text), fields_(fields_of(text)), layout_(layout), others_(others), checker_(layout) {}

  Judged judge() {
    if (fields_.empty()) return std::move(judged_);
    judged_.notation = notation_of(fields_);
    if (!read()) return std::move(judged_);
    if (const Status checked = checker_.check(pointers_, judged_.verdict); !checked) {
      judged_.judgement = Judgement::Unfit;
      judged_.headline = checked.error().message;
      return std::move(judged_);
    }
    judged_.terms = formula_terms(fields_, layout_);
    say();
    if (judged_.judgement == Judgement::Wrong) help();
    return std::move(judged_);
  }

 private:
  bool read() {
    FormulaReader reader;
    judged_.formulae.reserve(fields_.size());
    for (const FieldText& field : fields_) {
      Formula formula;
      if (reader.read(field.text, {Inputs::Slot, field.value}, formula)) {
        judged_.formulae.push_back(std::move(formula));
        continue;
      }
      for (const Diagnostic& each : reader.diagnostics())
        judged_.problems.push_back({field.field, each.range, each.message});
    }
    if (!judged_.problems.empty()) {
      judged_.judgement = Judgement::Unreadable;
      judged_.headline = judged_.problems.front().message;
      return false;
    }
    for (const Formula& formula : judged_.formulae) pointers_.push_back(&formula);
    return true;
  }

  void say() {
    const Verdict& verdict = judged_.verdict;
    const bool complete = judged_.complete(), ok = verdict.ok();
    judged_.judgement = !ok ? Judgement::Wrong : complete ? Judgement::Right : Judgement::Half;
    const std::string_view half = verdict.asked_row ? "row" : "col", other = verdict.asked_row ? "col" : "row";
    judged_.headline =
        !ok        ? fmt::format("{} of {} wrong", verdict.mismatches, counted(verdict.slots, "slot"))
        : complete ? fmt::format("right: all {}", counted(verdict.slots, "slot"))
                   : fmt::format("{} is right for all {}; {} is missing", half, counted(verdict.slots, "slot"), other);
    if (!ok && complete) say_apart();
    if (verdict.first) say_first(*verdict.first);
    if (verdict.undefined) say_undefined(*verdict.undefined);
    say_operators();
  }

  void say_apart() {
    const auto one = [](const char* name, int wrong) {
      return wrong == 0 ? fmt::format("{} is right everywhere", name)
                        : fmt::format("{} is wrong for {}", name, counted(wrong, "slot"));
    };
    judged_.apart =
        fmt::format("{}, {}", one("row", judged_.verdict.row_mismatches), one("col", judged_.verdict.col_mismatches));
  }

  void say_first(const FirstMismatch& first) {
    const std::string who = fmt::format("T{} x[{}]", first.slot.tid, first.slot.i);
    const std::string got = got_of(judged_, layout_, first.slot);
    judged_.first_got = fmt::format("{}: got {}", who, got);
    judged_.first = fmt::format("{}: expected ({}, {}), got {}", who, first.expected->row, first.expected->col, got);
  }

  void say_undefined(const UndefinedAt& undefined) {
    judged_.undefined =
        fmt::format("T{} x[{}]: {}, which C leaves undefined", undefined.slot.tid, undefined.slot.i, undefined.message);
    const int field = fields_[undefined.in_second && fields_.size() > 1 ? 1 : 0].field;
    judged_.problems.push_back({field, undefined.range, judged_.undefined});
  }

  void say_operators() {
    for (std::size_t n = 0; n < fields_.size(); ++n) {
      const char* const name = text_.one_text ? "" : fields_[n].field == 0 ? "row " : "col ";
      judged_.operators +=
          fmt::format("{}{}{}", n == 0 ? "" : " \u00b7 ", name, counted(judged_.formulae[n].operators, "operator"));
    }
  }

  void help() {
    for (const MeantLayout& other : others_)
      if (!other.layout->same_map(layout_) && Checker(*other.layout).holds(pointers_))
        judged_.right_for.push_back(other.name);
    if (fields_.size() == 2 && right_when_exchanged(checker_, text_.row, text_.col))
      judged_.repairs.push_back({"row and col are exchanged", {false, text_.col, text_.row, text_.text}});
    const bool apart = fields_.size() == 2;  // what is right needs no repair
    for (const FieldText& field : fields_)
      if (!apart || (field.field == 0 ? judged_.verdict.row_mismatches : judged_.verdict.col_mismatches) > 0)
        mend(field);
  }

  void mend(const FieldText& field) {
    const char* const name = text_.one_text ? "" : field.field == 0 ? "row: " : "col: ";
    for (Repair& repair : find_repairs(checker_, field.text, {Inputs::Slot, field.value}, 3, most_repair_time))
      judged_.repairs.push_back({name + repair.description, with(text_, field.field, std::move(repair.text))});
  }

  const FormulaText& text_;
  std::vector<FieldText> fields_;
  const Layout& layout_;
  const std::vector<MeantLayout>& others_;
  Checker checker_;
  std::vector<const Formula*> pointers_;
  Judged judged_;
};

}  // namespace

std::shared_ptr<const Judged> judge(const FormulaText& text, const Layout& layout,
                                    const std::vector<MeantLayout>& others) {
  return std::make_shared<const Judged>(Judge(text, layout, others).judge());
}

std::string got_of(const Judged& judged, const Layout& layout, Slot slot) {
  Variables variables = constants_of(layout);
  variables[Variable::Tid] = slot.tid;
  variables[Variable::I] = slot.i;
  std::optional<std::int64_t> row, col;
  for (const Formula& formula : judged.formulae) {
    Interpreter machine(formula.program);
    if (machine.run(variables) != RunState::Done) return "undefined";
    const auto value = [&](Quantity of) -> std::optional<std::int64_t> {
      return formula.has(of) ? std::optional(machine.output(formula.output_of(of))) : std::nullopt;
    };
    if (!row) row = value(Quantity::Row);
    if (!col) col = value(Quantity::Col);
    if (const auto linear = value(Quantity::Linear); linear && !row && !col)
      row = *linear / layout.cols(), col = *linear % layout.cols();
  }
  if (row && col) return fmt::format("({}, {})", *row, *col);
  return row ? fmt::format("row {}", *row) : col ? fmt::format("col {}", *col) : "nothing";
}

}  // namespace tcviz
