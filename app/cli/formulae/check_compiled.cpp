#include "app/cli/formulae/check_compiled.hpp"

#include <fmt/format.h>

#include <ostream>

#include "app/cli/kit/output.hpp"
#include "gpu/language/compiler/compiled_text.hpp"
#include "gpu/language/formula/verdict_words.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

// Returns "T0 x[3] has no value: a shift by too many or too few bits in line 4".
std::string undefined_text(const UndefinedAt& undefined) {
  return fmt::format("T{} x[{}] has no value: {}", undefined.slot.tid, undefined.slot.i, undefined.message);
}

Json json_of(const CompiledVerdict& found) {
  const Verdict& verdict = found.verdict;
  Json json = {{"ok", verdict.ok()}, {"slots", verdict.slots}, {"mismatches", verdict.mismatches}};
  if (const auto& first = verdict.first)
    json["first"] = {{"tid", first->slot.tid},
                     {"i", first->slot.i},
                     {"expected", {first->expected->row, first->expected->col}},
                     {"got", {first->row, first->col}}};
  if (const auto& undefined = verdict.undefined)
    json["undefined"] = {{"tid", undefined->slot.tid}, {"i", undefined->slot.i}, {"message", undefined->message}};
  json["row_mismatches"] = verdict.asked_row ? Json(verdict.row_mismatches) : Json(nullptr);
  json["col_mismatches"] = verdict.asked_col ? Json(verdict.col_mismatches) : Json(nullptr);
  json["notation"] = "compiled C++";
  json["compiled_by"] = found.compiled_by;
  std::vector<std::string> computed;
  if (verdict.asked_row) computed.emplace_back("row");
  if (verdict.asked_col) computed.emplace_back("col");
  json["computed"] = computed;
  json["reading"] = found.reading;
  return json;
}

std::string text_of(const CompiledVerdict& found, const OneLayout& one) {
  const Verdict& verdict = found.verdict;
  const std::string by = fmt::format("compiled by {}, run in a child process{}{}", found.compiled_by,
                                     found.reading.empty() ? "" : "; ", found.reading);
  if (verdict.ok())
    return fmt::format("right: all {} slots of {}, {} ({}).\n", verdict.slots, one.layout.kind(), one.from, by);
  if (verdict.holds()) {
    const bool row = verdict.asked_row;
    return fmt::format("{} is right for all {} slots of {}, {} ({}); {} is missing, so the text is not judged right.\n",
                       row ? "row" : "col", verdict.slots, one.layout.kind(), one.from, by, row ? "col" : "row");
  }
  const VerdictWords words = verdict_words(verdict);
  std::string text = fmt::format("wrong for {} of {} slots of {}, {} ({}).\n", verdict.mismatches, verdict.slots,
                                 one.layout.kind(), one.from, by);
  if (!words.first.empty()) text += fmt::format("{}.\n", words.first);
  if (verdict.undefined) text += fmt::format("{}.\n", undefined_text(*verdict.undefined));
  if (!words.apart.empty()) text += fmt::format("{}.\n", words.apart);
  return text;
}

}  // namespace

Status check_compiled(const CompiledQuestion& question, const OneLayout& one, Context& context) {
  const Result<CompiledVerdict> found = judge_compiled({question.text, question.file, question.call}, one.layout);
  if (!found) {
    if (question.json)
      context.out << print_json({{"ok", false},
                                 {"slots", one.layout.slots()},
                                 {"mismatches", nullptr},
                                 {"error", {{"message", found.error().message}, {"in", question.file}}}});
    return found.error();
  }
  const Verdict& verdict = found.value().verdict;
  context.out << (question.json ? print_json(json_of(found.value())) : text_of(found.value(), one));
  if (verdict.ok()) return Nothing{};
  if (verdict.holds())
    return answered_no(!question.json, fmt::format("{} is missing.", verdict.asked_row ? "col" : "row"));
  return answered_no(!question.json, fmt::format("{} of {} slots are wrong.", verdict.mismatches, verdict.slots));
}

}  // namespace tcviz::inline app_cli
