#include "gpu/kernel/xray/verdict/host_variables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace tcviz::inline gpu_xray {
namespace {

// True if the kernel reads the variable, and has no instruction that may store to it.
bool is_only_read(const PtxFunction& kernel, const PtxVariable& variable) {
  bool is_read = false;
  for (const PtxLine& line : kernel.instructions)
    for (const PtxArgument& operand : std::span(kernel.operands).subspan(line.first, line.count)) {
      if (operand.name != variable.name) continue;
      const bool loads = operand.form == PtxForm::Address && line.opcode.starts_with("ld.");
      if (!loads && variable.space != PtxSpace::Const) return false;
      is_read = true;
    }
  return is_read;
}

}  // namespace

std::string unset_by_host(const XrayProgram& program) {
  for (const PlacedVariable& placed : program.variables) {
    const PtxVariable& variable = placed.variable;
    const bool may_be = variable.space == PtxSpace::Const || variable.space == PtxSpace::Global;
    if (may_be && variable.initial.empty() && is_only_read(*program.function, variable))
      return fmt::format(
          "the host sets {} (cudaMemcpyToSymbol), and here it is zero: give it its value in the source, or in the PTX",
          variable.name);
  }
  return {};
}

}  // namespace tcviz::inline gpu_xray
