#include "gpu/kernel/xray/step/assembles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/kernel/xray/machine/special_registers.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// The arguments of an instruction, as digits, whose registers are exactly as wide as its type, 32 bits wide, or
// predicates. PTX ISA 9.0, 9.4 "Type Checking"; loads, stores and cvt may have wider registers.
struct WidthRow {
  std::string_view name, of_type, of_32_bits = "", predicates = "";
};
constexpr std::array<WidthRow, 43> width_rows{{
    {"add", "012"},       {"sub", "012"},          {"mul", "012"},    {"mad", "0123"},
    {"fma", "0123"},      {"min", "012"},          {"max", "012"},    {"div", "012"},
    {"rem", "012"},       {"and", "012"},          {"or", "012"},     {"xor", "012"},
    {"not", "01"},        {"cnot", "01"},          {"neg", "01"},     {"abs", "01"},
    {"rcp", "01"},        {"sqrt", "01"},          {"rsqrt", "01"},   {"ex2", "01"},
    {"lg2", "01"},        {"sin", "01"},           {"cos", "01"},     {"tanh", "01"},
    {"copysign", "012"},  {"mov", "01"},           {"cvta", "01"},    {"shl", "01", "2"},
    {"shr", "01", "2"},   {"setp", "12", "", "0"}, {"brev", "01"},    {"selp", "012", "", "3"},
    {"prmt", "0123"},     {"lop3", "0123"},        {"shf", "0123"},   {"bfe", "01", "23"},
    {"bfi", "012", "34"}, {"popc", "1", "0"},      {"clz", "1", "0"}, {"bfind", "1", "0"},
    {"sad", "0123"},      {"shfl", "01"},          {"mul24", "012"},
}};

// Returns the bits of a declared register; 0 for a number, a special register or an address.
int bits_of(const XrayProgram& program, std::int32_t reg) {
  const auto& declared = program.function->registers;
  return reg >= 0 && reg < static_cast<std::int32_t>(declared.size()) ? declared[static_cast<std::size_t>(reg)].bits
                                                                      : 0;
}

std::string not_as_wide(const XrayProgram& program, std::int32_t reg, int bits) {
  if (bits == 1) return fmt::format("{} is no predicate", program.register_name(reg));
  const int have = bits_of(program, reg);
  if (have == 1) return fmt::format("{} is a predicate", program.register_name(reg));
  return fmt::format("{} has {} bits, and it takes {}", program.register_name(reg), have, bits);
}

// Checks one argument: a register, or the pieces of a vector that make one word together.
std::string fault_of_word(const XrayProgram& program, const StepArgument& argument, int bits) {
  int all = 0;
  for (const std::int32_t reg : program.registers(argument)) {
    const int have = bits_of(program, reg);
    if (have == 0) return {};
    if (argument.form == PtxForm::Register && have != bits) return not_as_wide(program, reg, bits);
    all += have;
  }
  const bool fits = argument.form != PtxForm::Vector || all == bits;
  return fits ? std::string() : fmt::format("the registers of its vector have {} bits, and it takes {}", all, bits);
}

std::string fault_of_row(const XrayProgram& program, const XrayStep& step, const WidthRow& row) {
  const auto lists = [](std::string_view digits, std::size_t at) {
    return digits.find(static_cast<char>('0' + at)) != std::string_view::npos;
  };
  for (std::size_t at = 0; at < step.arguments.size(); ++at) {
    const bool is_wide = step.has("wide") && (at == 0 || at == 3);
    const int bits = lists(row.predicates, at)   ? 1
                     : lists(row.of_32_bits, at) ? 32
                     : lists(row.of_type, at)    ? step.bits * (is_wide ? 2 : 1)
                                                 : 0;
    const StepArgument& argument = step.arguments[at];
    const bool is_pair = argument.form == PtxForm::Vector && step.name != "mov";  // p|q
    if (bits == 0 || is_pair) continue;
    if (std::string fault = fault_of_word(program, argument, bits); !fault.empty()) return fault;
  }
  return {};
}

// Returns the fault of registers that are narrower than what is loaded or stored.
std::string fault_of_access(const XrayProgram& program, const XrayStep& step) {
  const std::size_t data = step.name == "st" ? 1 : 0;
  if (step.types.size() != 1 || data >= step.arguments.size()) return {};
  for (const std::int32_t reg : program.registers(step.arguments[data]))
    if (const int have = bits_of(program, reg); have != 0 && have < step.bits)
      return not_as_wide(program, reg, step.bits);
  return {};
}

// Returns the fault of fragments of a product: all registers hold 32 bits, or 64 of f64.
std::string fault_of_fragments(const XrayProgram& program, const XrayStep& step) {
  const int bits = step.has("f64") ? 64 : 32;
  for (const StepArgument& argument : step.arguments)
    for (const std::int32_t reg : program.registers(argument))
      if (const int have = bits_of(program, reg); argument.form == PtxForm::Vector && have != 0 && have != bits)
        return not_as_wide(program, reg, bits);
  return {};
}

}  // namespace

std::string assembler_fault(const XrayProgram& program, const XrayStep& step) {
  if (const std::int32_t guard = step.line->predicate; guard >= 0 && bits_of(program, guard) != 1)
    return not_as_wide(program, guard, 1);
  if (step.name == "st" && step.has("const")) return "constant memory is not stored to";
  if (step.run == nullptr) return {};
  if (step.name == "ld" || step.name == "st" || step.name == "ldu") return fault_of_access(program, step);
  if (step.name == "mma" || step.name == "ldmatrix" || step.name == "stmatrix" || step.name == "wmma")
    return fault_of_fragments(program, step);
  const auto* const row = std::ranges::find(width_rows, step.name, &WidthRow::name);
  return row == width_rows.end() || step.types.size() != 1 ? std::string() : fault_of_row(program, step, *row);
}

}  // namespace tcviz::inline gpu_xray
