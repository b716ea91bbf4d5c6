#include "app/cli/kit/target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <system_error>

#include "app/asked/named_file.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/values.hpp"
#include "gpu/layout/instruction.hpp"
#include "gpu/layout/kind.hpp"
#include "gpu/layout/kind_search.hpp"
#include "gpu/layout/known_gpus.hpp"
#include "gpu/source/device/device_name.hpp"

namespace tcviz::inline app_cli {
namespace {

namespace fs = std::filesystem;

bool starts_with_any(std::string_view text, std::span<const std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(), [&](auto beginning) { return text.starts_with(beginning); });
}

Result<Target> resolve_file(const TargetArguments& arguments) {
  if (!arguments.device.empty())
    return bad_input(fmt::format("{} holds its own layout: leave out --device.", arguments.kind));
  std::error_code none;
  if (fs::is_directory(arguments.kind, none))
    return bad_input(fmt::format("{} is a folder: name a layout file or a figure in it.", arguments.kind));
  const Result<NamedFile> file = read_named_file(arguments.kind);
  TCVIZ_TRY(file);
  if (file.value().holds == FileHolds::Products)
    return bad_input(
        fmt::format("{0} holds measured products and no layout: `tcviz {0}` opens it in the window.", arguments.kind));
  if (file.value().holds == FileHolds::Live)
    return bad_input(
        fmt::format("{0} holds live registers and no layout: `tcviz live {0}` shows them.", arguments.kind));
  Result<std::vector<FigureLayout>> layouts = layouts_in(file.value());
  TCVIZ_TRY(layouts);
  return choose({{}, arguments.kind, std::move(layouts).value()}, arguments.choice);
}

bool knows(LayoutSource& source, const std::string& kind) {
  const std::vector<std::string> kinds = source.kinds();
  return std::ranges::find(kinds, kind) != kinds.end();
}

bool is_known(const Sources& sources, const std::string& kind) {
  return std::ranges::any_of(sources.all(), [&](const auto& source) { return knows(*source, kind); });
}

}  // namespace

std::string meant_kind(const std::string& text, Context& context) {
  const std::optional<std::string> kind = one_kind(text);
  // A name in a user's own file is never taken for another.
  if (!kind || is_known(context.backends.sources(LookFor::Files), text)) return text;
  context.notes << fmt::format("'{}' is {}\n", text, *kind);
  return *kind;
}

Result<std::string> meant_other_side(const std::string& text, Context& context) {
  const bool source = text.find(':') != std::string::npos || architecture_of_gpu(text) ||
                      context.backends.sources(LookFor::Files).find(text).ok();
  if (source) return text;
  const Asked asked = asked_for(text);
  if (asked.what == AskedFor::Image || asked.is_missing() || asked.answer.kinds.size() > 1) return unknown_kind(text);
  return meant_kind(text, context);
}

void add_device(CLI::App& app, std::string& device) {
  add_option(app, "--device", "DEVICE", device, "GPU or source: cuda:0, recorded:sm_90, ... (see `tcviz devices`)");
}

void add_target(CLI::App& app, TargetArguments& arguments) {
  arguments.command = command_name(app);
  add_option(app, "KIND", "KIND", arguments.kind,
             "id of a kind, another name that means one (ldmatrix x4 trans, HMMA.16816.F32.D), or a file: layouts in "
             "JSON, a figure");
  add_option(app, "--kind", "KIND", arguments.choice, "the same; with a file, the kind of one of its layouts");
  add_device(app, arguments.device);
}

Result<Target> resolve_target(const TargetArguments& arguments) {
  if (arguments.kind.empty()) {
    if (!arguments.choice.empty()) return resolve_target({arguments.choice, {}, arguments.device});
    const std::string space = arguments.command.empty() ? "" : " ";
    return bad_input(fmt::format("which kind? For example: `tcviz {}{}wmma.m16n16k16.acc.f32` (`tcviz kinds` lists {})",
                                 arguments.command, space, catalogue().size()));
  }
  if (means_file(arguments.kind)) return resolve_file(arguments);
  if (!arguments.choice.empty() && arguments.choice != arguments.kind)
    return bad_input(
        fmt::format("two kinds are named, {} and {}: leave out one of them. Beside a file, --kind picks its layout.",
                    arguments.kind, arguments.choice));
  return Target{arguments.kind, {}, {}};
}

