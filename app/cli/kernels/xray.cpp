// tcviz xray: executes a kernel with labels, and says which product is the first that is wrong.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <ostream>
#include <thread>

#include "app/cli/kernels/interrupts.hpp"
#include "app/cli/kernels/xray_access.hpp"
#include "app/cli/kernels/xray_example.hpp"
#include "app/cli/kernels/xray_figure.hpp"
#include "app/cli/kernels/xray_launch.hpp"
#include "app/cli/kernels/xray_report.hpp"
#include "app/cli/kernels/xray_source.hpp"
#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/json.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/values.hpp"
#include "app/export/figure/scene_figure.hpp"
#include "gpu/kernel/ptx/reader.hpp"
#include "gpu/kernel/xray/verdict/xray.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_cli {
namespace {

constexpr unsigned most_threads = 256;
// What is waited for where nobody says it, and the most that anybody may say.
constexpr double seconds_at_first = 6, seconds_of_all_blocks = 60, most_seconds = 3600;

struct XrayOptions {
  std::string file, launch_file, ptx, path, event, access, output, example;
  LaunchWords launch;
  std::vector<std::string> blocks;
  bool json = false, all_blocks = false, explain = false;
  std::optional<double> seconds;
  int threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, most_threads));
};

// WMMA's layout is that of the architecture; all others are what the manual states.
Result<Layout> layout_for(Sources& sources, int architecture, const std::string& kind) {
  const std::string name =
      kind.starts_with("wmma.") ? fmt::format("compiled:sm_{}", architecture) : std::string("documented:ptx");
  const Result<LayoutSource*> source = sources.find(name);
  TCVIZ_TRY(source);
  return layout_of(*source.value(), kind);
}

Result<XrayRequest> launch_with(const XrayOptions& options, const std::string& source) {
  LaunchWords words = options.launch;
  if (!options.launch_file.empty()) TCVIZ_TRY(add_launch_file(options.launch_file, words));
  TCVIZ_TRY(add_launch_comment(source, words));
  add_expected_comments(source, words);
  Result<XrayRequest> made = launch_of(words);
  TCVIZ_TRY(made);
  XrayRequest launch = std::move(made).value();
  launch.all_blocks = options.all_blocks;
  launch.most_seconds = options.seconds.value_or(options.all_blocks ? seconds_of_all_blocks : seconds_at_first);
  for (const std::string& text : options.blocks) {
    const Result<Dim3> at = read_dim3("--block-at", text, 0);
    TCVIZ_TRY(at);
    launch.blocks.push_back(at.value());
  }
  if (!options.access.empty()) {
    const Result<AccessWish> access = read_access_wish(options.access);
    TCVIZ_TRY(access);
    launch.access = access.value();
  }
  if (!options.path.empty()) {
    Result<PathWish> path = read_path_wish(options.path, launch);
    TCVIZ_TRY(path);
    launch.path = std::move(path).value();
  }
  return launch;
}

// Right is 0; wrong, incomplete and a race 1; what could not be judged or executed 3.
Status ended(const XrayReport& report) {
  if (report.verdict == VerdictState::Right) return Nothing{};
  if (report.verdict != VerdictState::Unjudged) return negative(xray_summary(report) + ".");
  if (report.refused) return unavailable(*report.refused);
  return unavailable(fmt::format("not judged: {}.", xray_summary(report)));
}

// One line that is written over and over, for who sits before it.
std::function<void(const XrayProgress&)> progress_line(Context& context) {
  using Clock = std::chrono::steady_clock;
  return [&context, told = Clock::now()](const XrayProgress& now) mutable {
    if (!context.notes_is_terminal || Clock::now() - told < std::chrono::milliseconds(100)) return;
    told = Clock::now();
    context.notes << fmt::format("\r\033[K{} of {} blocks, {} finding{}", now.done, now.all, now.findings,
                                 now.findings == 1 ? "" : "s")
                  << std::flush;
  };
}

