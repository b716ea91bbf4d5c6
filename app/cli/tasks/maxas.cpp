// tcviz maxas: the register map of the maxas SGEMM kernels in figures, and the work of the kernels row by row.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <charconv>
#include <memory>
#include <ostream>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/kit/values.hpp"
#include "app/cli/tasks/maxas_trace.hpp"
#include "app/cli/tasks/maxas_variant.hpp"
#include "gpu/kernel/maxas/collector.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

struct MaxasOptions {
  std::string action, kernel = "64", what, line, thread;
  VariantWords variant;
  bool all = false, csv = false, json = false;
};

constexpr std::array<std::string_view, 2> actions = {"stats", "trace"};
constexpr std::array<std::string_view, 2> kernels = {"64", "128"};
constexpr std::array<std::string_view, 3> maxas_traced = {"ffma", "load", "store"};
constexpr std::array<std::string_view, 8> line_words = {"0", "1", "2", "3", "4", "5", "6", "7"};

// The choices of the options, for both actions.
struct Choice {
  SgemmKernel kernel;
  maxas::Variant variant;
};

Result<Choice> read_choice(const MaxasOptions& options) {
  const auto kernel = parse_choice("--kernel", options.kernel, kernels);
  TCVIZ_TRY(kernel);
  const auto variant = read_variant(options.variant, "--");
  TCVIZ_TRY(variant);
  return Choice{sgemm_kernels[kernel.value()], variant.value()};
}

struct Counted {
  maxas::Variant variant;
  maxas::CollectorStats stats;
};

Result<Counted> count(const maxas::Variant& variant) {
  const auto issues = maxas::collect(variant);
  TCVIZ_TRY(issues);
  return Counted{variant, maxas::stats_of(issues.value())};
}

std::string_view order_name(const maxas::Variant& variant) {
  return maxas::issue_orders[static_cast<std::size_t>(variant.order)].name;
}
std::string_view map_name(const maxas::Variant& variant) {
  return maxas::register_maps[static_cast<std::size_t>(variant.map)].name;
}

double rounded(double percent) { return static_cast<double>(static_cast<long>(percent * 100 + 0.5)) / 100; }

Json json_of(const SgemmKernel& kernel, const Counted& each) {
  const maxas::CollectorStats& s = each.stats;
  return {{"kernel", kernel.tile},
          {"order", order_name(each.variant)},
          {"map", map_name(each.variant)},
          {"entries", each.variant.entries},
          {"hits", {{"a", s.hits[0]}, {"b", s.hits[1]}, {"c", s.hits[2]}}},
          {"reads", s.reads},
          {"reuse_percent", rounded(s.reuse_percent())},
          {"conflicts_raw", s.conflicts_raw},
          {"conflicts_left", s.conflicts_left},
          {"bank_reads", s.bank_reads},
          {"ffma_by_bank_reads", s.ffma_by_bank_reads}};
}

// Returns the statistics of the published listing; null for any other variant, which has none.
Json listing_json(const SgemmKernel& kernel, const maxas::Variant& variant) {
  if (variant != maxas::Variant{}) return nullptr;
  const maxas::ListingReuse& listing = maxas::figures_of(kernel).listing;
  return {{"hits", listing.hits}, {"reads", listing.reads}, {"reuse_percent", rounded(listing.percent())}};
}

std::string text_of(const SgemmKernel& kernel, const Counted& each, const Context& context) {
  const maxas::CollectorStats& s = each.stats;
  std::string text = fmt::format("sgemm{}, order {}, map {}, {} cache entries a slot; Maxwell, four banks\n\n",
                                 kernel.tile, order_name(each.variant), map_name(each.variant), each.variant.entries);
  Table table{{"one k line, 64 FFMAs", ""}, {}, {}};
  table.rows = {{"operands read", std::to_string(s.reads)},
                {"hits", fmt::format("{}: A {}, B {}, C {}", s.all_hits(), s.hits[0], s.hits[1], s.hits[2])},
                {"reuse", fmt::format("{:.2f} %", s.reuse_percent())},
                {"bank conflicts", fmt::format("{} without the cache, {} left", s.conflicts_raw, s.conflicts_left)},
                {"reads of bank 0 to 3", fmt::format("{}", fmt::join(s.bank_reads, ", "))},
                {"FFMAs with 1, 2, 3 bank reads", fmt::format("{}", fmt::join(s.ffma_by_bank_reads, ", "))}};
  text += to_text(table, context);
  if (each.variant != maxas::Variant{}) return text;
  const maxas::ListingReuse& listing = maxas::figures_of(kernel).listing;
  return text + fmt::format("\nThe whole listing as maxas counts it, each instruction once: {} of {}, {:.2f} %\n",
                            listing.hits, listing.reads, listing.percent());
}

std::vector<maxas::Variant> all_variants() {
  std::vector<maxas::Variant> variants;
  for (const auto& order : maxas::issue_orders)
    for (const auto& map : maxas::register_maps)
      for (int entries = 0; entries <= maxas::most_entries; ++entries)
        variants.push_back({order.order, map.map, entries});
  return variants;
}

