// tcviz check: checks a person's formula against a layout, slot by slot.
#include <fmt/format.h>

#include <memory>
#include <ostream>

#include "app/cli/formulae/check_compiled.hpp"
#include "app/cli/formulae/check_offset.hpp"
#include "app/cli/formulae/given_text.hpp"
#include "app/cli/formulae/inverse_words.hpp"
#include "app/cli/formulae/published.hpp"
#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/target.hpp"
#include "gpu/language/formula/check.hpp"
#include "gpu/language/formula/check_inverse.hpp"
#include "gpu/language/formula/meant.hpp"
#include "gpu/language/formula/repair.hpp"
#include "gpu/language/formula/verdict_words.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

struct CheckOptions {
  TargetArguments target;
  std::string row, col, linear, file, text, tid, i, call;
  bool json = false, published = false, compile = false;
  OffsetQuestion offset;  // question about an image
};

// One or two texts, and the names that they may use.
struct Question {
  std::vector<Given> texts;
  Inputs inputs = Inputs::Slot;
};

struct Reading {
  std::vector<Formula> formulae;
  // Diagnostics of the text that could not be read.
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
  const int asked = (!options.row.empty() || !options.col.empty()) + !options.linear.empty() + inverse +
                    !options.file.empty() + !options.text.empty();
  if (asked != 1)
    return bad_input(
        fmt::format("{}: --row E and --col E, or --linear E, or --file F, or --text T, or the inverse as "
                    "--tid E and --i E.",
                    asked == 0 ? "say what to check" : "give one of these, not several"));
  if (options.compile && options.file.empty()) return bad_input("--compile compiles a file: name it by --file F.");
  if (!options.call.empty() && !options.compile) return bad_input("--call says what --compile calls: give both.");
  if (inverse) question.inputs = Inputs::Element;
  if (options.file.empty() && options.text.empty()) return question;
  Result<std::string> text = options.file.empty() ? options.text : read_text(options.file);
  TCVIZ_TRY(text);
  question.inputs = inputs_of(text.value());
  const Quantity value = question.inputs == Inputs::Element ? Quantity::Tid : Quantity::Linear;
  question.texts.push_back({options.file.empty() ? "--text" : options.file, std::move(text).value(), value});
  return question;
}

Reading read(const Question& question, const Layout& layout) {
  Reading reading;
  Checker checker(layout);
  std::vector<MeantText> texts;
  for (const Given& given : question.texts) texts.push_back({given.text, {question.inputs, given.value}});
  std::vector<Parsed<Formula>> all = read_all_as_meant(texts, checker);
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (!all[at]) return {{}, std::move(all[at].diagnostics), &question.texts[at]};
    reading.formulae.push_back(std::move(*all[at].value));
  }
  return reading;
}

