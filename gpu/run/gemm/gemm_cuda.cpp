#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <new>
#include <optional>
#include <set>
#include <tuple>

#include "gpu/layout/provenance.hpp"
#include "gpu/run/gemm/gemm_contestant.hpp"
#include "gpu/run/gemm/gemm_report.hpp"
#include "gpu/run/ops/quantile.hpp"
#include "gpu/source/device/driver.hpp"
#include "gpu/source/device/nvml.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

// The length of a sample: as many products in a row as take this long, but not more than so many, after one that is not
// timed. The clock is then up, the caches are as they are when a program multiplies again and again, and the time to
// start a kernel is hidden behind the last.
constexpr double sample_ms = 2;
constexpr int most_in_a_sample = 50, warm_up = 2;

// Tells the part of the work that goes on now; returns false to stop it.
using GoOn = std::function<bool(std::string_view doing)>;

Error stopped() { return negative("stopped"); }

GemmRow empty_row(const GemmKernel& kernel, const GemmRequest& request, const GemmShape& shape) {
  GemmRow row;
  row.kernel = kernel.id;
  row.shape = shape;
  if (request.data == GemmData::Wide) row.spread = request.spread;
  return row;
}

std::vector<GemmRow> all_failed(const GemmRequest& request, const GemmShape& shape, const std::string& why) {
  std::vector<GemmRow> rows;
  for (const GemmKernel* kernel : request.kernels) {
    rows.push_back(empty_row(*kernel, request, shape));
    rows.back().error = why;
  }
  return rows;
}

// Returns the bytes of the largest C that a kernel writes; all write to the same place.
std::size_t bytes_of_c(const GemmRequest& request, const GemmShape& shape, ComputeCapability plan) {
  std::size_t largest = 0;
  for (const GemmKernel* kernel : request.kernels) {
    const GemmShape padded = padded_for(*kernel, plan, shape);
    largest = std::max(largest, area(padded.m, padded.n) * sizeof(float));
  }
  return largest;
}

// Returns the bytes of every buffer of a round: the operands as they are, in every type and padding, C, the exact
// product, and room for cuBLAS and what the driver takes.
std::size_t bytes_needed(const GemmRequest& request, const GemmShape& shape, ComputeCapability plan) {
  constexpr std::size_t room = std::size_t{256} << 20;
  std::set<std::tuple<char, int, int, ElementType>> operands;
  for (const GemmKernel* kernel : request.kernels) {
    const GemmShape padded = padded_for(*kernel, plan, shape);
    operands.insert({'a', padded.m, padded.k, kernel->input});
    operands.insert({'b', padded.k, padded.n, kernel->input});
  }
  std::size_t all = room + (area(shape.m, shape.k) + area(shape.k, shape.n)) * sizeof(float);
  for (const auto& [operand, rows, cols, type] : operands)
    all += area(rows, cols) * static_cast<std::size_t>(element_bits(type)) / 8;
  return all + bytes_of_c(request, shape, plan) + (request.residual ? area(shape.m, shape.n) * sizeof(double) : 0);
}

Status enough_memory(const GemmRequest& request, const GemmShape& shape, ComputeCapability plan) {
  std::size_t free = 0, all = 0;
  const Status asked = cuda_status(cudaMemGetInfo(&free, &all), "asking for free GPU memory");
  if (!asked) return asked;
  const std::size_t needed = bytes_needed(request, shape, plan);
  if (needed < free) return Nothing{};
  return unavailable(
      fmt::format("{} needs {} MiB of GPU memory, {} MiB are free: choose fewer --kernels or a smaller size",
                  shape_text(shape), needed >> 20, free >> 20));
}

// The run of all kernels at one shape.
class Round {
 public:
  Round(const GemmRequest& request, const GemmShape& shape, ComputeCapability capability,
        const GemmBenchKernels& kernels, const Stream& stream)
      : request_(request), shape_(shape), capability_(capability), kernels_(kernels), stream_(stream) {}

