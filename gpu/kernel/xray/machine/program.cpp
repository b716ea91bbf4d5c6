#include "gpu/kernel/xray/machine/program.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tcviz::inline gpu_xray {

bool XrayStep::has(std::string_view modifier) const {
  return std::ranges::find(modifiers, modifier) != modifiers.end();
}

std::string XrayProgram::text_of_line(std::int64_t step) const {
  const auto at = static_cast<std::size_t>(step);
  return line_text(source_line(at), steps[at].line->ptx_line);
}

std::string XrayProgram::register_name(std::int32_t reg) const {
  if (reg < 0 || reg >= static_cast<std::int32_t>(function->registers.size())) return "a number";
  const PtxRegister& declared = function->registers[reg];
  std::int32_t first = reg;
  while (first > 0 && function->registers[first - 1].name.data() == declared.name.data()) --first;
  const bool many = first != reg || (reg + 1 < static_cast<std::int32_t>(function->registers.size()) &&
                                     function->registers[reg + 1].name.data() == declared.name.data());
  return many ? fmt::format("{}{}", declared.name, reg - first) : std::string(declared.name);
}

}  // namespace tcviz::inline gpu_xray
