#include "gpu/kernel/xray/label/launch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/label/pieces.hpp"
#include "gpu/kernel/xray/label/tensor_map.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Other names of the X-ray's formats.
constexpr std::array<std::pair<std::string_view, ElementType>, 3> other_names{{
    {"i32", ElementType::S32},
    {"i8", ElementType::S8},
    {"i4", ElementType::S4},
}};
constexpr std::int64_t most_array_bytes = std::int64_t{64} << 20;

Error not_read(std::string_view text, std::string_view why) {
  return bad_input(
      fmt::format("--arg '{}': {}. Write 'A=f16[m:64,k:128]', 'C=out f32[m:64,n:48]', a number or null.", text, why));
}

Result<ElementType> type_named(std::string_view all, std::string_view word) {
  if (const std::optional<ElementType> format = format_named(word)) return *format;
  std::vector<std::string_view> legal;
  for (const ElementType format : number_formats) legal.push_back(name_of(format));
  for (const auto& [name, format] : other_names) {
    if (name == word) return format;
    legal.push_back(name);
  }
  return not_read(all, fmt::format("'{}' is no type; types are {}", word, fmt::join(legal, ", ")));
}

Status read_dimensions(std::string_view all, std::string_view inside, XrayArray& array) {
  if (trimmed(inside).ends_with(',')) return not_read(all, "a dimension is missing after the last comma");
  while (!inside.empty()) {
    const std::string_view one = next_piece(inside);
    const std::size_t colon = one.find(':');
    const std::string_view name = trimmed(one.substr(0, colon));
    const auto size = number_in<std::int64_t>(colon == std::string_view::npos ? "" : trimmed(one.substr(colon + 1)));
    if (name.find('|') != std::string_view::npos)
      return not_read(all, "one array in two roles is not in this version: pass it as two arrays");
    if (name.empty() || !size || *size < 1) return not_read(all, fmt::format("'{}' is no dimension: write k:128", one));
    for (const ArrayDimension& other : array.dimensions)
      if (other.name == name) return not_read(all, fmt::format("the dimension {} appears twice", name));
    array.dimensions.push_back({std::string(name), *size});
  }
  if (array.dimensions.empty() || array.dimensions.size() > 5)
    return not_read(all, "an array has one to five dimensions");
  std::int64_t product = 1;
  for (const ArrayDimension& dimension : array.dimensions)
    product = dimension.size > most_array_bytes || product > most_array_bytes ? most_array_bytes + 1
                                                                              : product * dimension.size;
  return product > most_array_bytes
             ? Status(not_read(all, "the array is too large; a smaller one shows the same mistakes"))
             : Status(Nothing{});
}

// Reads :row :col @72 *0.01 behind the dimensions, in any order.
Status read_suffixes(std::string_view all, std::string_view rest, XrayArray& array) {
  while (!(rest = trimmed(rest)).empty()) {
    const char sign = rest.front();
    const std::size_t end = std::min(rest.find_first_of(":@* ", 1), rest.size());
    const std::string_view word = rest.substr(1, end - 1);
    rest.remove_prefix(end);
    if (sign == ':' && (word == "row" || word == "col")) {
      array.first_is_fastest = word == "col";
    } else if (sign == '@' && number_in<std::int64_t>(word).value_or(-1) > 0) {
      array.pitch = *number_in<std::int64_t>(word);
    } else if (const auto scale = number_in<double>(word); sign == '*' && scale && std::isfinite(*scale)) {
      array.scale = *scale;
    } else {
      return not_read(all, fmt::format("'{}{}' is not known here: :row, :col, @pitch and *scale are", sign, word));
    }
  }
  const ArrayDimension& fastest = array.first_is_fastest ? array.dimensions.front() : array.dimensions.back();
  if (array.pitch != 0 && array.pitch < fastest.size)
    return not_read(all,
                    fmt::format("a pitch of {} is less than the {} elements of a line", array.pitch, fastest.size));
  if (array.pitch > most_array_bytes || array.bytes() > most_array_bytes)
    return not_read(all, "the array is too large; a smaller one shows the same mistakes");
  return Nothing{};
}