  // Runs the kernels; after the timed runs calls `look`, which sees the GPU's state when it is busy. Kernels that
  // cannot be run become rows with errors; an error, Negative, means that the run was stopped.
  Result<std::vector<GemmRow>> run(const GoOn& goes_on, const std::function<void()>& look) {
    try {
      const Status done = attempt(goes_on, look);
      if (done) return std::move(rows_);
      if (done.error().fault == Fault::Negative) return done.error();
      return all_failed(request_, shape_, done.error().message);
    } catch (const std::bad_alloc&) {
      return all_failed(request_, shape_,
                        shape_text(shape_) + " does not fit into the memory of this machine: choose a smaller size");
    }
  }

 private:
  Status attempt(const GoOn& goes_on, const std::function<void()>& look) {
    Status done = enough_memory(request_, shape_, plan());
    if (!done) return done;
    if (!goes_on("matrices of")) return stopped();
    auto operands = GemmOperands::make(shape_, gemm_inputs(shape_, request_.data, request_.spread), kernels_);
    if (!operands) return operands.error();
    done = prepare(operands.value(), goes_on);
    if (!done) return done;
    for (const GemmKernel* kernel : request_.kernels) {
      if (!goes_on(kernel->id)) return stopped();
      add(*kernel, operands.value());
    }
    if (request_.repetitions == 0) return Nothing{};
    done = time(goes_on);
    if (done) look_when_busy(look);
    return done;
  }

  // Makes the buffer that every kernel writes to, and the exact product that the results are compared with.
  Status prepare(const GemmOperands& operands, const GoOn& goes_on) {
    auto c = DeviceBuffer::make(bytes_of_c(request_, shape_, plan()));
    if (!c) return c.error();
    c_.emplace(std::move(c.value()));
    if (!request_.residual) return Nothing{};
    auto exact = kernels_.multiply(shape_, operands.plain_a(), operands.plain_b(), [&] { return goes_on("in f64,"); });
    if (!exact) return exact.error();
    exact_.emplace(std::move(exact.value()));
    return Nothing{};
  }

  ComputeCapability plan() const { return plan_of(request_, capability_); }

  // Adds a kernel, runs it once and judges its result. A kernel that fails becomes a row with its error.
  void add(const GemmKernel& kernel, GemmOperands& operands) {
    GemmRow row = empty_row(kernel, request_, shape_);
    auto made = GemmContestant::make(kernel, request_, shape_, capability_, operands);
    Status fine = made ? try_once(made.value(), row) : Status(made.error());
    if (!fine) row.error = fine.error().message;
    contestants_.push_back(fine ? std::optional(std::move(made.value())) : std::nullopt);
    rows_.push_back(std::move(row));
    cudaGetLastError();  // the row reports it, so that later calls do not report it again
  }

  // Runs a kernel once. C holds no numbers before, so that elements that a kernel leaves out are seen.
  Status try_once(const GemmContestant& contestant, GemmRow& row) {
    Status done = cuda_status(cudaMemsetAsync(c_->get(), 0xff, c_->bytes(), stream_.get()), "clearing the result");
    if (done) done = contestant.start(*c_, stream_);
    if (done) done = finish(stream_);
    if (done && exact_) done = kernels_.judge(shape_, *c_, contestant.padded().n, *exact_, row);
    return done;
  }

  // Times the kernels in turn, so that all see the same clock.
  Status time(const GoOn& goes_on) {
    std::vector<std::vector<double>> times(rows_.size());
    std::vector<int> in_a_sample(rows_.size(), 1);
    for (int repetition = -warm_up; repetition < request_.repetitions; ++repetition) {
      for (std::size_t n = 0; n < rows_.size(); ++n) {
        if (!contestants_[n]) continue;
        if (!goes_on("timing")) return stopped();
        const auto ms = sample(*contestants_[n], in_a_sample[n]);
        if (!ms) {
          drop(n, ms.error());
          continue;
        }
        if (repetition >= 0) times[n].push_back(ms.value());
        in_a_sample[n] = std::clamp(static_cast<int>(std::ceil(sample_ms / ms.value())), 1, most_in_a_sample);
      }
    }
    for (std::size_t n = 0; n < rows_.size(); ++n) {
      if (contestants_[n]) summarise(rows_[n], times[n]);
    }
    return Nothing{};
  }

