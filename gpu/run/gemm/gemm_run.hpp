// Executes whole products on a GPU: verifies them against a product in f64 and times all kernels in turn.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/run/gemm/gemm.hpp"
#include "gpu/source/device/nvml.hpp"

namespace tcviz::inline gpu_gemm {

// The numbers that matrices are filled with.
enum class GemmData : std::uint8_t {
  Real,   // uniform in -1 .. 1
  Whole,  // integers in -2 .. 2, exact in every type
  Wide,   // magnitudes spread over 2^-spread .. 1
};
constexpr GemmData last_of(GemmData) { return GemmData::Wide; }

// The products to be measured.
struct GemmRequest {
  std::vector<const GemmKernel*> kernels;
  std::vector<GemmShape> shapes;
  FragmentFormulae formulae;
  GemmData data = GemmData::Real;
  int spread = 0;              // for GemmData::Wide
  int repetitions = 10;        // number of samples, each of some milliseconds; 0: not timed
  bool residual = true;        // computes the residual against f64
  int ordinal = 0;             // number of the GPU
  ComputeCapability plan = 0;  // architecture for which kernels are tiled and written; 0: that of the GPU
};

// The result of one kernel for one shape.
struct GemmRow {
  std::string kernel;
  GemmShape shape;
  std::string error;                       // the reason why there are no figures; empty: there are
  double ms = 0, ms_low = 0, ms_high = 0;  // time of one product: median and quartiles of the samples; 0: not timed
  double gflops = 0;                       // 2 M N K / median
  double residual = -1;                    // |C - C64| / |C64| in the Frobenius norm; below 0: not computed
  double max_abs_error = -1;               // below 0: not computed
  int spread = 0;                          // GemmRequest::spread of the data
  friend bool operator==(const GemmRow&, const GemmRow&) = default;
};

// The result of a run on one GPU.
struct GemmReport {
  std::string device, driver, cuda, date;
  int clock_mhz = 0, multiprocessors = 0;
  // Peaks in GFLOP/s at that clock; 0: not known for the architecture.
  double peak_f16 = 0, peak_tf32 = 0, peak_f32 = 0;
  std::optional<GpuState> busy;  // state of the GPU during the largest products; none without NVML
  std::vector<GemmRow> rows;
  friend bool operator==(const GemmReport&, const GemmReport&) = default;
};

using GemmProgress = std::function<bool(const std::string& doing, int done, int all)>;
// Measures all kernels at all shapes of a request.
Result<GemmReport> run_gemm(const GemmRequest& request, const GemmProgress& progress);

// The kinds of fragments that kernels load without the library.
inline constexpr std::string_view fragment_kinds[] = {"wmma.m16n16k16.a.f16.row", "wmma.m16n16k16.b.f16.row"};
// Finds formulae for the layouts of fragment_kinds on a GPU, first A, then B.
Result<FragmentFormulae> fragment_formulae(const Layout& a, const Layout& b);

// Returns the product in f64 by the CPU, with which the GPU's product in f64 is compared.
std::vector<double> multiply_f64(const GemmShape& shape, const std::vector<float>& a, const std::vector<float>& b);
// Returns a random matrix, row by row.
std::vector<float> gemm_matrix(int rows, int cols, GemmData data, int spread, std::uint64_t seed);

// The matrices A and B of a shape: equal for all kernels and on every machine.
struct GemmInputs {
  std::vector<float> a, b;
};
GemmInputs gemm_inputs(const GemmShape& shape, GemmData data, int spread);
// Errors over all elements: the sum of squared errors, the sum of squares of the exact numbers, and the largest error,
// which is infinite if some element is not a number.
struct GemmErrors {
  double wrong = 0, size = 0, most = 0;
};
// Sets the residual and the largest error of `row`. judge_product() computes them on the CPU.
void put_errors(const GemmErrors& errors, GemmRow& row);
void judge_product(const std::vector<float>& c, const std::vector<double>& exact, GemmRow& row);

// Returns the floating-point operations that one multiprocessor does per clock; 0: not known. Sources: NVIDIA's
// architecture white papers (V100, Turing TU102, A100, H100), the tables of peak rates.
double flops_per_clock(ComputeCapability capability, Unit unit);

}  // namespace tcviz::inline gpu_gemm
