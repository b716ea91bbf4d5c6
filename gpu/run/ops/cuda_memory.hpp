// Owners of GPU memory, streams, events and loaded kernels, which they free. Internal to gpu/run/ops; needs CUDA.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_ops {

// Returns success, or the error `what` with the CUDA error.
Status cuda_status(cudaError_t code, std::string_view what);

class DeviceBuffer {
 public:
  static Result<DeviceBuffer> make(std::size_t bytes);
  // Makes a buffer with a copy of `bytes`.
  static Result<DeviceBuffer> copy(std::span<const std::byte> bytes);

  void* get() const { return memory_.get(); }
  std::size_t bytes() const { return bytes_; }
  // Copies the content to `into`.
  Status read(std::span<std::byte> into) const;

 private:
  struct Free {
    void operator()(void* memory) const { cudaFree(memory); }
  };
  std::unique_ptr<void, Free> memory_;
  std::size_t bytes_ = 0;
};

class Stream {
 public:
  static Result<Stream> make();
  cudaStream_t get() const { return stream_.get(); }

 private:
  struct Destroy {
    void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
  };
  std::unique_ptr<CUstream_st, Destroy> stream_;
};

class Event {
 public:
  static Result<Event> make();
  cudaEvent_t get() const { return event_.get(); }

 private:
  struct Destroy {
    void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
  };
  std::unique_ptr<CUevent_st, Destroy> event_;
};

// The kernels of one cubin.
class Kernels {
 public:
  static Result<Kernels> load(std::span<const std::byte> cubin);
  Result<const void*> find(std::string_view name) const;

 private:
  struct Unload {
    void operator()(cudaLibrary_t library) const { cudaLibraryUnload(library); }
  };
  std::unique_ptr<CUlib_st, Unload> library_;
};

}  // namespace tcviz::inline gpu_ops
