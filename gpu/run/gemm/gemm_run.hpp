// Runs whole products on a GPU: verifies them against an f64 product and times all kernels in turn.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/run/gemm/gemm.hpp"
#include "gpu/source/device/nvml.hpp"

namespace tcviz::inline gpu_gemm {

enum class GemmData : std::uint8_t {
  Real,   // uniform in -1 .. 1
  Whole,  // whole numbers in -2 .. 2: exact in every type
  Wide,   // exponents spread over 2^-spread .. 1
};
constexpr GemmData last_of(GemmData) { return GemmData::Wide; }

struct GemmRequest {
  std::vector<const GemmKernel*> kernels;
  std::vector<GemmShape> shapes;
  FragmentFormulae formulae;
  GemmData data = GemmData::Real;
  int spread = 0;        // of GemmData::Wide
  int repetitions = 10;  // samples of some milliseconds; 0: not timed
  bool residual = true;  // against f64
  int ordinal = 0;
  ComputeCapability plan = 0;  // kernels cut and written as for this architecture; 0: as for the GPU
};

struct GemmRow {
  std::string kernel;
  GemmShape shape;
  std::string error;                       // the reason that there are no figures; empty if there are
  double ms = 0, ms_low = 0, ms_high = 0;  // of one product: median and quartiles of the samples; 0: not timed
  double gflops = 0;                       // 2 M N K / median
  double residual = -1;                    // |C - C64| / |C64|, Frobenius; below 0: not computed
  double max_abs_error = -1;
  int spread = 0;  // of the exponents of the data, as GemmRequest has it
  friend bool operator==(const GemmRow&, const GemmRow&) = default;
};

struct GemmReport {
  std::string device, driver, cuda, date;
  int clock_mhz = 0, multiprocessors = 0;
  // The peaks in GFLOP/s at that clock; 0 if not known for the architecture.
  double peak_f16 = 0, peak_tf32 = 0, peak_f32 = 0;
  std::optional<GpuState> busy;  // while it multiplied the largest matrices; none without NVML
  std::vector<GemmRow> rows;
  friend bool operator==(const GemmReport&, const GemmReport&) = default;
};

using GemmProgress = std::function<bool(const std::string& doing, int done, int all)>;
Result<GemmReport> run_gemm(const GemmRequest& request, const GemmProgress& progress);

// The kinds of the fragments that a kernel fills by itself; fragment_formulae finds their formulae in a GPU's own
// layouts of them.
inline constexpr std::string_view fragment_kinds[] = {"wmma.m16n16k16.a.f16.row", "wmma.m16n16k16.b.f16.row"};
// Finds the formulae in a GPU's own layouts of these kinds, first A, then B.
Result<FragmentFormulae> fragment_formulae(const Layout& a, const Layout& b);

// Multiplies on the CPU, in f64: the reference of the references.
std::vector<double> multiply_f64(const GemmShape& shape, const std::vector<float>& a, const std::vector<float>& b);
std::vector<float> gemm_matrix(int rows, int cols, GemmData data, int spread, std::uint64_t seed);

// The matrices that every kernel multiplies for a shape: the same numbers on every machine.
struct GemmInputs {
  std::vector<float> a, b;
};
GemmInputs gemm_inputs(const GemmShape& shape, GemmData data, int spread);
// The errors over all elements: the sum of the squares of the errors, that of the exact numbers, and the largest error,
// which is infinity if some element is no number.
struct GemmErrors {
  double wrong = 0, size = 0, most = 0;
};
// Fills in the row's residual and largest error.
void put_errors(const GemmErrors& errors, GemmRow& row);
void judge_product(const std::vector<float>& c, const std::vector<double>& exact, GemmRow& row);

// Returns the flops that a multiprocessor does in a clock; 0: not known. Sources: NVIDIA's architecture white papers
// (V100, Turing TU102, A100, H100), the tables of peak rates.
double flops_per_clock(ComputeCapability capability, Unit unit);

}  // namespace tcviz::inline gpu_gemm
