// Writes the results of runs of whole products for people and files: sizes as text, parts of a peak, reports as JSON
// and CSV. Pure functions; knows nothing of GPUs.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/run/gemm/gemm_run.hpp"

namespace tcviz::inline gpu_gemm {

inline constexpr int largest_gemm_side = 1 << 15;

// Reads "4096", or "1000x512x77" for M, N and K. `what` stands in front of errors ("--sizes").
Result<GemmShape> parse_gemm_shape(std::string_view text, std::string_view what);
// Reads several shapes with commas or spaces between them.
Result<std::vector<GemmShape>> parse_gemm_shapes(std::string_view text, std::string_view what);
std::string shape_text(const GemmShape& shape);  // as parse_gemm_shape reads it

std::vector<GemmShape> usual_gemm_shapes();  // 128, 256, ... 8192
// Returns shapes to verify kernels with: ragged ones among them, K = 1, and tiles' own sizes.
std::vector<GemmShape> verified_gemm_shapes();

// Returns the peak of the kernel's unit; 0: not known.
double peak_of(const GemmReport& report, const GemmKernel& kernel);
// Returns the row of a kernel at a shape and a spread; null if there is none without an error.
const GemmRow* find_row(const GemmReport& report, std::string_view kernel, const GemmShape& shape, int spread = 0);
bool has_spread(const GemmReport& report);  // true if it has rows of numbers whose exponents are spread
// Returns the GFLOP/s of cuBLAS with the same input on the same unit, for corrected products that of SGEMM; 0 if it was
// not run.
double cublas_of(const GemmReport& report, const GemmRow& row);

// Writes {"format": "tcviz-gemm/1", "device": ..., "rows": [...]}. A result that is no number becomes an error of its
// row.
std::string write_gemm(const GemmReport& report);
// Reads a report; BadInput if the text is not such JSON, with the row and the mistake in it.
Result<GemmReport> read_gemm(std::string_view text);
std::string gemm_csv(const GemmReport& report);

// A report and its origin.
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