// Checks an array several of whose elements share a byte: no byte belongs to two lines, and a kernel only reads it.
Status check_packed(std::string_view all, const XrayArray& array) {
  if (!is_packed(array.type)) return Nothing{};
  const int each = 8 / element_bits(array.type);
  if (array.role != ArrayRole::In)
    return not_read(all, fmt::format("an array of {} is an input: declare the words that the kernel stores, such as "
                                     "out u8 or out s32",
                                     name_of(array.type)));
  const ArrayDimension& fastest = array.first_is_fastest ? array.dimensions.front() : array.dimensions.back();
  const std::int64_t line = array.pitch == 0 ? fastest.size : array.pitch;
  if (fastest.size % each != 0 || line % each != 0)
    return not_read(all, fmt::format("a byte holds {} elements of {}: {} and the pitch are multiples of {}", each,
                                     name_of(array.type), fastest.name, each));
  return Nothing{};
}

Result<XrayArgument> read_array(std::string_view all) {
  XrayArgument argument;
  argument.form = XrayArgument::Form::Array;
  XrayArray& array = argument.array;
  const std::size_t equal = all.find('='), open = all.find('['), close = all.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open || equal > open)
    return not_read(all, "this is not a number and no array");
  array.name = trimmed(all.substr(0, equal));
  if (array.name.empty()) return not_read(all, "an array needs a name");
  std::string_view type = trimmed(all.substr(equal + 1, open - equal - 1));
  for (const auto& [word, role] :
       {std::pair{"inout ", ArrayRole::InOut}, std::pair{"out ", ArrayRole::Out}, std::pair{"in ", ArrayRole::In}})
    if (type.starts_with(word)) array.role = role, type = trimmed(type.substr(std::string_view(word).size()));
  const Result<ElementType> found = type_named(all, type);
  TCVIZ_TRY(found);
  array.type = found.value();
  TCVIZ_TRY(read_dimensions(all, all.substr(open + 1, close - open - 1), array));
  TCVIZ_TRY(read_suffixes(all, all.substr(close + 1), array));
  TCVIZ_TRY(check_packed(all, array));
  return argument;
}

Result<XrayArgument> read_hex(std::string_view all) {
  XrayArgument argument;
  argument.form = XrayArgument::Form::Bytes;
  if (all.size() == 4) return not_read(all, "hex: needs two digits for each byte");
  for (std::string_view rest = all.substr(4); !rest.empty(); rest.remove_prefix(2)) {
    unsigned value = 0;
    const auto [end, error] =
        std::from_chars(rest.data(), rest.data() + std::min<std::size_t>(2, rest.size()), value, 16);
    if (rest.size() < 2 || error != std::errc() || end != rest.data() + 2)
      return not_read(all, "hex: needs two digits for each byte");
    argument.bytes.push_back(static_cast<std::uint8_t>(value));
  }
  return argument;
}

std::optional<XrayArgument> read_number(std::string_view text) {
  XrayArgument argument;
  if (const auto whole = number_in<std::int64_t>(text)) {
    argument.form = XrayArgument::Form::Whole;
    argument.whole = *whole, argument.number = static_cast<double>(*whole);
    return argument;
  }
  const auto number = number_in<double>(text);
  if (!number) return std::nullopt;
  argument.form = XrayArgument::Form::Number;
  argument.number = *number;
  return argument;
}

bool has_digits_alone(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Returns the error for a side that is no number, or none that fits.
Error wrong_sides(std::string_view option, std::string_view text, std::string_view side) {
  if (has_digits_alone(side))
    return bad_input(
        fmt::format("{} {} is out of range: a grid has at most 2147483647 blocks along x and 65535 along y and z, a "
                    "block at most 1024 threads.",
                    option, text));
  return bad_input(fmt::format("{} '{}' is not one to three whole numbers, such as 16,16.", option, text));
}

}  // namespace

std::int64_t XrayArray::elements() const {
  std::int64_t lines = 1;
  for (const ArrayDimension& dimension : dimensions) lines *= dimension.size;
  const ArrayDimension& fastest = first_is_fastest ? dimensions.front() : dimensions.back();
  lines /= fastest.size;
  return pitch == 0 ? lines * fastest.size : (lines - 1) * pitch + fastest.size;
}

