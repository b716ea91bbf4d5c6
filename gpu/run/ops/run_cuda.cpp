#include <fmt/format.h>

#include <array>
#include <cmath>

#include "gpu/run/ops/cuda_kernels.hpp"
#include "gpu/run/ops/prepared_run.hpp"
#include "gpu/run/ops/ptx_operands.hpp"
#include "gpu/source/device/cuda_error.hpp"
#include "gpu/source/device/nvrtc.hpp"

namespace tcviz::inline gpu_ops {
namespace {

Error compile_error(const CompileFailure& failure) {
  if (failure.error.fault == Fault::Unavailable) return failure.error;  // not the text's fault
  for (const CompileLogLine& line : failure.lines) {
    if (!line.error) continue;
    if (line.file == body_file) return bad_input(fmt::format("the body, line {}: {}", line.line, line.message));
    return {failure.error.fault, fmt::format("the kernel does not compile: line {}: {}", line.line, line.message)};
  }
  return failure.error;
}

// Returns the inputs that make the GPU tell the element that a slot holds.
Bytes rows_input(const Kind& kind) {
  return has_library(kind) ? matrix_bytes(kind, rows_matrix(kind)) : operands_of_rows(ptx_instruction(kind));
}
Bytes cols_input(const Kind& kind) {
  return has_library(kind) ? matrix_bytes(kind, cols_matrix(kind)) : operands_of_columns(ptx_instruction(kind));
}

std::string placed_by(const Kind& kind) {
  if (has_library(kind)) return "wmma::load_matrix_sync on the GPU";
  return fmt::format("{} on the GPU, by products that spell rows and columns", ptx_instruction(kind).name);
}

std::string dotted(ComputeCapability capability) { return fmt::format("{}.{}", capability / 10, capability % 10); }

// Refuses a GPU without the kind; a kind of one generation is on no later one.
Status check_capability(const Kind& kind, const Gpu& gpu) {
  const ComputeCapability since = first_capability(kind);
  if (gpu.capability >= since && (!kind.one_generation || gpu.capability == since)) return Nothing{};
  return unavailable(fmt::format("{} needs compute capability {}{}; {} has {}.", kind.id, dotted(since),
                                 kind.one_generation ? " and no other" : "", gpu.name, dotted(gpu.capability)));
}

// The buffers of the kernel `check`, in the order of its parameters.
class Check {
 public:
  static Result<Check> make(const Problem& problem, int slots) {
    Check check;
    const Kind& kind = *problem.kind;
    check.compute_ = compute_of(kind.type);
    check.slots_ = static_cast<std::size_t>(slots);
    const Compute real = real_of(check.compute_);
    const Bytes inputs[] = {matrix_bytes(kind, problem.matrix), rows_input(kind), cols_input(kind),
                            value_bytes(real, problem.memory.empty() ? problem.u : problem.memory),
                            value_bytes(real, problem.v)};
    for (const Bytes& bytes : inputs) {
      auto buffer = DeviceBuffer::copy(bytes);
      if (!buffer) return buffer.error();
      check.inputs_.push_back(std::move(buffer.value()));
    }
    const auto side = static_cast<std::size_t>(side_of(kind));
    for (const std::size_t count : {side, check.slots_, check.slots_, check.slots_, check.slots_, check.slots_}) {
      auto buffer = DeviceBuffer::make(count * size_of(check.compute_));
      if (!buffer) return buffer.error();
      check.outputs_.push_back(std::move(buffer.value()));
    }
    return check;
  }

  Status run(const void* kernel, const Problem& problem, const Stream& stream) {
    std::vector<void*> pointers;
    for (const DeviceBuffer& buffer : inputs_) pointers.push_back(buffer.get());
    for (const DeviceBuffer& buffer : outputs_) pointers.push_back(buffer.get());
    Arguments arguments;
    ScalarArguments scalars(problem);
    for (std::size_t n = 0; n < pointers.size(); ++n) {
      if (n == inputs_.size()) scalars.append_to(arguments);
      arguments.push_back(&pointers[n]);
    }
    const Status launched = launch(kernel, 1, problem.kind->threads, arguments, stream);
    if (!launched) return launched;
    return finish(stream);
  }

  Result<Fragments> read(const Kind& kind, bool with_second) const {
    std::array<std::vector<double>, 6> values;
    for (std::size_t n = 0; n < values.size(); ++n) {
      Bytes bytes(outputs_[n].bytes());
      const Status copied = outputs_[n].read(bytes);
      if (!copied) return copied.error();
      values[n] = values_of(compute_, bytes);
    }
    Fragments fragments{values[1], values[2], {}, values[0], {}};
    if (with_second) fragments.second = values[3];
    for (std::size_t n = 0; n < slots_; ++n) {
      const Element element{static_cast<int>(std::lround(values[4][n])), static_cast<int>(std::lround(values[5][n]))};
      const bool inside =
          element.row >= 0 && element.row < kind.rows() && element.col >= 0 && element.col < kind.cols();
      fragments.there.push_back(inside ? std::optional(element) : std::nullopt);
    }
    return fragments;
  }

