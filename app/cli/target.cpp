#include "app/cli/target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "app/cli/options.hpp"
#include "app/cli/values.hpp"
#include "app/export/figure.hpp"
#include "gpu/layout/kind.hpp"
#include "gpu/probe/known_gpus.hpp"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

bool starts_with_any(std::string_view text, std::span<const std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(), [&](auto beginning) { return text.starts_with(beginning); });
}

std::vector<std::string_view> kinds_of(const std::vector<Layout>& layouts) {
  std::vector<std::string_view> kinds;
  kinds.reserve(layouts.size());
  for (const Layout& layout : layouts) kinds.push_back(layout.kind());
  return kinds;
}

// A file's own layouts, without those that were not chosen.
Result<Target> choose(Target file, const std::string& choice) {
  if (choice.empty()) return file;
  for (std::size_t at = 0; at < file.layouts.size(); ++at)
    if (file.layouts[at].kind() == choice) return Target{{}, file.path, {file.layouts[at]}, {file.sources[at]}};
  return bad_input(fmt::format("{} holds no '{}'.{}", file.path, choice, suggest(choice, kinds_of(file.layouts))));
}

Result<Target> resolve_file(const TargetArguments& arguments) {
  if (!arguments.device.empty())
    return bad_input(fmt::format("{} holds its own layout: leave out --device.", arguments.kind));
  std::error_code none;
  if (fs::is_directory(arguments.kind, none))
    return bad_input(fmt::format("{} is a folder: name a layout file or a figure in it.", arguments.kind));
  Result<std::vector<FigureLayout>> figure = figure_in_file(arguments.kind);
  if (!figure) return figure.error();
  Target file{{}, arguments.kind, {}, {}};
  for (FigureLayout& part : figure.value()) {
    file.layouts.push_back(std::move(part.layout));
    file.sources.push_back(std::move(part.source));
  }
  return choose(std::move(file), arguments.choice);
}

}  // namespace

// Ids of kinds have dots but no slash; a path that exists or that could be nothing but a path is a file.
bool means_file(const std::string& text) {
  if (text.empty() || find_kind(text)) return false;
  std::error_code none;
  const std::string suffix = fs::path(text).extension().string();
  return text.find('/') != std::string::npos || format_of_suffix(suffix) != nullptr || fs::exists(text, none);
}

Error unknown_kind(const std::string& text) {
  std::string nearest;
  for (const std::string_view id : nearest_kinds(text, 3)) nearest += fmt::format("\n  {}", id);
  return bad_input(fmt::format("'{}' is no kind and no file. The nearest kinds:{}\n`tcviz kinds` lists all {}.", text,
                               nearest, catalogue().size()));
}

void add_device(CLI::App& app, std::string& device) {
  add_option(app, "--device", "DEVICE", device, "GPU or source: cuda:0, recorded:sm_90, ... (see `tcviz devices`)");
}

void add_target(CLI::App& app, TargetArguments& arguments) {
  add_option(app, "KIND", "KIND", arguments.kind,
             "id of a kind, or a file: layouts in JSON, a figure that `tcviz show` wrote");
  add_option(app, "--kind", "KIND", arguments.choice, "the same; with a file, which of its layouts");
  add_device(app, arguments.device);
}

Result<Target> resolve_target(const TargetArguments& arguments) {
  if (arguments.kind.empty()) {
    if (arguments.choice.empty())
      return bad_input("no kind is named: give an id, as `tcviz kinds` lists them, or a file.");
    return resolve_target({arguments.choice, {}, arguments.device});
  }
  if (means_file(arguments.kind)) return resolve_file(arguments);
  if (!arguments.choice.empty() && arguments.choice != arguments.kind)
    return bad_input(fmt::format("two kinds are named, {} and {}: --kind picks a layout of a file.", arguments.kind,
                                 arguments.choice));
  return Target{arguments.kind, {}, {}, {}};
}