std::int64_t XrayArray::bytes() const { return elements() * element_bits(type) / 8; }

std::vector<std::int64_t> XrayArray::strides() const {
  std::vector<std::int64_t> strides(dimensions.size());
  std::int64_t stride = 1;
  for (std::size_t step = 0; step < dimensions.size(); ++step) {
    const std::size_t at = first_is_fastest ? step : dimensions.size() - 1 - step;
    strides[at] = stride;
    stride *= step == 0 && pitch > 0 ? pitch : dimensions[at].size;
  }
  return strides;
}

bool XrayArray::put_indices(std::int64_t place, std::vector<std::int64_t>& into) const {
  into.resize(dimensions.size());
  const auto count = static_cast<int>(dimensions.size());
  for (int step = 0; step < count; ++step) {
    const int at = first_is_fastest ? step : count - 1 - step;
    const std::int64_t size = dimensions[at].size, period = step == 0 && pitch > 0 ? pitch : size;
    const std::int64_t rest = place / period;
    into[at] = place - rest * period;
    if (into[at] >= size) return false;
    place = rest;
  }
  return true;
}

std::optional<std::vector<std::int64_t>> XrayArray::indices(std::int64_t place) const {
  std::vector<std::int64_t> found;
  return put_indices(place, found) ? std::optional(std::move(found)) : std::nullopt;
}

namespace {

// Returns the error of X=null or X=tma(...), which have no name; that of the insides comes first.
std::optional<Error> named_in_vain(std::string_view all, std::string_view value) {
  if (value.starts_with("tma("))
    if (const Result<XrayArgument> map = read_tensor_map(value); !map) return map.error();
  const auto nameless = {"tma(", "struct(", "hex:"};
  const bool is_nameless = value == "null" || std::ranges::any_of(nameless, [&](const char* beginning) {
                             return value.starts_with(beginning);
                           });
  if (!is_nameless) return std::nullopt;
  return bad_input(fmt::format("--arg '{}': only arrays and numbers have a name: write '{}'.", all, value));
}

}  // namespace

Result<XrayArgument> read_xray_argument(std::string_view text) {
  const std::string_view all = trimmed(text);
  if (all == "null") return XrayArgument();
  if (all.starts_with("hex:")) return read_hex(all);
  if (all.starts_with("tma(")) return read_tensor_map(all);
  if (auto number = read_number(all)) return *std::move(number);
  const std::size_t equal = all.find('=');
  if (equal == std::string_view::npos) return read_array(all);
  if (const auto wrong = named_in_vain(all, trimmed(all.substr(equal + 1)))) return *wrong;
  auto named = read_number(trimmed(all.substr(equal + 1)));
  if (!named) return read_array(all);
  named->name = std::string(trimmed(all.substr(0, equal)));
  if (named->name.empty()) return not_read(all, "a number needs a name before =, or no =");
  return *std::move(named);
}

Result<Dim3> read_dim3(std::string_view option, std::string_view text, int unsaid) {
  Dim3 sides{unsaid, unsaid, unsaid};
  std::size_t at = 0;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(",x"), rest.size());
    const std::string_view word = trimmed(rest.substr(0, end));
    const auto side = number_in<int>(word);
    if (at == 3) return bad_input(fmt::format("{} '{}' has more than three sides.", option, text));
    if (!side || *side < 0) return wrong_sides(option, text, word);
    if (*side == 0 && unsaid != 0)
      return bad_input(
          fmt::format("{} '{}' has a side of 0: every side is 1 or more, and x parts two of them.", option, text));
    sides[at++] = *side;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  // In a place, "0," leaves a side open; in a size, a side is missing then.
  if (unsaid != 0 && !text.empty() && (text.back() == 'x' || text.back() == ','))
    return bad_input(fmt::format("{} '{}' lacks a side after the last '{}'.", option, text, text.back()));
  if (at == 0) return bad_input(fmt::format("{} needs one to three whole numbers, such as 16,16.", option));
  return sides;
}

const XrayArray* XrayLaunch::array_named(std::string_view name) const {
  for (const XrayArgument& argument : arguments)
    if (argument.has_array() && argument.array.name == name) return &argument.array;
  return nullptr;
}

}  // namespace tcviz::inline gpu_xray
