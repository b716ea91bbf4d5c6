#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

#include "gpu/device/driver.hpp"
#include "gpu/device/nvml.hpp"
#include "gpu/ops/cublas.hpp"
#include "gpu/ops/cuda_kernels.hpp"
#include "gpu/ops/gemm_report.hpp"

namespace tcviz {
namespace {

constexpr int warm_up = 3;

// Sums in f64, a thread for each element.
constexpr std::string_view reference_text = R"(
extern "C" __global__ void reference(const float* a, const float* b, double* c, int m, int n, int k) {
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
)";

std::size_t area(int rows, int cols) { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols); }

// A matrix in the type that a kernel reads, padded with zeros.
Bytes input_bytes(const std::vector<float>& matrix, int rows, int cols, int padded_rows, int padded_cols,
                  ElementType type) {
  const std::size_t size = static_cast<std::size_t>(element_bits(type)) / 8;
  Bytes bytes(area(padded_rows, padded_cols) * size);
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      const float value = matrix[area(row, cols) + static_cast<std::size_t>(col)];
      const std::uint64_t bits = encode_number(type, round_to(type, value));
      std::memcpy(bytes.data() + (area(row, padded_cols) + static_cast<std::size_t>(col)) * size, &bits, size);
    }
  }
  return bytes;
}

// One kernel with its buffers, ready to be launched again and again.
class Contestant {
 public:
  static Result<std::unique_ptr<Contestant>> make(const GemmKernel& row, const GemmRequest& request,
                                                  const GemmShape& shape, const GemmInputs& inputs,
                                                  ComputeCapability capability) {
    auto it = std::unique_ptr<Contestant>(new Contestant(row, shape));
    const Status ready = row.library != Library::None ? it->open_library() : it->compile(request, capability);
    if (!ready) return ready.error();
    const Status allocated = it->allocate(inputs);
    if (!allocated) return allocated.error();
    return it;
  }

  Status run(const Stream& stream) {
    if (cublas_)
      return cublas_->multiply(row_.library, padded_, a_->get(), b_->get(), static_cast<float*>(c_->get()),
                               stream.get());
    void *a = a_->get(), *b = b_->get(), *c = c_->get();
    GemmShape shape = padded_;
    Arguments arguments{&a, &b, &c, &shape.m, &shape.n, &shape.k};
    const bool flat = row_.entry == "staged_wmma" || row_.entry == "corrected_wmma";
    const auto across = static_cast<unsigned>(shape.n / tiles_.n), down = static_cast<unsigned>(shape.m / tiles_.m);
    const dim3 grid = flat ? dim3(across * down) : dim3(across, down);
    return cuda_status(cudaLaunchKernel(kernel_, grid, dim3(static_cast<unsigned>(tiles_.threads)), arguments.data(),
                                        static_cast<std::size_t>(tiles_.shared_bytes), stream.get()),
                       "starting the kernel");
  }

  Result<std::vector<float>> result() const {
    std::vector<float> all(area(padded_.m, padded_.n)), c(area(shape_.m, shape_.n));
    const Status read = c_->read(std::as_writable_bytes(std::span(all)));
    if (!read) return read.error();
    for (int row = 0; row < shape_.m; ++row) {
      std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(area(row, padded_.n)), shape_.n,
                  c.begin() + static_cast<std::ptrdiff_t>(area(row, shape_.n)));
    }
    return c;
  }

 private:
  Contestant(const GemmKernel& row, const GemmShape& shape) : row_(row), shape_(shape), padded_(shape) {}

  Status open_library() {
    auto opened = Cublas::open();
    if (!opened) return opened.error();
    cublas_ = std::move(opened.value());
    // Tensor cores want rows at multiples of 16 bytes.
    padded_ = {round_up(shape_.m, 8), round_up(shape_.n, 8), round_up(shape_.k, 8)};
    return Nothing{};
  }

  Status compile(const GemmRequest& request, ComputeCapability capability) {
    tiles_ = row_.tiles(capability);
    padded_ = padded(shape_, tiles_);
    auto loaded = compile_and_load(row_.text(capability, request.formulae), capability, {});
    if (!loaded) return loaded.error();
    loaded_.emplace(std::move(loaded.value()));
    const auto kernel = loaded_->kernels.find(row_.entry);
    if (!kernel) return kernel.error();
    kernel_ = kernel.value();
    if (tiles_.shared_bytes == 0) return Nothing{};
    return cuda_status(cudaFuncSetAttribute(kernel_, cudaFuncAttributeMaxDynamicSharedMemorySize, tiles_.shared_bytes),
                       "asking for shared memory");
  }

  Status allocate(const GemmInputs& inputs) {
    auto a = DeviceBuffer::copy(input_bytes(inputs.a, shape_.m, shape_.k, padded_.m, padded_.k, row_.input));
    if (!a) return a.error();
    auto b = DeviceBuffer::copy(input_bytes(inputs.b, shape_.k, shape_.n, padded_.k, padded_.n, row_.input));
    if (!b) return b.error();
    auto c = DeviceBuffer::make(area(padded_.m, padded_.n) * sizeof(float));
    if (!c) return c.error();
    a_.emplace(std::move(a.value()));
    b_.emplace(std::move(b.value()));
    c_.emplace(std::move(c.value()));
    return Nothing{};
  }

  const GemmKernel& row_;
  GemmShape shape_, padded_;
  GemmTiles tiles_;
  std::unique_ptr<Cublas> cublas_;
  std::optional<LoadedKernels> loaded_;
  const void* kernel_ = nullptr;
  std::optional<DeviceBuffer> a_, b_, c_;
};

