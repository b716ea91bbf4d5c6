// tcviz kinds: the catalogue as a table, with the sources that know each kind.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <memory>
#include <ostream>
#include <set>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/kit/target.hpp"
#include "app/cli/kit/values.hpp"
#include "app/cli/layouts/groups.hpp"
#include "gpu/layout/instruction.hpp"
#include "gpu/layout/kind_search.hpp"
#include "gpu/layout/known_gpus.hpp"
#include "gpu/prove/tensor_opinion.hpp"
#include "gpu/source/manual/manual.hpp"

namespace tcviz::inline app_cli {
namespace {

struct KindsOptions {
  std::vector<std::string> words;
  std::string family, device, output;
  bool groups = false, recompute = false, multiply = false, markdown = false, json = false;
  std::vector<const Kind*> found;  // the kinds that the words mean, if they are no words of ids: "HMMA.16816.F32"
};

// The sources' knowledge of one kind.
struct Known {
  std::vector<std::string> sources;
  std::set<int> replication;
};

struct Entry {
  const Kind* kind = nullptr;
  Known known;
};

// True if the word is one of the dotted parts of an id: "wmma", "m16n16k16", "acc", "f32".
bool has_part(std::string_view id, std::string_view word) {
  for (std::size_t begin = 0; begin <= id.size();) {
    const std::size_t end = std::min(id.find('.', begin), id.size());
    if (id.substr(begin, end - begin) == word) return true;
    begin = end + 1;
  }
  return false;
}

// Takes a word that is a whole part of some id for that part ("a" is the operand, not every id with an a in it); any
// other word may occur anywhere.
bool matches_word(const Kind& kind, std::string_view word) {
  const bool is_part =
      std::any_of(catalogue().begin(), catalogue().end(), [&](auto& any) { return has_part(any.id, word); });
  return is_part ? has_part(kind.id, word) : kind.id.find(word) != std::string_view::npos;
}

std::string lowered(std::string word) {
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

bool matches(const Kind& kind, const KindsOptions& options) {
  if (!options.family.empty() && name_of(kind.family) != options.family) return false;
  if (!options.found.empty()) return std::ranges::find(options.found, &kind) != options.found.end();
  return std::all_of(options.words.begin(), options.words.end(),
                     [&](const std::string& word) { return matches_word(kind, lowered(word)); });
}

std::string in_capability(ComputeCapability capability) {
  return fmt::format("{}.{}", capability / 10, capability % 10);
}

// Returns "1, 2": a kind may be replicated differently on two architectures.
std::string in_words(const std::set<int>& replication) { return fmt::format("{}", fmt::join(replication, ", ")); }

nlohmann::ordered_json json_of(const Entry& entry) {
  const Kind& kind = *entry.kind;
  nlohmann::ordered_json until;
  if (kind.native_until) until = in_capability(*kind.native_until);
  nlohmann::ordered_json order;
  if (kind.order != MemoryOrder::None) order = name_of(kind.order);
  const auto or_null = [](const std::string& text) {
    return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
  };
  return {{"kind", kind.id},
          {"id", kind.id},
          {"family", name_of(kind.family)},
          {"shape", name_of(kind.shape)},
          {"operand", name_of(kind.operand)},
          {"type", name_of(kind.type)},
          {"order", order},
          {"rows", kind.rows()},
          {"cols", kind.cols()},
          {"threads", kind.threads},
          {"values", kind.values},
          {"replication", entry.known.replication},
          {"since", in_capability(kind.since)},
          {"min_arch", first_architecture(kind)},
          {"min_ptx", or_null(first_ptx(kind))},
          {"instruction", or_null(instruction_of(kind))},
          {"section", or_null(manual_section(kind))},
          {"native_until", until},
          {"sources", entry.known.sources}};
}

std::vector<std::string> row_of(const Entry& entry) {
  const Kind& kind = *entry.kind;
  return {std::string(kind.id),
          name_of(kind.shape),
          std::string(name_of(kind.operand)),
          std::string(name_of(kind.type)),
          std::string(name_of(kind.order)),
          fmt::format("{}x{}", kind.rows(), kind.cols()),
          std::to_string(kind.values),
          in_words(entry.known.replication),
          in_capability(kind.since),
          kind.native_until ? in_capability(*kind.native_until) : "",
          fmt::format("{}", fmt::join(shortened(entry.known.sources), " "))};
}

template <class Name>
std::string names_in(std::span<const Entry> entries, Name name) {
  std::vector<std::string> names;
  for (const Entry& entry : entries)
    if (std::ranges::find(names, name(*entry.kind)) == names.end()) names.emplace_back(name(*entry.kind));
  return fmt::format("{}", fmt::join(names, " "));
}

std::vector<std::string> folded_row(std::span<const Entry> entries) {
  const Kind& first = *entries.front().kind;
  ComputeCapability since = first.since;
  Known known;
  for (const Entry& entry : entries) {
    since = std::min(since, entry.kind->since);
    for (const std::string& source : entry.known.sources)
      if (std::ranges::find(known.sources, source) == known.sources.end()) known.sources.push_back(source);
  }
  return {fold_key(first),
          fold_key(first).substr(name_of(first.family).size() + 1),
          names_in(entries, [](const Kind& kind) { return name_of(kind.operand); }),
          names_in(entries, [](const Kind& kind) { return name_of(kind.type); }),
          "",
          fmt::format("{} kinds", entries.size()),
          "",
          "",
          in_capability(since),
          "",
          fmt::format("{}", fmt::join(shortened(known.sources), " "))};
}

// Above this number of lines, only WMMA and kernels' tiles are listed one by one, and other kinds are counted together.
// A word, as in `tcviz kinds m16n8k16`, opens them.
constexpr std::size_t most_lines = 100;

bool folds(const Kind& kind) { return kind.family != Family::Wmma && kind.family != Family::Sgemm; }

std::vector<std::vector<std::string>> folded(std::span<const Entry> entries) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t first = 0, end = 0; first < entries.size(); first = end) {
    const Kind& kind = *entries[first].kind;
    end = first + 1;
    while (folds(kind) && end < entries.size() && fold_key(*entries[end].kind) == fold_key(kind)) ++end;
    rows.push_back(folds(kind) ? folded_row(entries.subspan(first, end - first)) : row_of(entries[first]));
  }
  return rows;
}

// Width of a terminal with room for all columns. A narrower one lacks those that repeat the id, and the first
// architecture.
constexpr std::size_t wide_enough = 140;

void leave_out_what_ids_say(Table& table) {
  for (std::size_t c = 0; c < table.header.size(); ++c) {
    const std::string& title = table.header[c];
    if (title != "since" && title != "shape" && title != "operand" && title != "type" && title != "order" &&
        title != "native to")
      continue;
    for (std::vector<std::string>& row : table.rows) row[c].clear();
  }
}

void print(const std::vector<Entry>& entries, Context& context) {
  Table table{
      {"kind", "shape", "operand", "type", "order", "matrix", "values", "replication", "since", "native to", "sources"},
      {false, false, false, false, false, true, true, true, true, true, false},
      {}};
  if (entries.size() > most_lines) table.rows = folded(entries);
  if (entries.size() <= most_lines)
    for (const Entry& entry : entries) table.rows.push_back(row_of(entry));
  if (context.columns > 0 && context.columns < wide_enough) leave_out_what_ids_say(table);
  context.out << to_text(table, context);
}

void print_json_of(const std::vector<Entry>& entries, Context& context) {
  nlohmann::ordered_json answer = {{"kinds", nlohmann::ordered_json::array()}};
  for (const Entry& entry : entries) answer["kinds"].push_back(json_of(entry));
  context.out << print_json(answer);
}

// The sources to ask, and their owner, which keeps them alive.
struct Asked {
  Sources owner;
  std::vector<LayoutSource*> sources;
  bool named = false;  // named by the user: only then is a GPU probed, and its replication known, too
};

Result<Asked> ask_sources(const KindsOptions& options, const Context& context) {
  Asked asked;
  if (!options.device.empty()) {
    Result<OpenedSource> opened = open_source(context, options.device);
    TCVIZ_TRY(opened);
    asked = {std::move(opened.value().sources), {opened.value().source}, true};
    return asked;
  }
  asked.owner = context.backends.sources(LookFor::Everything);
  for (const auto& source : asked.owner.all()) asked.sources.push_back(source.get());
  return asked;
}

// Lists the sources that know each kind, by name alone: no layout is read.
std::vector<Entry> entries_of(const KindsOptions& options, const Asked& asked) {
  std::map<std::string, Known, std::less<>> known;
  for (const LayoutSource* source : asked.sources)
    for (const std::string& kind : source->kinds()) known[kind].sources.push_back(source->info().name);
  std::vector<Entry> entries;
  for (const Kind& kind : catalogue()) {
    const auto found = known.find(kind.id);
    const bool wanted = !asked.named || found != known.end();
    if (wanted && matches(kind, options)) entries.push_back({&kind, found == known.end() ? Known{} : found->second});
  }
  return entries;
}

// Reads layouts for their replication only for lines that show it: hundreds would take longer than all else.
void add_replication(std::vector<Entry>& entries, const Asked& asked, bool show_all) {
  std::map<std::string_view, Entry*> shown;
  for (Entry& entry : entries)
    if (show_all || entries.size() <= most_lines || !folds(*entry.kind)) shown[entry.kind->id] = &entry;
  for (LayoutSource* source : asked.sources) {
    if (source->info().type == SourceClass::Gpu && !asked.named) continue;
    std::vector<std::string> kinds = source->kinds();
    std::erase_if(kinds, [&](const std::string& kind) { return !shown.contains(kind); });
    for (const KindResult& result : source->layouts(kinds, {}))
      if (result.layout) shown[result.kind]->known.replication.insert(result.layout.value().replication());
  }
}

Status check_family(const std::string& family) {
  std::set<std::string_view> families;
  for (const Kind& kind : catalogue()) families.insert(name_of(kind.family));
  const std::vector<std::string_view> legal(families.begin(), families.end());
  const Result<std::size_t> choice = parse_choice("--family", family, legal);
  TCVIZ_TRY(choice);
  return Nothing{};
}

// Says why an option does not apply to such kinds; empty if it does.
std::string refused(const KindsOptions& options, const KindAnswer& meant) {
  const std::string words = fmt::format("{}", fmt::join(options.words, " "));
  const bool other_family = !options.family.empty() && options.family != name_of(Family::Wmma);
  if (options.groups && other_family)
    return fmt::format("--groups can work on WMMA kinds only: leave out --family {}.", options.family);
  if (options.groups && !meant.kinds.empty())
    return fmt::format("--groups can work on WMMA kinds only, and '{}' is none of them.", words);
  if (options.multiply && (other_family || !meant.kinds.empty()))
    return fmt::format("'{}' multiplies nothing: --multiply works on wmma, mma, mma.sp, wgmma and wgmma.sp.",
                       words.empty() ? options.family : words);
  return {};
}

Error nothing_found(const KindsOptions& options) {
  const std::string words = fmt::format("{}", fmt::join(options.words, " "));
  if (const std::optional<Error> image = image_instead(words)) return *image;
  const KindAnswer meant = search_kinds(words);
  if (!meant.missing.empty()) return unavailable(meant.missing);
  if (std::string why = refused(options, meant); !why.empty()) return negative(std::move(why));
  if (words.empty()) return negative("no kind is known there: `tcviz devices` says what each device has.");
  if (!architectures_called(words).empty())
    return negative(fmt::format("'{0}' names a GPU and no kind: add a type or a shape, as in '{0} f16'.", words));
  const std::string nearest = list_of_nearest_kinds(words);
  return negative(fmt::format("no kind here has '{}' in its id.{}", words,
                              nearest.empty() ? " `tcviz kinds` lists all of them." : nearest));
}

// Returns the kinds that an assembler can make code for.
std::vector<const Kind*> wmma_kinds(const KindsOptions& options) {
  std::vector<const Kind*> wanted;
  for (const Kind& kind : catalogue(Family::Wmma))
    if (matches(kind, options)) wanted.push_back(&kind);
  return wanted;
}

Status groups(const KindsOptions& options, Context& context) {
  const std::vector<const Kind*> wanted = wmma_kinds(options);
  if (wanted.empty()) return nothing_found(options);
  const GroupsFormat plain = options.markdown ? GroupsFormat::Markdown : GroupsFormat::Text;
  return print_groups(wanted, options.json ? GroupsFormat::Json : plain, context);
}

Status multiply(const KindsOptions& options, Context& context) {
  std::vector<const Kind*> wanted;
  for (const Kind& kind : catalogue())
    if ((kind.family == Family::Wmma || multiplies(kind)) && matches(kind, options)) wanted.push_back(&kind);
  if (wanted.empty()) return nothing_found(options);
  return print_second_opinion(wanted, options.device, options.json, context);
}

// Reads words that fit no id as a name of PTX, machine code, CUTLASS or C++.
KindsOptions with_meaning(KindsOptions options) {
  const auto fits = [&](const Kind& kind) { return matches(kind, options); };
  if (options.words.empty() || std::ranges::any_of(catalogue(), fits)) return options;
  options.found = search_kinds(fmt::format("{}", fmt::join(options.words, " "))).kinds;
  return options;
}

Status kinds(const KindsOptions& typed, Context& context) {
  const KindsOptions options = with_meaning(typed);
  if (!options.family.empty()) TCVIZ_TRY(check_family(options.family));
  if (options.recompute) return recompute_all(options.output, options.json, context);
  if (options.multiply) return multiply(options, context);
  if (options.groups) return groups(options, context);
  Result<Asked> asked = ask_sources(options, context);
  TCVIZ_TRY(asked);
  std::vector<Entry> entries = entries_of(options, asked.value());
  add_replication(entries, asked.value(), options.json);
  if (options.json)
    print_json_of(entries, context);
  else if (!entries.empty())
    print(entries, context);
  if (entries.empty()) return nothing_found(options);
  return Nothing{};
}

}  // namespace

