#include "gpu/kernel/xray/label/tensor_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/kernel/xray/label/label_space.hpp"
#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/label/pieces.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::array<std::uint8_t, 8> mark = {'t', 'c', 'v', 'i', 'z', 'm', 'a', 'p'};

Error not_a_map(std::string_view text, std::string_view why) {
  return bad_input(
      fmt::format("--arg '{}': {}. Write 'tma(A,box=64x64,swizzle=128)', the innermost side first.", text, why));
}

Status read_box(std::string_view all, std::string_view sides, TensorMapWish& map) {
  if (sides.ends_with('x')) return not_a_map(all, "a side of the box is missing after the last x");
  while (!sides.empty()) {
    const std::size_t x = std::min(sides.find('x'), sides.size());
    const int side = number_in<int>(sides.substr(0, x)).value_or(0);
    if (side < 1 || side > 256) return not_a_map(all, "a side of a box is 1 to 256");
    map.box.push_back(side);
    sides.remove_prefix(std::min(x + 1, sides.size()));
  }
  return map.box.size() > 5 ? Status(not_a_map(all, "a box has at most five sides")) : Status(Nothing{});
}

Swizzle swizzle_of(int bytes) {
  for (const Swizzle swizzle : swizzles)
    if (swizzle != Swizzle::None && width_of(swizzle) == bytes) return swizzle;
  return Swizzle::None;
}

TensorView view_of(const XrayArray& array, const TensorMapWish& map) {
  TensorView view;
  for (const ArrayDimension& dimension : array.dimensions) view.sizes.push_back(dimension.size);
  if (!array.first_is_fastest) std::ranges::reverse(view.sizes);
  std::int64_t stride = 1;
  for (std::size_t at = 0; at < view.sizes.size(); ++at) {
    view.strides.push_back(stride);
    stride *= at == 0 && array.pitch > 0 ? array.pitch : view.sizes[at];
  }
  view.box = map.box;
  view.element_bytes = bytes_of(array.type);
  view.swizzle = swizzle_of(map.swizzle);
  return view;
}

}  // namespace

Result<XrayArgument> read_tensor_map(std::string_view text) {
  XrayArgument argument;
  if (!text.ends_with(')')) return not_a_map(text, ") is missing");
  std::string_view rest = text.substr(4, text.size() - 5);
  const std::string_view array = next_piece(rest);
  if (array.find('[') != std::string_view::npos) {
    Result<XrayArgument> declared = read_xray_argument(array);
    TCVIZ_TRY(declared);
    argument.array = std::move(declared).value().array;
    argument.map.array = argument.array.name;
  } else {
    argument.map.array = array;
  }
  argument.form = XrayArgument::Form::TensorMap;
  if (rest.ends_with(',')) return not_a_map(text, "nothing follows the last comma");
  while (!rest.empty()) {
    const std::string_view one = next_piece(rest);
    if (one.starts_with("box=")) {
      TCVIZ_TRY(read_box(text, one.substr(4), argument.map));
    } else if (one.starts_with("swizzle=")) {
      argument.map.swizzle = number_in<int>(one.substr(8)).value_or(-1);
      if (argument.map.swizzle != 0 && swizzle_of(argument.map.swizzle) == Swizzle::None)
        return not_a_map(text, "swizzle is 0, 32, 64 or 128");
    } else {
      return not_a_map(text, fmt::format("'{}' is not known in tma()", one));
    }
  }
  if (argument.map.array.empty() || argument.map.box.empty()) return not_a_map(text, "it needs an array and a box");
  return argument;
}

Status check_tensor_map(const XrayArgument& argument, const XrayLaunch& launch) {
  const TensorMapWish& map = argument.map;
  const XrayArray* const array = launch.array_named(map.array);
  if (array == nullptr)
    return bad_input(
        fmt::format("tma({0}): there is no array {0}; an argument declares it, or the map itself does: "
                    "'tma({0}=f16[m:64,k:128],box=64x64)'.",
                    map.array));
  if (is_packed(array->type))
    return bad_input(
        fmt::format("tma({}): tensor maps of {} are not in this version.", map.array, name_of(array->type)));
  if (array->dimensions.size() != map.box.size())
    return bad_input(fmt::format("tma({}): the array has {} dimensions and the box has {} sides.", map.array,
                                 array->dimensions.size(), map.box.size()));
  const TensorView view = view_of(*array, map);
  TmaBox box = view.box_at(0);
  box.planes = 1;  // every side was checked when it was read
  TCVIZ_TRY(check_box(box));
  for (std::size_t at = 1; at < view.strides.size(); ++at)
    if (view.strides[at] * view.element_bytes % 16 != 0)
      return bad_input(fmt::format("tma({}): lines are {} bytes apart: the driver wants a multiple of 16.", map.array,
                                   view.strides[at] * view.element_bytes));
  return Nothing{};
}

std::vector<std::uint8_t> bytes_of_tensor_map(std::size_t number) {
  std::vector<std::uint8_t> bytes(tensor_map_bytes);
  std::ranges::copy(mark, bytes.begin());
  for (std::size_t at = 0; at < 8; ++at) bytes[8 + at] = static_cast<std::uint8_t>(number >> (8 * at));
  return bytes;
}

std::optional<std::size_t> tensor_map_of(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < 16 || !std::ranges::equal(bytes.first(8), mark)) return std::nullopt;
  return word_of(bytes.data() + 8, 8);
}

TmaBox TensorView::box_at(std::uint64_t start) const {
  TmaBox made;
  made.swizzle = swizzle;
  made.inner = box[0] * element_bytes;
  if (box.size() > 1) made.rows = box[1];
  for (std::size_t at = 2; at < box.size(); ++at) made.planes *= box[at];
  made.start = static_cast<std::int64_t>(start);
  return made;
}

std::int64_t TensorView::box_bytes() const {
  std::int64_t bytes = element_bytes;
  for (const int side : box) bytes *= side;
  return bytes;
}

std::optional<std::uint64_t> TensorView::place(std::span<const std::int64_t> corner,
                                               std::span<const int> inside) const {
  std::int64_t place = 0;
  for (std::size_t at = 0; at < sizes.size(); ++at) {
    const std::int64_t index = corner[at] + inside[at];
    if (index < 0 || index >= sizes[at]) return std::nullopt;
    place += index * strides[at];
  }
  return static_cast<std::uint64_t>(place) * static_cast<std::uint64_t>(element_bytes);
}

TensorView tensor_view(const TensorMapWish& map, const XrayLaunch& launch, XrayMemory& memory) {
  TensorView view = view_of(*launch.array_named(map.array), map);
  for (const auto& region : memory.regions())
    if (region->array >= 0 && region->name == map.array) view.region = region.get();
  return view;
}

}  // namespace tcviz::inline gpu_xray
