// The kernels of the sweep, as functions that launch them. Internal to gpu/prove; needs CUDA.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_prove {

// The range of shared memory that holds position codes; the other operand is after it.
inline constexpr std::uint32_t window_begin = 1024, window_end = 1024 + 216 * 1024;
inline constexpr std::uint32_t operand_shared_bytes = 226 * 1024;

// A kernel that reads an operand. `out` must be filled with -1. For every element, row by row, it receives the number
// of the element in shared memory (counted in elements of the same width) that was read. The kernel of a timed row
// writes one float: the clocks of one instruction.
struct OperandRow {
  std::string_view type;
  bool is_a, mn_major, sparse;
  cudaError_t (*launch)(std::uint64_t descriptor, void* out);
};
std::span<const OperandRow> operand_rows();
std::span<const OperandRow> timed_operand_rows();
// Sets `out` to 1 if the code that runs on this GPU contains wgmma, else to 0.
cudaError_t launch_has_wgmma(int* out);

struct alignas(64) CopyMap {
  std::array<std::byte, 128> opaque{};  // a CUtensorMap
};
struct CopyLaunch {
  std::uint32_t start = 0, bytes = 0;  // offset of the box in shared memory, and its size
  int dimensions = 2;
  std::uint32_t dumped = 0;  // number of bytes from `start` on that are read back
};
// Clears shared memory from `start` on, copies a box and reads the memory back into `dump`. A byte of 255 means that
// the copy did not end.
cudaError_t launch_copy(const CopyMap& map, const CopyLaunch& launch, std::uint8_t* dump);

// A kernel in which sixteen warps repeat an access at 32 addresses of shared memory below `bank_reach`; it writes the
// clocks of one access to `out`. Copies take consecutive words from `source` on, which is 16-byte aligned.
inline constexpr int bank_reach = 32 * 1024;
struct BankRow {
  std::string_view access;
  ComputeCapability since;  // the first compute capability with the instruction
  cudaError_t (*launch)(const std::int32_t* addresses, const void* source, float* out);
};
std::span<const BankRow> bank_rows();

}  // namespace tcviz::inline gpu_prove
