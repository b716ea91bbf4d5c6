// Runs many small kernels as one batch: one upload, one launch for each job, one download, one wait. A job that fails
// is reported with its CUDA error and the others still run; after a sticky error the device is reset once and the rest
// run again.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/probe/probe_device.hpp"
#include "gpu/probe/wmma_kernels.hpp"

namespace tcviz {

struct BatchJob {
  std::string name;                 // for messages
  std::vector<std::uint8_t> input;  // lies 256-byte aligned on the device
  std::size_t output_bytes = 0;
  std::function<cudaError_t(const std::uint8_t* input, std::uint8_t* output, Ticket ticket, cudaStream_t stream)>
      launch;
};

struct BatchResult {
  Answers<Bytes> answers;  // one for each job, in order
  // A fault was not healed by the reset (seen with driver 580.159.04: cudaErrorDevicesUnavailable until the process
  // ends); the jobs that had not run yet have no answer.
  bool lost = false;
};
// May be called from any thread.
BatchResult run_batch(int ordinal, const std::vector<BatchJob>& jobs);

}  // namespace tcviz
