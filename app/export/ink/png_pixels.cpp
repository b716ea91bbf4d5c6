#include <fmt/format.h>
#include <png.h>

#include "app/export/ink/png_text.hpp"

namespace tcviz::inline app_export {

PngSides png_sides(std::string_view png) {
  constexpr std::size_t width_at = 16, height_at = 20;
  const auto number_at = [&](std::size_t at) {
    return at + 4 <= png.size() ? png_get_uint_32(reinterpret_cast<png_const_bytep>(png.data() + at)) : 0u;
  };
  return {number_at(width_at), number_at(height_at)};
}

Result<std::vector<std::uint8_t>> png_pixels(std::string_view png, PngSides sides) {
  if (const PngSides there = png_sides(png); there != sides)
    return negative(
        fmt::format("it has {}x{} pixels, not {}x{}", there.width, there.height, sides.width, sides.height));
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  const auto damaged = [&] { return bad_input(fmt::format("the PNG is damaged: {}", image.message)); };
  if (png_image_begin_read_from_memory(&image, png.data(), png.size()) == 0) return damaged();
  image.format = PNG_FORMAT_RGBA;
  std::vector<std::uint8_t> rgba(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, rgba.data(), 0, nullptr) == 0) return damaged();
  return rgba;
}

}  // namespace tcviz::inline app_export
