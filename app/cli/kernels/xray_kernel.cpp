#include "app/cli/kernels/xray_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <thread>

#include "app/cli/kernels/xray_figure.hpp"
#include "app/cli/kernels/xray_launcher.hpp"
#include "app/cli/kernels/xray_source.hpp"
#include "app/cli/kit/values.hpp"
#include "gpu/kernel/ptx/kernel_name.hpp"
#include "gpu/kernel/ptx/reader.hpp"
#include "gpu/kernel/xray/propose/needs.hpp"
#include "gpu/kernel/xray/propose/propose.hpp"
#include "gpu/kernel/xray/verdict/judged_as_proposed.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_cli {
namespace {

// Returns the architecture's layout for WMMA, and the manual's for all other kinds.
Result<Layout> layout_for(Sources& sources, int architecture, const std::string& kind) {
  const std::string name =
      kind.starts_with("wmma.") ? fmt::format("compiled:sm_{}", architecture) : std::string("documented:ptx");
  const Result<LayoutSource*> source = sources.find(name);
  TCVIZ_TRY(source);
  return layout_of(*source.value(), kind);
}

// Returns what is said of the launch: by options, in a file and in a comment of the source.
Result<LaunchWords> words_of(const KernelOptions& options, const std::string& source) {
  LaunchWords words = options.launch;
  if (!options.launch_file.empty()) TCVIZ_TRY(add_launch_file(options.launch_file, words));
  TCVIZ_TRY(add_launch_comments(source, words, options.opened.empty() ? options.file : options.opened));
  return words;
}

Result<XrayRequest> request_of(const KernelOptions& options, const LaunchWords& words) {
  Result<XrayRequest> made = launch_of(words);
  TCVIZ_TRY(made);
  XrayRequest& launch = made.value();
  launch.all_blocks = options.all_blocks;
  launch.most_seconds = options.seconds.value_or(options.all_blocks ? seconds_of_all_blocks : seconds_at_first);
  for (const std::string& text : options.blocks) {
    const Result<Dim3> at = read_dim3("--block-at", text, 0);
    TCVIZ_TRY(at);
    launch.blocks.push_back(at.value());
  }
  return request_with(std::move(launch), options.path, options.access);
}

Error incomplete(const LaunchProposal& proposal, LaunchWords words) {
  std::string why;
  for (const ProposedField* field : proposal.missing())
    why += fmt::format("{}{}: {}", why.empty() ? "" : "; ", field->name, field->origin);
  for (std::string& argument : words.arguments)
    if (argument.empty()) argument = "...";
  if (words.block.empty()) words.block = "...";
  return bad_input(fmt::format("the launch is incomplete. {}. Complete it as a comment in the source: // xray: {}", why,
                               call_text(words)));
}

// Returns the folder of the file that a person opened.
std::filesystem::path folder_of(const KernelOptions& options) {
  const std::string& file = options.opened.empty() ? options.file : options.opened;
  std::error_code none;
  return std::filesystem::absolute(file, none).parent_path();
}

// Returns the names of the kernels as host code calls them: the one that is asked for, or all.
std::vector<std::string> kernels_of(const ReadKernel& kernel) {
  const auto last = [](std::string_view name) { return std::string(last_part(short_name(name))); };
  if (const Result<const PtxFunction*> one = entry_of(kernel.module, kernel.words.entry))
    return {last(one.value()->name)};
  std::vector<std::string> names;
  for (const std::string_view name : kernel.module.entries()) names.push_back(last(name));
  return names;
}

// Fills what the words lack by a proposal.
Status complete(const KernelOptions& options, HostSource source, const ProposalQuestion& ask, ReadKernel& kernel) {
  const Result<const PtxFunction*> entry = entry_of(kernel.module, kernel.words.entry);
  const bool takes_none = entry.ok() && entry.value()->params.empty();
  if (!kernel.words.block.empty() && (!kernel.words.arguments.empty() || takes_none)) return Nothing{};
  if (!source.text.empty()) add_launcher(folder_of(options), kernels_of(kernel), source);
  Result<LaunchProposal> made = propose_launch(kernel.module, source, kernel.words.entry);
  TCVIZ_TRY(made);
  LaunchProposal& proposal = made.value();
  take_stated(kernel.words, proposal);
  if (ask) TCVIZ_TRY(ask(proposal));
  add_proposal(proposal, kernel.words);
  const bool is_whole = !kernel.words.block.empty() &&
                        std::ranges::find(kernel.words.arguments, std::string()) == kernel.words.arguments.end();
  if (!is_whole) return incomplete(proposal, kernel.words);
  proposal.call = call_text(kernel.words);
  kernel.proposal = std::move(proposal);
  return Nothing{};
}

// Returns the architecture that the file needs, or else one of its headers.
std::string needed_by(const std::string& source, const std::string& with_headers) {
  std::string own = architecture_needed(source);
  return own.empty() ? architecture_needed(with_headers) : own;
}

// Refuses a file that is no text; the zeros behind one, as `cuobjdump` may write them, do not count.
Status check_source(const std::string& file, std::string_view source) {
  return check_text(file, source.substr(0, source.find_last_not_of('\0') + 1),
                    "PTX is meant, as `nvcc -ptx -lineinfo` or `cuobjdump -ptx` writes it, or CUDA C++ in a .cu file");
}

// Refuses an architecture on which PTX for the target does not run.
Status check_target(const std::string& file, std::string_view target, ComputeCapability asked) {
  const Result<ComputeCapability> read = architecture_named(std::string(target));
  if (!read.ok() || asked == 0 || asked == read.value()) return Nothing{};
  const ComputeCapability own = read.value(), family = own / 10 * 10;
  const bool is_alone = target.ends_with('a'), is_family = target.ends_with('f');
  if (asked > own && !is_alone && (!is_family || asked < family + 10)) return Nothing{};
  const std::string where = is_alone    ? fmt::format("{} alone", target)
                            : is_family ? fmt::format("{} and later ones up to sm_{}", target, family + 9)
                                        : fmt::format("{} and all later ones", target);
  return bad_input(
      fmt::format("{} is PTX for {} (.target), which runs on {}, and not on sm_{}: leave out --arch, or "
                  "name one of these.",
                  file, target, where, asked));
}

}  // namespace