Result<Layout> only_layout(const Target& file) {
  if (file.layouts.size() == 1) return file.layouts.front();
  constexpr std::size_t most = 8;
  std::string list;
  for (std::size_t at = 0; at < std::min(most, file.layouts.size()); ++at) list += "\n  " + file.layouts[at].kind();
  if (file.layouts.size() > most) list += fmt::format("\n`tcviz show {}` lists all.", file.path);
  return bad_input(
      fmt::format("{} holds {} layouts: choose one with --kind ID.{}", file.path, file.layouts.size(), list));
}

bool may_need_gpu(std::string_view device) {
  constexpr std::array<std::string_view, 4> without = {"recorded:", "published:", "compiled:", "documented:"};
  return !starts_with_any(device, without) && !architecture_of_gpu(device);
}

Result<OpenedSource> open_source(const Context& context, const std::string& device, const std::string& kind) {
  OpenedSource opened{context.backends.sources(may_need_gpu(device)), nullptr};
  const Result<LayoutSource*> found = opened.sources.find(device.empty() ? opened.sources.default_name(kind) : device);
  if (!found) return found.error();
  opened.source = found.value();
  return opened;
}

Result<OpenedSource> open_gpu(const Context& context, const std::string& device, const GpuUse& use) {
  OpenedSource opened{context.backends.sources(may_need_gpu(device)), nullptr};
  const std::string& absence = opened.sources.gpu_absence().reason;
  if (!absence.empty() && (device.empty() || gpu_ordinal(device)))
    return unavailable(fmt::format("there is no GPU {}: {}.\n{}", use.purpose, absence, use.instead));
  for (const auto& source : opened.sources.all())
    if (device.empty() && !opened.source && source->info().type == SourceClass::Gpu) opened.source = source.get();
  if (opened.source) return opened;
  const Result<LayoutSource*> found = opened.sources.find(device);
  if (!found) return found.error();
  opened.source = found.value();
  if (opened.source->info().type == SourceClass::Gpu) return opened;
  return bad_input(fmt::format("{} is not a GPU {}: name one, such as `--device cuda:0`.\n{}",
                               opened.source->info().name, use.purpose, use.instead));
}

std::optional<int> gpu_ordinal(std::string_view device) {
  constexpr std::string_view prefix = "cuda:";
  if (!device.starts_with(prefix)) return std::nullopt;
  int ordinal = 0;
  const char* const end = device.data() + device.size();
  const auto [stop, problem] = std::from_chars(device.data() + prefix.size(), end, ordinal);
  return problem == std::errc() && stop == end ? std::optional(ordinal) : std::nullopt;
}

std::vector<std::string> shortened(const std::vector<std::string>& sources) {
  constexpr std::string_view prefix = "compiled:";
  std::vector<std::string> shown, compiled;
  for (const std::string& source : sources) (source.starts_with(prefix) ? compiled : shown).push_back(source);
  if (compiled.size() == 1) shown.push_back(compiled.front());
  if (compiled.size() > 1) shown.push_back(compiled.front() + ".." + compiled.back().substr(prefix.size()));
  return shown;
}

Status check_known(const OpenedSource& opened, const std::string& kind) {
  const auto knows = [&](LayoutSource& source) {
    const std::vector<std::string> kinds = source.kinds();
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  if (knows(*opened.source)) return Nothing{};
  std::vector<std::string> others;
  for (const auto& source : opened.sources.all())
    if (knows(*source)) others.push_back(source->info().name);
  if (others.empty() && !find_kind(kind)) return unknown_kind(kind);
  const std::string advice =
      others.empty() ? "No source here knows it; probe it on a GPU that has it."
                     : fmt::format("Known to {}: try --device {}.", fmt::join(shortened(others), ", "), others.front());
  return unavailable(fmt::format("{} is not known for {}, which has {} kinds (`tcviz kinds --device {}`). {}", kind,
                                 opened.source->info().name, opened.source->kinds().size(), opened.source->info().name,
                                 advice));
}

}  // namespace tcviz