Result<std::vector<double>> reference(const GemmShape& shape, const GemmInputs& inputs, ComputeCapability capability) {
  const auto loaded = compile_and_load(std::string(reference_text), capability, {});
  if (!loaded) return loaded.error();
  const auto kernel = loaded.value().kernels.find("reference");
  if (!kernel) return kernel.error();
  const auto stream = Stream::make();
  if (!stream) return stream.error();
  const auto a = DeviceBuffer::copy(std::as_bytes(std::span(inputs.a))),
             b = DeviceBuffer::copy(std::as_bytes(std::span(inputs.b)));
  const auto c = DeviceBuffer::make(area(shape.m, shape.n) * sizeof(double));
  for (const auto* buffer : {&a, &b, &c}) {
    if (!*buffer) return buffer->error();
  }
  void *pa = a.value().get(), *pb = b.value().get(), *pc = c.value().get();
  GemmShape sizes = shape;
  Arguments arguments{&pa, &pb, &pc, &sizes.m, &sizes.n, &sizes.k};
  const dim3 grid(static_cast<unsigned>(round_up(shape.n, 16) / 16), static_cast<unsigned>(round_up(shape.m, 16) / 16));
  Status ran = cuda_status(cudaLaunchKernel(kernel.value(), grid, dim3(256), arguments.data(), 0, stream.value().get()),
                           "starting the reference");
  if (ran) ran = finish(stream.value());
  if (!ran) return ran.error();
  std::vector<double> result(area(shape.m, shape.n));
  const Status read = c.value().read(std::as_writable_bytes(std::span(result)));
  if (!read) return read.error();
  return result;
}

// All of one shape.
class Round {
 public:
  Round(const GemmRequest& request, const GemmShape& shape, ComputeCapability capability)
      : request_(request), shape_(shape), capability_(capability) {
    inputs_ = gemm_inputs(shape, request.data, request.spread);
  }

  // Also looks how the GPU runs when it is busy, after the timed runs.
  Result<std::vector<GemmRow>> run(const GemmProgress& progress, const std::function<void()>& look) {
    auto stream = Stream::make();
    if (!stream) return stream.error();
    for (const GemmKernel* kernel : request_.kernels) {
      if (!progress(fmt::format("{} {}x{}x{}", kernel->id, shape_.m, shape_.n, shape_.k), 0, 0))
        return negative("stopped");
      add(*kernel);
    }
    for (std::size_t n = 0; n < rows_.size(); ++n) try_once(n, stream.value());
    if (request_.residual) {
      const Status judged = judge();
      if (!judged) return judged.error();
    }
    if (request_.repetitions > 0) {
      Status timed = time(stream.value());
      if (timed) timed = look_when_busy(stream.value(), look);
      if (!timed) return timed.error();
    }
    return std::move(rows_);
  }

 private:
  void add(const GemmKernel& kernel) {
    GemmRow row;
    row.kernel = kernel.id;
    row.shape = shape_;
    if (request_.data == GemmData::Wide) row.spread = request_.spread;
    auto made = Contestant::make(kernel, request_, shape_, inputs_, capability_);
    if (!made) row.error = made.error().message;
    contestants_.push_back(made ? std::move(made.value()) : nullptr);
    rows_.push_back(std::move(row));
  }

  void try_once(std::size_t n, const Stream& stream) {
    if (contestants_[n] == nullptr) return;
    Status ran = contestants_[n]->run(stream);
    if (ran) ran = finish(stream);
    if (ran) return;
    rows_[n].error = ran.error().message;
    contestants_[n].reset();
  }

  Status judge() {
    const auto exact = reference(shape_, inputs_, capability_);
    if (!exact) return exact.error();
    for (std::size_t n = 0; n < rows_.size(); ++n) {
      if (contestants_[n] == nullptr) continue;
      const auto result = contestants_[n]->result();
      if (!result) return result.error();
      judge_product(result.value(), exact.value(), rows_[n]);
    }
    return Nothing{};
  }

