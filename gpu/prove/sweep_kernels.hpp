// The kernels of the sweep, as functions that start them. Inside the room; needs CUDA.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_prove {

// The shared memory of a block that holds position codes; the other operand lies behind it.
inline constexpr std::uint32_t window_begin = 1024, window_end = 1024 + 216 * 1024;
inline constexpr std::uint32_t operand_shared_bytes = 226 * 1024;

// A kernel that reads an operand. `out`, all of it -1 before, gets for every element (row by row) the number of the
// element of its width in shared memory that was read. A row that is timed writes one float, the clocks that an
// instruction takes.
struct OperandRow {
  std::string_view type;
  bool is_a, mn_major, sparse;
  cudaError_t (*launch)(std::uint64_t descriptor, void* out);
};
std::span<const OperandRow> operand_rows();
std::span<const OperandRow> timed_operand_rows();
// Sets `out` to 1 if the code that runs on this GPU has wgmma in it, else to 0.
cudaError_t launch_has_wgmma(int* out);

struct alignas(64) CopyMap {
  std::array<std::byte, 128> opaque{};  // a CUtensorMap
};
struct CopyLaunch {
  std::uint32_t start = 0, bytes = 0;  // the place of the box in shared memory, and its size
  int dimensions = 2;
  std::uint32_t dumped = 0;  // bytes from `start` on that are read back
};
// Clears shared memory from `start` on, copies a box and reads back. A byte of 255: the copy never ended.
cudaError_t launch_copy(const CopyMap& map, const CopyLaunch& launch, std::uint8_t* dump);

// A kernel in which sixteen warps do an access again and again, at 32 addresses of shared memory below `bank_reach`;
// `out`: clocks of each. Copies take neighbouring words from `source` on, 16-byte aligned.
inline constexpr int bank_reach = 32 * 1024;
struct BankRow {
  std::string_view access;
  ComputeCapability since;
  cudaError_t (*launch)(const std::int32_t* addresses, const void* source, float* out);
};
std::span<const BankRow> bank_rows();

}  // namespace tcviz::inline gpu_prove
