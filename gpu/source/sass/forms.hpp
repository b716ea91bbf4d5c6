// The machine instructions that are known, a row each: the bits that are fields, and the values that all other bits
// must have.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "gpu/source/sass/instruction.hpp"
#include "gpu/source/sass/matrix_tiles.hpp"
#include "gpu/source/sass/word.hpp"

namespace tcviz::inline gpu_sass {

// The place of an operand in the word; the rows that give the bits are in forms.cpp.
enum class Field : std::uint8_t {
  None,
  D,
  UniformD,
  A,
  B,
  C,
  HighB,  // b in the place of c
  ImmediateB,
  ImmediateC,  // c in the place of b
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
  StepN,      // of four
  HalfStepN,  // of two
  AByColN,
  BByColN,
};

inline constexpr int most_fields = 7;
using FieldList = std::array<Field, most_fields>;

struct OpcodeForm {
  SassOpcode operation;
  Word sample;  // an instruction of this form that a compiler has made; its fields are ignored
  FieldList fields;
  std::string_view text;           // as nvdisasm writes it; describe.cpp gives the meaning of the letters behind $
  Word mask;                       // the bits that must be as in the sample
  TileName tile = TileName::None;  // of MultiplyMatrices
};

struct FieldPlace {
  Field field;
  int first, width;  // as in bits_of
};
FieldPlace place_of(Field field);

// Returns the forms with this opcode (the lowest twelve bits); none if it is unknown.
std::span<const OpcodeForm> forms_of(unsigned opcode);
std::span<const OpcodeForm> all_forms();

}  // namespace tcviz::inline gpu_sass
