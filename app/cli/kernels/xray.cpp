// tcviz xray: executes a kernel with labels, and names the first product that is wrong.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <ostream>

#include "app/cli/kernels/interrupts.hpp"
#include "app/cli/kernels/xray_access.hpp"
#include "app/cli/kernels/xray_annotations.hpp"
#include "app/cli/kernels/xray_example.hpp"
#include "app/cli/kernels/xray_figure.hpp"
#include "app/cli/kernels/xray_kernel.hpp"
#include "app/cli/kernels/xray_page.hpp"
#include "app/cli/kernels/xray_proposal.hpp"
#include "app/cli/kernels/xray_report.hpp"
#include "app/cli/kernels/xray_source.hpp"
#include "app/cli/kernels/xray_watch.hpp"
#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/picture.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/kit/values.hpp"
#include "app/export/figure/scene_figure.hpp"

namespace tcviz::inline app_cli {
namespace {

constexpr double most_seconds = 3600;  // the largest value that --seconds takes

struct XrayOptions : KernelOptions {
  std::string output, example, format;
  bool json = false, explain = false, yes = false, insert = false, watch = false;
  int threads = usual_threads();
  const CLI::App* app = nullptr;  // with the words that were typed
};

// Ways to write the answer; the first one is usual.
constexpr std::array<std::string_view, 4> formats = {"text", "json", "github", "sarif"};

std::string_view format_of(const XrayOptions& options) {
  return options.json ? "json" : options.format.empty() ? formats.front() : options.format;
}

// Returns the end of the command: 0 if right; 1 if wrong, incomplete or a race; 3 if not judged or not executed.
Status ended(const XrayReport& report) {
  if (report.verdict == VerdictState::Right) return Nothing{};
  if (report.verdict != VerdictState::Unjudged) return negative(xray_summary(report) + ".");
  if (report.refused) return unavailable(*report.refused);
  return unavailable(fmt::format("not judged: {}.", xray_summary(report)));
}

// Rewrites one line of progress on a terminal.
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

// Returns the verdict, and the product that the options ask for.
Result<XrayReport> examine(const XrayOptions& options, ReadKernel& kernel, Sources& sources, Context& context) {
  const Interrupts interrupts;
  const XrayHooks hooks{progress_line(context), [&] { return interrupts.came(); }, options.threads};
  Result<XrayReport> report = execute_as_proposed(kernel, options, sources, hooks);
  if (!report.ok() || report.value().interrupted) return report;
  const std::optional<AccessWish>& access = kernel.request.access;
  if (access && !report.value().access) return no_such_access(*access, report.value());
  const bool has_product = std::ranges::any_of(report.value().events, is_product, &XrayEvent::opcode);
  if (!options.event.empty() || (!options.output.empty() && (has_product || !is_page(options.output))))
    TCVIZ_TRY(keep_product(kernel, kernel.request, options.event, sources, hooks, report.value()));
  return report;
}

// Refuses options that mean nothing, or nothing together.
Status check(const XrayOptions& options) {
  if (options.threads < 1 || options.threads > static_cast<int>(most_threads))
    return bad_input(fmt::format("--threads is a number from 1 to {}.", most_threads));
  if (options.seconds && !(*options.seconds > 0 && *options.seconds <= most_seconds))
    return bad_input(fmt::format("--seconds is a number above 0, and {} at most.", most_seconds));
  TCVIZ_TRY(parse_choice("--format", format_of(options), formats));
  if (options.json && !options.format.empty() && options.format != "json")
    return bad_input(fmt::format("--json and --format {}: choose one.", options.format));
  if (options.file.empty())
    return bad_input(
        "which kernel? Write `tcviz xray FILE.ptx --block 128 --arg 'A=f16[m:64,k:128]' ...`; --example prints one.");
  if (!options.output.empty() && !is_page(options.output))
    if (const Result<FigureFormat> format = picture_format_of(options.output); !format)
      return bad_input(fmt::format("-o {} A report is a .html.", format.error().message));
  if (!options.flags.empty() && !options.flags.front().starts_with('-'))
    return bad_input(
        fmt::format("`tcviz xray` has no use for '{}'. Behind -- stand flags of the compiler, as in "
                    "tcviz xray kernel.cu -- -Iinclude -DK=64.",
                    options.flags.front()));
  if (!is_cuda_source(options.file) && !(options.ptx.empty() && options.flags.empty()))
    return bad_input(fmt::format(
        "--ptx, and flags behind --, are for CUDA C++ in a .cu file, and {} is PTX: leave them out.", options.file));
  return Nothing{};
}

Status draw(const XrayOptions& options, const ReadKernel& kernel, const XrayReport& report, Context& context) {
  if (is_page(options.output))
    return deliver(xray_page(report, kernel.request, {options.file, kernel.source}, context.version), options.output,
                   context);
  const Result<Scene> figure = xray_figure(report, kernel.request, {options.file, kernel.source});
  TCVIZ_TRY(figure);
  std::vector<std::string> words = typed_words(*options.app, {"FILE", "FLAGS", "--launch", "--ptx"});
  words.erase(words.begin());
  const Result<CarriedPicture> carried = xray_carried(options, kernel, words);
  TCVIZ_TRY(carried);
  return deliver_picture(figure.value(), options.output, carried.value(), context);
}

std::string answer_text(const XrayOptions& options, const ReadKernel& kernel, const XrayReport& report,
                        const Context& context) {
  const std::string_view format = format_of(options);
  if (format == "json") return print_json(xray_json(report, kernel.request));
  if (format == "github") return github_text(annotations_of(report, options.file));
  if (format == "sarif") return print_json(sarif_json(annotations_of(report, options.file), context.version));
  std::string text = folded(proposal_text(kernel, options.insert) + xray_text(report, kernel.request, options.explain),
                            context.columns);
  if (!options.event.empty() && report.feeding.empty())
    text += fmt::format("product {}: no access to shared memory fed it\n", options.event);
  return text;
}

// Executes the kernel, and prints what was found. Sets `interrupted` if Ctrl-C ended that.
Status answer(const XrayOptions& options, Context& context, bool& interrupted) {
  const bool asks =
      context.answers != nullptr && !options.yes && format_of(options) == formats.front() && !options.watch;
  Result<ReadKernel> kernel = read_kernel(options, asks ? questions_on(context) : ProposalQuestion());
  TCVIZ_TRY(kernel);
  Sources sources = context.backends.sources(LookFor::Files);
  const Result<XrayReport> report = examine(options, kernel.value(), sources, context);
  if (context.notes_is_terminal) context.notes << "\r\033[K" << std::flush;
  TCVIZ_TRY(report);
  interrupted = report.value().interrupted;
  if (!interrupted && !options.output.empty()) TCVIZ_TRY(draw(options, kernel.value(), report.value(), context));
  if (options.insert) TCVIZ_TRY(insert_launch(options.file, kernel.value(), context));
  context.out << answer_text(options, kernel.value(), report.value(), context);
  const Status end = ended(report.value());
  if (end || !report.value().left_open) return end;
  return Error{end.error().fault, end.error().message + " If so, write it into the source with --insert."};
}

Status xray(const XrayOptions& options, Context& context) {
  if (!options.example.empty()) {
    const Result<std::string> example = xray_example(options.example);
    TCVIZ_TRY(example);
    context.out << example.value();
    return Nothing{};
  }
  TCVIZ_TRY(check(options));
  const WatchedAnswer once = [&](bool& interrupted) { return answer(options, context, interrupted); };
  bool interrupted = false;
  return options.watch ? answer_every_save(options, once, context) : once(interrupted);
}

}  // namespace

Runner declare_xray(CLI::App& app) {
  auto options = std::make_shared<XrayOptions>();
  options->app = &app;
  add_option(app, "FILE", "FILE", options->file, "PTX, or CUDA C++ (.cu) that nvcc or NVRTC compiles");
  add_option(app, "--entry", "NAME", options->launch.entry,
             "the kernel, or part of its name; needed if there are several");
  add_option(app, "--arch", "ARCH", options->launch.arch, "sm_80: its layouts are used, and a .cu is compiled for it");
  add_option(app, "--grid", "X,Y,Z", options->launch.grid, "blocks");
  add_option(app, "--block", "X,Y,Z", options->launch.block, "threads of a block");
  add_option(app, "--shared", "BYTES", options->launch.shared, "dynamic shared memory");
  add_repeated(
      app, "--arg", "ARG", options->launch.arguments,
      "the next argument: 'A=f16[m:64,k:128]', 'C=out f32[m:64,n:48]', 'tma(A,box=64x64,swizzle=128)', a "
      "number, alpha=0.5 or null; in place of a launch comment's: A=... replaces that of the name, and as many "
      "as the kernel has replace all");
  add_option(app, "--launch", "FILE", options->launch_file,
             "entry, arch, grid, block, shared, args and expect as JSON; else a comment in the source says them");
  add_repeated(
      app, "--expect", "EXPRESSION", options->launch.expected,
      "what an output's numbers should be: 'C = relu(0.5 * sum(k: A * B) + bias)'; without it they are compared "
      "with what kernels usually compute");
  add_repeated(app, "--block-at", "X,Y,Z", options->blocks, "execute this block, and only those that are named so");
  add_option(app, "--path", "ELEMENT", options->path,
             "where an element came from, hop by hop: 'C[3,9]'; of an input, where it went");
  add_flag(app, "--all-blocks", options->all_blocks,
           "execute all blocks of the grid; Ctrl-C stops and reports what was found so far");
  add_option(app, "--threads", "N", options->threads,
             "blocks to execute at the same time; the answer does not depend on it");
  add_option(app, "--seconds", "N", options->seconds,
             fmt::format("stop after this time: {}, with --all-blocks {}; 50 million steps of a warp stop it too",
                         seconds_at_first, seconds_of_all_blocks));
  add_option(app, "--event", "N:wW", options->event,
             "the product that -o draws and --json lists cell by cell, with the accesses to shared memory that fed it: "
             "number N of warp W, from 0 on; without it -o draws the first that is wrong");
  add_option(app, "--access", "LINE:wW:N", options->access,
             "list the banks of an access to shared memory, who touches them, and what lies there: 24, 24:w1 of warp "
             "1, 24:w1:3 the fourth of them, ptx:57 a line of the PTX");
  add_option(
      app, "-o", "FILE", options->output,
      "draw a product as it was found: .svg, .png, .pdf or .tex; .html: the whole report as one page, with the source");
  add_option(app, "--ptx", "FILE", options->ptx,
             "keep the PTX of a .cu in this file: executed if it is there, else written for the next time");
  add_flag(app, "--yes", options->yes,
           "take the proposed launch of a kernel without a launch comment, and ask nothing");
  add_flag(app, "--insert", options->insert, "write the proposed launch as a comment into the source");
  add_flag(app, "--watch", options->watch,
           "answer again after every save of FILE, or of the file of --launch, until Ctrl-C; nothing is asked, and "
           "--json prints one document after the other");
  add_flag(app, "--explain", options->explain, "add to each finding how to mend it");
  add_flag_or_word(app, "--example", "EXAMPLE", options->example, first_xray_example,
                   "print a kernel to start from and the names of the others: wmma, tiled, attention, hopper, each "
                   "with faults to find");
  add_flag(app, "--json", options->json, "answer in JSON, as --format json does");
  add_option(
      app, "--format", "FORMAT", options->format,
      "text, json, github (annotations of a workflow) or sarif (for tools that show findings beside the source)");
  add_words(app, "FLAGS", "FLAGS", options->flags,
            "behind --: flags of nvcc or NVRTC, as in `tcviz xray kernel.cu -- -Iinclude -DK=64 -std=c++20`");
  return [options](Context& context) { return xray(*options, context); };
}

}  // namespace tcviz::inline app_cli
