// tcviz verify: checks that a figure still carries the layouts of its source.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <ostream>

#include "app/cli/figures/figure_layouts.hpp"
#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/picture.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/layout/layout.hpp"
#include "gpu/source/device/device_name.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

struct VerifyOptions {
  std::string path, device;
  bool json = false;
};

// One of a figure's layouts compared with its source. A fault means that the source could not be asked.
struct Verdict {
  std::string kind, source;
  std::optional<LayoutDiff> diff;
  std::string element_from, element_to;  // elements of the first slot that differs
  std::string other_origin;              // a sentence, if figure and source give different origins
  std::optional<Error> fault;

  bool holds() const { return diff && diff->equal() && other_origin.empty(); }
};

// Returns the source that a provenance comes from, if the figure names none; empty if there is no such source.
std::string source_of(const Provenance& provenance, const Sources& sources) {
  for (const auto& source : sources.all()) {
    const SourceClass type = source->info().type;
    const std::string digits = provenance.compute_capability.value_or("");
    std::string architecture = "sm_";
    for (const char c : digits) architecture += c == '.' ? "" : std::string(1, c);
    const bool named = source->info().name.ends_with(":" + architecture);
    if (provenance.source == Source::Compiled && type == SourceClass::Compiled && named) return source->info().name;
    if (provenance.source == Source::Probed && type == SourceClass::Recorded && named) return source->info().name;
  }
  return {};
}

// Returns the document whose reference a layout carries; empty if it carries none.
std::string stated_source_of(const Layout& layout, const Sources& sources) {
  for (const auto& source : sources.all()) {
    const SourceClass type = source->info().type;
    if (type != SourceClass::Published && type != SourceClass::Recorded && type != SourceClass::Documented) continue;
    const Result<Layout> own = layout_of(*source, layout.kind());
    if (own && own.value().provenance() == layout.provenance()) return source->info().name;
  }
  return {};
}

Result<std::string> source_name(SourceShelf& shelf, const FigureLayout& part, const std::string& device) {
  if (!device.empty()) return device;
  if (!part.source.empty()) return part.source;
  const Result<OpenedSource*> opened = shelf.open("recorded:sm_90");
  TCVIZ_TRY(opened);
  const Sources& sources = opened.value()->sources;
  if (std::string stated = stated_source_of(part.layout, sources); !stated.empty()) return stated;
  if (std::string found = source_of(part.layout.provenance(), sources); !found.empty()) return found;
  return unavailable(
      fmt::format("the figure names no source for {} ({}), and no source here matches it: give --device D.",
                  part.layout.kind(), describe(part.layout.provenance())));
}

// Refuses to compare two GPUs: cuda:0 of another machine says nothing about the one here.
Status check_same_gpu(const Layout& carried, const Layout& now, const std::string& source) {
  const auto &was = carried.provenance(), &is = now.provenance();
  if (was.device == is.device && was.compute_capability == is.compute_capability) return Nothing{};
  return unavailable(fmt::format(
      "the figure was made on {} ({}), and {} is {} ({}) here: to compare it with that one, give --device {}.",
      was.device.value_or("another device"), was.compute_capability.value_or("?"), source,
      is.device.value_or("another device"), is.compute_capability.value_or("?"), source));
}

std::string verify_element_text(std::int32_t element, const Layout& layout) {
  if (element == no_element) return "no element";
  return fmt::format("({}, {})", element / layout.cols(), element % layout.cols());
}

struct ProvenanceText {
  std::string_view name;
  std::string text;
};

std::vector<ProvenanceText> origin_texts(const Provenance& of) {
  return {{"way", std::string(name_of(of.source))},
          {"device", of.device.value_or("")},
          {"compute capability", of.compute_capability.value_or("")},
          {"driver", of.driver.value_or("")},
          {"CUDA version", of.cuda.value_or("")},
          {"date", of.date.value_or("")},
          {"methods", fmt::format("{}", fmt::join(of.methods, ", "))},
          {"reference", of.reference.value_or("")},
          {"note", of.note.value_or("")}};
}

std::string quoted_or_none(const std::string& text) { return text.empty() ? "not named" : fmt::format("'{}'", text); }

// Returns a sentence on the first difference; empty if there is none.
std::string other_origin_than(const Provenance& is, const Provenance& carried, const std::string& source) {
  const std::vector<ProvenanceText> there = origin_texts(is), here = origin_texts(carried);
  for (std::size_t at = 0; at < there.size(); ++at)
    if (there[at].text != here[at].text)
      return fmt::format("the {} that the figure names as the origin of its layout is {}, and that of {} is {}",
                         there[at].name, quoted_or_none(here[at].text), source, quoted_or_none(there[at].text));
  return {};
}