Table table_of(const std::vector<Counted>& all) {
  Table table{{"order", "map", "entries", "hits A", "B", "C", "reuse %", "conflicts", "left", "bank 0", "1", "2", "3",
               "FFMAs of 1", "2", "3 reads"},
              {false, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true},
              {}};
  for (const Counted& each : all) {
    const maxas::CollectorStats& s = each.stats;
    std::vector<std::string> row{std::string(order_name(each.variant)), std::string(map_name(each.variant)),
                                 std::to_string(each.variant.entries)};
    for (const int hits : s.hits) row.push_back(std::to_string(hits));
    row.push_back(fmt::format("{:.2f}", s.reuse_percent()));
    row.push_back(std::to_string(s.conflicts_raw));
    row.push_back(std::to_string(s.conflicts_left));
    for (const int reads : s.bank_reads) row.push_back(std::to_string(reads));
    for (const int ffmas : s.ffma_by_bank_reads) row.push_back(std::to_string(ffmas));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Status stats_of_all(const MaxasOptions& options, const SgemmKernel& kernel, Context& context) {
  if (!options.variant.empty())
    return bad_input("--all means every order, map and number of entries: leave --order, --map and --entries out.");
  std::vector<Counted> all;
  Json json = {{"variants", Json::array()}};
  for (const maxas::Variant& variant : all_variants()) {
    const Result<Counted> counted = count(variant);
    TCVIZ_TRY(counted);
    all.push_back(counted.value());
    json["variants"].push_back(json_of(kernel, counted.value()));
  }
  context.out << (options.json ? print_json(json) : to_text(table_of(all), context));
  return Nothing{};
}

Status stats(const MaxasOptions& options, const Choice& choice, Context& context) {
  if (!options.what.empty() || !options.line.empty() || !options.thread.empty() || options.csv)
    return bad_input("--what, --line, --thread and --csv are for `tcviz maxas trace`.");
  if (options.all) return stats_of_all(options, choice.kernel, context);
  const Result<Counted> counted = count(choice.variant);
  TCVIZ_TRY(counted);
  Json json = json_of(choice.kernel, counted.value());
  json["listing"] = listing_json(choice.kernel, choice.variant);
  context.out << (options.json ? print_json(json) : text_of(choice.kernel, counted.value(), context));
  return Nothing{};
}

Result<int> read_thread(const std::string& text, const SgemmKernel& kernel) {
  int tid = -1;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), tid);
  const bool whole = problem == std::errc() && end == text.data() + text.size();
  if (whole && tid >= 0 && tid < kernel.threads) return tid;
  return bad_input(fmt::format("--thread '{}' is not a thread of sgemm{}: it goes from 0 to {}.", text, kernel.tile,
                               kernel.threads - 1));
}

Result<TraceRequest> read_request(const MaxasOptions& options, const Choice& choice) {
  if (options.what.empty())
    return bad_input(fmt::format("nothing to trace: give --what {}.", join_choices(maxas_traced)));
  const auto what = parse_choice("--what", options.what, maxas_traced);
  TCVIZ_TRY(what);
  const auto line = parse_choice("--line", options.line.empty() ? "0" : options.line, line_words);
  TCVIZ_TRY(line);
  TraceRequest request{
      static_cast<TraceOf>(what.value()), choice.kernel, choice.variant, static_cast<int>(line.value()), {}};
  const bool ffma = request.what == TraceOf::Ffma;
  if (ffma && !options.thread.empty())
    return bad_input("--thread is for loads and stores: all threads issue the same FFMAs.");
  if (!ffma && !options.line.empty()) return bad_input("--line is for --what ffma.");
  if (options.thread.empty()) return request;
  const Result<int> tid = read_thread(options.thread, choice.kernel);
  TCVIZ_TRY(tid);
  request.thread = tid.value();
  return request;
}

Status trace(const MaxasOptions& options, const Choice& choice, Context& context) {
  if (options.all || options.json) return bad_input("--all and --json are for `tcviz maxas stats`; a trace has --csv.");
  const Result<TraceRequest> request = read_request(options, choice);
  TCVIZ_TRY(request);
  const Result<Table> table = trace(request.value());
  TCVIZ_TRY(table);
  context.out << (options.csv ? to_csv(table.value()) : to_text(table.value(), context));
  return Nothing{};
}

Status maxas_command(const MaxasOptions& options, Context& context) {
  if (options.action.empty())
    return bad_input(fmt::format("say what about maxas: `tcviz maxas {}`.", fmt::join(actions, "` or `tcviz maxas ")));
  const auto action = parse_choice("ACTION", options.action, actions);
  TCVIZ_TRY(action);
  const Result<Choice> choice = read_choice(options);
  TCVIZ_TRY(choice);
  return action.value() == 0 ? stats(options, choice.value(), context) : trace(options, choice.value(), context);
}

}  // namespace

Runner declare_maxas(CLI::App& app) {
  auto options = std::make_shared<MaxasOptions>();
  add_option(app, "ACTION", "ACTION", options->action,
             "stats: hits, conflicts and bank reads; trace: rows of what happens");
  add_option(app, "--kernel", "KERNEL", options->kernel, "64 or 128: sgemm64 or sgemm128 (default 64)");
  add_variant(app, options->variant, "--");
  add_flag(app, "--all", options->all, "stats of every order, map and number of entries, a line each");
  add_option(app, "--what", "TRACED", options->what, "trace: ffma, load or store");
  add_option(app, "--line", "LINE", options->line, "trace of ffma: the k line, 0 to 7 (default 0)");
  add_option(app, "--thread", "TID", options->thread, "trace of load and store: this thread only");
  add_flag(app, "--csv", options->csv, "trace: comma-separated");
  add_flag(app, "--json", options->json, "stats: answer in JSON");
  return [options](Context& context) { return maxas_command(*options, context); };
}

}  // namespace tcviz::inline app_cli
