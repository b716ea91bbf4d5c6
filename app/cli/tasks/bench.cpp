// tcviz bench gemm: measures whole matrix products on the GPU, from one warp a tile to cuBLAS.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <ostream>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/suffix.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/kit/target.hpp"
#include "app/cli/kit/values.hpp"
#include "gpu/run/gemm/gemm_report.hpp"
#include "gpu/run/gemm/gemm_simulate.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr int most_repetitions = 10000;
constexpr std::string_view recorded_run = "gemm_h200.json";  // others that travel along were simulated
constexpr int largest_spread = 100;                          // bits; an f32 has room for 126 below 1

struct BenchOptions {
  std::string what, output, device;
  std::vector<std::string> sizes, kernels;
  bool list = false, verify = false, recorded = false, simulate = false, json = false, csv = false;
  std::vector<int> spreads;
  int repetitions = 10;
};

Result<std::vector<GemmShape>> shapes_of(const BenchOptions& options) {
  std::vector<GemmShape> shapes;
  for (const std::string& text : options.sizes) {
    const auto shape = parse_gemm_shape(text, "--sizes");
    TCVIZ_TRY(shape);
    shapes.push_back(shape.value());
  }
  if (!shapes.empty()) return shapes;
  if (options.simulate) return std::vector<GemmShape>{{128, 128, 128}, {256, 256, 256}};
  return options.verify ? verified_gemm_shapes() : usual_gemm_shapes();
}

Result<std::vector<const GemmKernel*>> kernels_of(const BenchOptions& options) {
  std::vector<const GemmKernel*> kernels;
  for (const std::string& id : options.kernels) {
    const GemmKernel* const kernel = find_gemm(id);
    if (kernel == nullptr)
      return bad_input(
          fmt::format("there is no kernel '{}'.{} `tcviz bench gemm --list` lists all.", id, suggest(id, gemm_ids())));
    kernels.push_back(kernel);
  }
  if (!kernels.empty()) return kernels;
  for (const GemmKernel& kernel : gemm_kernels()) kernels.push_back(&kernel);
  return kernels;
}

std::string part_text(double value, double whole) {
  return whole > 0 && value > 0 ? fmt::format("{:.1f} %", 100 * value / whole) : "";
}

Table table_of(const GemmReport& report) {
  Table table{{"kernel", "size", "spread", "GFLOP/s", "ms", "of peak", "of cuBLAS", "residual", "largest error", ""},
              {false, true, true, true, true, true, true, true, true, false},
              {}};
  for (const GemmRow& row : report.rows) {
    const GemmKernel& kernel = *find_gemm(row.kernel);
    table.rows.push_back({row.kernel, shape_text(row.shape), row.spread > 0 ? std::to_string(row.spread) : "",
                          row.ms > 0 ? fmt::format("{:.0f}", row.gflops) : "",
                          row.ms > 0 ? fmt::format("{:.4f}", row.ms) : "",
                          part_text(row.gflops, peak_of(report, kernel)), part_text(row.gflops, cublas_of(report, row)),
                          row.residual >= 0 ? fmt::format("{:.2e}", row.residual) : "",
                          row.max_abs_error >= 0 ? fmt::format("{:.2g}", row.max_abs_error) : "", row.error});
  }
  return table;
}

Status list(const BenchOptions& options, Context& context) {
  Table table{{"kernel", "", ""}, {}, {}};
  Json json = Json::array();
  for (const GemmKernel& kernel : gemm_kernels()) {
    table.rows.push_back({std::string(kernel.id), std::string(kernel.title), std::string(kernel.does)});
    json.push_back({{"kernel", kernel.id}, {"title", kernel.title}, {"does", kernel.does}});
  }
  return deliver(options.json ? print_json(json) : to_text_for(options.output, table, context), options.output,
                 context);
}

// Refuses any difference: with whole numbers every product and sum is exact in every type.
Status verdict(const GemmReport& report, Context& context) {
  int wrong = 0, unavailable_rows = 0;
  for (const GemmRow& row : report.rows) {
    if (!row.error.empty()) ++unavailable_rows;
    if (row.error.empty() && row.max_abs_error != 0) ++wrong;
  }
  context.notes << fmt::format("{} products on whole numbers: {} exact, {} wrong, {} not run.\n", report.rows.size(),
                               static_cast<int>(report.rows.size()) - wrong - unavailable_rows, wrong,
                               unavailable_rows);
  return wrong == 0 ? Status(Nothing{}) : negative(fmt::format("{} products are wrong.", wrong));
}

Result<FragmentFormulae> formulae_of(LayoutSource& gpu) {
  const auto a = layout_of(gpu, std::string(fragment_kinds[0]));
  const auto b = layout_of(gpu, std::string(fragment_kinds[1]));
  TCVIZ_TRY(a);
  TCVIZ_TRY(b);
  return fragment_formulae(a.value(), b.value());
}

std::vector<int> spreads_of(const BenchOptions& options) {
  return options.spreads.empty() ? std::vector<int>{0} : options.spreads;
}

