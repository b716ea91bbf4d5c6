// tcviz check: a formula that somebody wrote, held against a layout, slot by slot.
#include <fmt/format.h>

#include <memory>
#include <ostream>

#include "app/cli/commands.hpp"
#include "app/cli/json.hpp"
#include "app/cli/one_layout.hpp"
#include "app/cli/options.hpp"
#include "app/cli/published.hpp"
#include "gpu/formula/check.hpp"
#include "gpu/formula/check_inverse.hpp"
#include "gpu/formula/repair.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz {
namespace {

using Json = nlohmann::ordered_json;

struct CheckOptions {
  TargetArguments target;
  std::string row, col, linear, file, tid, i;
  bool json = false, published = false;
};

// A text as it was given, and what its value is.
struct Given {
  std::string option;  // "--row"
  std::string text;
  Quantity value;
};

// One or two texts, and what they are computed from.
struct Question {
  std::vector<Given> texts;
  Inputs inputs = Inputs::Slot;
};

struct Reading {
  std::vector<Formula> formulae;
  // Of the text that could not be read.
  std::vector<Diagnostic> diagnostics;
  const Given* wrong = nullptr;

  std::vector<const Formula*> pointers() const {
    std::vector<const Formula*> all;
    for (const Formula& formula : formulae) all.push_back(&formula);
    return all;
  }
};

Result<Question> question_of(const CheckOptions& options) {
  Question question;
  const auto add = [&](const char* option, const std::string& text, Quantity value) {
    if (!text.empty()) question.texts.push_back({option, text, value});
  };
  add("--row", options.row, Quantity::Row);
  add("--col", options.col, Quantity::Col);
  add("--linear", options.linear, Quantity::Linear);
  add("--tid", options.tid, Quantity::Tid);
  add("--i", options.i, Quantity::I);
  const bool inverse = !options.tid.empty() || !options.i.empty();
  const int asked =
      (!options.row.empty() || !options.col.empty()) + !options.linear.empty() + inverse + !options.file.empty();
  if (asked != 1)
    return bad_input(
        "say what to check: --row E and --col E, or --linear E, or --file F, or the inverse as --tid E and --i E.");
  if (inverse) question.inputs = Inputs::Element;
  if (options.file.empty()) return question;
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  Result<std::string> text = read_file(options.file, most_bytes);
  if (!text) return text.error();
  question.texts.push_back({options.file, std::move(text).value(), Quantity::Linear});
  return question;
}

Reading read(const Question& question) {
  Reading reading;
  for (const Given& given : question.texts) {
    Parsed<Formula> parsed = read_formula(given.text, {question.inputs, given.value});
    if (!parsed) return {{}, std::move(parsed.diagnostics), &given};
    reading.formulae.push_back(std::move(*parsed.value));
  }
  return reading;
}

// The line of the text with the place marked below it.
std::string marked(const Given& given, TextRange range) {
  const std::size_t begin = std::min<std::size_t>(range.begin, given.text.size());
  const std::size_t line = begin == 0 ? 0 : given.text.rfind('\n', begin - 1) + 1;
  const std::string shown = given.text.substr(line, std::min<std::size_t>(given.text.find('\n', line) - line, 160));
  const std::size_t width = std::max<std::size_t>(1, std::min<std::size_t>(range.end - range.begin, shown.size()));
  if (begin - line > 160) return {};
  return fmt::format("\n  {}\n  {}{}", shown, std::string(begin - line, ' '), std::string(width, '^'));
}

std::string describe(const Given& given, const Diagnostic& diagnostic) {
  return fmt::format("{}: {}{}", given.option, diagnostic.message, marked(given, diagnostic.range));
}

Json json_of(const Given& given, const Diagnostic& diagnostic) {
  Json json = {{"message", diagnostic.message},
               {"begin", diagnostic.range.begin},
               {"end", diagnostic.range.end},
               {"in", given.option}};
  if (diagnostic.fix) json["fix"] = *diagnostic.fix;
  return json;
}

Status refuse(const CheckOptions& options, const Reading& reading, int slots, Context& context) {
  std::string message = "the formula cannot be read.";
  Json all = Json::array();
  for (const Diagnostic& diagnostic : reading.diagnostics) {
    message += "\n" + describe(*reading.wrong, diagnostic);
    all.push_back(json_of(*reading.wrong, diagnostic));
  }
  if (options.json)
    context.out << print_json(
        {{"ok", false}, {"slots", slots}, {"mismatches", nullptr}, {"error", all.front()}, {"errors", all}});
  return bad_input(message);
}

// A repair of one of the texts, or of both by exchanging them.
struct NamedRepair {
  std::string option;  // "--row"; empty: both
  Repair repair;
};

std::vector<NamedRepair> repairs_of(const Question& question, Checker& checker) {
  std::vector<NamedRepair> all;
  if (question.texts.size() == 2 && right_when_exchanged(checker, question.texts[0].text, question.texts[1].text))
    all.push_back({"", {"row and col are exchanged", ""}});
  for (const Given& given : question.texts)
    for (Repair& repair :
         find_repairs(checker, given.text, {question.inputs, given.value}, 3, std::chrono::milliseconds(250)))
      all.push_back({given.option, std::move(repair)});
  return all;
}

std::string text_of(const std::vector<NamedRepair>& repairs) {
  std::string text;
  for (const NamedRepair& each : repairs) {
    text += fmt::format("{} would be right: {}\n", each.option.empty() ? "It" : each.option, each.repair.description);
    if (!each.repair.text.empty()) text += fmt::format("  {}\n", each.repair.text);
  }
  return text;
}

Json json_of(const std::vector<NamedRepair>& repairs) {
  Json json = Json::array();
  for (const NamedRepair& each : repairs)
    json.push_back({{"in", each.option}, {"change", each.repair.description}, {"text", each.repair.text}});
  return json;
}

Json json_of(const Verdict& verdict, const Reading& reading, const std::vector<std::string>& others,
             const std::vector<NamedRepair>& repairs) {
  Json json = {{"ok", verdict.ok()}, {"slots", verdict.slots}, {"mismatches", verdict.mismatches}};
  if (verdict.first) {
    const FirstMismatch& first = *verdict.first;
    json["first"] = {{"tid", first.slot.tid},
                     {"i", first.slot.i},
                     {"expected", {first.expected->row, first.expected->col}},
                     {"got", {first.row, first.col}}};
  }
  if (verdict.undefined)
    json["undefined"] = {{"tid", verdict.undefined->slot.tid},
                         {"i", verdict.undefined->slot.i},
                         {"message", verdict.undefined->message},
                         {"begin", verdict.undefined->range.begin},
                         {"end", verdict.undefined->range.end}};
  json["row_mismatches"] = verdict.asked_row ? Json(verdict.row_mismatches) : Json(nullptr);
  json["col_mismatches"] = verdict.asked_col ? Json(verdict.col_mismatches) : Json(nullptr);
  json["notation"] = describe(reading.formulae.front().notation);
  json["right_for"] = others;
  json["repairs"] = json_of(repairs);
  return json;
}

// "row is right everywhere, col is wrong for 32 slots"
std::string apart(const Verdict& verdict) {
  if (!verdict.asked_row || !verdict.asked_col) return {};
  const auto say = [](const char* name, int wrong) {
    return wrong == 0 ? fmt::format("{} is right everywhere", name)
                      : fmt::format("{} is wrong for {} slots", name, wrong);
  };
  return fmt::format("{}, {}.\n", say("row", verdict.row_mismatches), say("col", verdict.col_mismatches));
}

std::string text_of(const Verdict& verdict, const Question& question) {
  std::string text;
  if (const auto& first = verdict.first)
    text += fmt::format("T{} x[{}]: expected ({}, {}), got ({}, {}).\n", first->slot.tid, first->slot.i,
                        first->expected->row, first->expected->col, first->row, first->col);
  if (const auto& undefined = verdict.undefined) {
    const Given& given = question.texts[undefined->in_second && question.texts.size() > 1 ? 1 : 0];
    text += fmt::format("T{} x[{}]: {}, which C leaves undefined.{}\n", undefined->slot.tid, undefined->slot.i,
                        undefined->message, marked(given, undefined->range));
  }
  return text + apart(verdict);
}

// Kinds and sources whose layout the formula describes instead.
std::vector<std::string> right_for(const Reading& reading, const Layout& layout, const Context& context) {
  std::vector<std::string> found;
  const auto formulae = reading.pointers();
  for (const KnownLayout& known : known_layouts(context, layout.threads(), layout.values())) {
    if (!Checker(known.layout).holds(formulae)) continue;
    for (const std::string& kind : known.kinds)
      found.push_back(kind == known.kinds.front()
                          ? fmt::format("{} of {}", kind, fmt::join(shortened(known.sources), ", "))
                          : kind);
  }
  return found;
}

Status answer(const CheckOptions& options, const Question& question, const Reading& reading, const OneLayout& one,
              Context& context) {
  Checker checker(one.layout);
  Verdict verdict;
  if (Status done = checker.check(reading.pointers(), verdict); !done) return done;
  const auto others = verdict.ok() ? std::vector<std::string>{} : right_for(reading, one.layout, context);
  const auto repairs = verdict.ok() ? std::vector<NamedRepair>{} : repairs_of(question, checker);
  if (options.json) {
    context.out << print_json(json_of(verdict, reading, others, repairs));
  } else if (verdict.ok()) {
    context.out << fmt::format("right: all {} slots of {}, {} (read as {}).\n", verdict.slots, one.layout.kind(),
                               one.from, describe(reading.formulae.front().notation));
  } else {
    context.out << fmt::format("wrong for {} of {} slots of {}, {}.\n", verdict.mismatches, verdict.slots,
                               one.layout.kind(), one.from)
                << text_of(verdict, question);
    for (const std::string& other : others) context.out << fmt::format("It is right for {}.\n", other);
    context.out << text_of(repairs);
  }
  if (verdict.ok()) return Nothing{};
  return negative(fmt::format("{} of {} slots are wrong.", verdict.mismatches, verdict.slots));
}

Json json_of(const InverseVerdict& verdict) {
  Json json = {{"ok", verdict.ok()},
               {"elements", verdict.elements},
               {"asked", verdict.asked},
               {"mismatches", verdict.mismatches},
               {"replica", verdict.has_replica}};
  if (verdict.first)
    json["first"] = {{"row", verdict.first->element.row},
                     {"col", verdict.first->element.col},
                     {"r", verdict.first->r},
                     {"got", {verdict.first->tid, verdict.first->i}}};
  if (verdict.undefined)
    json["undefined"] = {{"row", verdict.undefined->element.row},
                         {"col", verdict.undefined->element.col},
                         {"r", verdict.undefined->r},
                         {"message", verdict.undefined->message}};
  return json;
}

std::string text_of(const InverseVerdict& verdict, const Layout& layout) {
  std::string text;
  if (const auto& first = verdict.first) {
    std::string owners;
    for (const Slot slot : layout.owners(first->element))
      owners += fmt::format("{}T{} x[{}]", owners.empty() ? "" : " and ", slot.tid, slot.i);
    text += fmt::format("({}, {}){}: owned by {}, got T{} x[{}].\n", first->element.row, first->element.col,
                        verdict.has_replica ? fmt::format(", r = {}", first->r) : "", owners, first->tid, first->i);
  }
  if (const auto& undefined = verdict.undefined)
    text += fmt::format("({}, {}): {}, which C leaves undefined.\n", undefined->element.row, undefined->element.col,
                        undefined->message);
  return text;
}

Status answer_inverse(const CheckOptions& options, const Reading& reading, const OneLayout& one, Context& context) {
  const Result<InverseVerdict> checked = check_inverse(one.layout, reading.pointers());
  if (!checked) return checked.error();
  const InverseVerdict& verdict = checked.value();
  const char* const what = verdict.has_replica ? "owners, each once" : "elements, one owner of each";
  if (options.json) {
    context.out << print_json(json_of(verdict));
  } else if (verdict.ok()) {
    context.out << fmt::format("right: all {} {}, of {}, {}.\n", verdict.asked, what, one.layout.kind(), one.from);
  } else {
    context.out << fmt::format("wrong for {} of {} {}.\n", verdict.mismatches, verdict.asked, what)
                << text_of(verdict, one.layout);
  }
  if (verdict.ok()) return Nothing{};
  return negative(fmt::format("{} of {} {} are wrong.", verdict.mismatches, verdict.asked, what));
}

Status check(const CheckOptions& options, Context& context) {
  if (options.published) return print_published(options.json, context);
  const Result<Question> question = question_of(options);
  if (!question) return question.error();
  const Result<OneLayout> one = one_layout(options.target, context);
  if (!one) return one.error();
  const Reading reading = read(question.value());
  if (reading.wrong != nullptr) return refuse(options, reading, one.value().layout.slots(), context);
  const bool inverse = question.value().inputs == Inputs::Element;
  return inverse ? answer_inverse(options, reading, one.value(), context)
                 : answer(options, question.value(), reading, one.value(), context);
}

}  // namespace

Runner declare_check(CLI::App& app) {
  auto options = std::make_shared<CheckOptions>();
  add_target(app, options->target);
  add_option(app, "--row", "E", options->row, "the row, computed from tid and i");
  add_option(app, "--col", "E", options->col, "the column");
  add_option(app, "--linear", "E", options->linear, "row * cols + col instead of both");
  add_option(app, "--file", "FILE", options->file, "a file with both: C, the PTX manual's style, CuTe or linear bases");
  add_option(app, "--tid", "E", options->tid,
             "the inverse: an owner's tid, computed from row, col and, for all owners, r");
  add_option(app, "--i", "E", options->i, "the inverse: the owner's i");
  add_flag(app, "--published", options->published,
           "instead: the formulae that documents state, held against the sources that they claim to describe");
  add_flag(app, "--json", options->json, "answer in JSON");
  return [options](Context& context) { return check(*options, context); };
}

}  // namespace tcviz
