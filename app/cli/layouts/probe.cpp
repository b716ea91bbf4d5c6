// tcviz probe: finds layouts on a GPU by several methods, says whether they agree, and records those that do.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <ostream>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/suffix.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/kit/target.hpp"
#include "app/cli/layouts/cross_check.hpp"
#include "gpu/layout/kind.hpp"
#include "gpu/layout/layout_file.hpp"
#include "gpu/source/probe/prober.hpp"

namespace tcviz::inline app_cli {
namespace {

struct ProbeOptions {
  std::vector<std::string> kinds;
  std::string device, output;
  bool all = false, timing = false, cross_check = false, json = false;
};

Status check_kinds(const ProbeOptions& options) {
  if (options.all && !options.kinds.empty())
    return bad_input("--all already means every kind: name kinds or give --all.");
  if (!options.all && options.kinds.empty()) return bad_input("nothing to probe: name kinds, or give --all.");
  for (const std::string& kind : options.kinds)
    if (!find_kind(kind)) return unknown_kind(kind);
  return Nothing{};
}

// Lists the kinds to probe. --all leaves out and counts those that need a newer GPU; kinds that were named must exist.
Result<std::vector<std::string>> kinds_to_probe(const ProbeOptions& options, const OpenedGpu& gpu, Context& context) {
  if (options.all) {
    std::vector<std::string> kinds = gpu.source->kinds();
    const std::size_t all = catalogue().size() - catalogue(Family::Sgemm).size();
    const std::size_t missing = all - std::min(all, kinds.size());
    if (missing > 0)
      context.notes << fmt::format("{} of {} kinds need another GPU than {}\n", missing, all, gpu.source->info().name);
    return kinds;
  }
  for (const std::string& kind : options.kinds) TCVIZ_TRY(check_known(gpu, kind));
  return options.kinds;
}

std::string problem_of(const KindReport& report) { return report.layout ? "" : report.layout.error().message; }

std::string word_for(const KindReport& report, std::string_view method) {
  for (const MethodResult& result : report.methods)
    if (result.method == method) return result.confirmed ? "agrees" : "FAILS";
  const Kind* kind = find_kind(report.kind);
  const bool expected = kind != nullptr && std::ranges::count(probe_methods(*kind), method) > 0;
  return expected ? "not run" : "-";
}

// Returns the methods that probe any of these kinds, in the order in which they run.
std::vector<std::string_view> methods_of(const ProbeReport& report) {
  std::vector<std::string_view> used;
  for (const std::string_view method : {"load", "store", "one-hot", "code", "metadata", "product"}) {
    const auto probed_by = [&](const KindReport& kind) { return word_for(kind, method) != "-"; };
    if (std::ranges::any_of(report.kinds, probed_by)) used.push_back(method);
  }
  return used;
}

Table table_of(const ProbeReport& report) {
  const std::vector<std::string_view> methods = methods_of(report);
  Table table{{"kind"}, std::vector<bool>(methods.size() + 1, false), {}};
  table.header.insert(table.header.end(), methods.begin(), methods.end());
  for (const auto* name : {"matrix", "values", "replication"})
    table.header.emplace_back(name), table.right.push_back(true);
  table.header.emplace_back("problem");
  table.right.push_back(false);
  for (const KindReport& kind : report.kinds) {
    std::vector<std::string> row = {kind.kind};
    for (const std::string_view method : methods) row.push_back(word_for(kind, method));
    if (kind.layout) {
      const Layout& layout = kind.layout.value();
      row.insert(row.end(), {fmt::format("{}x{}", layout.rows(), layout.cols()), std::to_string(layout.values()),
                             std::to_string(layout.replication()), ""});
    } else {
      row.insert(row.end(), {"", "", "", problem_of(kind)});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

struct Time {
  std::string_view name;
  double milliseconds;
};
std::array<Time, 7> times_of(const ProbeReport& report, const Context& context) {
  return {{{"context", report.context_ms},
           {"load", report.load_ms},
           {"store", report.store_ms},
           {"slots", report.slots_ms},
           {"product", report.product_ms},
           {"probes", report.probes_ms()},
           {"program", milliseconds_since(context.started)}}};
}

std::string timing_text(const ProbeReport& report, const Context& context) {
  std::string text =
      fmt::format("\nTime in ms; probes = load + store + slots + product, program = since it was started\n");
  for (const Time& time : times_of(report, context))
    text += fmt::format("  {:<8}{:9.1f}\n", time.name, time.milliseconds);
  return text;
}

nlohmann::ordered_json json_of(const KindReport& report) {
  nlohmann::ordered_json json = {
      {"kind", report.kind}, {"agreed", report.layout.ok()}, {"methods", nlohmann::ordered_json::array()}};
  for (const MethodResult& method : report.methods)
    json["methods"].push_back(
        {{"method", method.method},
         {"confirmed", method.confirmed},
         {"problem", method.confirmed ? nlohmann::ordered_json() : nlohmann::ordered_json(method.problem)}});
  json["problem"] = report.layout ? nlohmann::ordered_json() : nlohmann::ordered_json(problem_of(report));
  return json;
}

std::string json_text(const ProbeReport& report, const SourceInfo& gpu, const CrossCheck* check,
                      const Context& context) {
  nlohmann::ordered_json json = {{"device", gpu.name}, {"description", gpu.description}};
  json["kinds"] = nlohmann::ordered_json::array();
  for (const KindReport& kind : report.kinds) json["kinds"].push_back(json_of(kind));
  if (check != nullptr) json["cross_check"] = json_of(*check);
  for (const Time& time : times_of(report, context)) json["milliseconds"][time.name] = time.milliseconds;
  return print_json(json);
}

std::vector<Layout> agreed(const ProbeReport& report) {
  std::vector<Layout> layouts;
  for (const KindReport& kind : report.kinds)
    if (kind.layout) layouts.push_back(kind.layout.value());
  return layouts;
}

// Answers "no" if a probe failed; layouts that agreed are recorded all the same.
Status verdict(const ProbeReport& report, const std::vector<Layout>& layouts) {
  const std::size_t failed = report.kinds.size() - layouts.size();
  if (failed == 0) return Nothing{};
  return negative(
      fmt::format("{} of {} kinds have no layout that all probes agree on; none of these is shown or recorded.", failed,
                  report.kinds.size()));
}

Status probe(const ProbeOptions& options, Context& context) {
  TCVIZ_TRY(check_kinds(options));
  TCVIZ_TRY(check_suffix(options.output, FigureFormat::Json));
  const std::string kind = options.kinds.empty() ? "KIND" : options.kinds.front();
  Result<OpenedGpu> gpu = open_gpu(
      context, options.device,
      {"to probe",
       fmt::format(
           "`tcviz show {} --device recorded:sm_90` shows what was probed on an H200; `tcviz devices` lists more.",
           kind)});
  TCVIZ_TRY(gpu);
  const Result<std::vector<std::string>> kinds = kinds_to_probe(options, gpu.value(), context);
  TCVIZ_TRY(kinds);
  const Result<ProbeReport> report = gpu.value().source->probe(kinds.value(), {});
  TCVIZ_TRY(report);

  CrossCheck check;
  if (options.cross_check) check = cross_check(report.value(), gpu.value().sources);
  std::ostream& out = options.output == "-" ? context.notes : context.out;  // "-": the layouts are the answer
  if (options.json) {
    out << json_text(report.value(), gpu.value().source->info(), options.cross_check ? &check : nullptr, context);
  } else {
    out << to_text(table_of(report.value()), context);
    if (options.cross_check) out << "\nAgainst other sources\n" << to_text(table_of(check), context);
    if (options.timing) out << timing_text(report.value(), context);
  }
  const std::vector<Layout> layouts = agreed(report.value());
  if (!options.output.empty() && !layouts.empty()) TCVIZ_TRY(deliver(to_json(layouts), options.output, context));
  if (options.cross_check) context.notes << summary_of(check) << "\n";
  if (check.differing > 0) return negative(fmt::format("{} layouts differ from another source.", check.differing));
  return verdict(report.value(), layouts);
}

}  // namespace

Runner declare_probe(CLI::App& app) {
  auto options = std::make_shared<ProbeOptions>();
  add_words(app, "KIND", "KIND", options->kinds, "ids of kinds, as `tcviz kinds` lists them");
  add_flag(app, "--all", options->all, "every kind that the GPU has, of all families");
  add_option(app, "-o,--output", "FILE", options->output, "record the layouts in this file (JSON)");
  add_flag(app, "--timing", options->timing, "say how long each probe took");
  add_flag(app, "--cross-check", options->cross_check,
           "compare with what is recorded, compiled, published or documented for the GPU's architecture");
  add_device(app, options->device);
  add_flag(app, "--json", options->json, "answer in JSON");
  return [options](Context& context) { return probe(*options, context); };
}

}  // namespace tcviz::inline app_cli
