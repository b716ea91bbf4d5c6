#include "gpu/run/gemm/gemm_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace tcviz::inline gpu_gemm {
namespace {

// Returns the numbers of "1000x512x77"; empty if the text holds anything else.
std::vector<int> sides_of(std::string_view text) {
  std::vector<int> sides;
  const char *at = text.data(), *const end = at + text.size();
  while (at != end) {
    int side = 0;
    const auto [rest, fault] = std::from_chars(at, end, side);
    if (fault == std::errc::result_out_of_range) side = largest_gemm_side + 1;
    if (fault == std::errc::invalid_argument) return {};
    sides.push_back(side);
    if (rest == end) return sides;
    if (*rest != 'x' || rest + 1 == end) return {};
    at = rest + 1;
  }
  return sides;
}

}  // namespace

Result<GemmShape> parse_gemm_shape(std::string_view text, std::string_view what) {
  const std::vector<int> sides = sides_of(text);
  if (sides.size() != 1 && sides.size() != 3)
    return bad_input(fmt::format("{} '{}' is no size: write 4096, or 1000x512x77 for M, N and K.", what, text));
  for (const int side : sides) {
    if (side < 1 || side > largest_gemm_side)
      return bad_input(fmt::format("{} '{}': sides go from 1 to {}.", what, text, largest_gemm_side));
  }
  if (sides.size() == 1) return GemmShape{sides[0], sides[0], sides[0]};
  return GemmShape{sides[0], sides[1], sides[2]};
}

Result<std::vector<GemmShape>> parse_gemm_shapes(std::string_view text, std::string_view what) {
  constexpr std::string_view between = ", \t";
  std::vector<GemmShape> shapes;
  for (std::size_t at = text.find_first_not_of(between); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(between, at), text.size());
    const auto shape = parse_gemm_shape(text.substr(at, end - at), what);
    if (!shape) return shape.error();
    if (std::find(shapes.begin(), shapes.end(), shape.value()) == shapes.end()) shapes.push_back(shape.value());
    at = text.find_first_not_of(between, end);
  }
  return shapes;
}

std::string shape_text(const GemmShape& shape) {
  if (shape.m == shape.n && shape.n == shape.k) return std::to_string(shape.m);
  return fmt::format("{}x{}x{}", shape.m, shape.n, shape.k);
}

std::vector<GemmShape> usual_gemm_shapes() {
  std::vector<GemmShape> shapes;
  for (int side = 1 << 7; side <= 1 << 13; side *= 2) shapes.push_back({side, side, side});
  return shapes;
}

std::vector<GemmShape> verified_gemm_shapes() {
  return {{1, 1, 1},      {16, 16, 16},   {17, 16, 16},    {16, 17, 16},    {16, 16, 17},
          {31, 33, 1},    {64, 64, 64},   {100, 100, 100}, {127, 129, 65},  {128, 128, 128},
          {128, 256, 64}, {129, 257, 65}, {1, 300, 40},    {300, 1, 40},    {255, 255, 255},
          {256, 256, 1},  {333, 77, 500}, {512, 512, 512}, {640, 384, 200}, {1000, 512, 77}};
}

double peak_of(const GemmReport& report, const GemmKernel& kernel) {
  if (kernel.unit == Unit::TensorF16) return report.peak_f16;
  return kernel.unit == Unit::TensorTF32 ? report.peak_tf32 : report.peak_f32;
}

const GemmRow* find_row(const GemmReport& report, std::string_view kernel, const GemmShape& shape, int spread) {
  for (const GemmRow& row : report.rows) {
    if (row.kernel == kernel && row.shape == shape && row.spread == spread && row.error.empty()) return &row;
  }
  return nullptr;
}

bool has_spread(const GemmReport& report) {
  return std::any_of(report.rows.begin(), report.rows.end(), [](const GemmRow& row) { return row.spread > 0; });
}

double cublas_of(const GemmReport& report, const GemmRow& row) {
  const GemmKernel* const kernel = find_gemm(row.kernel);
  if (kernel == nullptr) return 0;
  // A corrected product is an f32 product, whatever it is made of.
  const Unit unit = is_corrected(*kernel) ? Unit::CudaF32 : kernel->unit;
  for (const GemmKernel& library : gemm_kernels()) {
    if (library.library == Library::None || library.input != kernel->input || library.unit != unit) continue;
    const GemmRow* const found = find_row(report, library.id, row.shape, row.spread);
    if (found != nullptr) return found->gflops;
  }
  return 0;
}

std::string gemm_csv(const GemmReport& report) {
  std::string csv = "kernel,m,n,k,gflops,ms,ms_low,ms_high,residual,spread,device,driver,date,error\n";
  const auto quoted = [](std::string text) {
    for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, 1, '"');
    return '"' + text + '"';
  };
  for (const GemmRow& row : report.rows) {
    csv += fmt::format("{},{},{},{},", row.kernel, row.shape.m, row.shape.n, row.shape.k);
    csv +=
        row.ms > 0 ? fmt::format("{:.3f},{:.6f},{:.6f},{:.6f},", row.gflops, row.ms, row.ms_low, row.ms_high) : ",,,,";
    csv += row.residual >= 0 ? fmt::format("{:.4e},", row.residual) : ",";
    csv += fmt::format("{},{},{},{},{}\n", row.spread, quoted(report.device), quoted(report.driver), report.date,
                       row.error.empty() ? "" : quoted(row.error));
  }
  return csv;
}

}  // namespace tcviz::inline gpu_gemm