Status compare_with(SourceShelf& shelf, const FigureLayout& part, bool any_device, Verdict& verdict) {
  const Result<FigureLayout> now = layout_from(shelf, verdict.source, part.layout.kind());
  if (!now)
    return unavailable(fmt::format("the source {} of {} cannot be asked here: {}", verdict.source, part.layout.kind(),
                                   now.error().message));
  if (!any_device && gpu_ordinal(verdict.source))
    TCVIZ_TRY(check_same_gpu(part.layout, now.value().layout, verdict.source));
  Result<LayoutDiff> diff = compare(part.layout, now.value().layout);
  if (!diff) return negative(diff.error().message);
  verdict.diff = std::move(diff).value();
  // A GPU may be probed again on any day, and a device that a person names has another origin.
  const bool own_source = part.source.empty() || part.source == verdict.source;
  if (!any_device && own_source && !gpu_ordinal(verdict.source))
    verdict.other_origin = other_origin_than(now.value().layout.provenance(), part.layout.provenance(), verdict.source);
  if (verdict.diff->equal()) return Nothing{};
  verdict.element_from = verify_element_text(verdict.diff->moved.front().from, part.layout);
  verdict.element_to = verify_element_text(verdict.diff->moved.front().to, part.layout);
  return Nothing{};
}

Verdict judge(SourceShelf& shelf, const FigureLayout& part, const std::string& device) {
  Verdict verdict;
  verdict.kind = part.layout.kind();
  const Result<std::string> source = source_name(shelf, part, device);
  if (!source) {
    verdict.fault = source.error();
    return verdict;
  }
  verdict.source = source.value();
  if (Status asked = compare_with(shelf, part, !device.empty(), verdict); !asked) verdict.fault = asked.error();
  return verdict;
}

// States the result of verification. A figure may carry a true layout and show something else.
std::string sentence(const Verdict& verdict, bool shown) {
  if (verdict.holds() && !shown)
    return fmt::format("{}: the layout in the figure is true for {}, {} of {} slots; the picture shows something else",
                       verdict.kind, verdict.source, verdict.diff->slots, verdict.diff->slots);
  if (verdict.holds())
    return fmt::format("{}: true for {}, {} of {} slots", verdict.kind, verdict.source, verdict.diff->slots,
                       verdict.diff->slots);
  if (verdict.diff->equal()) return fmt::format("{}: {}", verdict.kind, verdict.other_origin);
  const Slot first = verdict.diff->moved.front().slot;
  return fmt::format(
      "{}: not what {} says: {} of {} slots differ, the first is T{} x[{}], which holds {} in the figure and {} "
      "there",
      verdict.kind, verdict.source, verdict.diff->moved.size(), verdict.diff->slots, first.tid, first.i,
      verdict.element_from, verdict.element_to);
}

Json json_of(const Verdict& verdict) {
  Json json = {{"kind", verdict.kind}, {"source", verdict.source}, {"true", nullptr}, {"differing_slots", nullptr}};
  if (verdict.fault) json["problem"] = verdict.fault->message;
  if (!verdict.diff) return json;
  json["true"] = verdict.holds();
  json["differing_slots"] = verdict.diff->moved.size();
  if (!verdict.other_origin.empty()) json["problem"] = verdict.other_origin;
  if (verdict.diff->equal()) return json;
  const MovedSlot& first = verdict.diff->moved.front();
  json["first"] = {
      {"tid", first.slot.tid}, {"i", first.slot.i}, {"figure", verdict.element_from}, {"source", verdict.element_to}};
  return json;
}

// Sums up all layouts: one that is wrong makes the figure wrong, even if others could not be judged.
Status conclude(const std::vector<Verdict>& verdicts, const std::string& path) {
  const Verdict* unknown = nullptr;
  for (const Verdict& verdict : verdicts) {
    if (verdict.diff && !verdict.holds()) return negative(fmt::format("{} is no longer true.", path));
    if (verdict.fault && verdict.fault->fault == Fault::Negative) return *verdict.fault;
    if (verdict.fault && unknown == nullptr) unknown = &verdict;
  }
  return unknown == nullptr ? Status(Nothing{}) : Status(*unknown->fault);
}

// Adds the answer on the cells that the figure shows: one may have been changed and the layout left as it was.
Status conclude_shown(const Status& shown, const std::string& path) {
  if (shown) return Nothing{};
  const Error& error = shown.error();
  if (error.fault == Fault::Unavailable) return unavailable(fmt::format("{}: {}.", path, error.message));
  return negative(
      fmt::format("{} does not show the layout that it carries: {}. It was changed, or another version wrote it: "
                  "`tcviz show {} -o FILE` writes it again.",
                  path, error.message, path));
}

// Returns the first of an author's words that name something that the figure does not state.
const AuthorWords* false_words(const std::vector<AuthorWords>& words) {
  const auto found = std::ranges::find_if(words, [](const AuthorWords& each) { return !each.problem.empty(); });
  return found == words.end() ? nullptr : &*found;
}

Status conclude_words(const std::vector<AuthorWords>& words, const std::string& path) {
  const AuthorWords* const wrong = false_words(words);
  if (wrong == nullptr) return Nothing{};
  return negative(
      fmt::format("the {} of {} {}: write what is shown, or leave it out.", wrong->what, path, wrong->problem));
}

