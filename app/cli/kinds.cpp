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

#include "app/cli/commands.hpp"
#include "app/cli/groups.hpp"
#include "app/cli/json.hpp"
#include "app/cli/options.hpp"
#include "app/cli/table.hpp"
#include "app/cli/target.hpp"
#include "app/cli/values.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz {
namespace {

struct KindsOptions {
  std::vector<std::string> words;
  std::string family, device, output;
  bool groups = false, recompute = false, multiply = false, markdown = false, json = false;
};

// What the sources say of one kind.
struct Known {
  std::vector<std::string> sources;
  std::set<int> replication;
};

struct Entry {
  const Kind* kind = nullptr;
  Known known;
};

// A GPU is probed only where the user named it: its replication is then known, too.
std::map<std::string, Known> ask(std::span<LayoutSource* const> sources, bool probe_gpus) {
  std::map<std::string, Known> known;
  for (LayoutSource* source : sources) {
    const std::vector<std::string> kinds = source->kinds();
    for (const std::string& kind : kinds) known[kind].sources.push_back(source->info().name);
    if (source->info().type == SourceClass::Gpu && !probe_gpus) continue;
    for (const KindResult& result : source->layouts(kinds, {}))
      if (result.layout) known[result.kind].replication.insert(result.layout.value().replication());
  }
  return known;
}

// The dotted parts of an id: "wmma", "m16n16k16", "acc", "f32".
bool has_part(std::string_view id, std::string_view word) {
  for (std::size_t begin = 0; begin <= id.size();) {
    const std::size_t end = std::min(id.find('.', begin), id.size());
    if (id.substr(begin, end - begin) == word) return true;
    begin = end + 1;
  }
  return false;
}

// A word that is a whole part of some id means that part ("a" is the operand, not every id with an a in it); any other
// word may stand anywhere.
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
  return std::all_of(options.words.begin(), options.words.end(),
                     [&](const std::string& word) { return matches_word(kind, lowered(word)); });
}

std::string in_capability(ComputeCapability capability) {
  return fmt::format("{}.{}", capability / 10, capability % 10);
}

// The same kind may be replicated differently on two architectures: "1, 2".
std::string in_words(const std::set<int>& replication) { return fmt::format("{}", fmt::join(replication, ", ")); }

nlohmann::ordered_json json_of(const Entry& entry) {
  const Kind& kind = *entry.kind;
  nlohmann::ordered_json until;
  if (kind.native_until) until = in_capability(*kind.native_until);
  nlohmann::ordered_json order;
  if (kind.order != MemoryOrder::None) order = name_of(kind.order);
  return {{"kind", kind.id},
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

void print(const std::vector<Entry>& entries, Context& context) {
  Table table{
      {"kind", "shape", "operand", "type", "order", "matrix", "values", "replication", "since", "native to", "sources"},
      {false, false, false, false, false, true, true, true, true, true, false},
      {}};
  for (const Entry& entry : entries) table.rows.push_back(row_of(entry));
  context.out << to_text(table, context.color);
}

void print_json_of(const std::vector<Entry>& entries, Context& context) {
  nlohmann::ordered_json answer = {{"kinds", nlohmann::ordered_json::array()}};
  for (const Entry& entry : entries) answer["kinds"].push_back(json_of(entry));
  context.out << print_json(answer);
}

Result<std::map<std::string, Known>> ask_sources(const KindsOptions& options, const Context& context) {
  if (!options.device.empty()) {
    const Result<OpenedSource> opened = open_source(context, options.device);
    if (!opened) return opened.error();
    return ask(std::array{opened.value().source}, true);
  }
  const Sources sources = context.backends.sources(true);
  std::vector<LayoutSource*> all;
  for (const auto& source : sources.all()) all.push_back(source.get());
  return ask(all, false);
}

Status check_family(const std::string& family) {
  std::set<std::string_view> families;
  for (const Kind& kind : catalogue()) families.insert(name_of(kind.family));
  const std::vector<std::string_view> legal(families.begin(), families.end());
  const Result<std::size_t> choice = parse_choice("--family", family, legal);
  if (!choice) return choice.error();
  return Nothing{};
}

Error nothing_found(const KindsOptions& options) {
  if ((options.groups || options.multiply) && options.family == name_of(Family::Sgemm))
    return negative("--groups and --multiply are about what an assembler makes of WMMA: leave --family sgemm out.");
  const std::string words = fmt::format("{}", fmt::join(options.words, " "));
  if (words.empty()) return negative("no kind is known there: `tcviz devices` says what each device has.");
  std::string nearest;
  for (const std::string_view id : nearest_kinds(words, 3)) nearest += fmt::format("\n  {}", id);
  return negative(fmt::format("no kind here has '{}' in its id. The nearest of all kinds:{}", words, nearest));
}

// Those that an assembler makes code of.
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
  const std::vector<const Kind*> wanted = wmma_kinds(options);
  if (wanted.empty()) return nothing_found(options);
  return print_second_opinion(wanted, options.device, options.json, context);
}

Status kinds(const KindsOptions& options, Context& context) {
  if (!options.family.empty())
    if (Status legal = check_family(options.family); !legal) return legal;
  if (options.recompute) return recompute_all(options.output, options.json, context);
  if (options.multiply) return multiply(options, context);
  if (options.groups) return groups(options, context);
  Result<std::map<std::string, Known>> known = ask_sources(options, context);
  if (!known) return known.error();
  std::vector<Entry> entries;
  for (const Kind& kind : catalogue()) {
    const Known& what = known.value()[std::string(kind.id)];
    const bool wanted = options.device.empty() || !what.sources.empty();
    if (wanted && matches(kind, options)) entries.push_back({&kind, what});
  }
  if (options.json)
    print_json_of(entries, context);
  else if (!entries.empty())
    print(entries, context);
  if (entries.empty()) return nothing_found(options);
  return Nothing{};
}

}  // namespace

Runner declare_kinds(CLI::App& app) {
  auto options = std::make_shared<KindsOptions>();
  add_words(app, "WORD", "WORD", options->words, "only kinds with these words in their id");
  add_option(app, "--family", "FAMILY", options->family, "only kinds of this family: wmma or sgemm");
  add_flag(app, "--groups", options->groups, "which compiled architectures share a layout");
  add_flag(app, "--markdown", options->markdown, "with --groups: a Markdown table");
  add_flag(app, "--recompute", options->recompute,
           "read the compiled layouts afresh with the nvJitLink here, and compare");
  add_flag(app, "--multiply", options->multiply,
           "a second opinion: multiply on the CPU with the operands that the PTX manual documents");
  add_option(app, "-o,--output", "FILE", options->output, "with --recompute: write what was read to this file");
  add_device(app, options->device);
  add_flag(app, "--json", options->json, "answer in JSON");
  return [options](Context& context) { return kinds(*options, context); };
}

}  // namespace tcviz