// Returns the rows of the recorded results that the options choose.
GemmReport chosen_rows(const BenchOptions& options, const std::vector<GemmShape>& shapes,
                       const std::vector<const GemmKernel*>& kernels, GemmReport report) {
  const std::vector<int> spreads = spreads_of(options);
  std::erase_if(report.rows, [&](const GemmRow& row) {
    const bool kernel = std::any_of(kernels.begin(), kernels.end(), [&](auto* k) { return k->id == row.kernel; });
    const bool size = options.sizes.empty() || std::find(shapes.begin(), shapes.end(), row.shape) != shapes.end();
    const bool spread = std::find(spreads.begin(), spreads.end(), row.spread) != spreads.end();
    return !kernel || !size || !spread;
  });
  return report;
}

// Returns "for 12345, the nearest to which is 8192", or for one of the other words that the options say.
std::string what_is_not(const BenchOptions& options, const std::vector<GemmShape>& shapes, const GemmReport& report) {
  if (options.sizes.empty() || report.rows.empty()) return "for these";
  const auto far = [&](const GemmRow& row) { return std::abs(row.shape.m - shapes.front().m); };
  const GemmShape nearest = std::ranges::min_element(report.rows, {}, far)->shape;
  if (std::ranges::find(shapes, nearest) != shapes.end()) return "for these";
  return fmt::format("for {}, the nearest to which is {}", fmt::join(options.sizes, ", "), shape_text(nearest));
}

// Returns "128, 256 without --spread, 1024 with --spread 2, 4".
std::string what_is_there(const GemmReport& report) {
  std::vector<std::string> plain, spread_sizes, spreads;
  const auto add = [](std::vector<std::string>& list, std::string text) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(std::move(text));
  };
  for (const GemmRow& row : report.rows) {
    add(row.spread > 0 ? spread_sizes : plain, shape_text(row.shape));
    if (row.spread > 0) add(spreads, std::to_string(row.spread));
  }
  const std::string without = fmt::format("{} without --spread", fmt::join(plain, ", "));
  return spreads.empty()
             ? without
             : fmt::format("{}, {} with --spread {}", without, fmt::join(spread_sizes, ", "), fmt::join(spreads, ", "));
}

Result<GemmReport> recorded(const Context& context) {
  const std::vector<GemmFile> files = context.backends.recorded_products();
  const auto file = std::find_if(files.begin(), files.end(), [](const GemmFile& f) { return f.name == recorded_run; });
  if (file == files.end())
    return unavailable(fmt::format("this program carries no {}: build it from the whole source tree.", recorded_run));
  auto report = read_gemm(file->bytes);
  if (!report) return bad_input(fmt::format("{}: {}", file->name, report.error().message));
  return report;
}

// True if an option names the format, or -o does by its suffix.
bool wants(const BenchOptions& options, bool flag, std::string_view suffix) {
  return flag || (!options.json && !options.csv && options.output.ends_with(suffix));
}

Status answer(const BenchOptions& options, const GemmReport& report, Context& context) {
  if (options.simulate) {
    context.notes << report.device << ", step by step as the kernels add: residuals, no times\n";
  } else {
    context.notes << fmt::format("{}{}, driver {}, CUDA {}, {} MHz at most, {} multiprocessors, {}\n",
                                 options.recorded ? "recorded, not measured here: " : "", report.device, report.driver,
                                 report.cuda, report.clock_mhz, report.multiprocessors, report.date);
  }
  if (report.busy) context.notes << fmt::format("while it multiplied the largest: {}\n", describe(*report.busy));
  const std::string text = wants(options, options.json, ".json") ? write_gemm(report)
                           : wants(options, options.csv, ".csv")
                               ? gemm_csv(report)
                               : to_text_for(options.output, table_of(report), context);
  return deliver(text, options.output, context);
}

// Rewrites one line of progress on a terminal; false if the reader has gone away.
bool tell_progress(Context& context, const std::string& doing, int done, int all) {
  if (!context.notes_is_terminal) return true;
  context.notes << fmt::format("\r\033[K{} of {}: {}", done, all, doing) << std::flush;
  return context.notes.good();
}

Result<GemmReport> run_every_spread(const BenchOptions& options, GemmRequest request, Context& context) {
  if (!context.backends.run_products) return unavailable("this program cannot run products.");
  const GemmProgress progress = [&](const std::string& doing, int done, int all) {
    return tell_progress(context, doing, done, all);
  };
  GemmReport all;
  for (const int spread : spreads_of(options)) {
    request.data = options.verify ? GemmData::Whole : spread > 0 ? GemmData::Wide : GemmData::Real;
    request.spread = spread;
    auto report = context.backends.run_products(request, progress);
    if (context.notes_is_terminal) context.notes << "\r\033[K" << std::flush;
    if (!report) return report;
    std::vector<GemmRow> rows = std::move(all.rows);
    rows.insert(rows.end(), report.value().rows.begin(), report.value().rows.end());
    all = std::move(report.value());
    all.rows = std::move(rows);
  }
  return all;
}

