// The probe kernels of the WMMA family, a row for each kind. The launch functions only enqueue: they neither wait nor
// allocate.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace tcviz::inline gpu_probe {

// A number that a kernel writes to `started` (host memory that the device can reach) when it begins. Kernels of one
// stream run one after another, so after a fault it identifies the kernel that failed.
struct Ticket {
  volatile int* started = nullptr;
  int ticket = 0;
};

struct LoadLaunch {
  const std::uint8_t* images = nullptr;
  int image_bytes = 0, image_count = 0, row_images = 0;
  unsigned row_leading_dimension = 0, col_leading_dimension = 0;
  std::uint32_t* words = nullptr;  // image_count * threads * words_per_thread
  Ticket ticket;
};

struct StoreLaunch {
  const std::uint8_t* code = nullptr;
  unsigned leading_dimension = 0;
  std::uint64_t one = 0;
  std::uint8_t* cells = nullptr;  // slots * cells
  Ticket ticket;
};

struct ProductLaunch {
  const std::uint32_t *a = nullptr, *b = nullptr, *c = nullptr;
  std::uint32_t* d = nullptr;
  Ticket ticket;
};

// The kernels of one kind.
struct KernelRow {
  std::string_view id;
  // Sizes of the fragment as mma.h declares it; a test compares them with the catalogue.
  int values = 0, rows = 0, cols = 0;
  cudaError_t (*load)(const LoadLaunch&, cudaStream_t);
  cudaError_t (*store)(const StoreLaunch&, cudaStream_t);
  cudaError_t (*product)(const ProductLaunch&, cudaStream_t);
};

std::span<const KernelRow> wmma_kernels_sm75();  // f16, s8, u8, s4, u4, b1
std::span<const KernelRow> wmma_kernels_sm80();  // bf16, tf32, f64
// Returns the row of a kind; null if there is none.
const KernelRow* find_kernels(std::string_view id);

}  // namespace tcviz::inline gpu_probe