 private:
  Compute compute_ = Compute::Float;
  std::size_t slots_ = 0;
  std::vector<DeviceBuffer> inputs_, outputs_;
};

Result<RunResult> run_check(const PreparedRun& run, const Problem& problem, const LoadedKernels& loaded) {
  const RunRequest& request = run.request();
  const auto kernel = loaded.kernels.find(check_kernel);
  if (!kernel) return kernel.error();
  auto stream = Stream::make();
  if (!stream) return stream.error();
  auto check = Check::make(problem, request.layout->slots());
  if (!check) return check.error();
  const Status ran = check.value().run(kernel.value(), problem, stream.value());
  if (!ran) return ran.error();
  auto fragments = check.value().read(run.kind(), request.operation->form == Form::Split);
  if (!fragments) return fragments.error();
  return judged(request, run.body(), problem, std::move(fragments.value()));
}

}  // namespace

Result<Gpu> open_gpu(int ordinal) {
  const Status chosen = cuda_status(cudaSetDevice(ordinal), fmt::format("choosing cuda:{}", ordinal));
  if (!chosen) return chosen.error();
  cudaDeviceProp properties;
  const Status known = cuda_status(cudaGetDeviceProperties(&properties, ordinal), "asking the GPU what it is");
  if (!known) return known.error();
  return Gpu{properties.name, properties.major * 10 + properties.minor};
}

ScalarArguments::ScalarArguments(const Problem& problem)
    : is_double_(compute_of(problem.kind->type) == Compute::Double),
      a_(static_cast<float>(problem.a)),
      b_(static_cast<float>(problem.b)),
      wide_a_(problem.a),
      wide_b_(problem.b),
      d_(problem.d) {}

void ScalarArguments::append_to(Arguments& arguments) {
  arguments.push_back(is_double_ ? static_cast<void*>(&wide_a_) : &a_);
  arguments.push_back(is_double_ ? static_cast<void*>(&wide_b_) : &b_);
  arguments.push_back(&d_);
}

Result<LoadedKernels> compile_and_load(const std::string& text, ComputeCapability capability,
                                       const std::vector<std::string>& options) {
  const auto places = find_nvrtc();
  if (!places) return places.error();
  const CompileRequest request{text, "kernel", capability, options};
  auto compiled = compile_kernel(places.value(), request, default_kernel_cache());
  if (const auto* failure = std::get_if<CompileFailure>(&compiled)) return compile_error(*failure);
  const auto& fine = std::get<Compiled>(compiled);
  auto kernels = Kernels::load(fine.cubin);
  if (!kernels) return kernels.error();
  return LoadedKernels{std::move(kernels.value()), fine.compiler, fine.milliseconds, fine.from_cache};
}

Status launch(const void* kernel, int blocks, int threads, Arguments& arguments, const Stream& stream) {
  return cuda_status(cudaLaunchKernel(kernel, dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(threads)),
                                      arguments.data(), 0, stream.get()),
                     "starting the kernel");
}

// Waits for the kernel. A body that leaves its memory is wrong, which is an answer: the GPU is there and able.
Status finish(const Stream& stream) {
  const cudaError_t code = cudaStreamSynchronize(stream.get());
  Status done = cuda_status(code, "running the kernel");
  return blames_kernel(code) ? Status(negative(done.error().message)) : done;
}

Result<RunResult> run_on_gpu(const RunRequest& request, const RunProgress& progress) {
  const auto prepared = PreparedRun::of(request);
  if (!prepared) return prepared.error();
  const auto gpu = open_gpu(request.ordinal);
  if (!gpu) return gpu.error();
  const Kind& kind = prepared.value().kind();
  const Status able = check_capability(kind, gpu.value());
  if (!able) return able.error();
  const auto texts = prepared.value().texts();
  if (!texts) return texts.error();
  progress("compiling", 0, 1);
  auto loaded = compile_and_load(texts.value().check, gpu.value().capability, compile_options(kind));
  if (!loaded) return loaded.error();
  progress("running", 0, 1);
  const Problem problem = make_problem(*request.operation, kind, request.scalars, request.seed);
  auto result = run_check(prepared.value(), problem, loaded.value());
  if (!result) return result;
  RunResult& run = result.value();
  run.on_gpu = true;
  run.executor = fmt::format("{} ({})", gpu.value().name, dotted(gpu.value().capability));
  run.placed_by = placed_by(kind);
  run.compiler = loaded.value().compiler;
  run.compile_ms = loaded.value().compile_ms;
  run.compiled_before = loaded.value().compiled_before;
  if (request.batches.empty() || !run.judgement.verified) return result;
  auto timings = time_both_ways(request, problem, texts.value(), gpu.value().capability, progress);
  if (!timings) return timings.error();
  run.timings = std::move(timings.value());
  return result;
}

}  // namespace tcviz::inline gpu_ops