Result<GemmReport> measured(const BenchOptions& options, GemmRequest request, Context& context) {
  const auto gpu = open_gpu(context, options.device,
                            {"to measure on",
                             "`tcviz bench gemm --recorded` prints what was measured on an H200, and `tcviz bench gemm "
                             "--simulate` computes residuals on the CPU."});
  TCVIZ_TRY(gpu);
  const auto formulae = formulae_of(*gpu.value().source);
  TCVIZ_TRY(formulae);
  request.formulae = formulae.value();
  request.repetitions = options.verify ? 0 : options.repetitions;
  request.ordinal = gpu.value().ordinal;
  return run_every_spread(options, std::move(request), context);
}

Status check(const BenchOptions& options) {
  if (options.what.empty()) return bad_input("say what to measure: gemm.");
  if (options.what != "gemm")
    return bad_input(fmt::format("there is no benchmark '{}': `tcviz bench gemm` is the only one.", options.what));
  if (options.json && options.csv) return bad_input("--json and --csv are two formats: choose one.");
  const FigureFormat written = wants(options, options.json, ".json") ? FigureFormat::Json
                               : wants(options, options.csv, ".csv") ? FigureFormat::Csv
                                                                     : FigureFormat::Text;
  TCVIZ_TRY(check_suffix(options.output, written, options.json ? "--json" : options.csv ? "--csv" : ""));
  for (const int spread : options.spreads) {
    if (spread < 0 || spread > largest_spread)
      return bad_input(fmt::format("--spread {}: exponents are spread over 0 to {} bits.", spread, largest_spread));
  }
  if (options.repetitions < 0 || options.repetitions > most_repetitions)
    return bad_input(fmt::format("--repetitions {}: 0 to {} samples.", options.repetitions, most_repetitions));
  if (options.simulate && (options.verify || options.recorded || !options.device.empty()))
    return bad_input("--simulate computes on the CPU: leave out --verify, --recorded and --device.");
  if (!options.recorded) return Nothing{};
  if (options.verify) return bad_input("--recorded runs nothing, so it cannot --verify: leave one of them out.");
  if (!options.device.empty()) return bad_input("--recorded runs nothing on a --device: leave one of them out.");
  return Nothing{};
}

Status bench(const BenchOptions& options, Context& context) {
  const Status fine = check(options);
  if (!fine) return fine;
  if (options.list) return list(options, context);
  const auto shapes = shapes_of(options);
  TCVIZ_TRY(shapes);
  const auto kernels = kernels_of(options);
  TCVIZ_TRY(kernels);
  if (options.recorded) {
    const auto report = recorded(context);
    TCVIZ_TRY(report);
    const GemmReport chosen = chosen_rows(options, shapes.value(), kernels.value(), report.value());
    if (chosen.rows.empty())
      return bad_input(fmt::format("nothing is recorded {}. There is {}.",
                                   what_is_not(options, shapes.value(), report.value()),
                                   what_is_there(report.value())));
    return answer(options, chosen, context);
  }
  if (options.simulate) {
    const auto report = simulate_gemms(kernels.value(), shapes.value(), spreads_of(options));
    return report ? answer(options, report.value(), context) : Status(report.error());
  }
  GemmRequest request;
  request.shapes = shapes.value();
  request.kernels = kernels.value();
  const auto report = measured(options, std::move(request), context);
  TCVIZ_TRY(report);
  const Status delivered = answer(options, report.value(), context);
  if (!delivered || !options.verify) return delivered;
  return verdict(report.value(), context);
}

}  // namespace

Runner declare_bench(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  add_option(app, "WHAT", "WHAT", options->what, "gemm");
  add_flag(app, "--list", options->list, "list the kernels");
  add_list(app, "--sizes", "SIZE", options->sizes, "4096, or 1000x512x77 for M, N and K (default 128, 256, ... 8192)");
  add_list(app, "--kernels", "ID", options->kernels, "only these kernels, as --list lists them (default all)");
  add_flag(app, "--verify", options->verify, "check whole numbers at ragged sizes, every element exact; times nothing");
  add_flag(app, "--recorded", options->recorded, "print what was measured on an H200; needs no GPU");
  add_flag(app, "--simulate", options->simulate,
           "compute residuals on the CPU, adding as the kernels do; needs no GPU");
  add_list(app, "--spread", "N", options->spreads,
           "spread the exponents of the numbers over 2^-N to 1; several with commas");
  add_option(app, "--repetitions", "N", options->repetitions,
             "samples of each, several products in a row (default 10); 0: only residuals");
  add_device(app, options->device);
  add_option(app, "-o", "FILE", options->output, "write the answer to this file; .json and .csv choose the format");
  add_flag(app, "--json", options->json, "answer in JSON");
  add_flag(app, "--csv", options->csv, "answer in CSV");
  return [options](Context& context) { return bench(*options, context); };
}

}  // namespace tcviz::inline app_cli
