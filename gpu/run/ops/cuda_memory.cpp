#include "gpu/run/ops/cuda_memory.hpp"

#include <string>

#include "gpu/source/device/cuda_error.hpp"

namespace tcviz::inline gpu_ops {

Status cuda_status(cudaError_t code, std::string_view what) {
  if (code == cudaSuccess) return Nothing{};
  return cuda_error(code, what);
}

Result<DeviceBuffer> DeviceBuffer::make(std::size_t bytes) {
  DeviceBuffer buffer;
  void* memory = nullptr;
  buffer.bytes_ = bytes == 0 ? 1 : bytes;
  const cudaError_t code = cudaMalloc(&memory, buffer.bytes_);
  if (code != cudaSuccess) {
    cudaGetLastError();  // reported here, so that later calls do not report it again
    return cuda_error(code, "reserving GPU memory");
  }
  buffer.memory_.reset(memory);
  // The program's streams do not wait for the one that clears, nor for the one that copies.
  Status cleared = cuda_status(cudaMemset(memory, 0, buffer.bytes_), "clearing GPU memory");
  if (cleared) cleared = cuda_status(cudaStreamSynchronize(cudaStreamLegacy), "clearing GPU memory");
  if (!cleared) return cleared.error();
  return buffer;
}

Result<DeviceBuffer> DeviceBuffer::copy(std::span<const std::byte> bytes) {
  auto buffer = make(bytes.size());
  if (!buffer) return buffer;
  cudaError_t code = cudaMemcpy(buffer.value().get(), bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
  if (code == cudaSuccess) code = cudaStreamSynchronize(cudaStreamLegacy);
  if (code != cudaSuccess) return cuda_error(code, "copying to the GPU");
  return buffer;
}

Status DeviceBuffer::read(std::span<std::byte> into) const {
  return cuda_status(cudaMemcpy(into.data(), get(), into.size(), cudaMemcpyDeviceToHost), "copying from the GPU");
}

Result<Stream> Stream::make() {
  Stream stream;
  cudaStream_t made = nullptr;
  const cudaError_t code = cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking);
  if (code != cudaSuccess) return cuda_error(code, "making a stream");
  stream.stream_.reset(made);
  return stream;
}

Result<Event> Event::make() {
  Event event;
  cudaEvent_t made = nullptr;
  const cudaError_t code = cudaEventCreate(&made);
  if (code != cudaSuccess) return cuda_error(code, "making an event");
  event.event_.reset(made);
  return event;
}

Result<Kernels> Kernels::load(std::span<const std::byte> cubin) {
  Kernels kernels;
  cudaLibrary_t library = nullptr;
  const cudaError_t code = cudaLibraryLoadData(&library, cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0);
  if (code != cudaSuccess) return cuda_error(code, "loading the kernel");
  kernels.library_.reset(library);
  return kernels;
}

Result<const void*> Kernels::find(std::string_view name) const {
  cudaKernel_t kernel = nullptr;
  const cudaError_t code = cudaLibraryGetKernel(&kernel, library_.get(), std::string(name).c_str());
  if (code != cudaSuccess) return cuda_error(code, std::string("finding the kernel ") + std::string(name));
  return static_cast<const void*>(kernel);
}

}  // namespace tcviz::inline gpu_ops
