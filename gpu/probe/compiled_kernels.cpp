// The instructions: PTX ISA, "wmma.load", "wmma.store"; the registers that a fragment has: "wmma fragments". Kernels
// are stored with plain st.global and read with plain ld.global. The leading dimension is left out: the matrix is
// packed.
#include "gpu/probe/compiled_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/probe/probe_device.hpp"

namespace tcviz {
namespace {

struct Target {
  ComputeCapability since;
  std::string_view version, name;
};

// PTX ISA, "wmma.load", "PTX ISA Notes": bf16, tf32 and f64 came with 7.0, the narrow types with 6.3.
constexpr std::array<Target, 4> targets{{
    {80, "7.0", "sm_80"},
    {75, "6.3", "sm_75"},
    {72, "6.3", "sm_72"},
    {70, "6.3", "sm_70"},
}};

const Target& target_of(ComputeCapability architecture) {
  for (const Target& target : targets) {
    if (architecture >= target.since) return target;
  }
  return targets.back();
}

struct Registers {
  std::string_view type;
  int count = 0, bytes = 4;
};

Registers registers_of(const Kind& kind) {
  const int words = words_per_thread(kind);
  if (kind.type == ElementType::F64) return {".f64", words / 2, 8};
  return {kind.type == ElementType::F32 ? ".f32" : ".b32", words, 4};
}

std::string register_list(const Registers& registers) {
  std::string list;
  for (int r = 0; r < registers.count; ++r) list += fmt::format("{}%x{}", r == 0 ? "" : ", ", r);
  return list;
}

std::string_view operand_letter(const Kind& kind, Direction direction) {
  if (kind.operand == Operand::Accumulator) return direction == Direction::Load ? "c" : "d";
  return name_of(kind.operand);
}

std::string wmma(const Kind& kind, Direction direction, MemoryOrder order) {
  return fmt::format("wmma.{}.{}.sync.aligned.{}.{}.global.{}", direction == Direction::Load ? "load" : "store",
                     operand_letter(kind, direction), name_of(order), name_of(kind.shape), name_of(kind.type));
}

// Where a lane's registers lie: `address` + lane * bytes of a fragment.
std::string lane_address(const Registers& registers, std::string_view address) {
  return fmt::format("mov.u32 %lane, %laneid;\nmad.wide.u32 {0}, %lane, {1}, {0};\n", address,
                     registers.count * registers.bytes);
}

std::string load_body(const Kind& kind, MemoryOrder order, const Registers& registers) {
  std::string text = fmt::format("{} {{{}}}, [%from];\n", wmma(kind, Direction::Load, order), register_list(registers));
  text += lane_address(registers, "%to");
  for (int r = 0; r < registers.count; ++r) {
    text += fmt::format("st.global{} [%to+{}], %x{};\n", registers.type, r * registers.bytes, r);
  }
  return text;
}

std::string store_body(const Kind& kind, MemoryOrder order, const Registers& registers) {
  std::string text = lane_address(registers, "%from");
  for (int r = 0; r < registers.count; ++r) {
    text += fmt::format("ld.global{} %x{}, [%from+{}];\n", registers.type, r, r * registers.bytes);
  }
  return text + fmt::format("{} [%to], {{{}}};\n", wmma(kind, Direction::Store, order), register_list(registers));
}

std::string kernel(const Kind& kind, Direction direction, MemoryOrder order) {
  const Registers registers = registers_of(kind);
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
  const Target& target = target_of(architecture);
  std::string text = fmt::format(".version {}\n.target {}\n.address_size 64\n", target.version, target.name);
  for (const Kind* kind : kinds) {
    for (const MemoryOrder order : orders_of(*kind)) {
      text += kernel(*kind, Direction::Load, order);
      if (kind->operand == Operand::Accumulator) text += kernel(*kind, Direction::Store, order);
    }
  }
  return text;
}

}  // namespace tcviz