Result<XrayReport> execute(const XrayOptions& options, const PtxModule& module, const XrayRequest& launch,
                           const LayoutFunction& layouts, Context& context) {
  const Interrupts interrupts;
  Result<XrayReport> report =
      run_xray(module, launch, layouts, {progress_line(context), [&] { return interrupts.came(); }, options.threads});
  if (context.notes_is_terminal) context.notes << "\r\033[K" << std::flush;
  return report;
}

// The product that is asked for is kept by executing once more, no further than it where there is no end.
Status keep_product(const XrayOptions& options, const PtxModule& module, XrayRequest launch,
                    const LayoutFunction& layouts, Context& context, XrayReport& report) {
  const Result<std::int64_t> step = product_step(report, options.event);
  TCVIZ_TRY(step);
  launch.snapshot_step = step.value();
  launch.snapshot_warp = std::ranges::find(report.events, step.value(), &XrayEvent::step)->warp;
  if (report.out_of_time) launch.most_steps = step.value() + 1;
  launch.access.reset();
  Result<XrayReport> again = execute(options, module, launch, layouts, context);
  TCVIZ_TRY(again);
  if (again.value().interrupted) return unavailable("stopped before the product that is to be shown was executed.");
  report.snapshot = std::move(again.value().snapshot);
  report.shared_places = std::move(again.value().shared_places);
  if (!options.event.empty()) report.feeding = std::move(again.value().feeding);
  return Nothing{};
}

Status draw(const XrayOptions& options, FigureFormat format, const XrayRequest& launch, const XrayReport& report,
            const std::string& source, Context& context) {
  const Result<std::string> figure = xray_figure(report, launch, {options.file, source}, format);
  TCVIZ_TRY(figure);
  return deliver(figure.value(), options.output, context);
}

Status xray(const XrayOptions& options, Context& context) {
  if (!options.example.empty()) {
    const Result<std::string> example = xray_example(options.example);
    TCVIZ_TRY(example);
    context.out << example.value();
    return Nothing{};
  }
  if (options.threads < 1 || options.threads > static_cast<int>(most_threads))
    return bad_input(fmt::format("--threads is a number from 1 to {}.", most_threads));
  if (options.seconds && !(*options.seconds > 0 && *options.seconds <= most_seconds))
    return bad_input(fmt::format("--seconds is a number above 0, and {} at most.", most_seconds));
  if (options.file.empty())
    return bad_input(
        "which kernel? Write `tcviz xray FILE.ptx --block 128 --arg 'A=f16[m:64,k:128]' ...`; --example prints one.");
  const Result<FigureFormat> format = options.output.empty() ? FigureFormat::Svg : picture_format_of(options.output);
  if (!format) return bad_input("-o " + format.error().message);
  const Result<std::string> source = read_file(options.file);
  TCVIZ_TRY(source);
  const Result<XrayRequest> launch = launch_with(options, source.value());
  TCVIZ_TRY(launch);
  const ComputeCapability asked = launch.value().architecture;
  Result<std::string> text =
      ptx_of({options.file, options.ptx}, asked == 0 ? "sm_80" : fmt::format("sm_{}{}", asked, asked >= 90 ? "a" : ""));
  TCVIZ_TRY(text);
  const Result<PtxModule> module = read_ptx(std::move(text).value());
  if (!module.ok()) return bad_input(fmt::format("{}: {}", options.file, module.error().message));
  Sources sources = context.backends.sources(LookFor::Files);
  XrayRequest complete = launch.value();
  if (complete.architecture == 0) {
    const Result<ComputeCapability> target = architecture_named(std::string(module.value().target));
    TCVIZ_TRY(target);
    complete.architecture = target.value();
  }
  const LayoutFunction layouts = [&](const std::string& kind) {
    return layout_for(sources, complete.architecture, kind);
  };
  Result<XrayReport> report = execute(options, module.value(), complete, layouts, context);
  TCVIZ_TRY(report);
  const bool goes_on = !report.value().interrupted;
  if (goes_on && complete.access && !report.value().access) return no_such_access(*complete.access, report.value());
  if (goes_on && (!options.output.empty() || !options.event.empty()))
    TCVIZ_TRY(keep_product(options, module.value(), complete, layouts, context, report.value()));
  if (goes_on && !options.output.empty())
    TCVIZ_TRY(draw(options, format.value(), complete, report.value(), source.value(), context));
  context.out << (options.json ? print_json(xray_json(report.value(), complete))
                               : xray_text(report.value(), complete, options.explain));
  if (!options.json && !options.event.empty() && report.value().feeding.empty())
    context.out << fmt::format("product {}: no access to shared memory fed it\n", options.event);
  return ended(report.value());
}

}  // namespace

