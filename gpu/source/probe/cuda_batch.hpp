// Runs many small kernels as one batch: one upload, one launch for each job, one download, one wait. A job that fails
// is reported with its CUDA error and the others still run; after a sticky error the device is reset once and the rest
// run again.
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

struct BatchJob {
  std::string name;                           // for messages
  std::vector<std::uint8_t> input;            // lies 256-byte aligned on the device
  std::span<const std::uint32_t> words = {};  // replaces `input` if it is not empty; the caller owns it
  std::size_t output_bytes = 0;
  std::function<cudaError_t(const std::uint8_t* input, std::uint8_t* output, Ticket ticket, cudaStream_t stream)>
      launch;

  std::span<const std::uint8_t> input_bytes() const {
    if (words.empty()) return input;
    return {reinterpret_cast<const std::uint8_t*>(words.data()), words.size_bytes()};
  }
};

struct BatchResult {
  ProbeAnswers<Words> answers;  // one for each job, in order; bytes are filled up to whole words
  // True if the reset did not heal a fault (seen with driver 580.159.04: cudaErrorDevicesUnavailable until the process
  // ends); the jobs that had not run yet have no answer.
  bool lost = false;
};
// Runs the jobs; may be called from any thread.
BatchResult run_batch(int ordinal, const std::vector<BatchJob>& jobs);

}  // namespace tcviz::inline gpu_probe
