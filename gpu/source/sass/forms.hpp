// The table of known machine instructions: for each, which bits are fields, and which values all other bits must have.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "gpu/source/sass/instruction.hpp"
#include "gpu/source/sass/matrix_tiles.hpp"
#include "gpu/source/sass/word.hpp"

namespace tcviz::inline gpu_sass {

// An operand's place in the instruction word; forms.cpp has the bits of each.
enum class Field : std::uint8_t {
  None,
  D,
  UniformD,
  A,
  B,
  C,
  HighB,  // operand b, encoded in the bits of c
  ImmediateB,
  ImmediateC,  // operand c, encoded in the bits of b
  ConstantB,
  ConstantC,
  UniformB,
  ConstantN,
  ConstantUniformN,
  OffsetN,
  LoadDescriptor,
  StoreDescriptor,
  Size,
  ConstantSize,
  ShiftN,
  TableN,
  CarryOut,
  CarryIn,
  PredicateOut,
  Guard,
  TargetN,
  StepN,      // n: a step 0 to 3 of a matrix instruction
  HalfStepN,  // n: a step 0 or 1
  AByColN,
  BByColN,
};

inline constexpr int most_fields = 7;
using FieldList = std::array<Field, most_fields>;

// One form of an instruction.
struct OpcodeForm {
  SassOpcode operation;
  Word sample;  // an instruction of this form that a compiler made; its fields are ignored
  FieldList fields;
  std::string_view text;           // the text of nvdisasm; describe.cpp explains the letters after $
  Word mask;                       // the bits that must equal those of the sample
  TileName tile = TileName::None;  // the matrix instruction, for MultiplyMatrices
};

struct FieldPlace {
  Field field;
  int first, width;  // as in bits_of (word.hpp)
};
FieldPlace place_of(Field field);

// Returns the forms with this opcode (the lowest twelve bits); none if no form has it.
std::span<const OpcodeForm> forms_of(unsigned opcode);
std::span<const OpcodeForm> all_forms();

}  // namespace tcviz::inline gpu_sass
