// The instructions: PTX ISA, "wmma.load", "wmma.store"; the registers that a fragment has: "wmma fragments".
#include "gpu/source/probe/compiled/wmma_text.hpp"

#include <fmt/format.h>

#include <array>

#include "gpu/source/probe/probe_device.hpp"

namespace tcviz::inline gpu_probe {
namespace {

struct Target {
  ComputeCapability since;
  std::string_view version, name;
};

// PTX ISA, "wmma.load", "PTX ISA Notes": bf16, tf32 and f64 came with 7.0, the narrow types with 6.3; "wmma.mma": the
// and of bits came with 7.1.
constexpr std::array<Target, 4> targets{{
    {80, "7.1", "sm_80"},
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

std::string move(std::string_view verb, std::string_view letter, const Kind& kind, MemoryOrder order) {
  return fmt::format("wmma.{}.{}.sync.aligned.{}.{}.global.{}", verb, letter, name_of(order), name_of(kind.shape),
                     name_of(kind.type));
}

}  // namespace

std::string module_header(ComputeCapability architecture) {
  const Target& target = target_of(architecture);
  return fmt::format(".version {}\n.target {}\n.address_size 64\n", target.version, target.name);
}

FragmentRegisters registers_of(const Kind& kind) {
  const int words = words_per_thread(kind);
  if (kind.type == ElementType::F64) return {".f64", words / 2, 8};
  return {kind.type == ElementType::F32 ? ".f32" : ".b32", words, 4};
}

std::string register_list(const FragmentRegisters& registers, std::string_view letter) {
  std::string list;
  for (int r = 0; r < registers.count; ++r) list += fmt::format("{}%{}{}", r == 0 ? "" : ", ", letter, r);
  return list;
}

std::string wmma_load(const Kind& kind, MemoryOrder order) {
  return move("load", kind.operand == Operand::Accumulator ? "c" : name_of(kind.operand), kind, order);
}

std::string wmma_store(const Kind& kind, MemoryOrder order) { return move("store", "d", kind, order); }

}  // namespace tcviz::inline gpu_probe