std::string fold_key(const Kind& kind) {
  const bool by_operand = kind.family == Family::Wgmma || kind.family == Family::SparseWgmma;
  return fmt::format("{}.{}", name_of(kind.family), by_operand ? "m64" : name_of(kind.shape));
}

Runner declare_kinds(CLI::App& app) {
  auto options = std::make_shared<KindsOptions>();
  add_words(app, "WORD", "WORD", options->words,
            "only kinds with these words in their id, or a name that means them: HMMA.16816.F32");
  add_option(app, "--family", "FAMILY", options->family,
             "only kinds of this family: wmma, mma, mma.sp, ldmatrix, stmatrix, movmatrix, wgmma, wgmma.sp or sgemm");
  add_flag(app, "--groups", options->groups, "show which compiled architectures share a layout");
  add_flag(app, "--markdown", options->markdown, "with --groups: a Markdown table");
  add_flag(app, "--recompute", options->recompute,
           "compute the compiled layouts again with the nvJitLink here, and compare");
  add_flag(app, "--multiply", options->multiply,
           "a second opinion: multiply on the CPU. WMMA: executes the machine code of the nvJitLink here, with "
           "operands as the PTX manual documents them. mma, mma.sp, wgmma, wgmma.sp: packs and reads products by the "
           "manual's and by recorded layouts, on a register machine that shares no formula with them");
  add_option(app, "-o,--output", "FILE", options->output, "with --recompute: write the layouts to this file");
  add_device(app, options->device);
  add_flag(app, "--json", options->json, "answer in JSON");
  return [options](Context& context) { return kinds(*options, context); };
}

}  // namespace tcviz::inline app_cli
