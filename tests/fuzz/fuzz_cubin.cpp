// Any bytes as a cubin, and any bytes as a kernel's code: refused with a message or run to its end.
#include <cstdint>
#include <cstdlib>

#include "gpu/source/sass/cubin.hpp"
#include "gpu/source/sass/decoder.hpp"
#include "gpu/source/sass/describe.hpp"
#include "gpu/source/sass/trace.hpp"

namespace {

using namespace tcviz;

void require(bool holds) {
  if (!holds) std::abort();
}

void trace(const KernelCode& kernel) {
  for (const char* id : {"wmma.m16n16k16.a.f16.col", "wmma.m16n16k16.acc.f32", "wmma.m8n8k4.acc.f64"}) {
    const Kind& kind = *find_kind(id);
    const auto loaded = trace_load(kind, MemoryOrder::Col, kernel);
    require(loaded.ok() || !loaded.error().message.empty());
    const auto stored = trace_store(kind, MemoryOrder::Row, kernel);
    require(stored.ok() || !stored.error().message.empty());
  }
}

// Code that the decoder takes is described, whatever the architecture.
void decode_all(std::span<const std::uint8_t> code) {
  for (std::uint32_t address = 0; address + 16 <= code.size(); address += 16) {
    const auto instruction = decode(word_at(code, address), address);
    if (!instruction) continue;
    for (const ComputeCapability architecture : {75, 80, 90, 120}) {
      require(!describe(instruction.value(), architecture).empty());
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span bytes(data, size);
  const auto cubin = read_cubin(bytes);
  if (cubin) {
    std::size_t traced = 0;
    for (const KernelCode& kernel : cubin.value().kernels) {
      decode_all(kernel.code);
      if (++traced <= 4) trace(kernel);
    }
  }
  decode_all(bytes);
  trace({"raw", bytes, 0x160, 16});
  return 0;
}
