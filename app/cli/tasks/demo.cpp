// tcviz demo: runs an operation on a fragment in registers, or simulates it on the CPU; verifies and times it.
#include "app/cli/tasks/demo.hpp"
#include "app/cli/kit/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <random>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/suffix.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/kit/values.hpp"
#include "app/cli/tasks/demo_text.hpp"
#include "gpu/source/device/device_name.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr int usual_batch = 1 << 16, largest_batch = 1 << 24;

Result<const Operation*> operation_named(const DemoOptions& options) {
  if (options.operation.empty()) return bad_input("name an operation, or give --list or --all.");
  const Operation* const found = find_operation(options.operation);
  if (found != nullptr) return found;
  return no_operation(options.operation);
}

std::string needs_text(const Operation& operation) {
  std::string text;
  for (const char letter : operation.needs) text += fmt::format("{}{}", text.empty() ? "" : " ", letter);
  return text;
}

// Returns the families with fragments that the operation takes.
std::vector<std::string_view> families_of(const Operation& operation) {
  std::vector<std::string_view> found;
  for (const Family family : all_families()) {
    const bool takes =
        std::ranges::any_of(catalogue(family), [&](const Kind& kind) { return !why_not(operation, kind); });
    if (takes) found.push_back(name_of(family));
  }
  return found;
}

Status list(const DemoOptions& options, Context& context) {
  Json json = Json::array();
  Table table{{"operation", "group", "needs", "body", "works on", "known as"}, {}, {}};
  for (const Operation& operation : operations()) {
    table.rows.push_back({std::string(operation.id), std::string(title_of(operation.group)), needs_text(operation),
                          std::string(operation.body), fmt::format("{}", fmt::join(families_of(operation), " ")),
                          std::string(operation.known_as)});
    json.push_back({{"op", operation.id},
                    {"title", operation.title},
                    {"group", title_of(operation.group)},
                    {"does", operation.does},
                    {"body", operation.body},
                    {"needs", operation.needs},
                    {"families", families_of(operation)},
                    {"known_as", operation.known_as}});
  }
  context.out << (options.json ? print_json(json) : to_text(table, context));
  return Nothing{};
}

Scalars scalars_of(const DemoOptions& options, const Operation& operation) {
  Scalars scalars = usual_scalars(operation);
  if (options.a) scalars.a = *options.a;
  if (options.b) scalars.b = *options.b;
  if (options.d) scalars.d = *options.d;
  return scalars;
}

// Returns the GPU that --device names, or else the first; none means the CPU.
std::optional<int> gpu_for(const DemoOptions& options, const OpenedSource& opened) {
  if (options.cpu) return std::nullopt;
  if (const auto ordinal = gpu_ordinal(opened.source->info().name)) return ordinal;
  return opened.sources.gpu_absence().reason.empty() ? std::optional(0) : std::nullopt;
}

// Names the operation too in examples of what to type.
TargetArguments target_of(const DemoOptions& options) {
  TargetArguments target = options.target;
  target.command = fmt::format("demo {}", options.operation);
  return target;
}

}  // namespace

Error no_operation(const std::string& word) {
  return bad_input(fmt::format("there is no operation '{}'.{} `tcviz demo --list` lists all.", word,
                               suggest(word, operation_ids())));
}

Result<std::vector<int>> batches_of(const DemoOptions& options, bool by_default) {
  if (options.batches.empty()) return by_default ? std::vector<int>{usual_batch} : std::vector<int>{};
  std::vector<int> batches;
  for (const int batch : options.batches) {
    if (batch < 0 || batch > largest_batch) {
      return bad_input(fmt::format("--batch {}: 0 (no timing) to {} fragments.", batch, largest_batch));
    }
    if (batch > 0) batches.push_back(batch);
  }
  return batches;
}

Result<RunResult> run_somewhere(const RunRequest& request, std::optional<int> gpu, Context& context) {
  if (!gpu) return run_on_cpu(request);
  RunRequest on_gpu = request;
  on_gpu.ordinal = *gpu;
  return context.backends.run_kernels(on_gpu, [](std::string_view, int, int) { return true; });
}

Result<OpenedDemo> open_demo(const DemoOptions& options, Context& context) {
  OpenedDemo demo;
  // A GPU may run the operation whatever the source of the layout, so look for one.
  demo.opened.sources =
      context.backends.sources(options.cpu ? where_to_look(options.target.device) : LookFor::FilesAndGpus);
  const std::string name = options.target.device.empty() ? demo.opened.sources.default_name() : options.target.device;
  const auto source = demo.opened.sources.find(name);
  TCVIZ_TRY(source);
  demo.opened.source = source.value();
  demo.gpu = gpu_for(options, demo.opened);
  return demo;
}

