#include "gpu/run/gemm/gemm_simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "gpu/layout/provenance.hpp"
#include "gpu/run/gemm/gemm_report.hpp"
#include "gpu/run/gemm/gemm_texts.hpp"
#include "gpu/run/ops/numbers.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

constexpr int f16_step = 16, tf32_step = 8;  // products that an instruction adds at once

float towards_zero(double value) {
  const auto nearest = static_cast<float>(value);
  if (std::abs(static_cast<double>(nearest)) <= std::abs(value) || !std::isfinite(nearest)) return nearest;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(nearest) - 1);
}

// The bits kept below the last bit of the largest term while an instruction aligns its terms: among 0 to 3 bits the
// number that gives an H200's residuals.
constexpr int alignment_bits = 2;
constexpr int no_exponent = -2000;  // of zero

// Returns the exponent of a number, for subnormal ones as if exponents went on below; no_exponent for zero.
int exponent_of(double value) {
  const auto field = static_cast<int>(std::bit_cast<std::uint64_t>(value) >> 52 & 0x7ff);
  return value == 0 ? no_exponent : field - 1023;
}

// Executes one instruction of a tensor core.
float tensor_step(float sum, const float* a, const float* b, int count) {
  std::array<double, f16_step> products{};
  int largest = exponent_of(sum);
  for (int p = 0; p < count; ++p) {
    products[static_cast<std::size_t>(p)] = static_cast<double>(a[p]) * b[p];
    largest = std::max(largest, exponent_of(products[static_cast<std::size_t>(p)]));
  }
  if (largest == no_exponent) return sum;
  const double unit = std::ldexp(1.0, largest - 23 - alignment_bits), units = 1 / unit;
  double total = std::trunc(sum * units);
  for (const double product : products) total += std::trunc(product * units);
  return towards_zero(total * unit);
}

float fused_steps(const float* a, const float* b, int k) {
  float sum = 0;
  for (int p = 0; p < k; ++p) sum = std::fma(a[p], b[p], sum);
  return sum;
}

float tensor_steps(const float* a, const float* b, int k, int step) {
  float sum = 0;
  for (int p = 0; p < k; p += step) sum = tensor_step(sum, a + p, b + p, std::min(step, k - p));
  return sum;
}

// A row of A or a column of B: its numbers as f16, and the parts that f16 loses.
struct Pieces {
  std::vector<float> high, low;
};

// Adds both kinds of errors to `error` and the products of the high pieces to `part`; they may be the same.
void corrected_stage(const Pieces& a, const Pieces& b, std::size_t a_at, std::size_t b_at, int k, float& error,
                     float& part) {
  for (int p = 0; p < k; p += f16_step) {
    const int count = std::min(f16_step, k - p);
    const std::size_t left = a_at + static_cast<std::size_t>(p), right = b_at + static_cast<std::size_t>(p);
    error = tensor_step(error, &a.low[left], &b.high[right], count);
    error = tensor_step(error, &a.high[left], &b.low[right], count);
    part = tensor_step(part, &a.high[left], &b.high[right], count);
  }
}

float truncated_steps(const Pieces& a, const Pieces& b, std::size_t a_at, std::size_t b_at, int k) {
  float sum = 0;
  corrected_stage(a, b, a_at, b_at, k, sum, sum);
  return sum;
}

float corrected_steps(const Pieces& a, const Pieces& b, std::size_t a_at, std::size_t b_at, int k) {
  float sum = 0;
  for (int p = 0; p < k; p += corrected_stage_k) {
    float part = 0;
    corrected_stage(a, b, a_at + static_cast<std::size_t>(p), b_at + static_cast<std::size_t>(p),
                    std::min(corrected_stage_k, k - p), part, part);
    sum += part;
  }
  return sum;
}

float scaled_steps(const Pieces& a, const Pieces& b, std::size_t a_at, std::size_t b_at, int k) {
  float sum = 0;
  for (int p = 0; p < k; p += corrected_stage_k) {
    float part = 0, error = 0;
    corrected_stage(a, b, a_at + static_cast<std::size_t>(p), b_at + static_cast<std::size_t>(p),
                    std::min(corrected_stage_k, k - p), error, part);
    sum += part + error / corrected_scale;
  }
  return sum;
}

