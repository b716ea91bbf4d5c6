#include <algorithm>
#include <cmath>

#include "gpu/run/gemm/gemm_bench_kernels.hpp"
#include "gpu/run/gemm/gemm_texts.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

constexpr unsigned threads = 256, judges = 1024;  // blocks that pad or judge; judges have three partial results each
constexpr double products_at_once = 1e11;         // of the f64 product: under a second on any GPU

unsigned blocks_of(int n, int side) { return static_cast<unsigned>(round_up(n, side) / side); }

int rows_at_once(const GemmShape& shape) {
  const double rows = products_at_once / (static_cast<double>(shape.n) * shape.k);
  return round_up(static_cast<int>(std::clamp(rows, 1.0, static_cast<double>(shape.m))), 16);
}

}  // namespace

Result<GemmBenchKernels> GemmBenchKernels::make(ComputeCapability capability) {
  auto loaded = compile_and_load(gemm_text("beside_products.cu"), capability, {});
  if (!loaded) return loaded.error();
  auto stream = Stream::make();
  if (!stream) return stream.error();
  return GemmBenchKernels(std::move(loaded.value()), std::move(stream.value()));
}

Status GemmBenchKernels::run(std::string_view kernel, dim3 blocks, Arguments arguments) const {
  const auto found = loaded_.kernels.find(kernel);
  if (!found) return found.error();
  const Status started =
      cuda_status(cudaLaunchKernel(found.value(), blocks, dim3(threads), arguments.data(), 0, stream_.get()),
                  "starting a kernel beside the products");
  return started ? finish(stream_) : started;
}

Result<DeviceBuffer> GemmBenchKernels::pad(const DeviceBuffer& from, int rows, int cols, int padded_rows,
                                           int padded_cols, ElementType type) const {
  const std::size_t size = static_cast<std::size_t>(element_bits(type)) / 8;
  auto to = DeviceBuffer::make(area(padded_rows, padded_cols) * size);
  if (!to) return to;
  void *source = from.get(), *target = to.value().get();
  const Status padded = run(type == ElementType::F16 ? "pad_f16" : "pad_f32", dim3(judges),
                            {&source, &target, &rows, &cols, &padded_rows, &padded_cols});
  if (!padded) return padded.error();
  return to;
}

Result<DeviceBuffer> GemmBenchKernels::multiply(const GemmShape& shape, const DeviceBuffer& a, const DeviceBuffer& b,
                                                const std::function<bool()>& goes_on) const {
  auto c = DeviceBuffer::make(area(shape.m, shape.n) * sizeof(double));
  if (!c) return c;
  const int strip = rows_at_once(shape);
  for (int row = 0; row < shape.m; row += strip) {
    if (!goes_on()) return negative("stopped");
    const float* left = static_cast<const float*>(a.get()) + area(row, shape.k);
    double* to = static_cast<double*>(c.value().get()) + area(row, shape.n);
    void* right = b.get();
    GemmShape part{std::min(strip, shape.m - row), shape.n, shape.k};
    const Status multiplied = run("multiply_f64", dim3(blocks_of(part.n, 16), blocks_of(part.m, 16)),
                                  {&left, &right, &to, &part.m, &part.n, &part.k});
    if (!multiplied) return multiplied.error();
  }
  return c;
}

Status GemmBenchKernels::judge(const GemmShape& shape, const DeviceBuffer& c, int pitch, const DeviceBuffer& exact,
                               GemmRow& row) const {
  std::vector<double> parts(3 * judges);
  const auto buffer = DeviceBuffer::make(parts.size() * sizeof(double));
  if (!buffer) return buffer.error();
  void *pc = c.get(), *pe = exact.get(), *pp = buffer.value().get();
  GemmShape sizes = shape;
  Status done = run("judge", dim3(judges), {&pc, &pitch, &pe, &sizes.m, &sizes.n, &pp});
  if (done) done = buffer.value().read(std::as_writable_bytes(std::span(parts)));
  if (!done) return done;
  GemmErrors whole;
  for (std::size_t n = 0; n < parts.size(); n += 3)
    whole.wrong += parts[n], whole.size += parts[n + 1], whole.most = std::max(whole.most, parts[n + 2]);
  put_errors(whole, row);
  return Nothing{};
}

}  // namespace tcviz::inline gpu_gemm
