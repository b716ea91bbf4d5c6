// tcviz bench gemm: whole matrix products on the GPU, from one warp a tile to cuBLAS.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "app/cli/commands.hpp"
#include "app/cli/json.hpp"
#include "app/cli/output.hpp"
#include "app/cli/table.hpp"
#include "app/cli/target.hpp"
#include "app/cli/values.hpp"
#include "gpu/ops/gemm_run.hpp"

namespace tcviz {
namespace {

using Json = nlohmann::ordered_json;

constexpr int largest_side = 1 << 15;

struct BenchOptions {
  std::string what, output, device;
  std::vector<std::string> sizes, kernels;
  bool list = false, verify = false, json = false, csv = false;
  int spread = 0, repetitions = 10;
};

// "4096", or "1000x512x77" for M, N and K.
Result<GemmShape> parse_shape(const std::string& text) {
  GemmShape shape;
  char rest = 0;
  const int read = std::sscanf(text.c_str(), "%dx%dx%d%c", &shape.m, &shape.n, &shape.k, &rest);
  if (read == 1 && text.find('x') == std::string::npos && text.find_first_not_of("0123456789") == std::string::npos) {
    shape.n = shape.k = shape.m;
  } else if (read != 3) {
    return bad_input(fmt::format("--sizes '{}' is no size: write 4096, or 1000x512x77 for M, N and K.", text));
  }
  for (const int side : {shape.m, shape.n, shape.k}) {
    if (side < 1 || side > largest_side) {
      return bad_input(fmt::format("--sizes '{}': sides go from 1 to {}.", text, largest_side));
    }
  }
  return shape;
}

Result<std::vector<GemmShape>> shapes_of(const BenchOptions& options) {
  std::vector<GemmShape> shapes;
  for (const std::string& text : options.sizes) {
    const auto shape = parse_shape(text);
    if (!shape) return shape.error();
    shapes.push_back(shape.value());
  }
  if (!shapes.empty()) return shapes;
  if (options.verify) {
    // Ragged ones among them, K = 1, and tiles' own sizes.
    return std::vector<GemmShape>{{1, 1, 1},      {16, 16, 16},   {17, 16, 16},    {16, 17, 16},    {16, 16, 17},
                                  {31, 33, 1},    {64, 64, 64},   {100, 100, 100}, {127, 129, 65},  {128, 128, 128},
                                  {128, 256, 64}, {129, 257, 65}, {1, 300, 40},    {300, 1, 40},    {255, 255, 255},
                                  {256, 256, 1},  {333, 77, 500}, {512, 512, 512}, {640, 384, 200}, {1000, 512, 77}};
  }
  for (int side = 1 << 7; side <= 1 << 13; side *= 2) shapes.push_back({side, side, side});
  return shapes;
}

Result<std::vector<const GemmKernel*>> kernels_of(const BenchOptions& options) {
  std::vector<const GemmKernel*> kernels;
  for (const std::string& id : options.kernels) {
    const GemmKernel* const kernel = find_gemm(id);
    if (kernel == nullptr) return bad_input(fmt::format("there is no kernel '{}'.{}", id, suggest(id, gemm_ids())));
    kernels.push_back(kernel);
  }
  if (!kernels.empty()) return kernels;
  for (const GemmKernel& kernel : gemm_kernels()) kernels.push_back(&kernel);
  return kernels;
}

double peak_of(const GemmReport& report, const GemmKernel& kernel) {
  if (kernel.unit == Unit::TensorF16) return report.peak_f16;
  return kernel.unit == Unit::TensorTF32 ? report.peak_tf32 : report.peak_f32;
}

// Of cuBLAS with the same input on the same unit; 0 where it was not run.
double cublas_of(const GemmReport& report, const GemmRow& row) {
  const GemmKernel& kernel = *find_gemm(row.kernel);
  for (const GemmRow& other : report.rows) {
    const GemmKernel& library = *find_gemm(other.kernel);
    const bool same = library.library != Library::None && library.input == kernel.input && library.unit == kernel.unit;
    if (same && other.shape == row.shape) return other.gflops;
  }
  return 0;
}

std::string shape_text(const GemmShape& shape) {
  if (shape.m == shape.n && shape.n == shape.k) return std::to_string(shape.m);
  return fmt::format("{}x{}x{}", shape.m, shape.n, shape.k);
}

std::string part_text(double value, double whole) {
  return whole > 0 && value > 0 ? fmt::format("{:.1f} %", 100 * value / whole) : "";
}

Table table_of(const GemmReport& report) {
  Table table{{"kernel", "size", "GFLOP/s", "ms", "of peak", "of cuBLAS", "residual", "largest error", ""},
              {false, true, true, true, true, true, true, true, false},
              {}};
  for (const GemmRow& row : report.rows) {
    const GemmKernel& kernel = *find_gemm(row.kernel);
    table.rows.push_back({row.kernel, shape_text(row.shape), row.ms > 0 ? fmt::format("{:.0f}", row.gflops) : "",
                          row.ms > 0 ? fmt::format("{:.4f}", row.ms) : "",
                          part_text(row.gflops, peak_of(report, kernel)), part_text(row.gflops, cublas_of(report, row)),
                          row.residual >= 0 ? fmt::format("{:.2e}", row.residual) : "",
                          row.residual >= 0 ? fmt::format("{:.2g}", row.max_abs_error) : "", row.error});
  }
  return table;
}

Json json_of(const GemmReport& report) {
  Json json = {{"format", "tcviz-gemm/1"},
               {"device", report.device},
               {"driver", report.driver},
               {"cuda", report.cuda},
               {"date", report.date},
               {"clock_mhz", report.clock_mhz},
               {"multiprocessors", report.multiprocessors},
               {"peak_f16_gflops", report.peak_f16},
               {"peak_tf32_gflops", report.peak_tf32},
               {"peak_f32_gflops", report.peak_f32},
               {"rows", Json::array()}};
  for (const GemmRow& row : report.rows) {
    Json each = {{"kernel", row.kernel}, {"m", row.shape.m}, {"n", row.shape.n}, {"k", row.shape.k}};
    if (!row.error.empty()) each["error"] = row.error;
    if (row.ms > 0) {
      each["ms"] = row.ms;
      each["ms_quartiles"] = {row.ms_low, row.ms_high};
      each["gflops"] = row.gflops;
    }
    if (row.residual >= 0) each["residual"] = row.residual;
    json["rows"].push_back(each);
  }
  return json;
}

std::string csv_of(const GemmReport& report) {
  std::string csv = "kernel,m,n,k,gflops,ms,ms_low,ms_high,residual,error\n";
  for (const GemmRow& row : report.rows) {
    csv += fmt::format("{},{},{},{},{:.3f},{:.6f},{:.6f},{:.6f},{:.4e},\"{}\"\n", row.kernel, row.shape.m, row.shape.n,
                       row.shape.k, row.gflops, row.ms, row.ms_low, row.ms_high, row.residual, row.error);
  }
  return csv;
}

Status list(const BenchOptions& options, Context& context) {
  Table table{{"kernel", "", ""}, {}, {}};
  Json json = Json::array();
  for (const GemmKernel& kernel : gemm_kernels()) {
    table.rows.push_back({std::string(kernel.id), std::string(kernel.title), std::string(kernel.does)});
    json.push_back({{"kernel", kernel.id}, {"title", kernel.title}, {"does", kernel.does}});
  }
  return deliver(options.json ? print_json(json) : to_text(table, context.color), options.output, context);
}

// Whole numbers: every product and sum is exact in every type, so nothing may differ.
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
  const auto a = layout_of(gpu, "wmma.m16n16k16.a.f16.row");
  const auto b = layout_of(gpu, "wmma.m16n16k16.b.f16.row");
  if (!a) return a.error();
  if (!b) return b.error();
  return fragment_formulae(a.value(), b.value());
}

Status bench(const BenchOptions& options, Context& context) {
  if (options.what != "gemm") {
    constexpr std::string_view legal[] = {"gemm"};
    return bad_input(options.what.empty()
                         ? "name what is to be measured: gemm."
                         : fmt::format("there is no benchmark '{}'.{}", options.what, suggest(options.what, legal)));
  }
  if (options.list) return list(options, context);
  if (options.json && options.csv) return bad_input("--json and --csv are two formats: choose one.");
  GemmRequest request;
  const auto shapes = shapes_of(options);
  if (!shapes) return shapes.error();
  const auto kernels = kernels_of(options);
  if (!kernels) return kernels.error();
  const auto gpu = open_gpu(context, options.device, "to measure on");
  if (!gpu) return gpu.error();
  const std::string& device = gpu.value().source->info().name;
  const auto ordinal = gpu_ordinal(device);
  if (!ordinal) return bad_input(fmt::format("{} is not a GPU: products run on one, such as `--device cuda:0`.", device));
  const auto formulae = formulae_of(*gpu.value().source);
  if (!formulae) return formulae.error();
  request.shapes = shapes.value();
  request.kernels = kernels.value();
  request.formulae = formulae.value();
  if (options.spread > 0) request.data = GemmData::Wide;
  if (options.verify) request.data = GemmData::Whole;
  request.spread = options.spread;
  request.repetitions = options.verify ? 0 : options.repetitions;
  request.ordinal = *ordinal;
  const auto report = run_gemm(request, [](const std::string&, int, int) { return true; });
  if (!report) return report.error();
  const GemmReport& r = report.value();
  context.notes << fmt::format("{}, driver {}, CUDA {}, {} MHz at most, {} multiprocessors, {}\n", r.device, r.driver,
                               r.cuda, r.clock_mhz, r.multiprocessors, r.date);
  const std::string text = options.json  ? print_json(json_of(r))
                           : options.csv ? csv_of(r)
                                         : to_text(table_of(r), context.color);
  const Status delivered = deliver(text, options.output, context);
  if (!delivered || !options.verify) return delivered;
  return verdict(r, context);
}

}  // namespace

Runner declare_bench(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  app.add_option("WHAT", options->what, "gemm")->type_name("WHAT");
  app.add_flag("--list", options->list, "the kernels");
  app.add_option("--sizes", options->sizes, "4096, or 1000x512x77 for M, N and K (default 128, 256, ... 8192)")
      ->type_name("SIZE")
      ->delimiter(',');
  app.add_option("--kernels", options->kernels, "some of those that --list lists (default all)")
      ->type_name("ID")
      ->delimiter(',');
  app.add_flag("--verify", options->verify, "whole numbers at ragged sizes, every element exact; nothing is timed");
  app.add_option("--spread", options->spread, "exponents of the numbers are spread over 2^-N to 1")->type_name("N");
  app.add_option("--repetitions", options->repetitions, "timed runs of each (default 10)")->type_name("N");
  add_device(app, options->device);
  app.add_option("-o", options->output, "write the answer to this file")->type_name("FILE");
  app.add_flag("--json", options->json, "answer in JSON");
  app.add_flag("--csv", options->csv, "answer in CSV");
  return [options](Context& context) { return bench(*options, context); };
}

}  // namespace tcviz
