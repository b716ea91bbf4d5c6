#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "gpu/language/deduce/deduce.hpp"
#include "gpu/run/gemm/gemm_run.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

struct Peak {
  ComputeCapability capability;
  double f16, tf32, f32;
};
constexpr Peak peaks[] = {{70, 1024, 0, 128}, {75, 1024, 0, 128}, {80, 2048, 1024, 128}, {90, 4096, 2048, 256}};

}  // namespace

double flops_per_clock(ComputeCapability capability, Unit unit) {
  for (const Peak& peak : peaks) {
    if (peak.capability != capability) continue;
    return unit == Unit::TensorF16 ? peak.f16 : unit == Unit::TensorTF32 ? peak.tf32 : peak.f32;
  }
  return 0;
}

std::vector<float> gemm_matrix(int rows, int cols, GemmData data, int spread, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<float> real(-1, 1);
  std::uniform_int_distribution<int> whole(-2, 2), exponent(0, std::max(spread, 0));
  std::vector<float> matrix(area(rows, cols));
  for (float& value : matrix) {
    if (data == GemmData::Whole) {
      value = static_cast<float>(whole(random));
    } else {
      value = real(random);
      if (data == GemmData::Wide) value = std::ldexp(value, -exponent(random));
    }
  }
  return matrix;
}

std::vector<double> multiply_f64(const GemmShape& shape, const std::vector<float>& a, const std::vector<float>& b) {
  const auto at = [](int row, int cols, int col) { return area(row, cols) + static_cast<std::size_t>(col); };
  std::vector<double> c(at(shape.m, shape.n, 0));
  for (int row = 0; row < shape.m; ++row) {
    for (int p = 0; p < shape.k; ++p) {
      const double left = a[at(row, shape.k, p)];
      for (int col = 0; col < shape.n; ++col) c[at(row, shape.n, col)] += left * b[at(p, shape.n, col)];
    }
  }
  return c;
}

GemmInputs gemm_inputs(const GemmShape& shape, GemmData data, int spread) {
  return {gemm_matrix(shape.m, shape.k, data, spread, 11), gemm_matrix(shape.k, shape.n, data, spread, 12)};
}

void put_errors(const GemmErrors& errors, GemmRow& row) {
  row.residual = errors.size > 0 ? std::sqrt(errors.wrong / errors.size) : std::sqrt(errors.wrong);
  row.max_abs_error = errors.most;
}

void judge_product(const std::vector<float>& c, const std::vector<double>& exact, GemmRow& row) {
  GemmErrors all;
  for (std::size_t n = 0; n < c.size(); ++n) {
    const double error = c[n] - exact[n];
    all.wrong += error * error;
    all.size += exact[n] * exact[n];
    all.most = std::max(all.most, std::isnan(error) ? std::numeric_limits<double>::infinity() : std::abs(error));
  }
  put_errors(all, row);
}

Result<FragmentFormulae> fragment_formulae(const Layout& a, const Layout& b) {
  const auto left = deduce(a, Style::C, nullptr), right = deduce(b, Style::C, nullptr);
  for (const auto* found : {&left, &right}) {
    if (!*found) return found->error();
    if (!found->value().row || !found->value().col) return unavailable("no formula was found for the fragments");
  }
  return FragmentFormulae{left.value().row->formula.text,
                          left.value().col->formula.text,
                          right.value().row->formula.text,
                          right.value().col->formula.text,
                          matrix_load(a),
                          matrix_load(b)};
}

}  // namespace tcviz::inline gpu_gemm
