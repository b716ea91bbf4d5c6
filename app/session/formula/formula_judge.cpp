#include "app/session/formula/formula_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/formula/check_inverse.hpp"
#include "gpu/language/formula/meant.hpp"
#include "gpu/language/formula/repair.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline app_session {
namespace {

// The most processor time of a search for repairs. A few milliseconds are enough, more only on a slow machine.
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

// Names the notation of the fields: "C expressions"; if two differ, "a C expression and C statements".
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
    if (text_.one_text && inputs_of(text_.text) == Inputs::Element) {
      judge_inverse();
      return std::move(judged_);
    }
    if (!read()) return std::move(judged_);
    if (const Status checked = checker_.check(pointers_, judged_.verdict); !checked) {
      judged_.judgement = Judgement::Unfit;
      judged_.headline = checked.error().message;
      return std::move(judged_);
    }
    if (const auto& undefined = judged_.verdict.undefined; undefined && undefined->endless) {
      judged_.judgement = Judgement::Unfit;
      judged_.headline = "it is not known if this is right: " + verdict_words(judged_.verdict).undefined;
      return std::move(judged_);
    }
    judged_.terms = formula_terms(fields_, layout_);
    say();
    if (judged_.judgement == Judgement::Wrong) help();
    return std::move(judged_);
  }

 private:
  bool read() {
    judged_.formulae.reserve(fields_.size());
    std::vector<MeantText> texts;
    for (const FieldText& field : fields_) texts.push_back({field.text, {Inputs::Slot, field.value}});
    std::vector<Parsed<Formula>> all = read_all_as_meant(texts, checker_);
    for (std::size_t at = 0; at < all.size(); ++at) {
      if (all[at]) judged_.formulae.push_back(std::move(*all[at].value));
      for (const Diagnostic& each : all[at].diagnostics)
        judged_.problems.push_back({fields_[at].field, each.range, each.message});
    }
    if (!judged_.problems.empty()) {
      judged_.judgement = Judgement::Unreadable;
      judged_.headline = judged_.problems.front().message;
      const Notation notation = recognise(fields_.front().text);
      judged_.may_compile = text_.one_text && (notation == Notation::Expression || notation == Notation::Statements ||
                                               notation == Notation::Function);
      return false;
    }
    for (const Formula& formula : judged_.formulae) pointers_.push_back(&formula);
    if (const std::string_view convention = describe_convention(judged_.formulae.front()); !convention.empty())
      judged_.notation += fmt::format(", {}", convention);
    for (const Formula& formula : judged_.formulae)
      if (!formula.reading.empty()) judged_.notation += fmt::format(", {}", formula.reading);
    return true;
  }

  // Judges a text that computes tid and i from row and col: its verdict is a sentence, and the grids show none of it.
  void judge_inverse() {
    judged_.notation = "the inverse, as " + judged_.notation;
    const Parsed<Formula> parsed = read_formula(text_.text, {Inputs::Element, Quantity::Tid});
    for (const Diagnostic& each : parsed.diagnostics) judged_.problems.push_back({0, each.range, each.message});
    judged_.judgement = parsed ? Judgement::Unfit : Judgement::Unreadable;
    judged_.headline = parsed ? std::string() : parsed.diagnostics.front().message;
    if (!parsed) return;
    const Formula* const formula = &*parsed.value;
    const Result<InverseVerdict> checked = check_inverse(layout_, {&formula, 1});
    if (!checked) return void(judged_.headline = checked.error().message);
    const InverseVerdict& verdict = checked.value();
    const char* const what = verdict.has_replica ? "owners, each once" : "elements, one owner of each";
    judged_.judgement = verdict.ok() ? Judgement::Right : Judgement::Wrong;
    judged_.headline =
        verdict.ok() ? fmt::format("the inverse is right: all {} {}", verdict.asked, what)
                     : fmt::format("the inverse is wrong for {} of {} {}", verdict.mismatches, verdict.asked, what);
  }

  void say() {
    const Verdict& verdict = judged_.verdict;
    const bool complete = judged_.complete(), ok = verdict.holds();
    judged_.judgement = !ok ? Judgement::Wrong : complete ? Judgement::Right : Judgement::Half;
    const std::string_view half = verdict.asked_row ? "row" : "col", other = verdict.asked_row ? "col" : "row";
    judged_.headline =
        !ok        ? fmt::format("{} of {} wrong", verdict.mismatches, counted(verdict.slots, "slot"))
        : complete ? fmt::format("right: all {}", counted(verdict.slots, "slot"))
                   : fmt::format("{} is right for all {}; {} is missing", half, counted(verdict.slots, "slot"), other);
    static_cast<VerdictWords&>(judged_) = verdict_words(verdict);
    if (verdict.undefined) mark_undefined(*verdict.undefined);
    say_operators();
  }

  void mark_undefined(const UndefinedAt& undefined) {
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
  }

  const FormulaText& text_;
  std::vector<FieldText> fields_;
  const Layout& layout_;
  const std::vector<MeantLayout>& others_;
  Checker checker_;
  std::vector<const Formula*> pointers_;
  Judged judged_;
};

// Returns the part of `text` that is another in `repaired`, in whole words: the word before a place where one is added.
TextRange changed_part(std::string_view text, std::string_view repaired) {
  const std::size_t common = std::min(text.size(), repaired.size());
  std::size_t begin = 0, tail = 0;
  while (begin < common && text[begin] == repaired[begin]) ++begin;
  while (tail < common - begin && text[text.size() - 1 - tail] == repaired[repaired.size() - 1 - tail]) ++tail;
  std::size_t end = text.size() - tail;
  if (begin == end) {
    while (begin > 0 && text[begin - 1] == ' ') --begin;
    end = begin;
    if (begin > 0) --begin;
  }
  const auto in_word = [&](std::size_t at) { return at < text.size() && is_name_part(text[at]); };
  while (begin > 0 && in_word(begin) && in_word(begin - 1)) --begin;
  while (end > begin && in_word(end - 1) && in_word(end)) ++end;
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

std::vector<FormulaRepair> repairs_of_field(const FormulaText& text, const FieldText& field, Checker& checker) {
  const char* const name = text.one_text ? "" : field.field == 0 ? "row: " : "col: ";
  std::vector<FormulaRepair> repairs;
  for (Repair& repair : find_repairs(checker, field.text, {Inputs::Slot, field.value}, 3, most_repair_time)) {
    const TextRange range = changed_part(field.text, repair.text);
    repairs.push_back({name + repair.description, with(text, field.field, std::move(repair.text)), field.field, range});
  }
  return repairs;
}

}  // namespace

std::vector<FormulaRepair> repairs_of(const FormulaText& text, const Layout& layout, const Verdict& verdict) {
  Checker checker(layout);
  std::vector<FormulaRepair> repairs;
  const std::vector<FieldText> fields = fields_of(text);
  const bool apart = fields.size() == 2;
  if (apart && right_when_exchanged(checker, text.row, text.col))
    repairs.push_back({"row and col are exchanged", {false, text.col, text.row, text.text}});
  for (const FieldText& field : fields) {
    const bool wrong = !apart || (field.field == 0 ? verdict.row_mismatches : verdict.col_mismatches) > 0;
    if (!wrong) continue;  // a right formula needs no repair
    std::vector<FormulaRepair> found = repairs_of_field(text, field, checker);
    std::move(found.begin(), found.end(), std::back_inserter(repairs));
  }
  return repairs;
}

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

}  // namespace tcviz::inline app_session
