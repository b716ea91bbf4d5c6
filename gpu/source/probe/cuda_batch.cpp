#include "gpu/source/probe/cuda_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>

#include "gpu/source/device/cuda_error.hpp"
#include "gpu/source/probe/in_parallel.hpp"

namespace tcviz::inline gpu_probe {
namespace {

constexpr std::size_t alignment = 256;
constexpr int nobody = -1;

std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

struct DeviceFree {
  void operator()(std::uint8_t* memory) const { cudaFree(memory); }
};
struct HostFree {
  void operator()(int* memory) const { cudaFreeHost(memory); }
};
struct StreamDestroy {
  void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
};
using DeviceMemory = std::unique_ptr<std::uint8_t, DeviceFree>;
using HostWord = std::unique_ptr<int, HostFree>;
using Stream = std::unique_ptr<CUstream_st, StreamDestroy>;

// The places of each job's input and output in the two buffers.
struct Places {
  std::vector<std::size_t> input, output;
  std::size_t input_bytes = 0, output_bytes = 0;
};

Places lay_out(const std::vector<const BatchJob*>& jobs) {
  Places places;
  for (const BatchJob* job : jobs) {
    places.input.push_back(places.input_bytes);
    places.output.push_back(places.output_bytes);
    places.input_bytes += aligned(job->input_bytes().size());
    places.output_bytes += aligned(job->output_bytes);
  }
  return places;
}

// Device memory and a stream for one attempt. All or nothing.
struct Arena {
  DeviceMemory input, output;
  HostWord started;
  Stream stream;
};

cudaError_t allocate(std::size_t bytes, DeviceMemory& memory) {
  void* pointer = nullptr;
  const cudaError_t code = cudaMalloc(&pointer, std::max<std::size_t>(bytes, alignment));
  if (code == cudaSuccess) memory.reset(static_cast<std::uint8_t*>(pointer));
  return code;
}

cudaError_t prepare(const Places& places, Arena& arena) {
  void* word = nullptr;
  cudaStream_t stream = nullptr;
  if (const auto code = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking); code != cudaSuccess) return code;
  arena.stream.reset(stream);
  if (const auto code = cudaHostAlloc(&word, sizeof(int), cudaHostAllocMapped); code != cudaSuccess) return code;
  arena.started.reset(static_cast<int*>(word));
  *arena.started = nobody;
  if (const auto code = allocate(places.input_bytes, arena.input); code != cudaSuccess) return code;
  return allocate(places.output_bytes, arena.output);
}

// The outcome of one attempt at a list of jobs.
struct Attempt {
  std::vector<std::optional<Error>> launch_errors;  // a job that could not even start
  std::unique_ptr<std::uint8_t[]> output;
  cudaError_t code = cudaSuccess;  // of the whole: out of memory before the first launch, or a fault of a kernel
  int culprit = nobody;            // the kernel that was running when the device failed
};

// Returns bytes that are not filled with zeros first: nothing reads those between the jobs.
using HostBytes = std::unique_ptr<std::uint8_t[]>;
HostBytes host_bytes(std::size_t count) { return std::make_unique_for_overwrite<std::uint8_t[]>(count); }

// Returns the least number of jobs for a thread, which is worth starting for two megabytes.
std::size_t jobs_for_a_thread(std::size_t jobs, std::size_t bytes) {
  constexpr std::size_t worth_a_thread = 2 << 20;
  return jobs / (bytes / worth_a_thread + 1) + 1;
}

// Returns memory of which every page is there already: the system takes longer to give one page after the other than
// the copy takes.
HostBytes touched_bytes(std::size_t count) {
  constexpr std::size_t page = 4096, share = 64 * page;
  HostBytes bytes = host_bytes(count);
  in_parallel(count / share + 1, 8, [&](std::size_t at) {
    for (std::size_t place = at * share; place < std::min(count, (at + 1) * share); place += page) bytes[place] = 0;
  });
  return bytes;
}

HostBytes gather_input(const std::vector<const BatchJob*>& jobs, const Places& places) {
  HostBytes bytes = host_bytes(places.input_bytes);
  in_parallel(jobs.size(), jobs_for_a_thread(jobs.size(), places.input_bytes), [&](std::size_t at) {
    const auto input = jobs[at]->input_bytes();
    if (!input.empty()) std::memcpy(&bytes[places.input[at]], input.data(), input.size());
  });
  return bytes;
}

void launch_all(const std::vector<const BatchJob*>& jobs, const Places& places, const Arena& arena, Attempt& attempt) {
  attempt.launch_errors.resize(jobs.size());
  for (std::size_t at = 0; at < jobs.size(); ++at) {
    const Ticket ticket{arena.started.get(), static_cast<int>(at)};
    const cudaError_t code = jobs[at]->launch(arena.input.get() + places.input[at],
                                              arena.output.get() + places.output[at], ticket, arena.stream.get());
    if (code != cudaSuccess) attempt.launch_errors[at] = cuda_error(code, jobs[at]->name);
  }
}

Attempt attempt_jobs(const std::vector<const BatchJob*>& jobs, const Places& places) {
  Attempt attempt;
  Arena arena;
  attempt.code = prepare(places, arena);
  if (attempt.code != cudaSuccess) {
    cudaGetLastError();  // an allocation that failed is not sticky: clear it
    return attempt;
  }
  const HostBytes input = gather_input(jobs, places);
  attempt.output = touched_bytes(places.output_bytes);
  cudaMemsetAsync(arena.output.get(), 0xA5, places.output_bytes, arena.stream.get());
  cudaMemcpyAsync(arena.input.get(), input.get(), places.input_bytes, cudaMemcpyHostToDevice, arena.stream.get());
  launch_all(jobs, places, arena, attempt);
  cudaMemcpyAsync(attempt.output.get(), arena.output.get(), places.output_bytes, cudaMemcpyDeviceToHost,
                  arena.stream.get());
  attempt.code = cudaStreamSynchronize(arena.stream.get());
  attempt.culprit = *arena.started;
  return attempt;
}

class Batch {
 public:
  Batch(int ordinal, const std::vector<BatchJob>& jobs) : ordinal_(ordinal), jobs_(jobs), results_(jobs.size()) {}