int usual_threads() { return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, most_threads)); }

Result<XrayRequest> request_with(XrayRequest request, const std::string& path, const std::string& access) {
  if (!access.empty()) {
    const Result<AccessWish> wish = read_access_wish(access);
    TCVIZ_TRY(wish);
    request.access = wish.value();
  }
  if (!path.empty()) {
    Result<PathWish> wish = read_path_wish(path, request);
    TCVIZ_TRY(wish);
    request.path = std::move(wish).value();
  }
  return request;
}

Result<ReadKernel> read_kernel(const KernelOptions& options, const ProposalQuestion& ask) {
  Result<std::string> source = read_file(options.file);
  TCVIZ_TRY(source);
  TCVIZ_TRY(check_source(options.file, source.value()));
  Result<LaunchWords> words = words_of(options, source.value());
  TCVIZ_TRY(words);
  std::vector<std::string> flags = options.flags;
  if (!options.opened.empty()) flags.push_back("-I" + folder_of(options).string());
  const SourceWithHeaders whole =
      is_cuda_source(options.file) ? with_headers(options.file, source.value(), flags) : SourceWithHeaders();
  if (words.value().arch.empty() && words.value().block.empty() && is_cuda_source(options.file))
    words.value().arch = needed_by(source.value(), whole.host.text);
  Result<ComputeCapability> asked = architecture_of(words.value());
  TCVIZ_TRY(asked);
  if (!words.value().block.empty()) TCVIZ_TRY(request_of(options, words.value()));  // before it is compiled
  for (const std::string& folder : whole.folders) flags.push_back("-I" + folder);
  Result<std::string> text =
      ptx_of({options.file, options.ptx, std::move(flags)},
             asked.value() == 0 ? "sm_80" : fmt::format("sm_{}{}", asked.value(), asked.value() >= 90 ? "a" : ""));
  TCVIZ_TRY(text);
  Result<PtxModule> module = read_ptx(std::move(text).value());
  if (!module.ok()) return bad_input(fmt::format("{}: {}", options.file, module.error().message));
  TCVIZ_TRY(check_target(options.file, module.value().target, asked.value()));
  ReadKernel kernel{std::move(source).value(), std::move(module).value(), {}, std::move(words).value()};
  kernel.notes = kernel.words.notes;
  for (const std::string& folder : whole.folders)
    kernel.notes.push_back(fmt::format("headers were found in {}", folder));
  TCVIZ_TRY(complete(options, whole.host, ask, kernel));
  Result<XrayRequest> request = request_of(options, kernel.words);
  TCVIZ_TRY(request);
  kernel.request = std::move(request).value();
  if (kernel.request.architecture == 0) {
    const Result<ComputeCapability> target = architecture_named(std::string(kernel.module.target));
    TCVIZ_TRY(target);
    kernel.request.architecture = target.value();
  }
  return kernel;
}