  // In turn, so that all see the same clock.
  Status time(const Stream& stream) {
    auto begin = Event::make(), end = Event::make();
    if (!begin || !end) return unavailable("no CUDA events can be made");
    std::vector<std::vector<double>> times(rows_.size());
    for (int repetition = -warm_up; repetition < request_.repetitions; ++repetition) {
      for (std::size_t n = 0; n < rows_.size(); ++n) {
        if (contestants_[n] == nullptr) continue;
        cudaEventRecord(begin.value().get(), stream.get());
        const Status ran = contestants_[n]->run(stream);
        if (!ran) return ran;
        cudaEventRecord(end.value().get(), stream.get());
        const Status done = finish(stream);
        if (!done) return done;
        float ms = 0;
        cudaEventElapsedTime(&ms, begin.value().get(), end.value().get());
        if (repetition >= 0) times[n].push_back(ms);
      }
    }
    for (std::size_t n = 0; n < rows_.size(); ++n) summarise(rows_[n], times[n]);
    return Nothing{};
  }

  Status look_when_busy(const Stream& stream, const std::function<void()>& look) {
    for (const auto& contestant : contestants_) {
      if (contestant == nullptr) continue;
      const Status ran = contestant->run(stream);
      if (!ran) return ran;
    }
    look();
    return finish(stream);
  }

  static void summarise(GemmRow& row, std::vector<double>& times) {
    if (times.empty()) return;
    std::sort(times.begin(), times.end());
    row.ms = times[times.size() / 2];
    row.ms_low = times[times.size() / 4];
    row.ms_high = times[times.size() * 3 / 4];
    row.gflops = 2.0 * row.shape.m * row.shape.n * row.shape.k / row.ms * 1e-6;
  }

  const GemmRequest& request_;
  GemmShape shape_;
  ComputeCapability capability_;
  GemmInputs inputs_;
  std::vector<GemmRow> rows_;
  std::vector<std::unique_ptr<Contestant>> contestants_;
};

GemmReport describe_device(const GemmRequest& request, const Gpu& gpu) {
  GemmReport report;
  report.device = gpu.name;
  report.driver = driver_version();
  report.date = date_of_today();
  int runtime = 0, khz = 0;
  cudaRuntimeGetVersion(&runtime);
  report.cuda = fmt::format("{}.{}", runtime / 1000, runtime % 1000 / 10);
  cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, request.ordinal);
  cudaDeviceGetAttribute(&report.multiprocessors, cudaDevAttrMultiProcessorCount, request.ordinal);
  report.clock_mhz = khz / 1000;
  const double clocks = report.multiprocessors * static_cast<double>(khz) * 1e-6;  // 1e9 a second
  report.peak_f16 = clocks * flops_per_clock(gpu.capability, Unit::TensorF16);
  report.peak_tf32 = clocks * flops_per_clock(gpu.capability, Unit::TensorTF32);
  report.peak_f32 = clocks * flops_per_clock(gpu.capability, Unit::CudaF32);
  return report;
}

// Asks NVML while the matrices are the largest so far.
class Lookout {
 public:
  explicit Lookout(int ordinal) : nvml_(Nvml::open()) {
    if (cudaDeviceGetPCIBusId(bus_.data(), static_cast<int>(bus_.size()), ordinal) != cudaSuccess) nvml_.reset();
  }
  void look(const GemmShape& shape, GemmReport& report) {
    const double work = static_cast<double>(shape.m) * shape.n * shape.k;
    if (!nvml_ || work < most_) return;
    most_ = work;
    report.busy = nvml_->state(bus_.data());
  }

 private:
  std::optional<Nvml> nvml_;
  std::array<char, 32> bus_{};
  double most_ = 0;
};

Status enough_memory(const GemmRequest& request, const GemmShape& shape) {
  std::size_t free = 0, all = 0;
  const Status asked = cuda_status(cudaMemGetInfo(&free, &all), "asking for free GPU memory");
  if (!asked) return asked;
  const std::size_t one =
      (area(shape.m + 256, shape.k + 64) + area(shape.k + 64, shape.n + 256) + area(shape.m + 256, shape.n + 256)) * 4;
  const std::size_t needed = one * request.kernels.size() + one * 3;
  if (needed < free) return Nothing{};
  return unavailable(fmt::format("{}x{}x{} needs {} MiB of GPU memory, {} MiB are free", shape.m, shape.n, shape.k,
                                 needed >> 20, free >> 20));
}

}  // namespace

Result<GemmReport> run_gemm(const GemmRequest& request, const GemmProgress& progress) {
  const auto gpu = open_gpu(request.ordinal);
  if (!gpu) return gpu.error();
  GemmReport report = describe_device(request, gpu.value());
  Lookout lookout(request.ordinal);
  for (std::size_t n = 0; n < request.shapes.size(); ++n) {
    const GemmShape& shape = request.shapes[n];
    const Status room = enough_memory(request, shape);
    if (!room) {
      for (const GemmKernel* kernel : request.kernels)
        report.rows.push_back({std::string(kernel->id), shape, room.error().message});
      continue;
    }
    const auto tell = [&](const std::string& doing, int, int) {
      return progress(doing, static_cast<int>(n), static_cast<int>(request.shapes.size()));
    };
    auto rows = Round(request, shape, gpu.value().capability).run(tell, [&] { lookout.look(shape, report); });
    if (!rows) return rows.error();
    for (GemmRow& row : rows.value()) report.rows.push_back(std::move(row));
  }
  return report;
}

}  // namespace tcviz
