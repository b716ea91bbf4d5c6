// The kernels inside a cubin, which is an ELF file: code, and where the parameters lie in constant bank 0. Any bytes
// may be given. Knows nothing of what the instructions mean.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/result.hpp"
#include "gpu/source/sass/word.hpp"

namespace tcviz::inline gpu_sass {

struct KernelCode {
  std::string_view name;
  std::span<const std::uint8_t> code;  // 16 bytes for each instruction
  int parameter_offset = 0;            // of the first parameter, bytes in constant bank 0
  int parameter_bytes = 0;
};

// Views into the bytes that it was read from, which must outlive it.
struct Cubin {
  ComputeCapability architecture = 0;
  std::vector<KernelCode> kernels;

  const KernelCode* find(std::string_view name) const;
};
Result<Cubin> read_cubin(std::span<const std::uint8_t> bytes);

// Returns the instruction at a byte address, a multiple of 16 inside the code.
Word word_at(std::span<const std::uint8_t> code, std::size_t address);

}  // namespace tcviz::inline gpu_sass