Runner declare_xray(CLI::App& app) {
  auto options = std::make_shared<XrayOptions>();
  add_option(app, "FILE", "FILE", options->file, "PTX, or CUDA C++ (.cu) that nvcc or NVRTC compiles");
  add_option(app, "--entry", "NAME", options->launch.entry,
             "the kernel, or a piece of its name; needed if there are several");
  add_option(app, "--arch", "ARCH", options->launch.arch, "sm_80: whose layouts count, and what a .cu is compiled for");
  add_option(app, "--grid", "X,Y,Z", options->launch.grid, "blocks");
  add_option(app, "--block", "X,Y,Z", options->launch.block, "threads of a block");
  add_option(app, "--shared", "BYTES", options->launch.shared, "dynamic shared memory");
  add_repeated(app, "--arg", "ARG", options->launch.arguments,
               "the next argument: 'A=f16[m:64,k:128]', 'C=out f32[m:64,n:48]', 'tma(A,box=64x64,swizzle=128)', a "
               "number, alpha=0.5 or null");
  add_option(app, "--launch", "FILE", options->launch_file,
             "entry, arch, grid, block, shared, args and expect as JSON; else a comment in the source says them");
  add_repeated(
      app, "--expect", "EXPRESSION", options->launch.expected,
      "what an output's numbers should be: 'C = relu(0.5 * sum(k: A * B) + bias)'; without it they are compared "
      "with what kernels usually compute");
  add_repeated(app, "--block-at", "X,Y,Z", options->blocks, "executes this block, and no other that is not named");
  add_option(app, "--path", "ELEMENT", options->path,
             "where an element came from, hop by hop: 'C[3,9]'; of an input, where it went");
  add_flag(app, "--all-blocks", options->all_blocks,
           "executes all blocks of the grid; Ctrl-C ends it with what was found so far");
  add_option(app, "--threads", "N", options->threads,
             "how many blocks are executed at the same time; the answer is the same for every number");
  add_option(
      app, "--seconds", "N", options->seconds,
      fmt::format("the longest that is executed: {}, with --all-blocks {}; 50 million steps of a warp end it too",
                  seconds_at_first, seconds_of_all_blocks));
  add_option(
      app, "--event", "N:wW", options->event,
      "which product -o draws and --json lists cell by cell, with the accesses to shared memory that fed it: the N-th "
      "of warp W, from 0 on; else -o draws the first that is wrong");
  add_option(app, "--access", "LINE:wW:N", options->access,
             "who touches which bank in an access to shared memory, and what lies there: 24, 24:w1 of warp 1, 24:w1:3 "
             "the fourth of them, ptx:57 a line of the PTX");
  add_option(app, "-o", "FILE", options->output, "draws a product as it was found: .svg, .png, .pdf or .tex");
  add_option(app, "--ptx", "FILE", options->ptx,
             "where the PTX of a .cu is kept: executed if it is there, else written for the next time");
  add_flag(app, "--explain", options->explain, "adds to each finding what would mend it");
  add_flag_or_word(app, "--example", "EXAMPLE", options->example, first_xray_example,
                   "print a kernel to begin with, and what others there are: wmma, tiled, attention, hopper, each with "
                   "faults to find");
  add_flag(app, "--json", options->json, "answer in JSON");
  return [options](Context& context) { return xray(*options, context); };
}

}  // namespace tcviz::inline app_cli
