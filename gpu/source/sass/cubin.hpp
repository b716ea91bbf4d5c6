// Reads the kernels in a cubin, which is an ELF file: their machine code, and the place of their parameters in constant
// bank 0. Accepts any bytes and refuses those that are no cubin. Does not interpret the instructions.
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
  std::span<const std::uint8_t> code;  // 16 bytes per instruction
  int parameter_offset = 0;            // offset of the first parameter in constant bank 0, in bytes
  int parameter_bytes = 0;
};

// The content of a cubin, as views into the bytes, which must outlive it.
struct Cubin {
  ComputeCapability architecture = 0;
  std::vector<KernelCode> kernels;

  // Returns the kernel of this name; null if there is none.
  const KernelCode* find(std::string_view name) const;
};
Result<Cubin> read_cubin(std::span<const std::uint8_t> bytes);

// Returns the instruction at a byte address, which must be a multiple of 16 inside the code.
Word word_at(std::span<const std::uint8_t> code, std::size_t address);

}  // namespace tcviz::inline gpu_sass