Status refuse(const CheckOptions& options, const Reading& reading, int slots, Context& context) {
  const Unread unread{*reading.wrong, reading.diagnostics};
  if (options.json) {
    const Json errors = json_of(unread);
    context.out << print_json(
        {{"ok", false}, {"slots", slots}, {"mismatches", nullptr}, {"error", errors.front()}, {"errors", errors}});
  }
  return bad_input(text_of(unread) + (options.file.empty() ? "" : fmt::format("\n{}", compile_hint)));
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

std::string reading_of(const Reading& reading) {
  std::string text;
  for (const Formula& each : reading.formulae)
    if (!each.reading.empty()) text += fmt::format("{}{}", text.empty() ? "" : ", ", each.reading);
  return text;
}

// Adds the source, with which every answer about one layout ends.
void add_source(Json& json, const OneLayout& one) {
  json["kind"] = one.layout.kind();
  json["device"] = one.from;
  json["provenance"] = describe(one.layout.provenance());
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
  if (const auto& open = verdict.open)
    json["open"] = {{"number", open->variable == Variable::Size    ? "size"
                               : open->variable == Variable::Start ? "start"
                                                                   : "tile"},
                    {"right", open->right},
                    {"wrong", open->wrong}};
  json["row_mismatches"] = verdict.asked_row ? Json(verdict.row_mismatches) : Json(nullptr);
  json["col_mismatches"] = verdict.asked_col ? Json(verdict.col_mismatches) : Json(nullptr);
  json["notation"] = describe(reading.formulae.front().notation);
  if (const auto convention = describe_convention(reading.formulae.front()); !convention.empty())
    json["convention"] = convention;
  std::vector<std::string> computed;
  if (verdict.asked_row) computed.emplace_back("row");
  if (verdict.asked_col) computed.emplace_back("col");
  json["computed"] = computed;
  json["reading"] = reading_of(reading);
  json["right_for"] = others;
  json["repairs"] = json_of(repairs);
  return json;
}

// Returns "a CuTe layout, its index column by column in n x k"; "a C function, `l` is taken as i".
std::string understood(const Reading& reading) {
  const Formula& first = reading.formulae.front();
  std::string text(describe(first.notation));
  for (const std::string& more : {std::string(describe_convention(first)), reading_of(reading)})
    if (!more.empty()) text += fmt::format(", {}", more);
  return text;
}

// Says that a formula for only row or only col is right as far as it goes.
std::string half_text(const Verdict& verdict, const OneLayout& one) {
  const std::string_view given = verdict.asked_row ? "row" : "col", missing = verdict.asked_row ? "col" : "row";
  return fmt::format("{} is right for all {} slots of {}, {}; {} is missing, so the text is not judged right.\n", given,
                     verdict.slots, one.layout.kind(), one.from, missing);
}

std::string text_of(const Verdict& verdict, const Question& question) {
  const VerdictWords words = verdict_words(verdict);
  std::string text;
  if (!words.first.empty()) text += fmt::format("{}.\n", words.first);
  if (const auto& undefined = verdict.undefined) {
    const Given& given = question.texts[undefined->in_second && question.texts.size() > 1 ? 1 : 0];
    text += fmt::format("{}.{}\n", words.undefined, marked(given, undefined->range));
  }
  if (!words.apart.empty()) text += fmt::format("{}.\n", words.apart);
  return text;
}

// Says that the two meanings of CuTe's numbers were both tried.
std::string conventions_text(const Reading& reading) {
  const Formula& first = reading.formulae.front();
  if (first.conventions < 2) return {};
  Formula other;
  other.notation = first.notation;
  other.convention = 1 - first.convention;
  other.reads_bare_lane = first.reads_bare_lane;
  return fmt::format("This is with {}; with {} it is wrong as well.\n", describe_convention(first),
                     describe_convention(other));
}

// Returns the kinds and sources whose layout the formula describes instead.
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

// Answers that a text makes too many steps: neither right nor wrong.
Status not_known(const CheckOptions& options, const std::string& why, int slots, Context& context) {
  if (options.json)
    context.out << print_json(
        {{"ok", nullptr}, {"slots", slots}, {"mismatches", nullptr}, {"error", {{"message", why}}}});
  return bad_input(fmt::format("it is not known if this is right: {}.", why));
}

Status answer(const CheckOptions& options, const Question& question, const Reading& reading, const OneLayout& one,
              Context& context) {
  Checker checker(one.layout);
  Verdict verdict;
  TCVIZ_TRY(checker.check(reading.pointers(), verdict));
  if (verdict.undefined && verdict.undefined->endless)
    return not_known(options, verdict_words(verdict).undefined, verdict.slots, context);
  const auto others = verdict.ok() ? std::vector<std::string>{} : right_for(reading, one.layout, context);
  const auto repairs = verdict.ok() ? std::vector<NamedRepair>{} : repairs_of(question, checker);
  if (options.json) {
    Json json = json_of(verdict, reading, others, repairs);
    add_source(json, one);
    context.out << print_json(json);
  } else if (verdict.ok()) {
    context.out << fmt::format("right: all {} slots of {}, {} (read as {}).\n", verdict.slots, one.layout.kind(),
                               one.from, understood(reading));
  } else if (verdict.holds()) {
    context.out << half_text(verdict, one);
  } else {
    context.out << fmt::format("wrong for {} of {} slots of {}, {} (read as {}).\n", verdict.mismatches, verdict.slots,
                               one.layout.kind(), one.from, understood(reading))
                << text_of(verdict, question) << conventions_text(reading);
    for (const std::string& other : others) context.out << fmt::format("It is right for {}.\n", other);
    context.out << text_of(repairs);
  }
  if (verdict.ok()) return Nothing{};
  if (verdict.holds())
    return answered_no(!options.json, fmt::format("{} is missing.", verdict.asked_row ? "col" : "row"));
  return answered_no(!options.json, fmt::format("{} of {} slots are wrong.", verdict.mismatches, verdict.slots));
}

Status answer_inverse(const CheckOptions& options, const Reading& reading, const OneLayout& one, Context& context) {
  const Result<InverseVerdict> checked = check_inverse(one.layout, reading.pointers());
  TCVIZ_TRY(checked);
  const InverseVerdict& verdict = checked.value();
  if (verdict.undefined && verdict.undefined->endless)
    return not_known(options, verdict.undefined->message, verdict.asked, context);
  const char* const what = verdict.has_replica ? "owners, each once" : "elements, one owner of each";
  if (options.json) {
    Json json = json_of(verdict);
    add_source(json, one);
    context.out << print_json(json);
  } else if (verdict.ok()) {
    context.out << fmt::format("right: all {} {}, of {}, {}.\n", verdict.asked, what, one.layout.kind(), one.from);
  } else {
    context.out << fmt::format("wrong for {} of {} {}.\n", verdict.mismatches, verdict.asked, what)
                << text_of(verdict, one.layout);
  }
  if (verdict.ok()) return Nothing{};
  return answered_no(!options.json, fmt::format("{} of {} {} are wrong.", verdict.mismatches, verdict.asked, what));
}

// Checks a formula for byte offsets of an image.
Status check_image(const CheckOptions& options, Context& context) {
  const bool of_layout = !(options.row + options.col + options.linear + options.tid + options.i + options.text +
                           options.call + options.target.device + options.target.choice)
                              .empty();
  if (of_layout || options.compile || options.published)
    return bad_input(
        fmt::format("{} is an image of shared memory: check it by --offset E, in bytes from its start, or "
                    "by --file F, with --rows, --cols, --lbo, --sbo, --base and --start.",
                    options.target.kind));
  OffsetQuestion question = options.offset;
  question.id = options.target.kind;
  question.file = options.file;
  question.json = options.json;
  return check_offset(question, context);
}

Status check(const CheckOptions& options, Context& context) {
  if (names_image(options.target.kind)) return check_image(options, context);
  if (options.offset.any())
    return bad_input(
        "--offset, --rows, --cols, --lbo, --sbo, --base and --start are for an image in shared memory: `tcviz check "
        "smem.128b.k.b16 --offset E`.");
  if (options.published) return print_published(options.target.kind, options.json, context);
  const Result<OneLayout> one = one_layout(options.target, context);
  TCVIZ_TRY(one);
  const Result<Question> question = question_of(options);
  TCVIZ_TRY(question);
  const Reading reading = read(question.value(), one.value().layout);
  const bool inverse = question.value().inputs == Inputs::Element;
  if (options.compile && (reading.wrong != nullptr || !options.call.empty())) {
    if (inverse && options.call.empty())
      return bad_input("an inverse is not compiled: give the text that computes row and col from tid and i.");
    return check_compiled({question.value().texts.front().text, options.file, options.call, options.json}, one.value(),
                          context);
  }
  if (reading.wrong != nullptr) return refuse(options, reading, one.value().layout.slots(), context);
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
  add_option(
      app, "--file", "FILE", options->file,
      "a file with both, or with an inverse: C, Python, the PTX manual's style, CuTe, Triton or linear bases; - is "
      "the standard input");
  add_option(app, "--text", "T", options->text, "the text of such a file itself");
  add_option(app, "--tid", "E", options->tid,
             "the inverse: an owner's tid, computed from row, col and, for all owners, r");
  add_option(app, "--i", "E", options->i, "the inverse: the owner's i");
  add_option(app, "--offset", "E", options->offset.offset,
             "for an image, as KIND smem.128b.k.b16: bytes from its start, computed from row and col; whole functions, "
             "Python, CuTe layouts and bases, too");
  add_image_options(app, options->offset.image, "for an image: ");
  add_flag(app, "--compile", options->compile,
           "with --file: if the reader does not follow the text, compile it with this machine's C++ compiler (g++, "
           "clang++, c++ or TCVIZ_CXX) and run it in a process with limits");
  add_option(
      app, "--call", "C", options->call,
      "with --compile: what to call, in terms of tid and i, as 'row=Tile<16,8>::get_i(i);col=Tile<16,8>::get_j(i)'");
  add_flag(
      app, "--published", options->published,
      "instead: check what documents state (the PTX manual, CUTLASS's traits, a paper) against the sources that they "
      "describe; right ones are counted, wrong ones listed; with a KIND, all that they state of it is listed");
  add_flag(app, "--json", options->json, "answer in JSON");
  return [options](Context& context) { return check(*options, context); };
}

}  // namespace tcviz::inline app_cli