Result<Target> choose(Target file, const std::string& choice) {
  if (choice.empty()) return file;
  std::vector<std::string_view> kinds;
  for (FigureLayout& part : file.parts) {
    if (part.layout.kind() == choice) return Target{{}, file.path, {std::move(part)}};
    kinds.push_back(part.layout.kind());
  }
  constexpr std::size_t most = 4;
  const std::string_view more = kinds.size() > most ? ", ..." : "";
  const std::string meant = suggest(choice, kinds);
  kinds.resize(std::min(most, kinds.size()));
  return bad_input(
      fmt::format("{} holds no '{}'.{} It holds {}{}.", file.path, choice, meant, fmt::join(kinds, ", "), more));
}

Result<Layout> only_layout(const Target& file) {
  if (file.parts.size() == 1) return file.parts.front().layout;
  constexpr std::size_t most = 8;
  std::string list;
  for (std::size_t at = 0; at < std::min(most, file.parts.size()); ++at) list += "\n  " + file.parts[at].layout.kind();
  if (file.parts.size() > most) list += fmt::format("\n`tcviz show {}` lists all.", file.path);
  return bad_input(
      fmt::format("{} holds {} layouts: choose one with --kind ID.{}", file.path, file.parts.size(), list));
}

LookFor where_to_look(std::string_view device) {
  constexpr std::array<std::string_view, 4> without = {"recorded:", "published:", "compiled:", "documented:"};
  const bool file = starts_with_any(device, without) || architecture_of_gpu(device);
  return file ? LookFor::Files : LookFor::FilesAndGpus;
}

std::string default_device(const Sources& sources, const std::string& kind, const Context& context) {
  const std::string usual = sources.default_name(), name = sources.default_name(kind);
  const Kind* const known = find_kind(kind);
  const bool of_instruction = known != nullptr && known->family != Family::Sgemm;
  if (name != usual && of_instruction)
    context.notes << fmt::format("{} is not known for {}: this is what {} states.\n", kind, usual, name);
  return name;
}

Result<LayoutSource*> find_source(const Sources& sources, const std::string& device, const std::string& kind,
                                  const Context& context) {
  const Result<LayoutSource*> found = sources.find(device);
  const auto architecture = architecture_of_gpu(device);
  const Kind* const known = find_kind(kind);
  const bool may_be_told = found && architecture && known != nullptr && has_instruction(*known, *architecture) &&
                           found.value()->info().type == SourceClass::Compiled && !knows(*found.value(), kind);
  if (!may_be_told) return found;
  for (const std::string& name : {fmt::format("recorded:sm_{}", *architecture), std::string("documented:ptx")}) {
    const Result<LayoutSource*> other = sources.find(name);
    if (!other || !knows(*other.value(), kind)) continue;
    const bool is_manual = other.value()->info().type == SourceClass::Documented;
    context.notes << fmt::format("{} is not known for {}: this is what {} states{}{}.\n", kind,
                                 found.value()->info().name, name,
                                 is_manual ? " for " + first_architecture(*known) : std::string(),
                                 is_manual && !known->one_generation ? " and later" : "");
    return other;
  }
  return found;
}

Result<OpenedSource> open_source(const Context& context, const std::string& device, const std::string& kind,
                                 LookFor unless_a_file) {
  const bool of_file = where_to_look(device) == LookFor::Files;
  OpenedSource opened{context.backends.sources(of_file ? LookFor::Files : unless_a_file), nullptr};
  const Result<LayoutSource*> found = find_source(
      opened.sources, device.empty() ? default_device(opened.sources, kind, context) : device, kind, context);
  TCVIZ_TRY(found);
  opened.source = found.value();
  return opened;
}

Result<OpenedGpu> open_gpu(const Context& context, const std::string& device, const GpuUse& use) {
  OpenedGpu opened{{context.backends.sources(where_to_look(device)), nullptr}, 0};
  const std::string& absence = opened.sources.gpu_absence().reason;
  if (!absence.empty() && (device.empty() || gpu_ordinal(device)))
    return unavailable(fmt::format("there is no GPU {}: {}.\n{}", use.purpose, absence, use.instead));
  for (const auto& source : opened.sources.all())
    if (device.empty() && !opened.source && source->info().type == SourceClass::Gpu) opened.source = source.get();
  if (!opened.source) {
    const Result<LayoutSource*> found = opened.sources.find(device);
    TCVIZ_TRY(found);
    opened.source = found.value();
  }
  const SourceInfo& info = opened.source->info();
  const auto ordinal = info.type == SourceClass::Gpu ? gpu_ordinal(info.name) : std::nullopt;
  if (!ordinal)
    return bad_input(fmt::format("{} is not a GPU {}: name one, such as `--device cuda:0`.\n{}", info.name, use.purpose,
                                 use.instead));
  opened.ordinal = *ordinal;
  return opened;
}

