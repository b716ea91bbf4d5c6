// The meaning of the letters in a form's text:
//   $d register d   $D uniform register d   $a $b $c operands   $B $A barrier registers d and a   $n number   $t target
//   $z size of a memory access   $+ its offset   $m address with its descriptor   $r constant offset with register a
//   $p predicate that is written   $o the same and a second one   $- no predicates written   $i carry   $g guard
//   $s step   $x $y orders of a and b   $4 the shape of doubles
//   $M what nvdisasm adds to IMAD if it is used for something simpler
#include "gpu/source/sass/describe.hpp"

#include <fmt/format.h>

#include <bit>

#include "gpu/source/sass/forms.hpp"

namespace tcviz::inline gpu_sass {
namespace {

// From here on the predicates that an addition does not write are spelled out, and memory descriptors are named.
constexpr ComputeCapability spells_predicates = 100, names_descriptors = 90, spells_double_shape = 90;

std::string register_name(std::uint32_t number) { return number == zero_register ? "RZ" : fmt::format("R{}", number); }

std::string describe_input(const CodeInput& operand, bool reuse) {
  switch (operand.type) {
    case CodeInput::Type::Register:
      return register_name(operand.value) + (reuse ? ".reuse" : "");
    case CodeInput::Type::Uniform:
      return operand.value == 63 ? "URZ" : fmt::format("UR{}", operand.value);
    case CodeInput::Type::Immediate: {
      return fmt::format("{:#x}", operand.value);
    }
    case CodeInput::Type::Constant:
      return fmt::format("c[0x0][{:#x}]", operand.value);
    case CodeInput::Type::None:
      break;
  }
  return {};
}

std::string_view describe_size(int bytes) {
  constexpr std::string_view names[] = {".U8", ".U16", "", ".64", ".128"};
  return names[std::countr_zero(static_cast<unsigned>(bytes))];
}

std::string describe_offset(std::uint32_t offset) { return offset == 0 ? "" : fmt::format("+{:#x}", offset); }

std::string describe_memory(const Instruction& instruction, ComputeCapability architecture) {
  const std::string address =
      fmt::format("[{}.64{}]", describe_input(instruction.a, false), describe_offset(instruction.n));
  if (architecture < names_descriptors) return address;
  return fmt::format("desc[UR{}]{}", instruction.descriptor, address);
}

std::string_view multiply_alias(const Instruction& instruction) {
  constexpr CodeInput zero{CodeInput::Type::Register, zero_register};
  const auto is_zero = [&](const CodeInput& x) { return x.type == zero.type && x.value == zero.value; };
  const bool is_signed = (instruction.form->sample.high >> 9 & 1) != 0;
  const CodeInput& b = instruction.b;
  const bool number = b.type == CodeInput::Type::Immediate;
  if (is_signed) return number && b.value == 1 ? ".IADD" : "";
  if (is_zero(instruction.a) && is_zero(b)) return ".MOV.U32";
  if (number && std::has_single_bit(b.value) && is_zero(instruction.c)) return ".SHL.U32";
  return ".U32";
}

std::string predicates_out(const Instruction& instruction, ComputeCapability architecture, bool written) {
  const std::string first = written ? fmt::format("P{}", instruction.carry_out) : "PT";
  if (architecture >= spells_predicates) return first + ", PT, ";
  return written ? first + ", " : "";
}

std::string constant_place(const Instruction& instruction) {
  if (instruction.a.value == zero_register) return fmt::format("{:#x}", instruction.n);
  return register_name(instruction.a.value) + describe_offset(instruction.n);
}

std::string expand(char letter, const Instruction& x, ComputeCapability architecture) {
  switch (letter) {
    case 'd':
      return register_name(static_cast<std::uint32_t>(x.d));
    case 'D':
      return fmt::format("UR{}", x.d);
    case 'a':
      return describe_input(x.a, (x.reuse & 1) != 0);
    case 'b':
      return describe_input(x.b, (x.reuse & 2) != 0);
    case 'c':
      return describe_input(x.c, (x.reuse & 4) != 0);
    case 'A':
      return fmt::format("B{}", x.a.value);
    case 'B':
      return fmt::format("B{}", x.d);
    case 'n':
    case 't':
      return fmt::format("{:#x}", x.n);
    case 'z':
      return std::string(describe_size(x.bytes));
    case '+':
      return describe_offset(x.n);
    case 'm':
      return describe_memory(x, architecture);
    case 'r':
      return constant_place(x);
    case 'p':
      return fmt::format("P{}", x.carry_out);
    case 'o':
      return predicates_out(x, architecture, true);
    case '-':
      return predicates_out(x, architecture, false);
    case 'i':
      return fmt::format("P{}", x.carry_in);
    case 'g':
      return fmt::format("P{}", x.guard);
    case 's':
      return fmt::format("{}", x.n & tile_step_mask);
    case 'x':
      return (x.n & tile_a_by_col) != 0 ? ".COL" : ".ROW";
    case 'y':
      return (x.n & tile_b_by_col) != 0 ? ".COL" : ".ROW";
    case '4':
      return architecture < spells_double_shape ? "884" : "8x8x4";
    case 'M':
      return std::string(multiply_alias(x));
    default:
      return {};
  }
}

}  // namespace

std::string describe(const Instruction& instruction, ComputeCapability architecture) {
  std::string text;
  const std::string_view form = instruction.form->text;
  for (std::size_t at = 0; at < form.size(); ++at) {
    if (form[at] != '$')
      text += form[at];
    else
      text += expand(form[++at], instruction, architecture);
  }
  return text;
}

}  // namespace tcviz::inline gpu_sass
