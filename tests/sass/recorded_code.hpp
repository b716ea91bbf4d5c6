// Machine code and nvdisasm's text of it, as record.py wrote them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/source/sass/cubin.hpp"
#include "gpu/source/sass/word.hpp"

namespace tcviz {

struct RecordedLine {
  std::uint32_t address = 0;
  Word word;
  std::string text;
};

struct RecordedKernel {
  std::string name;
  std::vector<RecordedLine> lines;
  std::vector<std::uint8_t> code;
};

std::vector<RecordedKernel> read_recorded(const std::string& file);

// The kernels as if they had been read from a cubin; they view into `kernels`.
Cubin as_cubin(const std::vector<RecordedKernel>& kernels, ComputeCapability architecture, int parameter_offset,
               int parameter_bytes = 16);

}  // namespace tcviz