std::vector<std::string> shortened(const std::vector<std::string>& sources) {
  constexpr std::string_view prefix = "compiled:";
  std::vector<std::string> shown, compiled;
  for (const std::string& source : sources) (source.starts_with(prefix) ? compiled : shown).push_back(source);
  if (compiled.size() == 1) shown.push_back(compiled.front());
  if (compiled.size() > 1) shown.push_back(compiled.front() + ".." + compiled.back().substr(prefix.size()));
  return shown;
}

namespace {

// Returns " sm_75 does not have it: the first architecture with it is sm_80." if the source's name tells its
// architecture.
std::string too_old(const std::string& id, const std::string& source) {
  const Kind* const kind = find_kind(id);
  const std::size_t at = source.find("sm_");
  if (kind == nullptr || at == std::string::npos) return "";
  const std::string digits = source.substr(at + 3);
  const bool number = !digits.empty() && digits.size() < 5 && digits.find_first_not_of("0123456789") == digits.npos;
  const int architecture = number ? std::stoi(digits) : kind->since;
  if (has_instruction(*kind, architecture)) return "";
  return fmt::format(" {} does not have it: the {} architecture with it is {}.", source.substr(at),
                     kind->one_generation ? "only" : "first", first_architecture(*kind));
}

}  // namespace

Status check_known(const Sources& sources, LayoutSource& source, const std::string& kind, std::string_view option) {
  if (knows(source, kind)) return Nothing{};
  const std::string& name = source.info().name;
  std::vector<std::string> others;
  for (const auto& any : sources.all())
    if (knows(*any, kind)) others.push_back(any->info().name);
  if (others.empty() && !find_kind(kind)) return unknown_kind(kind);
  const std::string advice = others.empty() ? "No source here knows it; probe it on a GPU that has it."
                                            : fmt::format("Known to {}: try {} {}.", fmt::join(shortened(others), ", "),
                                                          option, others.front());
  return unavailable(fmt::format("{} is not known for {}, which has {} kinds (`tcviz kinds --device {}`).{} {}", kind,
                                 name, source.kinds().size(), name, too_old(kind, name), advice));
}

Status check_known(const OpenedSource& opened, const std::string& kind) {
  return check_known(opened.sources, *opened.source, kind, "--device");
}

namespace {

void add_unique(std::vector<std::string>& list, const std::string& word) {
  if (std::ranges::find(list, word) == list.end()) list.push_back(word);
}

// Returns the kinds that a source has with as many threads and values.
std::vector<std::string> kinds_with(LayoutSource& source, int threads, int values) {
  std::vector<std::string> kinds = source.kinds();
  std::erase_if(kinds, [&](const std::string& id) {
    const Kind* kind = find_kind(id);
    return kind == nullptr || kind->threads != threads || kind->values != values;
  });
  return kinds;
}

}  // namespace

Result<OneLayout> one_layout(const TargetArguments& arguments, const Context& context) {
  const Result<Target> target = resolve_target(arguments);
  TCVIZ_TRY(target);
  if (target.value().is_file()) {
    Result<Layout> only = only_layout(target.value());
    TCVIZ_TRY(only);
    return OneLayout{std::move(only).value(), target.value().path};
  }
  Result<OpenedSource> opened = open_source(context, arguments.device, target.value().kind);
  TCVIZ_TRY(opened);
  TCVIZ_TRY(check_known(opened.value(), target.value().kind));
  Result<Layout> layout = layout_of(*opened.value().source, target.value().kind);
  TCVIZ_TRY(layout);
  return OneLayout{std::move(layout).value(), opened.value().source->info().name};
}

std::vector<KnownLayout> known_layouts(const Context& context, int threads, int values) {
  std::vector<KnownLayout> known;
  std::map<std::pair<int, std::vector<std::int32_t>>, std::size_t> places;  // columns and map -> known
  const Sources sources = context.backends.sources(LookFor::Files);
  for (const auto& source : sources.all()) {
    for (KindResult& each : source->layouts(kinds_with(*source, threads, values), {})) {
      if (!each.layout) continue;
      const Layout& layout = each.layout.value();
      const auto [place, is_new] =
          places.try_emplace({layout.cols(), {layout.map().begin(), layout.map().end()}}, known.size());
      if (is_new) known.push_back({layout, {}, {}});
      KnownLayout& entry = known[place->second];
      add_unique(entry.kinds, each.kind);
      if (entry.kinds.front() == each.kind) add_unique(entry.sources, source->info().name);
    }
  }
  return known;
}

}  // namespace tcviz::inline app_cli