std::vector<float> rounded(const std::vector<float>& numbers, ElementType type) {
  std::vector<float> result(numbers.size());
  std::ranges::transform(numbers, result.begin(), [&](float x) { return static_cast<float>(round_to(type, x)); });
  return result;
}

Pieces split(const std::vector<float>& numbers, float by) {
  Pieces pieces{rounded(numbers, ElementType::F16), {}};
  std::vector<float> lost(numbers.size());
  for (std::size_t n = 0; n < numbers.size(); ++n) lost[n] = (numbers[n] - pieces.high[n]) * by;
  pieces.low = rounded(lost, ElementType::F16);
  return pieces;
}

std::vector<float> transposed(const std::vector<float>& matrix, int rows, int cols) {
  std::vector<float> result(matrix.size());
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col)
      result[area(col, rows) + static_cast<std::size_t>(row)] = matrix[area(row, cols) + static_cast<std::size_t>(col)];
  return result;
}

// Returns element(a, b) for every element of C, with the places at which its row of A and its column of B begin.
template <class Element>
std::vector<float> each_element(const GemmShape& shape, const Element& element) {
  std::vector<float> c;
  c.reserve(area(shape.m, shape.n));
  for (int row = 0; row < shape.m; ++row)
    for (int col = 0; col < shape.n; ++col) c.push_back(element(area(row, shape.k), area(col, shape.k)));
  return c;
}

// Multiplies as this arithmetic does; `b` is column-major.
std::vector<float> product(Arithmetic arithmetic, const GemmShape& shape, const std::vector<float>& a,
                           const std::vector<float>& b) {
  const auto tensor = [&](ElementType type, int step) {
    const std::vector<float> left = rounded(a, type), right = rounded(b, type);
    return each_element(shape,
                        [&](std::size_t i, std::size_t j) { return tensor_steps(&left[i], &right[j], shape.k, step); });
  };
  const auto corrected = [&](float by, auto steps) {
    const Pieces left = split(a, by), right = split(b, by);
    return each_element(shape, [&](std::size_t i, std::size_t j) { return steps(left, right, i, j, shape.k); });
  };
  switch (arithmetic) {
    case Arithmetic::TensorF16:
      return tensor(ElementType::F16, f16_step);
    case Arithmetic::TensorTF32:
      return tensor(ElementType::TF32, tf32_step);
    case Arithmetic::Corrected:
      return corrected(1, corrected_steps);
    case Arithmetic::CorrectedScaled:
      return corrected(corrected_scale, scaled_steps);
    case Arithmetic::CorrectedTruncated:
      return corrected(1, truncated_steps);
    case Arithmetic::Fused:
    case Arithmetic::Unknown:
      break;
  }
  return each_element(shape, [&](std::size_t i, std::size_t j) { return fused_steps(&a[i], &b[j], shape.k); });
}

}  // namespace

GemmRow simulate_gemm(const GemmKernel& kernel, const GemmShape& shape, GemmData data, int spread) {
  GemmRow row;
  row.kernel = kernel.id;
  row.shape = shape;
  if (data == GemmData::Wide) row.spread = spread;
  if (kernel.arithmetic == Arithmetic::Unknown) {
    row.error = "in which order it adds is not known: it is not simulated";
    return row;
  }
  const GemmInputs inputs = gemm_inputs(shape, data, spread);
  const std::vector<float> c = product(kernel.arithmetic, shape, inputs.a, transposed(inputs.b, shape.k, shape.n));
  judge_product(c, multiply_f64(shape, inputs.a, inputs.b), row);
  return row;
}

Result<GemmReport> simulate_gemms(std::span<const GemmKernel* const> kernels, std::span<const GemmShape> shapes,
                                  std::span<const int> spreads) {
  for (const GemmShape& shape : shapes) {
    if (static_cast<double>(shape.m) * shape.n * shape.k > most_simulated)
      return bad_input(fmt::format("{} is too large to be simulated: 1024 is the largest square.", shape_text(shape)));
  }
  GemmReport report;
  report.device = simulated_device;
  report.date = today();
  for (const int spread : spreads) {
    for (const GemmShape& shape : shapes) {
      for (const GemmKernel* kernel : kernels)
        report.rows.push_back(simulate_gemm(*kernel, shape, spread > 0 ? GemmData::Wide : GemmData::Real, spread));
    }
  }
  return report;
}

}  // namespace tcviz::inline gpu_gemm
