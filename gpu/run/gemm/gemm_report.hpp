// Writes the results of whole products for users and files: sizes as text, fractions of a peak, reports as JSON and
// CSV. Pure functions.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/run/gemm/gemm_run.hpp"

namespace tcviz::inline gpu_gemm {

inline constexpr int largest_gemm_side = 1 << 15;

// Reads "4096" or "1000x512x77" (M, N and K). Errors begin with `what`, such as "--sizes".
Result<GemmShape> parse_gemm_shape(std::string_view text, std::string_view what);
// Reads several shapes, separated by commas or spaces.
Result<std::vector<GemmShape>> parse_gemm_shapes(std::string_view text, std::string_view what);
// Returns a shape as parse_gemm_shape reads it.
std::string shape_text(const GemmShape& shape);

// Returns the shapes of the benchmark: 128, 256, ... 8192.
std::vector<GemmShape> usual_gemm_shapes();
// Returns the shapes with which kernels are verified: sizes that are no multiple of tiles, K = 1, and the sizes of
// tiles.
std::vector<GemmShape> verified_gemm_shapes();

// Returns the peak of the unit that a kernel uses, in GFLOP/s; 0: not known.
double peak_of(const GemmReport& report, const GemmKernel& kernel);
// Returns the row without an error of a kernel, a shape and a spread; null if there is none.
const GemmRow* find_row(const GemmReport& report, std::string_view kernel, const GemmShape& shape, int spread = 0);
// True if the report has rows for data with spread exponents (GemmData::Wide).
bool has_spread(const GemmReport& report);
// Returns the GFLOP/s of cuBLAS with the same input on the same unit, or of SGEMM for corrected products; 0: it was not
// measured.
double cublas_of(const GemmReport& report, const GemmRow& row);

// Returns the JSON text {"format": "tcviz-gemm/1", "device": ..., "rows": [...]}. A result that is not a number becomes
// an error of its row.
std::string write_gemm(const GemmReport& report);
// Reads a report. Returns the error BadInput, which names the row and the fault, if the text is no such JSON.
Result<GemmReport> read_gemm(std::string_view text);
std::string gemm_csv(const GemmReport& report);

// A report and its origin.
struct GemmRun {
  std::string name;       // "gemm_h200.json"; empty: measured by this window
  bool recorded = false;  // it is a file in the program
  GemmReport report;
};

// A file with such a report that is embedded in the program.
struct GemmFile {
  std::string_view name, bytes;
};

}  // namespace tcviz::inline gpu_gemm