// Judges the run. A layout of another architecture is run all the same: its failure is the lesson.
Status verdict(const DemoAnswer& answer, const OpenedDemo& demo) {
  if (!answer.result.judgement.failed()) return Nothing{};
  const bool own = gpu_ordinal(answer.device) || !demo.gpu;
  if (own) return negative(fmt::format("{} failed: {}.", answer.result.operation, answer.result.judgement.sentence));
  return negative(fmt::format(
      "arch mismatch: {} is not the layout of {}. A formula is right only for the architecture it was found on.",
      answer.device, answer.result.executor));
}

namespace {

Result<RunRequest> request_of(const DemoOptions& options, const OpenedDemo& demo) {
  const auto operation = operation_named(options);
  TCVIZ_TRY(operation);
  const auto target = resolve_target(target_of(options));
  TCVIZ_TRY(target);
  RunRequest request;
  request.operation = operation.value();
  request.own_body = options.body;
  request.scalars = scalars_of(options, *operation.value());
  request.seed = options.seed ? *options.seed : std::random_device{}();
  const auto batches = batches_of(options, demo.gpu.has_value());
  TCVIZ_TRY(batches);
  request.batches = batches.value();
  if (!target.value().is_file()) {
    TCVIZ_TRY(check_known(demo.opened, target.value().kind));
  }
  auto layout =
      target.value().is_file() ? only_layout(target.value()) : layout_of(*demo.opened.source, target.value().kind);
  TCVIZ_TRY(layout);
  request.layout = std::move(layout.value());
  return request;
}

Status print_source(const DemoOptions& options, const RunRequest& request, Context& context) {
  const auto texts = texts_of(request);
  TCVIZ_TRY(texts);
  const bool all = !options.batches.empty();
  return deliver(all ? texts.value().timing : texts.value().shown, options.output, context);
}

Status one(const DemoOptions& options, Context& context) {
  const auto operation = operation_named(options);
  TCVIZ_TRY(operation);
  auto demo = open_demo(options, context);
  TCVIZ_TRY(demo);
  const auto request = request_of(options, demo.value());
  TCVIZ_TRY(request);
  if (options.source) return print_source(options, request.value(), context);
  auto result = run_somewhere(request.value(), demo.value().gpu, context);
  TCVIZ_TRY(result);
  if (!demo.value().gpu && !options.cpu)
    context.notes << fmt::format("{}; simulated on the CPU.\n", demo.value().opened.sources.gpu_absence().reason);
  const std::string from =
      means_file(options.target.kind) ? options.target.kind : demo.value().opened.source->info().name;
  const DemoAnswer answer{std::move(result.value()), from};
  const std::string text =
      options.json ? print_json(demo_json(answer, true)) : demo_text(answer, options.output, context);
  const Status delivered = deliver(text, options.output, context);
  return delivered ? verdict(answer, demo.value()) : delivered;
}

Status demo(const DemoOptions& options, Context& context) {
  if (options.list) return list(options, context);
  if (!options.source)
    TCVIZ_TRY(check_suffix(options.output, options.json ? FigureFormat::Json : FigureFormat::Text,
                           options.json ? "--json" : ""));
  if (!options.all) return one(options, context);
  // `demo --all KIND`: the one word may be either.
  DemoOptions all = options;
  if (all.target.kind.empty() && find_kind(all.operation) != nullptr) std::swap(all.target.kind, all.operation);
  return demo_all(all, context);
}

}  // namespace

Runner declare_demo(CLI::App& app) {
  auto options = std::make_shared<DemoOptions>();
  add_option(app, "OP", "OP", options->operation, "id of an operation, as `tcviz demo --list` lists them");
  add_target(app, options->target);
  add_flag(app, "--list", options->list, "list the operations: what each does and needs");
  add_flag(app, "--all", options->all,
           "run every operation (or OP) on every kind (or KIND) that it works on, a line each");
  add_option(app, "--body", "C", options->body, "C text over x, row, col, tid, i, a, b, d, u[], v[], ROWS, COLS");
  add_list(app, "--batch", "N", options->batches,
           "time this many fragments together; 0: no timing; may be given several times");
  add_flag(app, "--cpu", options->cpu, "simulate on the CPU, even if there is a GPU");
  add_flag(app, "--source", options->source, "print the kernel; with --batch, everything that is timed");
  add_option(app, "-a", "X", options->a, "the scalar a");
  add_option(app, "-b", "X", options->b, "the scalar b");
  add_option(app, "-d", "N", options->d, "the whole number d: a diagonal, a place");
  add_option(app, "--seed", "N", options->seed, "of the random numbers; without it a new one every time");
  add_option(app, "-o", "FILE", options->output, "write the answer to this file");
  add_flag(app, "--json", options->json, "answer in JSON");
  return [options](Context& context) { return demo(*options, context); };
}

}  // namespace tcviz::inline app_cli