  BatchResult run() {
    std::vector<std::size_t> pending(jobs_.size());
    for (std::size_t at = 0; at < pending.size(); ++at) pending[at] = at;
    while (!pending.empty() && !lost_) pending = run_once(pending);
    return {std::move(results_), lost_};
  }

 private:
  // Runs these jobs; returns those that must run again because another one broke the device.
  std::vector<std::size_t> run_once(const std::vector<std::size_t>& pending) {
    std::vector<const BatchJob*> jobs;
    for (const std::size_t at : pending) jobs.push_back(&jobs_[at]);
    const Places places = lay_out(jobs);
    const Attempt attempt = attempt_jobs(jobs, places);
    if (attempt.code == cudaSuccess) return take_output(pending, places, attempt);
    if (attempt.code == cudaErrorMemoryAllocation) return run_singly(pending, attempt.code);
    return recover(pending, attempt);
  }

  std::vector<std::size_t> take_output(const std::vector<std::size_t>& pending, const Places& places,
                                       const Attempt& attempt) {
    in_parallel(pending.size(), jobs_for_a_thread(pending.size(), places.output_bytes), [&](std::size_t at) {
      auto& result = results_[pending[at]];
      if (attempt.launch_errors[at]) {
        result = *attempt.launch_errors[at];
        return;
      }
      const auto* begin = reinterpret_cast<const std::uint32_t*>(attempt.output.get() + places.output[at]);
      result = Words(begin, begin + (jobs_[pending[at]].output_bytes + 3) / 4);
    });
    return {};
  }

  // Runs each job alone, as all together are too much for the device's memory; so only jobs that do not fit alone fail.
  std::vector<std::size_t> run_singly(const std::vector<std::size_t>& pending, cudaError_t code) {
    if (pending.size() == 1) {
      results_[pending[0]] = cuda_error(code, jobs_[pending[0]].name);
      return {};
    }
    for (const std::size_t at : pending) {
      if (!lost_) run_once({at});
    }
    return {};
  }

  // Reports the culprit of a fault, resets the device, which is unusable until then, and returns the others to run
  // again.
  std::vector<std::size_t> recover(const std::vector<std::size_t>& pending, const Attempt& attempt) {
    cudaDeviceReset();
    lost_ = cudaSetDevice(ordinal_) != cudaSuccess || cudaFree(nullptr) != cudaSuccess;
    std::vector<std::size_t> rest = pending;
    if (attempt.culprit < 0 ||
        attempt.culprit >= static_cast<int>(pending.size())) {  // none had begun: the failure is not a kernel's
      for (const std::size_t at : pending) results_[at] = cuda_error(attempt.code, jobs_[at].name);
      return {};
    }
    const std::size_t culprit = pending[attempt.culprit];
    results_[culprit] = cuda_error(attempt.code, jobs_[culprit].name);
    rest.erase(rest.begin() + attempt.culprit);
    return rest;
  }

  int ordinal_;
  const std::vector<BatchJob>& jobs_;
  ProbeAnswers<Words> results_;
  bool lost_ = false;
};

}  // namespace

BatchResult run_batch(int ordinal, const std::vector<BatchJob>& jobs) {
  if (const cudaError_t code = cudaSetDevice(ordinal); code != cudaSuccess) {
    const Result<Words> failed = cuda_error(code, fmt::format("cannot use cuda:{}", ordinal));
    return {ProbeAnswers<Words>(jobs.size(), failed), false};
  }
  return Batch(ordinal, jobs).run();
}

}  // namespace tcviz::inline gpu_probe
