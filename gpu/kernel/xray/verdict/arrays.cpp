#include "gpu/kernel/xray/verdict/arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "gpu/kernel/ptx/kernel_name.hpp"
#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/label/packed_bits.hpp"
#include "gpu/kernel/xray/label/tensor_map.hpp"
#include "gpu/kernel/xray/verdict/struct_argument.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::uint64_t guard = 1 << 20;

// Returns a number that is never zero, small, and exact in every format.
double tame(std::int64_t place, int array, const XrayArray& of) {
  std::uint64_t hash = static_cast<std::uint64_t>(place) * 0x9E3779B97F4A7C15ULL +
                       static_cast<std::uint64_t>(array) * 0xD1B54A32D192ED03ULL;
  hash ^= hash >> 29;
  hash *= 0xBF58476D1CE4E5B9ULL;
  hash ^= hash >> 32;
  const double size = 1 + static_cast<double>(hash % 8);
  if (of.type == ElementType::B1) return (hash & 256) != 0 ? of.scale : 0;
  const bool has_sign = of.type != ElementType::U8 && of.type != ElementType::U4;
  const double number = !has_sign || (hash & 256) != 0 ? size : -size;
  return (is_whole(of.type) ? number : number / 8) * of.scale;
}

// The shape of the elements of an array, and the numbers of its dimensions.
struct ElementShape {
  LabelShape shape;
  std::vector<int> dimensions;
};

// Fills an array several of whose elements share a byte.
void fill_packed(MemoryRegion& region, const XrayArray& array, int number, LabelSpace& labels, const ElementShape& of) {
  const int bits = element_bits(array.type), each = 8 / bits;
  const int along = array.first_is_fastest ? of.dimensions.front() : of.dimensions.back();
  region.elements.assign(region.bytes.size(), LabelSpace::make(unset_shape, 0));
  std::vector<std::int64_t> indices;
  for (std::int64_t place = 0, all = array.elements(); place < all; ++place) {
    put_bits(region.bytes, static_cast<std::size_t>(place * bits), bits,
             encode(array.type, tame(place, number, array)));
    if (place % each != 0 || !array.put_indices(place, indices)) continue;
    std::uint64_t at = 0;
    for (std::size_t d = 0; d < of.dimensions.size(); ++d) at |= labels.placed(indices[d], of.dimensions[d]);
    region.elements[static_cast<std::size_t>(place / each)] = label_of_packed(labels, of.shape, along, at);
  }
}

void fill_input(MemoryRegion& region, const XrayArray& array, int number, LabelSpace& labels) {
  LabelShape shape;
  shape.format = array.type;
  shape.bytes = static_cast<std::uint8_t>(bytes_of(array.type));
  shape.arrays = static_cast<std::uint16_t>(1U << number);
  std::vector<int> dimensions;
  for (const ArrayDimension& dimension : array.dimensions) {
    dimensions.push_back(dimension_number(labels, dimension.name));
    shape.dimensions[dimensions.back()].state = DimensionState::Point;
    labels.arrays_along[dimensions.back()] |= shape.arrays;
  }
  if (is_packed(array.type)) return fill_packed(region, array, number, labels, {shape, dimensions});
  const std::uint32_t shape_number = labels.intern(shape);
  // Zeros that a kernel adds to are no part of the sum.
  const bool begins_as_zeros = array.role == ArrayRole::InOut && array.scale == 0;
  region.elements.assign(static_cast<std::size_t>(array.elements()), 0);
  std::vector<std::int64_t> indices;
  for (std::int64_t place = 0, all = array.elements(); place < all; ++place) {
    const std::uint64_t bits = encode(array.type, tame(place, number, array));
    for (int byte = 0; byte < region.element_bytes; ++byte)
      region.bytes[place * region.element_bytes + byte] = static_cast<std::uint8_t>(bits >> (8 * byte));
    const bool is_element = array.put_indices(place, indices);
    if (is_element && begins_as_zeros) continue;
    if (!is_element) {  // a gap, which no thread may use
      region.elements[place] = LabelSpace::make(unset_shape, 0);
      continue;
    }
    std::uint64_t at = 0;
    for (std::size_t d = 0; d < dimensions.size(); ++d) at |= labels.placed(indices[d], dimensions[d]);
    region.elements[place] = LabelSpace::make(shape_number, at);
  }
}

std::uint64_t place_array(const XrayArray& array, int number, std::uint64_t& next, LabelSpace& labels,
                          XrayMemory& memory) {
  MemoryRegion& region = memory.add(array.name, next, static_cast<std::size_t>(array.bytes()));
  region.array = number;
  region.element_bytes = bytes_of(array.type);
  if (array.role == ArrayRole::Out)
    region.unset = true;
  else
    fill_input(region, array, number, labels);
  next += (static_cast<std::uint64_t>(array.bytes()) + 2 * guard) / guard * guard;
  return region.base;
}

