#include "app/cli/formulae/check_offset.hpp"

#include <fmt/format.h>

#include <ostream>

#include "app/cli/formulae/given_text.hpp"
#include "app/cli/kit/output.hpp"
#include "gpu/language/formula/verdict_words.hpp"
#include "gpu/smem/offset_checker.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

// A text, and all findings about it.
struct OffsetFinding {
  Given given;
  Formula formula;
  OffsetVerdict verdict;
  std::vector<std::string> others;
  std::vector<Repair> repairs;
};

Result<Given> given_of(const OffsetQuestion& options) {
  if (options.offset.empty() == options.file.empty())
    return bad_input("say what to check: --offset E, bytes from the start of the image, or --file F.");
  if (!options.offset.empty()) return Given{"--offset", options.offset, Quantity::Offset};
  Result<std::string> text = read_text(options.file);
  TCVIZ_TRY(text);
  return Given{options.file, std::move(text).value(), Quantity::Offset};
}

// Returns "a CuTe layout, its numbers counting elements".
std::string read_as(const Formula& formula) {
  std::string text(describe(formula.notation));
  for (const std::string& more : {std::string(describe_convention(formula)), formula.reading})
    if (!more.empty()) text += fmt::format(", {}", more);
  return text;
}

Json json_of(const OffsetFinding& found) {
  const OffsetVerdict& verdict = found.verdict;
  Json json = {{"ok", verdict.ok()}, {"elements", verdict.elements}, {"mismatches", verdict.mismatches}};
  if (const auto& first = verdict.first)
    json["first"] = {{"row", first->row}, {"col", first->col}, {"expected", first->expected}, {"got", first->got}};
  if (const auto& undefined = verdict.undefined)
    json["undefined"] = {{"row", undefined->row},
                         {"col", undefined->col},
                         {"message", undefined->message},
                         {"begin", undefined->range.begin},
                         {"end", undefined->range.end}};
  json["notation"] = describe(found.formula.notation);
  if (const auto convention = describe_convention(found.formula); !convention.empty()) json["convention"] = convention;
  json["reading"] = found.formula.reading;
  json["right_for"] = found.others;
  json["repairs"] = Json::array();
  for (const Repair& each : found.repairs)
    json["repairs"].push_back({{"in", found.given.option}, {"change", each.description}, {"text", each.text}});
  return json;
}

std::string wrong_text(const OffsetFinding& found) {
  std::string text;
  if (const auto& first = found.verdict.first)
    text += fmt::format("({}, {}): expected byte {}, got {}.\n", first->row, first->col, first->expected, first->got);
  if (const auto& undefined = found.verdict.undefined)
    text += fmt::format("({}, {}): {}.{}\n", undefined->row, undefined->col,
                        with_blame(undefined->message, undefined->blame), marked(found.given, undefined->range));
  if (found.formula.conventions > 1)
    text += "Read as counting elements and as counting bytes, it is wrong either way.\n";
  for (const std::string& other : found.others) text += fmt::format("It is right for {}.\n", other);
  for (const Repair& each : found.repairs)
    text += fmt::format("It would be right: {}\n  {}\n", each.description, each.text);
  return text;
}

Status refuse_text(const OffsetQuestion& options, const Unread& unread, int elements, Context& context) {
  if (options.json) {
    const Json errors = json_of(unread);
    context.out << print_json({{"ok", false},
                               {"elements", elements},
                               {"mismatches", nullptr},
                               {"error", errors.front()},
                               {"errors", errors}});
  }
  return bad_input(text_of(unread));
}

}  // namespace

Status check_offset(const OffsetQuestion& options, Context& context) {
  const Result<OperandImage> image = read_image(options.id, options.image);
  TCVIZ_TRY(image);
  Result<Given> given = given_of(options);
  TCVIZ_TRY(given);
  OffsetChecker checker(offsets_of(image.value()));
  Parsed<Formula> read = read_offset(given.value().text, checker);
  if (!read)
    return refuse_text(options, {given.value(), read.diagnostics}, image.value().rows * image.value().cols, context);
  Result<OffsetVerdict> verdict = checker.check(*read.value);
  TCVIZ_TRY(verdict);
  OffsetFinding found{std::move(given).value(), std::move(*read.value), std::move(verdict).value(), {}, {}};
  if (const auto& undefined = found.verdict.undefined; undefined && undefined->endless) {
    const Diagnostic why{undefined->message, undefined->range, {}};
    return refuse_text(options, {found.given, {why}}, found.verdict.elements, context);
  }
  if (!found.verdict.ok()) {
    found.others = images_with(found.formula, image.value());
    found.repairs = offset_repairs(checker, found.given.text, found.formula, std::chrono::milliseconds(250));
  }
  const std::string of = fmt::format("{} elements of {} (read as {})", found.verdict.elements,
                                     describe_tile(options.id, image.value(), options.image), read_as(found.formula));
  if (options.json)
    context.out << print_json(json_of(found));
  else if (found.verdict.ok())
    context.out << fmt::format("right: all {}.\n", of);
  else
    context.out << fmt::format("wrong for {} of {}.\n{}", found.verdict.mismatches, of, wrong_text(found));
  if (found.verdict.ok()) return Nothing{};
  return answered_no(!options.json,
                     fmt::format("{} of {} elements are wrong.", found.verdict.mismatches, found.verdict.elements));
}

}  // namespace tcviz::inline app_cli
