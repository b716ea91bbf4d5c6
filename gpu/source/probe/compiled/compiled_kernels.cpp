// Kernels are stored with plain st.global and read with plain ld.global. The leading dimension is left out: the matrix
// is packed.
#include "gpu/source/probe/compiled/compiled_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/source/probe/compiled/wmma_text.hpp"

namespace tcviz::inline gpu_probe {
namespace {

// Returns the text that computes the address of a lane's registers: `address` + lane * bytes of a fragment.
std::string lane_address(const FragmentRegisters& registers, std::string_view address) {
  return fmt::format("mov.u32 %lane, %laneid;\nmad.wide.u32 {0}, %lane, {1}, {0};\n", address,
                     registers.count * registers.bytes);
}

std::string load_body(const Kind& kind, MemoryOrder order, const FragmentRegisters& registers) {
  std::string text = fmt::format("{} {{{}}}, [%from];\n", wmma_load(kind, order), register_list(registers, "x"));
  text += lane_address(registers, "%to");
  for (int r = 0; r < registers.count; ++r) {
    text += fmt::format("st.global{} [%to+{}], %x{};\n", registers.type, r * registers.bytes, r);
  }
  return text;
}

std::string store_body(const Kind& kind, MemoryOrder order, const FragmentRegisters& registers) {
  std::string text = lane_address(registers, "%from");
  for (int r = 0; r < registers.count; ++r) {
    text += fmt::format("ld.global{} %x{}, [%from+{}];\n", registers.type, r, r * registers.bytes);
  }
  return text + fmt::format("{} [%to], {{{}}};\n", wmma_store(kind, order), register_list(registers, "x"));
}

std::string kernel(const Kind& kind, Direction direction, MemoryOrder order) {
  const FragmentRegisters registers = registers_of(kind);
  std::string text =
      fmt::format(".visible .entry {}(.param .u64 source, .param .u64 sink) {{\n", kernel_name(kind, direction, order));
  text += fmt::format(".reg .b64 %from, %to;\n.reg .b32 %lane;\n.reg {} %x<{}>;\n", registers.type, registers.count);
  text += "ld.param.u64 %from, [source];\nld.param.u64 %to, [sink];\n";
  text += "cvta.to.global.u64 %from, %from;\ncvta.to.global.u64 %to, %to;\n";
  text += direction == Direction::Load ? load_body(kind, order, registers) : store_body(kind, order, registers);
  return text + "ret;\n}\n";
}

constexpr std::array<MemoryOrder, 2> both{MemoryOrder::Row, MemoryOrder::Col};

}  // namespace

std::span<const MemoryOrder> orders_of(const Kind& kind) {
  if (kind.operand == Operand::Accumulator) return both;
  return std::span(both).subspan(kind.order == MemoryOrder::Row ? 0 : 1, 1);
}

std::string kernel_name(const Kind& kind, Direction direction, MemoryOrder order) {
  std::string name(kind.id);
  std::replace(name.begin(), name.end(), '.', '_');
  return fmt::format("{}_{}_{}", name, direction == Direction::Load ? "load" : "store", name_of(order));
}

std::string probe_module(ComputeCapability architecture, std::span<const Kind* const> kinds) {
  std::string text = module_header(architecture);
  for (const Kind* kind : kinds) {
    for (const MemoryOrder order : orders_of(*kind)) {
      text += kernel(*kind, Direction::Load, order);
      if (kind->operand == Operand::Accumulator) text += kernel(*kind, Direction::Store, order);
    }
  }
  return text;
}

}  // namespace tcviz::inline gpu_probe
