#include "tests/sass/recorded_code.hpp"

#include <fstream>
#include <sstream>

namespace tcviz {
namespace {

void append(std::vector<std::uint8_t>& code, std::uint64_t half) {
  for (int byte = 0; byte < 8; ++byte) code.push_back(static_cast<std::uint8_t>(half >> 8 * byte));
}

}  // namespace

std::vector<RecordedKernel> read_recorded(const std::string& file) {
  std::ifstream input(std::string(TCVIZ_SASS_DATA) + "/" + file);
  std::vector<RecordedKernel> kernels;
  for (std::string line; std::getline(input, line);) {
    if (line.find(' ') == std::string::npos) {
      kernels.push_back({line, {}, {}});
      continue;
    }
    if (kernels.empty()) kernels.push_back({});
    std::istringstream words(line);
    RecordedLine read;
    words >> std::hex >> read.address >> read.word.low >> read.word.high >> std::ws;
    std::getline(words, read.text);
    kernels.back().lines.push_back(read);
    append(kernels.back().code, read.word.low);
    append(kernels.back().code, read.word.high);
  }
  return kernels;
}

Cubin as_cubin(const std::vector<RecordedKernel>& kernels, ComputeCapability architecture, int parameter_offset,
               int parameter_bytes) {
  Cubin cubin{architecture, {}};
  for (const RecordedKernel& kernel : kernels)
    cubin.kernels.push_back({kernel.name, kernel.code, parameter_offset, parameter_bytes});
  return cubin;
}

}  // namespace tcviz
