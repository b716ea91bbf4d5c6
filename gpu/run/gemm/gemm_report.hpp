// What runs of whole products say, for people and files: sizes as text, parts of a peak, reports as JSON and CSV. Pure
// functions; knows nothing of GPUs.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/run/gemm/gemm_run.hpp"

namespace tcviz::inline gpu_gemm {

inline constexpr int largest_gemm_side = 1 << 15;

// "4096", or "1000x512x77" for M, N and K. `what` stands in front of errors ("--sizes").
Result<GemmShape> parse_gemm_shape(std::string_view text, std::string_view what);
// Several of them, commas or spaces between.
Result<std::vector<GemmShape>> parse_gemm_shapes(std::string_view text, std::string_view what);
std::string shape_text(const GemmShape& shape);  // as it is parsed

std::vector<GemmShape> usual_gemm_shapes();  // 128, 256, ... 8192
// Ragged ones among them, K = 1, and tiles' own sizes.
std::vector<GemmShape> verified_gemm_shapes();

// 0: not known.
double peak_of(const GemmReport& report, const GemmKernel& kernel);
// The row of a kernel at a shape and a spread; null: none without an error.
const GemmRow* find_row(const GemmReport& report, std::string_view kernel, const GemmShape& shape, int spread = 0);
bool has_spread(const GemmReport& report);  // rows of numbers whose exponents are spread
// Of cuBLAS with the same input on the same unit, of corrected products SGEMM; 0 where it was not run.
double cublas_of(const GemmReport& report, const GemmRow& row);

// {"format": "tcviz-gemm/1", "device": ..., "rows": [...]}. A result that is no number becomes an error of its row.
std::string write_gemm(const GemmReport& report);
// BadInput where the text is not such JSON, with the row and what is wrong with it.
Result<GemmReport> read_gemm(std::string_view text);
std::string gemm_csv(const GemmReport& report);

// A report and where it comes from.
struct GemmRun {
  std::string name;       // "gemm_h200.json"; empty: run by this window
  bool recorded = false;  // travels with the program
  GemmReport report;
};

// A file of such reports that travels with the program.
struct GemmFile {
  std::string_view name, bytes;
};

}  // namespace tcviz::inline gpu_gemm