// Places a tensor map behind a pointer; returns its address.
std::uint64_t place_map(std::size_t argument, std::uint64_t& next, XrayMemory& memory) {
  MemoryRegion& region = memory.add("a tensor map", next, tensor_map_bytes);
  std::ranges::copy(bytes_of_tensor_map(argument), region.bytes.begin());
  next += 2 * guard;
  return region.base;
}

// Returns the format in which a number is passed; none: as a whole one.
std::optional<ElementType> format_passed(const XrayArgument& argument, const PtxVariable& param) {
  if (param.type == ".f32") return ElementType::F32;
  if (param.type == ".f64") return ElementType::F64;
  if (argument.form != XrayArgument::Form::Number) return std::nullopt;
  if (param.bytes == 2) return ElementType::F16;  // a __half comes as two bytes of no type
  return param.bytes == 8 ? ElementType::F64 : ElementType::F32;
}

std::uint64_t bits_of_argument(const XrayArgument& argument, const PtxVariable& param) {
  const std::optional<ElementType> format = format_passed(argument, param);
  return format ? encode(*format, argument.number) : static_cast<std::uint64_t>(argument.whole);
}

Status write_parameter(const PtxVariable& param, std::uint64_t offset, const XrayArgument& argument, std::size_t number,
                       std::uint64_t address, MemoryRegion& region) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(param.bytes));
  std::uint64_t bits = 0;
  if (argument.form == XrayArgument::Form::TensorMap && param.bytes != 8) {
    if (param.bytes != tensor_map_bytes)
      return bad_input(fmt::format("tma(): the parameter {} has {} bytes, and a CUtensorMap has {}.", param.name,
                                   param.bytes, tensor_map_bytes));
    bytes = bytes_of_tensor_map(number);
  } else if (argument.form == XrayArgument::Form::Bytes) {
    if (argument.bytes.size() > bytes.size())
      return bad_input(
          fmt::format("hex: has {} bytes; the parameter {} has {}.", argument.bytes.size(), param.name, bytes.size()));
    std::ranges::copy(argument.bytes, bytes.begin());
  } else {
    if (argument.form == XrayArgument::Form::Array || argument.form == XrayArgument::Form::TensorMap) {
      if (param.bytes != 8)
        return bad_input(
            fmt::format("{0} is an array, but the parameter {1} has {2} bytes and is no pointer: of a "
                        "structure, write all fields, 'struct({0}=..., i32:64)'.",
                        argument.array.name, param.name, param.bytes));
      bits = address;
    } else {
      bits = bits_of_argument(argument, param);
    }
    for (std::size_t byte = 0; byte < std::min<std::size_t>(8, bytes.size()); ++byte)
      bytes[byte] = static_cast<std::uint8_t>(bits >> (8 * byte));
  }
  std::ranges::copy(bytes, region.bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  return Nothing{};
}

void place_variables(const XrayProgram& program, XrayMemory& memory) {
  if (program.const_bytes == 0) return;
  MemoryRegion& region = memory.add("variables of the module", const_window_base, program.const_bytes);
  for (const PlacedVariable& placed : program.variables) {
    const PtxSpace space = placed.variable.space;
    if (space != PtxSpace::Global && space != PtxSpace::Const) continue;
    std::ranges::copy(placed.variable.initial, region.bytes.begin() + static_cast<std::ptrdiff_t>(placed.address));
  }
}

PassedScalar passed_scalar(const XrayArgument& argument, const PtxVariable& param) {
  if (argument.form != XrayArgument::Form::Whole && argument.form != XrayArgument::Form::Number) return {};
  const std::optional<ElementType> format = format_passed(argument, param);
  if (!format) return {static_cast<double>(argument.whole), false};
  return {from_bits(*format, encode(*format, argument.number)), true};
}

// Returns the first array with this dimension.
const XrayArray& array_with(const XrayLaunch& launch, const std::string& dimension) {
  const auto has = [&](const XrayArgument& argument) {
    return argument.has_array() && std::ranges::find(argument.array.dimensions, dimension, &ArrayDimension::name) !=
                                       argument.array.dimensions.end();
  };
  return std::ranges::find_if(launch.arguments, has)->array;
}

// Returns "alpha", or "number 3" for a parameter that a compiler has named gemm_param_2.
std::string name_of_parameter(const PtxFunction& function, std::size_t at) {
  const std::string_view name = function.params[at].name;
  return name.ends_with(fmt::format("_param_{}", at)) ? fmt::format("number {}", at + 1) : std::string(name);
}

// Names the parameters that have no argument.
Error arguments_missing(const PtxFunction& function, std::size_t given) {
  std::vector<std::string> missing;
  for (std::size_t at = given; at < function.params.size(); ++at) missing.push_back(name_of_parameter(function, at));
  return bad_input(
      fmt::format("{} has {} parameters and {} argument{} given: there is none for {}. Give each parameter one, in "
                  "their order; null is no pointer.",
                  short_name(function.name), function.params.size(), given, given == 1 ? " is" : "s are",
                  fmt::join(missing, ", ")));
}

