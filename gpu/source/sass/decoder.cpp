#include "gpu/source/sass/decoder.hpp"

#include <fmt/format.h>

#include "gpu/source/sass/cubin.hpp"
#include "gpu/source/sass/forms.hpp"

namespace tcviz::inline gpu_sass {
namespace {

constexpr int reuse_first = 122;

Error refusal(Word word, std::uint32_t address, std::string_view why) {
  return unavailable(fmt::format("instruction {}: {}", describe(word, address), why));
}

const OpcodeForm* find_form(Word word) {
  for (const OpcodeForm& form : forms_of(static_cast<unsigned>(word.low & 0xfff))) {
    if ((word.low & form.mask.low) == form.sample.low && (word.high & form.mask.high) == form.sample.high) {
      return &form;
    }
  }
  return nullptr;
}

CodeInput make(CodeInput::Type type, std::uint64_t value) { return {type, static_cast<std::uint32_t>(value)}; }

// Returns the bytes that the size field stands for; zero for those that were not seen.
int size_of(std::uint64_t code) {
  constexpr int sizes[] = {1, 0, 2, 0, 4, 8, 16, 0};
  return sizes[code];
}

void set_input(Instruction& instruction, Field field, std::uint64_t value) {
  using Type = CodeInput::Type;
  switch (field) {
    case Field::A:
      instruction.a = make(Type::Register, value);
      break;
    case Field::B:
    case Field::HighB:
      instruction.b = make(Type::Register, value);
      break;
    case Field::C:
      instruction.c = make(Type::Register, value);
      break;
    case Field::ImmediateB:
      instruction.b = make(Type::Immediate, value);
      break;
    case Field::ImmediateC:
      instruction.c = make(Type::Immediate, value);
      break;
    case Field::ConstantB:
      instruction.b = make(Type::Constant, 4 * value);
      break;
    case Field::ConstantC:
      instruction.c = make(Type::Constant, 4 * value);
      break;
    case Field::UniformB:
      instruction.b = make(Type::Uniform, value);
      break;
    default:
      break;
  }
}

void set_number(Instruction& instruction, Field field, std::uint64_t value) {
  const int number = static_cast<int>(value);
  switch (field) {
    case Field::D:
    case Field::UniformD:
      instruction.d = number;
      break;
    case Field::ConstantN:
    case Field::ConstantUniformN:
      instruction.n = static_cast<std::uint32_t>(4 * value);
      break;
    case Field::OffsetN:
    case Field::ShiftN:
    case Field::TableN:
      instruction.n = static_cast<std::uint32_t>(value);
      break;
    case Field::TargetN:
      instruction.n = static_cast<std::uint32_t>(instruction.address + 16 + 4 * value);
      break;
    case Field::StepN:
    case Field::HalfStepN:
      instruction.n |= static_cast<std::uint32_t>(value);
      break;
    case Field::AByColN:
      instruction.n |= value != 0 ? tile_a_by_col : 0;
      break;
    case Field::BByColN:
      instruction.n |= value != 0 ? tile_b_by_col : 0;
      break;
    case Field::LoadDescriptor:
    case Field::StoreDescriptor:
      instruction.descriptor = number;
      break;
    case Field::Size:
    case Field::ConstantSize:
      instruction.bytes = size_of(value);
      break;
    case Field::CarryOut:
    case Field::PredicateOut:
      instruction.carry_out = number;
      break;
    case Field::CarryIn:
      instruction.carry_in = number;
      break;
    case Field::Guard:
      instruction.guard = number;
      break;
    default:
      break;
  }
}

// Names the fault of a field: it may hold a value that was never seen, or that stands for another form. Empty if all is
// well.
std::string_view wrong_field(const Instruction& instruction, std::span<const Field> fields) {
  for (const Field field : fields) {
    if (field == Field::Size && instruction.bytes == 0) return "a memory access of unknown size";
    if (field == Field::ConstantSize && instruction.bytes < 4) return "a constant of unknown size";
    const bool predicate = field == Field::CarryOut || field == Field::PredicateOut;
    if (predicate && instruction.carry_out == true_predicate) return "a predicate that is always true is written";
    if (field == Field::CarryIn && instruction.carry_in == true_predicate) return "a carry that is always there";
    if (field == Field::Guard && instruction.guard == true_predicate) return "a branch that is always taken";
  }
  return {};
}

}  // namespace

std::string describe(Word word, std::uint32_t address) {
  return fmt::format("/*{:04x}*/ {:016x} {:016x}", address, word.high, word.low);
}

Result<Instruction> decode(Word word, std::uint32_t address) {
  const OpcodeForm* form = find_form(word);
  if (form == nullptr) return refusal(word, address, "not one of the known forms");
  Instruction instruction;
  instruction.form = form;
  instruction.operation = form->operation;
  instruction.address = address;
  instruction.reuse = static_cast<int>(bits_of(word, reuse_first, 3));
  if (form->operation == SassOpcode::Trap) instruction.n = address;
  if (form->operation == SassOpcode::Next) instruction.n = address + 16;
  for (const Field field : form->fields) {
    if (field == Field::None) break;
    const FieldPlace place = place_of(field);
    const std::uint64_t value = bits_of(word, place.first, place.width);
    set_input(instruction, field, value);
    set_number(instruction, field, value);
  }
  const std::string_view wrong = wrong_field(instruction, form->fields);
  if (!wrong.empty()) return refusal(word, address, wrong);
  return instruction;
}

Result<std::vector<Instruction>> decode_kernel(std::span<const std::uint8_t> code) {
  std::vector<Instruction> instructions;
  instructions.reserve(code.size() / 16);
  for (std::size_t address = 0; address + 16 <= code.size(); address += 16) {
    auto instruction = decode(word_at(code, address), static_cast<std::uint32_t>(address));
    TCVIZ_TRY(instruction);
    instructions.push_back(instruction.value());
    if (instructions.back().operation == SassOpcode::Exit) return instructions;
  }
  return unavailable("the code does not exit");
}

}  // namespace tcviz::inline gpu_sass
