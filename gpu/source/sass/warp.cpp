#include "gpu/source/sass/warp.hpp"

namespace tcviz::inline gpu_sass {
namespace {

constexpr std::uint32_t driver_constant = 0xc0de0000;
constexpr Objection undefined = "reads a register that was never written";
constexpr int zero_uniform = 63;

Lanes all(std::uint32_t value) {
  Lanes values;
  values.fill(value);
  return values;
}

}  // namespace

Warp::Warp(const KernelCode& kernel, WarpMemory& memory, std::span<const std::uint64_t> parameters,
           std::span<const Tile> tiles)
    : memory_(memory),
      parameter_offset_(static_cast<std::uint32_t>(kernel.parameter_offset)),
      parameters_(parameters),
      tiles_(tiles) {}

Objection Warp::read(const CodeInput& input, Lanes& values) const {
  std::uint32_t value = 0;
  Objection problem;
  switch (input.type) {
    case CodeInput::Type::Register:
      if (input.value == zero_register) break;
      if (!defined_[input.value]) return undefined;
      values = registers_[input.value];
      return {};
    case CodeInput::Type::Uniform:
      problem = read_uniform(static_cast<int>(input.value), value);
      break;
    case CodeInput::Type::Constant:
      problem = read_constant(input.value, value);
      break;
    case CodeInput::Type::Immediate:
      value = input.value;
      break;
    case CodeInput::Type::None:
      break;
  }
  values = all(value);
  return problem;
}

Objection Warp::read_high(const CodeInput& input, Lanes& values) const {
  const bool number = input.type == CodeInput::Type::Immediate || input.type == CodeInput::Type::None;
  const bool zero = input.type == CodeInput::Type::Register && input.value == zero_register;
  if (number && input.value >> 31 != 0) return "a 64-bit number whose sign was not seen";
  if (number || zero) {
    values = all(0);
    return {};
  }
  const std::uint32_t step = input.type == CodeInput::Type::Constant ? 4 : 1;
  if (input.value % (2 * step) != 0) return "a 64-bit value that is not aligned";
  return read({input.type, input.value + step}, values);
}

Objection Warp::write(int index, const Lanes& values) {
  if (index < 0 || index > zero_register) return "writes a register that does not exist";
  if (index == zero_register) return {};
  registers_[static_cast<std::size_t>(index)] = values;
  defined_.set(static_cast<std::size_t>(index));
  return {};
}

Objection Warp::read_uniform(int index, std::uint32_t& value) const {
  value = 0;
  if (index == zero_uniform) return {};
  if (index < 0 || index > zero_uniform || !uniform_defined_[static_cast<std::size_t>(index)]) return undefined;
  value = uniform_[static_cast<std::size_t>(index)];
  return {};
}

Objection Warp::write_uniform(int index, std::uint32_t value) {
  if (index < 0 || index >= zero_uniform) return "writes a uniform register that does not exist";
  uniform_[static_cast<std::size_t>(index)] = value;
  uniform_defined_.set(static_cast<std::size_t>(index));
  return {};
}

Objection Warp::read_predicate(int index, std::uint32_t& lane_bits) const {
  lane_bits = predicates_[static_cast<std::size_t>(index)];
  return predicate_defined_[static_cast<std::size_t>(index)] ? Objection() : undefined;
}

void Warp::write_predicate(int index, std::uint32_t lane_bits) {
  predicates_[static_cast<std::size_t>(index)] = lane_bits;
  predicate_defined_.set(static_cast<std::size_t>(index));
}

Objection Warp::read_constant(std::uint32_t offset, std::uint32_t& value) const {
  if (offset % 4 != 0) return "reads a constant that is not aligned";
  if (offset < parameter_offset_) {
    value = driver_constant | offset;
    return {};
  }
  const std::uint32_t word = (offset - parameter_offset_) / 4;
  if (word / 2 >= parameters_.size()) return "reads a constant beyond the parameters";
  value = static_cast<std::uint32_t>(parameters_[word / 2] >> 32 * (word % 2));
  return {};
}

Objection Warp::check_descriptor(int index) {
  std::uint32_t low = 0, high = 0;
  if (index % 2 != 0) return "a memory descriptor that is not aligned";
  for (const Objection problem : {read_uniform(index, low), read_uniform(index + 1, high)}) {
    if (!problem.empty()) return problem;
  }
  const bool whole = low >> 16 == driver_constant >> 16 && low % 8 == 0 && high == low + 4;
  if (!whole || (descriptor_ && *descriptor_ != low)) return "a memory descriptor that is not the driver's";
  descriptor_ = low;
  return {};
}

}  // namespace tcviz::inline gpu_sass
