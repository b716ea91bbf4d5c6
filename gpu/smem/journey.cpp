#include "gpu/smem/journey.hpp"

#include <fmt/format.h>

#include "gpu/smem/journey_route.hpp"

namespace tcviz::inline gpu_smem {
namespace {

Status check_sizes(const ProductSizes& sizes) {
  const std::pair<std::string_view, std::int64_t> all[] = {{"m", sizes.m}, {"n", sizes.n}, {"k", sizes.k}};
  for (const auto& [name, size] : all) {
    if (size < 1 || size > largest_product_side)
      return bad_input(fmt::format("{} = {} is out of range: it goes from 1 to {}.", name, size, largest_product_side));
    if (name != "m" && size % 8 != 0)
      return bad_input(
          fmt::format("{} = {}: rows are copied 16 bytes at a time here, so {} is a multiple of 8.", name, size, name));
  }
  return Nothing{};
}

Status check_element(const JourneyElement& element, const ProductSizes& sizes) {
  const auto [rows, cols] = matrix_sizes(sizes, element.matrix);
  if (element.row >= 0 && element.row < rows && element.col >= 0 && element.col < cols) return Nothing{};
  return bad_input(fmt::format("{} lies outside {}, which is {} x {}.", spell(element), element.matrix, rows, cols));
}

}  // namespace

std::pair<std::int64_t, std::int64_t> matrix_sizes(const ProductSizes& sizes, char matrix) {
  return {matrix == 'B' ? sizes.k : sizes.m, matrix == 'A' ? sizes.k : sizes.n};
}

Result<Slot> slot_in(const JourneyRoute& route, std::string_view kind, int row, int col) {
  const Result<Layout> layout = route.layout_of(kind);
  TCVIZ_TRY(layout);
  if (row >= layout.value().rows() || col >= layout.value().cols())
    return unavailable(fmt::format("{} has no element ({}, {}) here.", kind, row, col));
  return layout.value().owners({row, col}).front();
}

HopView layout_view(std::string_view kind, int row, int col) {
  HopView view;
  view.type = HopView::Type::Layout;
  view.id = kind;
  view.row = row;
  view.col = col;
  return view;
}

HopView image_view(const OperandImage& image, int row, int col) {
  HopView view;
  view.type = HopView::Type::Image;
  view.id = spell(ImageId{image.swizzle, image.major, image.element_bits});
  view.row = row;
  view.col = col;
  view.image = image;
  return view;
}

std::int64_t stage_bytes(const JourneyPreset& preset) {
  return std::int64_t{preset.block_m + preset.block_n} * preset.block_k * operand_bytes;
}

Result<Journey> make_journey(const JourneyPreset& preset, const JourneyElement& element, const ProductSizes& sizes,
                             const LayoutOf& layout_of) {
  TCVIZ_TRY(check_sizes(sizes));
  TCVIZ_TRY(check_element(element, sizes));
  JourneyRoute route{preset, layout_of, {std::string(preset.name), element, sizes, {}, {}}};
  if (element.matrix != 'C') {
    start_operand(route);
    TCVIZ_TRY(add_copy(route));
    const bool registers = preset.a_in_registers && (route.is_a || !preset.warpgroup);
    TCVIZ_TRY(registers ? add_ldmatrix(route) : add_descriptor(route));
  }
  TCVIZ_TRY(add_product(route));
  TCVIZ_TRY(add_result(route));
  return std::move(route.journey);
}

}  // namespace tcviz::inline gpu_smem
