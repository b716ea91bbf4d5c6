#include "app/cli/smem/image_sweep.hpp"

#include <fmt/format.h>

#include <chrono>
#include <limits>
#include <ostream>

#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/kit/target.hpp"
#include "app/cli/kit/values.hpp"
#include "gpu/layout/provenance.hpp"
#include "gpu/prove/sweep_device.hpp"
#include "gpu/prove/sweep_record.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr std::int64_t usual_limit = 600, most_limit = 86400;  // seconds

struct Sweep {
  SweepRequest request;
  std::chrono::seconds limit{usual_limit};
};

Status read_number(std::string_view what, const std::string& text, std::int64_t least, std::int64_t most,
                   std::int64_t& into) {
  if (text.empty()) return Nothing{};
  const Result<std::int64_t> number = parse_whole(what, text);
  TCVIZ_TRY(number);
  if (number.value() < least || number.value() > most)
    return bad_input(fmt::format("{} {} is out of range: it goes from {} to {}.", what, text, least, most));
  into = number.value();
  return Nothing{};
}

Result<Sweep> read_sweep(const SweepOptions& options) {
  std::int64_t seed = 1, count = SweepRequest{}.count, limit = usual_limit;
  TCVIZ_TRY(read_number("--seed", options.seed, 0, std::numeric_limits<std::int32_t>::max(), seed));
  TCVIZ_TRY(read_number("--count", options.count, 0, most_random_cases, count));
  TCVIZ_TRY(read_number("--limit", options.limit, 1, most_limit, limit));
  return Sweep{{static_cast<std::uint64_t>(seed), static_cast<int>(count)}, std::chrono::seconds(limit)};
}

// Rewrites one line of progress on a terminal; asks to stop if the reader has gone away.
SweepProgress progress_of(const Sweep& sweep, Context& context) {
  const Clock::time_point end = Clock::now() + sweep.limit;
  auto told = Clock::now();
  return [&context, &sweep, end, told](const std::string& group, int done, int all) mutable -> std::string {
    if (Clock::now() >= end)
      return fmt::format("{} s were over after {} of {} cases: --limit allows more", sweep.limit.count(), done, all);
    if (!context.notes_is_terminal || Clock::now() - told < std::chrono::milliseconds(100)) return {};
    told = Clock::now();
    context.notes << fmt::format("\r\033[K{} of {}: {}", done, all, group) << std::flush;
    return context.notes.good() ? "" : "its output is no longer read";
  };
}

std::string device_text(const SweepReport& report) {
  const GpuInfo& gpu = report.facts.gpu;
  return fmt::format("{}, compute capability {}.{}, driver {}", gpu.name, gpu.capability / 10, gpu.capability % 10,
                     gpu.driver);
}

Table table_of(const SweepReport& report) {
  Table table{{"group", "asked", "agree", "differ", "refused", "faulted"}, {false, true, true, true, true, true}, {}};
  for (const GroupReport& group : report.groups) {
    if (!group.skipped.empty()) {
      table.rows.push_back({group.name, "-", "-", "-", "-", "-"});
      continue;
    }
    table.rows.push_back({group.name});
    for (const int count : {group.asked, group.agree, group.differ, group.refused, group.faulted})
      table.rows.back().push_back(std::to_string(count));
  }
  return table;
}

// Returns the remarks that a table has no room for.
std::string remarks_of(const SweepReport& report) {
  std::string text;
  for (const GroupReport& group : report.groups) {
    if (!group.skipped.empty()) text += fmt::format("{}: not asked, {}.\n", group.name, group.skipped);
    if (!group.told.empty()) text += fmt::format("{}: {}.\n", group.name, group.told);
    for (const SweepDifference& difference : group.first)
      text += fmt::format("DIFFERS: {}: {}.\n", difference.asked, difference.found);
  }
  return text.empty() ? text : "\n" + text;
}

Json json_of(const GroupReport& group) {
  Json differences = Json::array();
  for (const SweepDifference& difference : group.first)
    differences.push_back({{"case", difference.asked}, {"found", difference.found}});
  return {{"group", group.name},      {"skipped", group.skipped.empty() ? Json() : Json(group.skipped)},
          {"asked", group.asked},     {"agree", group.agree},
          {"differ", group.differ},   {"refused", group.refused},
          {"faulted", group.faulted}, {"said", group.told.empty() ? Json() : Json(group.told)},
          {"first", differences}};
}

std::string json_text(const SweepReport& report) {
  Json groups = Json::array();
  for (const GroupReport& group : report.groups) groups.push_back(json_of(group));
  return print_json({{"device", fmt::format("cuda:{}", report.facts.gpu.ordinal)},
                     {"description", device_text(report)},
                     {"seed", report.request.seed},
                     {"count", report.request.count},
                     {"asked", report.asked()},
                     {"differ", report.differing()},
                     {"ended", report.ended.empty() ? Json() : Json(report.ended)},
                     {"groups", groups}});
}

void print_report(const SweepReport& report, bool json, std::ostream& out, Context& context) {
  if (json) {
    out << json_text(report);
    return;
  }
  out << device_text(report) << "; seed " << report.request.seed << "\n\n"
      << to_text(table_of(report), context) << remarks_of(report);
}

Status verdict_of(const SweepReport& report) {
  if (report.differing() > 0)
    return negative(
        fmt::format("{} of {} cases differ from the rules of this program.", report.differing(), report.asked()));
  if (!report.ended.empty()) return negative(fmt::format("the cross-check ended early: {}.", report.ended));
  if (report.asked() == 0) return unavailable("this GPU has nothing of what is asked.");
  return Nothing{};
}

}  // namespace

void add_sweep_options(CLI::App& app, SweepOptions& options) {
  add_flag(app, "--cross-check", options.cross_check,
           "ask the GPU: descriptors, tensor copies and banks against this program's rules (seconds; Ctrl-C ends it)");
  add_option(app, "--seed", "N", options.seed, "with --cross-check: seed of the random cases (1)");
  add_option(app, "--count", "N", options.count, "with --cross-check: random descriptors beside the table (1000)");
  add_option(app, "--limit", "SECONDS", options.limit, "with --cross-check: stop after this time (600)");
  add_option(app, "--record", "FILE", options.record, "with --cross-check: record the GPU's answers (JSON)");
  add_device(app, options.device);
}

Status cross_check_image(const SweepOptions& options, bool json, Context& context) {
  const Result<Sweep> sweep = read_sweep(options);
  TCVIZ_TRY(sweep);
  const Result<OpenedGpu> gpu =
      open_gpu(context, options.device,
               {"to ask", "The rules were checked against an H200, and `tcviz image smem.128b.k.b16` needs no GPU."});
  TCVIZ_TRY(gpu);
  if (!context.backends.open_sweep) return unavailable("this program cannot ask a GPU.");
  const auto device = context.backends.open_sweep(gpu.value().ordinal);
  TCVIZ_TRY(device);
  const SweepReport report = run_sweep(*device.value(), sweep.value().request, progress_of(sweep.value(), context));
  if (context.notes_is_terminal) context.notes << "\r\033[K" << std::flush;
  print_report(report, json, options.record == "-" ? context.notes : context.out, context);
  if (!options.record.empty() && report.ended.empty())
    TCVIZ_TRY(deliver(write_record(report, today()), options.record, context));
  return verdict_of(report);
}

}  // namespace tcviz::inline app_cli
