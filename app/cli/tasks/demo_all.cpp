// tcviz demo --all: runs every operation on every kind that it takes.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <random>

#include "app/cli/kit/output.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/tasks/demo.hpp"
#include "app/cli/tasks/demo_text.hpp"
#include "gpu/layout/known_gpus.hpp"
#include "gpu/run/ops/compile_ahead.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

struct Row {
  const Operation* operation;
  std::string kind;
  Result<RunResult> result;
};

Status check_words(const DemoOptions& options) {
  if (!options.operation.empty() && find_operation(options.operation) == nullptr)
    return no_operation(options.operation);
  if (!options.target.kind.empty() && find_kind(options.target.kind) == nullptr)
    return unknown_kind(options.target.kind);
  return Nothing{};
}

std::vector<const Operation*> operations_of(const DemoOptions& options) {
  std::vector<const Operation*> chosen;
  for (const Operation& operation : operations()) {
    if (options.operation.empty() || operation.id == options.operation) chosen.push_back(&operation);
  }
  return chosen;
}

std::vector<RunRequest> requests_for(const DemoOptions& options, const OpenedDemo& demo, std::vector<int> batches) {
  std::vector<RunRequest> requests;
  std::uint64_t seed = options.seed ? *options.seed : std::random_device{}();
  for (const std::string& id : demo.opened.source->kinds()) {
    const Kind* const kind = find_kind(id);
    if (kind == nullptr || (!options.target.kind.empty() && id != options.target.kind)) continue;
    const auto layout = layout_of(*demo.opened.source, id);
    if (!layout) continue;
    for (const Operation* operation : operations_of(options)) {
      if (why_not(*operation, *kind)) continue;
      RunRequest request{operation, layout.value(), options.body, usual_scalars(*operation), seed++, 0, batches, 20};
      if (options.a) request.scalars.a = *options.a;
      if (options.b) request.scalars.b = *options.b;
      if (options.d) request.scalars.d = *options.d;
      requests.push_back(std::move(request));
    }
  }
  return requests;
}

std::string why_nothing(const DemoOptions& options) {
  const Kind* const kind = find_kind(options.target.kind);
  const auto reason = kind == nullptr ? std::nullopt : why_not(*operations_of(options).front(), *kind);
  if (reason) return fmt::format("nothing can be done on {}: {}.", kind->id, *reason);
  return "no operation works on this kind, or the device does not know the kind.";
}

// Asks the first run for the architecture, which is not read from the words of a GPU's description.
Result<int> capability_of(const OpenedDemo& demo) {
  const auto& provenance = layout_of(*demo.opened.source, demo.opened.source->kinds().front());
  TCVIZ_TRY(provenance);
  const auto& text = provenance.value().provenance().compute_capability;
  const auto read = text ? read_architecture(*text) : std::nullopt;
  return read ? Result<int>(*read) : unavailable("the architecture of the GPU is not known");
}

std::string ratio_text(const Result<RunResult>& result, Setting setting) {
  const Timing* const timing = result ? headline(result.value(), setting) : nullptr;
  if (timing == nullptr) return "";
  return fmt::format("{:.2f} ({:.2f} to {:.2f})", timing->ratio, timing->ratio_low, timing->ratio_high);
}

Table table_of(const std::vector<Row>& rows) {
  Table table{{"operation", "kind", "", "verdict", "ratio alone", "ratio in a chain"}, {}, {}};
  for (const Row& row : rows) {
    const std::string_view word = row.result ? row.result.value().judgement.word() : "FAILED";
    table.rows.push_back({std::string(row.operation->id), row.kind, std::string(word),
                          row.result ? row.result.value().judgement.sentence : row.result.error().message,
                          ratio_text(row.result, Setting::Alone), ratio_text(row.result, Setting::Chain)});
  }
  return table;
}

Json json_of(const std::vector<Row>& rows, const std::string& device) {
  Json json = Json::array();
  for (const Row& row : rows) {
    if (row.result) {
      json.push_back(demo_json({row.result.value(), device}, false));
    } else {
      json.push_back(
          {{"op", row.operation->id}, {"kind", row.kind}, {"verified", false}, {"error", row.result.error().message}});
    }
  }
  return json;
}

Status tally(const std::vector<Row>& rows, Context& context) {
  const auto count = [&](bool (*counts)(const Row& row)) { return std::count_if(rows.begin(), rows.end(), counts); };
  const auto failed = count([](const Row& row) { return !row.result || row.result.value().judgement.failed(); });
  const auto computed = count([](const Row& row) { return row.result && row.result.value().judgement.computed; });
  const std::string only_computed = computed == 0 ? "" : fmt::format("{} computed, ", computed);
  context.notes << fmt::format("{} runs, {} verified, {}{} failed.\n", rows.size(),
                               static_cast<long>(rows.size()) - failed - computed, only_computed, failed);
  return failed == 0 ? Status(Nothing{}) : negative(fmt::format("{} of {} runs failed.", failed, rows.size()));
}

void note(Context& context, std::string_view doing, std::size_t done, std::size_t all) {
  if (done % 100 == 0 && done > 0) context.notes << fmt::format("{} {} of {}\n", doing, done, all);
}

}  // namespace

Status demo_all(const DemoOptions& options, Context& context) {
  TCVIZ_TRY(check_words(options));
  auto demo = open_demo(options, context);
  TCVIZ_TRY(demo);
  const auto batches = batches_of(options, false);
  TCVIZ_TRY(batches);
  const std::vector<RunRequest> requests = requests_for(options, demo.value(), batches.value());
  if (requests.empty()) return bad_input(why_nothing(options));
  if (demo.value().gpu) {
    const auto capability = capability_of(demo.value());
    TCVIZ_TRY(capability);
    const auto compiled = compile_ahead(requests, capability.value(), [&](std::string_view, int done, int all) {
      note(context, "compiled", static_cast<std::size_t>(done), static_cast<std::size_t>(all));
      return true;
    });
    TCVIZ_TRY(compiled);
  }
  std::vector<Row> rows;
  for (const RunRequest& request : requests) {
    rows.push_back({request.operation, request.layout->kind(), run_somewhere(request, demo.value().gpu, context)});
    note(context, "ran", rows.size(), requests.size());
  }
  const std::string device = demo.value().opened.source->info().name;
  const Status delivered =
      deliver(options.json ? print_json(json_of(rows, device)) : to_text_for(options.output, table_of(rows), context),
              options.output, context);
  return delivered ? tally(rows, context) : delivered;
}

}  // namespace tcviz::inline app_cli
