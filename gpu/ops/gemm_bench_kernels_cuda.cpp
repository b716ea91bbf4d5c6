#include <algorithm>
#include <cmath>

#include "gpu/ops/gemm_bench_kernels.hpp"

namespace tcviz {
namespace {

constexpr unsigned threads = 256, judges = 1024;  // blocks that pad or judge; judges have three partial results each
constexpr double products_at_once = 1e11;         // of the f64 product: under a second on any GPU

constexpr std::string_view text = R"(#include <cuda_fp16.h>

template <class T>
__device__ void pad(const float* from, T* to, int rows, int cols, int padded_rows, int padded_cols) {
  const size_t all = (size_t)padded_rows * padded_cols, step = (size_t)gridDim.x * blockDim.x;
  for (size_t e = (size_t)blockIdx.x * blockDim.x + threadIdx.x; e < all; e += step) {
    const size_t row = e / padded_cols, col = e % padded_cols;
    to[e] = row < rows && col < cols ? (T)from[row * cols + col] : (T)0.0f;
  }
}
extern "C" __global__ void pad_f32(const float* from, float* to, int rows, int cols, int padded_rows, int padded_cols) {
  pad(from, to, rows, cols, padded_rows, padded_cols);
}
extern "C" __global__ void pad_f16(const float* from, half* to, int rows, int cols, int padded_rows, int padded_cols) {
  pad(from, to, rows, cols, padded_rows, padded_cols);
}

// A thread for each element.
extern "C" __global__ void multiply_f64(const float* a, const float* b, double* c, int m, int n, int k) {
  __shared__ float left[16][16], right[16][17];
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  const int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
  double sum = 0;
  for (int p = 0; p < k; p += 16) {
    left[y][x] = row < m && p + x < k ? a[(size_t)row * k + p + x] : 0.0f;
    right[y][x] = p + y < k && col < n ? b[(size_t)(p + y) * n + col] : 0.0f;
    __syncthreads();
    for (int q = 0; q < 16; ++q) sum += (double)left[y][q] * right[q][x];
    __syncthreads();
  }
  if (row < m && col < n) c[(size_t)row * n + col] = sum;
}

// Of each block: the squares of the errors and of the exact numbers, added, and the largest error; NaN is infinitely
// wrong.
extern "C" __global__ void judge(const float* c, int pitch, const double* exact, int m, int n, double* parts) {
  __shared__ double wrong[256], size[256], most[256];
  const int t = threadIdx.x;
  wrong[t] = size[t] = most[t] = 0;
  const size_t all = (size_t)m * n, step = (size_t)gridDim.x * 256;
  for (size_t e = (size_t)blockIdx.x * 256 + t; e < all; e += step) {
    const double error = c[e / n * pitch + e % n] - exact[e];
    wrong[t] += error * error;
    size[t] += exact[e] * exact[e];
    most[t] = fmax(most[t], isnan(error) ? __longlong_as_double(0x7ff0000000000000) : fabs(error));
  }
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (t >= half) continue;
    wrong[t] += wrong[t + half], size[t] += size[t + half], most[t] = fmax(most[t], most[t + half]);
  }
  if (t == 0) parts[3 * blockIdx.x] = wrong[0], parts[3 * blockIdx.x + 1] = size[0], parts[3 * blockIdx.x + 2] = most[0];
}
)";

std::size_t area(int rows, int cols) { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols); }

unsigned blocks_of(int n, int side) { return static_cast<unsigned>(round_up(n, side) / side); }

int rows_at_once(const GemmShape& shape) {
  const double rows = products_at_once / (static_cast<double>(shape.n) * shape.k);
  return round_up(static_cast<int>(std::clamp(rows, 1.0, static_cast<double>(shape.m))), 16);
}

}  // namespace

Result<GemmBenchKernels> GemmBenchKernels::make(ComputeCapability capability) {
  auto loaded = compile_and_load(std::string(text), capability, {});
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
  double wrong = 0, size = 0, most = 0;
  for (std::size_t n = 0; n < parts.size(); n += 3)
    wrong += parts[n], size += parts[n + 1], most = std::max(most, parts[n + 2]);
  row.residual = size > 0 ? std::sqrt(wrong / size) : std::sqrt(wrong);
  row.max_abs_error = most;
  return Nothing{};
}

}  // namespace tcviz