// Names the parameters where there are more arguments.
Error arguments_beyond(const PtxFunction& function, std::size_t given) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < function.params.size(); ++at) names.push_back(name_of_parameter(function, at));
  const std::string which = names.empty() ? "" : fmt::format(" ({})", fmt::join(names, ", "));
  const std::size_t beyond = given - names.size();
  return bad_input(fmt::format("{} has {} parameter{}{} and {} argument{} given: leave out {}.",
                               short_name(function.name), names.size(), names.size() == 1 ? "" : "s", which, given,
                               given == 1 ? " is" : "s are",
                               beyond == 1 ? std::string("the last") : fmt::format("the last {}", beyond)));
}

}  // namespace

std::vector<PassedScalar> passed_scalars(const XrayProgram& program, const XrayLaunch& launch) {
  std::vector<PassedScalar> found;
  const std::vector<std::size_t> numbers = parameter_numbers(launch.arguments);
  for (std::size_t at = 0; at < launch.arguments.size(); ++at)
    found.push_back(
        passed_scalar(launch.arguments[at], field_of(program.function->params[numbers[at]], launch.arguments[at])));
  return found;
}

int dimension_number(const LabelSpace& labels, const std::string& name) {
  const auto& all = labels.dimensions();
  return static_cast<int>(std::ranges::find(all, name, &NamedDimension::name) - all.begin());
}

Result<std::vector<NamedDimension>> dimensions_of(const XrayLaunch& launch) {
  std::vector<NamedDimension> found;
  std::vector<int> in_outputs;
  int outputs = 0;
  for (const XrayArgument& argument : launch.arguments) {
    if (!argument.has_array()) continue;
    const bool is_output = argument.array.role != ArrayRole::In;
    outputs += is_output ? 1 : 0;
    for (const ArrayDimension& dimension : argument.array.dimensions) {
      auto same = std::ranges::find(found, dimension.name, &NamedDimension::name);
      if (same == found.end()) {
        found.push_back({dimension.name, dimension.size});
        in_outputs.push_back(0);
        same = found.end() - 1;
      }
      if (same->size != dimension.size)
        return bad_input(fmt::format("dimension {} has {} indices in {} and {} in {}: one name, one size.",
                                     dimension.name, same->size, array_with(launch, dimension.name).name,
                                     dimension.size, argument.array.name));
      in_outputs[same - found.begin()] += is_output ? 1 : 0;
    }
  }
  for (std::size_t at = 0; at < found.size(); ++at)
    found[at].in_every_output = outputs > 0 && in_outputs[at] == outputs;
  return found;
}

Status place_arguments(const XrayProgram& program, const XrayLaunch& launch, LabelSpace& labels, XrayMemory& memory,
                       std::vector<std::string>& notes) {
  const auto& params = program.function->params;
  const std::vector<std::size_t> numbers = parameter_numbers(launch.arguments);
  const std::size_t given = numbers.back();
  if (given > params.size()) return arguments_beyond(*program.function, given);
  if (given < params.size()) return arguments_missing(*program.function, given);
  MemoryRegion& region = memory.add("the parameters", param_window_base, program.param_bytes);
  std::uint64_t next = global_window_base;
  int number = 0;
  for (std::size_t at = 0; at < launch.arguments.size(); ++at) {
    const XrayArgument& argument = launch.arguments[at];
    std::uint64_t address = 0;
    if (argument.has_array()) {
      constexpr int most_arrays = 16;
      if (number == most_arrays)
        return bad_input(fmt::format("more than {} arrays are not in this version.", most_arrays));
      labels.array_names.push_back(argument.array.name);
      address = place_array(argument.array, number++, next, labels, memory);
    }
    const PtxVariable& parameter = params[numbers[at]];
    const PtxVariable field = field_of(parameter, argument);
    const std::int64_t inside = argument.in_struct ? argument.in_struct->offset : 0;
    if (inside + field.bytes > parameter.bytes)
      return bad_input(fmt::format("struct(): its fields take {} bytes; the parameter {} has {}.", inside + field.bytes,
                                   parameter.name, parameter.bytes));
    if (argument.form == XrayArgument::Form::TensorMap && field.bytes == 8) address = place_map(at, next, memory);
    TCVIZ_TRY(write_parameter(field, program.param_offsets[numbers[at]] + static_cast<std::uint64_t>(inside), argument,
                              at, address, region));
  }
  for (const XrayArgument& argument : launch.arguments)
    if (argument.form == XrayArgument::Form::TensorMap) TCVIZ_TRY(check_tensor_map(argument, launch));
  place_variables(program, memory);
  const auto& dimensions = labels.dimensions();
  for (std::size_t a = 0; a < dimensions.size(); ++a)
    for (std::size_t b = a + 1; b < dimensions.size(); ++b)
      if (dimensions[a].size == dimensions[b].size)
        notes.push_back(fmt::format("{} and {} have the same size: different sizes show more mistakes",
                                    dimensions[a].name, dimensions[b].name));
  return Nothing{};
}

}  // namespace tcviz::inline gpu_xray