Result<XrayReport> execute_kernel(const ReadKernel& kernel, const XrayRequest& request, Sources& sources,
                                  const XrayHooks& hooks) {
  const LayoutFunction layouts = [&](const std::string& kind) {
    return layout_for(sources, request.architecture, kind);
  };
  Result<XrayReport> report = run_xray(kernel.module, request, layouts, hooks);
  TCVIZ_TRY(report);
  report.value().notes.insert(report.value().notes.end(), kernel.notes.begin(), kernel.notes.end());
  if (kernel.proposal) judge_as_proposed(*kernel.proposal, report.value());
  return report;
}

namespace {

// The misfit of a reading of the arrays: smaller is better.
struct Misfit {
  int rank = 2;                  // 0 is right, 1 is right but for what is not judged, 2 is neither
  std::int64_t wrong_share = 0;  // thousandths of the outputs' elements that are not right
  std::int64_t pairs = 0;        // factors that do not belong together
  friend auto operator<=>(const Misfit&, const Misfit&) = default;
};

Misfit misfit(const Result<XrayReport>& report) {
  constexpr Misfit none{2, 1000, std::numeric_limits<std::int64_t>::max()};
  if (!report || report.value().outputs.empty()) return none;
  if (report.value().verdict == VerdictState::Right) return {0, 0, 0};
  std::int64_t right = 0, all = 1;
  bool are_right = true;
  for (const OutputVerdict& output : report.value().outputs) {
    are_right = are_right && (output.state == VerdictState::Right || output.right_as_executed);
    all += output.elements;
    for (const VerdictClass& one : output.classes) right += one.state == VerdictState::Right ? one.count : 0;
  }
  std::int64_t pairs = 0;
  for (const XrayFinding& finding : report.value().findings)
    if (finding.kind == FindingKind::Pairing || finding.kind == FindingKind::Mixing) pairs += finding.count;
  return {are_right ? 1 : 2, 1000 - 1000 * right / all, pairs};
}

}  // namespace

Result<XrayReport> execute_as_proposed(ReadKernel& kernel, const KernelOptions& options, Sources& sources,
                                       const XrayHooks& hooks) {
  constexpr std::int64_t quick = 200'000;  // steps
  Result<XrayReport> report = execute_kernel(kernel, kernel.request, sources, hooks);
  if (!kernel.proposal) return report;
  const auto is_done = [&] {
    return report.ok() && (report.value().interrupted || misfit(report).rank == 0 || report.value().refused ||
                           report.value().steps > quick);
  };
  for (const std::vector<std::string>& other : kernel.proposal->others) {
    if (is_done()) break;
    LaunchWords words = kernel.words;
    words.arguments = other;
    Result<XrayRequest> request = request_of(options, words);
    if (!request) continue;
    request.value().architecture = kernel.request.architecture;
    Result<XrayReport> tried = execute_kernel(kernel, request.value(), sources, hooks);
    if (misfit(tried) >= misfit(report) && !(tried && tried.value().interrupted)) continue;
    for (std::size_t at = 0; at < other.size(); ++at) {
      ProposedField& field = kernel.proposal->arguments[at];
      if (field.text != other[at]) field.origin += "; it fits so";
      field.text = other[at];
    }
    kernel.words = std::move(words), kernel.request = std::move(request).value(), report = std::move(tried);
    kernel.proposal->call = call_text(kernel.words);
  }
  if (report) report.value().proposed = kernel.proposal;
  return report;
}

Status keep_product(const ReadKernel& kernel, XrayRequest request, const std::string& event, Sources& sources,
                    const XrayHooks& hooks, XrayReport& report) {
  const Result<std::int64_t> step = product_step(report, event);
  TCVIZ_TRY(step);
  request.snapshot_step = step.value();
  request.snapshot_warp = std::ranges::find(report.events, step.value(), &XrayEvent::step)->warp;
  if (report.out_of_time) request.most_steps = step.value() + 1;
  request.access.reset();
  request.path.reset();
  Result<XrayReport> again = execute_kernel(kernel, request, sources, hooks);
  TCVIZ_TRY(again);
  if (again.value().interrupted) return unavailable("stopped before the product to show was executed.");
  report.snapshot = std::move(again.value().snapshot);
  report.shared_places = std::move(again.value().shared_places);
  if (!event.empty()) report.feeding = std::move(again.value().feeding);
  return Nothing{};
}

}  // namespace tcviz::inline app_cli