  void drop(std::size_t n, const Error& error) {
    rows_[n].error = error.message;
    contestants_[n].reset();
  }

  // Returns the milliseconds of one product.
  Result<double> sample(const GemmContestant& contestant, int products) {
    const auto begin = Event::make(), end = Event::make();
    if (!begin) return begin.error();
    if (!end) return end.error();
    const auto record = [&](const Event& event) {
      return cuda_status(cudaEventRecord(event.get(), stream_.get()), "timing a product");
    };
    Status done = contestant.start(*c_, stream_);
    if (done) done = record(begin.value());
    for (int n = 0; done && n < products; ++n) done = contestant.start(*c_, stream_);
    if (done) done = record(end.value());
    if (done) done = finish(stream_);
    float ms = 0;
    if (done) done = cuda_status(cudaEventElapsedTime(&ms, begin.value().get(), end.value().get()), "timing a product");
    if (done && !(ms > 0)) done = unavailable("the GPU's clock did not move while it was timed: time it again");
    if (!done) return done.error();
    return static_cast<double>(ms) / products;
  }

  // Starts all kernels, one after the other without waiting in between, and calls `look` meanwhile.
  void look_when_busy(const std::function<void()>& look) {
    for (std::size_t n = 0; n < rows_.size(); ++n) {
      if (!contestants_[n]) continue;
      const Status started = contestants_[n]->start(*c_, stream_);
      if (!started) drop(n, started.error());
    }
    look();
    const Status done = finish(stream_);
    for (std::size_t n = 0; !done && n < rows_.size(); ++n) {
      if (contestants_[n]) drop(n, done.error());
    }
  }

  static void summarise(GemmRow& row, const std::vector<double>& times) {
    if (times.empty()) return;
    row.ms = quantile(times, 0.5);
    row.ms_low = quantile(times, 0.25);
    row.ms_high = quantile(times, 0.75);
    row.gflops = 2.0 * row.shape.m * row.shape.n * row.shape.k / row.ms * 1e-6;
  }

  const GemmRequest& request_;
  GemmShape shape_;
  ComputeCapability capability_;
  const GemmBenchKernels& kernels_;
  const Stream& stream_;
  std::vector<GemmRow> rows_;
  std::vector<std::optional<GemmContestant>> contestants_;
  std::optional<DeviceBuffer> c_, exact_;
};

GemmReport describe_device(const GemmRequest& request, const Gpu& gpu) {
  GemmReport report;
  report.device = gpu.name;
  report.driver = driver_version();
  report.date = today();
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

// Asks NVML for the GPU's state while the matrices are the largest so far.
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

}  // namespace

Result<GemmReport> run_gemm(const GemmRequest& request, const GemmProgress& progress) {
  const auto gpu = open_gpu(request.ordinal);
  if (!gpu) return gpu.error();
  const ComputeCapability capability = gpu.value().capability;
  const auto kernels = GemmBenchKernels::make(capability);
  if (!kernels) return kernels.error();
  const auto stream = Stream::make();
  if (!stream) return stream.error();
  GemmReport report = describe_device(request, gpu.value());
  Lookout lookout(request.ordinal);
  for (std::size_t n = 0; n < request.shapes.size(); ++n) {
    const GemmShape& shape = request.shapes[n];
    const GoOn goes_on = [&](std::string_view doing) {
      return progress(fmt::format("{} {}", doing, shape_text(shape)), static_cast<int>(n),
                      static_cast<int>(request.shapes.size()));
    };
    auto rows = Round(request, shape, capability, kernels.value(), stream.value()).run(goes_on, [&] {
      lookout.look(shape, report);
    });
    if (!rows) return rows.error();
    for (GemmRow& row : rows.value()) report.rows.push_back(std::move(row));
  }
  return report;
}

}  // namespace tcviz::inline gpu_gemm