// Says for which words verify does not stand; empty if tcviz chose all of them.
std::string left_to_author(const std::vector<AuthorWords>& words) {
  if (words.empty()) return {};
  std::vector<std::string_view> names;
  for (const AuthorWords& each : words) names.push_back(each.what);
  return fmt::format("compared: cells and legend; the author's own, and not judged: {}\n", fmt::join(names, ", "));
}

// A figure as it is seen: whether its cells and legend are right, and the words of its author.
struct Shown {
  Status cells;
  std::vector<AuthorWords> words;
};

Json json_of(const std::string& path, const std::vector<Verdict>& verdicts, const Shown& seen, const Status& all) {
  const Status& shown = seen.cells;
  Json json = {{"figure", path}, {"true", all.ok()}, {"shown", shown.ok()}, {"layouts", Json::array()}};
  if (!all && all.error().fault == Fault::Unavailable) json["true"] = nullptr;
  if (!shown && shown.error().fault == Fault::Unavailable) json["shown"] = nullptr;
  if (!shown) json["shown_problem"] = shown.error().message;
  for (const Verdict& verdict : verdicts) json["layouts"].push_back(json_of(verdict));
  json["authors_words"] = Json::array();
  for (const AuthorWords& each : seen.words) json["authors_words"].push_back(each.what);
  if (const AuthorWords* const wrong = false_words(seen.words))
    json["words_problem"] = fmt::format("the {} {}", wrong->what, wrong->problem);
  return json;
}

// Says what became of a picture without layouts, which carries the command that draws it.
Status verify_picture(const ReadPicture& read, std::string_view bytes, const VerifyOptions& options, Context& context) {
  const std::string command = command_line_of(read.picture);
  if (!options.device.empty())
    return bad_input(fmt::format("--device is for figures of layouts: {} is what `{}` draws.", options.path, command));
  const Result<std::string> again = draw_again(read, context);
  const Status same = again ? check_same_picture(bytes, again.value()) : Status(again.error());
  if (options.json) {
    Json json = {{"figure", options.path}, {"true", same.ok()}, {"shown", same.ok()}, {"command", command}};
    if (!same && same.error().fault == Fault::Unavailable) json["true"] = json["shown"] = nullptr;
    if (!same) json["shown_problem"] = same.error().message;
    json["layouts"] = json["authors_words"] = Json::array();
    context.out << print_json(json);
  }
  if (!again) return Error{again.error().fault, fmt::format("{}: {}", options.path, again.error().message)};
  if (!same)
    return Error{same.error().fault,
                 fmt::format("{} is not what `{}` draws: {}.", options.path, command, same.error().message)};
  if (!options.json) context.out << fmt::format("{}: drawn again, and the same: {}\n", options.path, command);
  return Nothing{};
}

Status verify(const VerifyOptions& options, Context& context) {
  if (options.path.empty()) return bad_input("name a figure: give a file that `tcviz show` or the window wrote.");
  const Result<std::string> bytes = read_file(options.path);
  if (!bytes) return bytes.error();
  const Result<std::optional<ReadPicture>> picture = picture_in_text(bytes.value());
  if (!picture) return Error{picture.error().fault, options.path + ": " + picture.error().message};
  if (picture.value()) return verify_picture(*picture.value(), bytes.value(), options, context);
  const Result<std::vector<FigureLayout>> figure = figure_in_text(bytes.value());
  if (!figure) return Error{figure.error().fault, options.path + ": " + figure.error().message};
  SourceShelf shelf(context);
  std::vector<Verdict> verdicts;
  for (const FigureLayout& part : figure.value()) verdicts.push_back(judge(shelf, part, options.device));
  Shown shown{check_shown(bytes.value()), {}};
  if (shown.cells.ok()) shown.words = author_words(bytes.value());
  Status conclusion = conclude(verdicts, options.path);
  const auto still_open = [&] { return conclusion.ok() || conclusion.error().fault != Fault::Negative; };
  if (still_open() && !shown.cells) conclusion = conclude_shown(shown.cells, options.path);
  if (const Status words = conclude_words(shown.words, options.path); still_open() && !words) conclusion = words;
  if (options.json) {
    context.out << print_json(json_of(options.path, verdicts, shown, conclusion));
    return conclusion;
  }
  for (const Verdict& verdict : verdicts)
    if (verdict.diff) context.out << sentence(verdict, shown.cells.ok()) << "\n";
  if (conclusion.ok()) context.out << left_to_author(shown.words);
  return conclusion;
}

}  // namespace

Runner declare_verify(CLI::App& app) {
  auto options = std::make_shared<VerifyOptions>();
  add_option(app, "FIGURE", "FIGURE", options->path, "a figure in any format, or a layout file");
  add_device(app, options->device);
  add_flag(app, "--json", options->json, "answer in JSON");
  return [options](Context& context) { return verify(*options, context); };
}

}  // namespace tcviz::inline app_cli
