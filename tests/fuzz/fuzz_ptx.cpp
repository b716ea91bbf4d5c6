// Any bytes as PTX: a module whose operands and targets lie inside it, or a sentence.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "gpu/kernel/ptx/reader.hpp"

namespace {

using namespace tcviz;

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const PtxFunction& function) {
  for (const PtxLine& instruction : function.instructions) {
    require(instruction.first + instruction.count <= function.operands.size());
    require(instruction.target <= static_cast<std::int64_t>(function.instructions.size()));
    require(instruction.place < function.places.size());
    require(instruction.predicate < static_cast<std::int64_t>(function.registers.size()));
  }
  for (const PtxArgument& operand : function.operands) {
    require(operand.first + operand.count <= function.elements.size());
    require(operand.reg < static_cast<std::int64_t>(function.registers.size()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto module = read_ptx(std::string(reinterpret_cast<const char*>(data), size));
  require(module.ok() || !module.error().message.empty());
  if (module.ok())
    for (const PtxFunction& function : module.value().functions) check(function);
  return 0;
}
