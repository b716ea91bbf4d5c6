// Executes many small kernels as one batch: one upload, one launch for each job, one download, one wait. If a job
// fails, its answer is the CUDA error and the other jobs are still executed: after a fault that makes the device
// unusable, the device is reset once and the remaining jobs are executed again.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/source/probe/probe_device.hpp"
#include "gpu/source/probe/wmma_kernels.hpp"

namespace tcviz::inline gpu_probe {

// One kernel of a batch, with its input.
struct BatchJob {
  std::string name;                           // for messages
  std::vector<std::uint8_t> input;            // copied to a 256-byte aligned address on the device
  std::span<const std::uint32_t> words = {};  // used instead of `input` unless it is empty; the caller owns it
  std::size_t output_bytes = 0;
  // Launches the kernel of the job.
  std::function<cudaError_t(const std::uint8_t* input, std::uint8_t* output, Ticket ticket, cudaStream_t stream)>
      launch;

  std::span<const std::uint8_t> input_bytes() const {
    if (words.empty()) return input;
    return {reinterpret_cast<const std::uint8_t*>(words.data()), words.size_bytes()};
  }
};

struct BatchResult {
  ProbeAnswers<Words> answers;  // one for each job, in order; bytes are padded to whole words
  // True if the device was still unusable after the reset (seen with driver 580.159.04: cudaErrorDevicesUnavailable
  // until the process ends). Jobs that had not been executed then have no answer.
  bool lost = false;
};
// Executes the jobs on GPU `ordinal`; may be called from any thread.
BatchResult run_batch(int ordinal, const std::vector<BatchJob>& jobs);

}  // namespace tcviz::inline gpu_probe
