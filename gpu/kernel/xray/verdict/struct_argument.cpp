#include "gpu/kernel/xray/verdict/struct_argument.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/kernel/xray/label/pieces.hpp"
#include "gpu/kernel/xray/label/tensor_map.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::string_view opening = "struct(";
constexpr std::int64_t most_padding = 4096;

// The types of numbers in a structure, with their bytes and their names in PTX.
struct FieldType {
  std::string_view name, ptx;
  std::int64_t bytes;
};
constexpr auto field_types = std::to_array<FieldType>({{"i8", ".u8", 1},
                                                       {"i16", ".u16", 2},
                                                       {"i32", ".u32", 4},
                                                       {"i64", ".u64", 8},
                                                       {"f16", ".b8", 2},
                                                       {"f32", ".f32", 4},
                                                       {"f64", ".f64", 8}});

Error not_a_struct(std::string_view text, std::string_view why) {
  return bad_input(fmt::format(
      "--arg '{}': {}. Write the fields in their order, 'struct(A=f16[m:64,k:128], i64:64, alpha=f32:0.5)'; "
      "pad:4 is four bytes that nobody reads.",
      text, why));
}

// Returns the row of the type in front of the colon of "i64:64" or "alpha=f32:0.5"; null: there is none.
const FieldType* type_of(std::string_view field) {
  const std::size_t equal = field.find('='), begin = equal == std::string_view::npos ? 0 : equal + 1;
  const std::string_view type = trimmed(field.substr(begin, std::min(field.find(':', begin), field.size()) - begin));
  const auto found = std::ranges::find(field_types, type, &FieldType::name);
  return found == field_types.end() || field.find(':') == std::string_view::npos ? nullptr : &*found;
}

// Returns the field without its type: "alpha=0.5" of "alpha=f32:0.5".
std::string without_type(std::string_view field) {
  const std::size_t equal = field.find('='), begin = equal == std::string_view::npos ? 0 : equal + 1;
  return std::string(field.substr(0, begin)) + std::string(trimmed(field.substr(field.find(':', begin) + 1)));
}

struct ReadField {
  XrayArgument argument;
  std::int64_t align = 1;
};

Result<ReadField> read_field(std::string_view all, std::string_view field) {
  ReadField read;
  StructPlace place;
  if (field.starts_with("pad:")) {
    const auto bytes = number_in<std::int64_t>(trimmed(field.substr(4)));
    if (!bytes || *bytes < 1 || *bytes > most_padding) return not_a_struct(all, "pad: needs a number of bytes");
    read.argument.form = XrayArgument::Form::Bytes;
    read.argument.bytes.assign(static_cast<std::size_t>(*bytes), 0);
    place.bytes = *bytes;
    read.argument.in_struct = place;
    return read;
  }
  const FieldType* const type = type_of(field);
  Result<XrayArgument> argument = read_xray_argument(type != nullptr ? without_type(field) : std::string(field));
  TCVIZ_TRY(argument);
  read.argument = std::move(argument).value();
  using Form = XrayArgument::Form;
  const Form form = read.argument.form;
  const bool is_typed_array = form == Form::Array && read.argument.array.name.find(':') != std::string::npos;
  if (is_typed_array || (type != nullptr && form != Form::Whole && form != Form::Number))
    return not_a_struct(all, fmt::format("'{}' is no number", field));
  if (type != nullptr) {
    place.type = type->ptx, place.bytes = type->bytes;
  } else if (form == Form::Bytes) {
    place.type = ".b8", place.bytes = static_cast<std::int64_t>(read.argument.bytes.size());
  } else if (form == Form::TensorMap) {
    place.type = ".b8", place.bytes = tensor_map_bytes;
  } else if (form == Form::Whole || form == Form::Number) {
    place.type = form == Form::Whole ? ".u32" : ".f32", place.bytes = 4;
  } else {
    place.type = ".u64", place.bytes = 8;
  }
  read.align = form == Form::Bytes ? 1 : form == Form::TensorMap ? 64 : place.bytes;
  read.argument.in_struct = place;
  return read;
}

}  // namespace

Result<std::vector<XrayArgument>> read_whole_argument(std::string_view text) {
  const std::string_view all = trimmed(text);
  if (!all.starts_with(opening)) {
    Result<XrayArgument> one = read_xray_argument(all);
    TCVIZ_TRY(one);
    std::vector<XrayArgument> alone;
    alone.push_back(std::move(one).value());
    return alone;
  }
  if (!all.ends_with(')')) return not_a_struct(all, ") is missing");
  std::string_view rest = all.substr(opening.size(), all.size() - opening.size() - 1);
  if (trimmed(rest).empty()) return not_a_struct(all, "it has no field");
  if (trimmed(rest).ends_with(',')) return not_a_struct(all, "nothing follows the last comma");
  std::vector<XrayArgument> fields;
  std::int64_t end = 0;
  while (!rest.empty()) {
    Result<ReadField> read = read_field(all, next_piece(rest));
    TCVIZ_TRY(read);
    StructPlace& place = *read.value().argument.in_struct;
    place.is_first = fields.empty();
    place.offset = (end + read.value().align - 1) / read.value().align * read.value().align;
    end = place.offset + place.bytes;
    fields.push_back(std::move(read.value().argument));
  }
  return fields;
}

std::vector<std::size_t> parameter_numbers(const std::vector<XrayArgument>& arguments) {
  std::vector<std::size_t> numbers;
  std::size_t next = 0;
  for (const XrayArgument& argument : arguments) {
    const bool begins = !argument.in_struct || argument.in_struct->is_first;
    if (begins) ++next;
    numbers.push_back(next - 1);
  }
  numbers.push_back(next);
  return numbers;
}

PtxVariable field_of(const PtxVariable& parameter, const XrayArgument& argument) {
  PtxVariable field = parameter;
  if (argument.in_struct) field.type = argument.in_struct->type, field.bytes = argument.in_struct->bytes;
  return field;
}

}  // namespace tcviz::inline gpu_xray
