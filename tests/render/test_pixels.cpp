// PNG bytes, read back by cairo.
#include <cairo.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string_view>

#include "app/render/pixels.hpp"

namespace tcviz {
namespace {

cairo_status_t take(void* closure, unsigned char* data, unsigned length) {
  auto& rest = *static_cast<std::string_view*>(closure);
  if (rest.size() < length) return CAIRO_STATUS_READ_ERROR;
  std::memcpy(data, rest.data(), length);
  rest.remove_prefix(length);
  return CAIRO_STATUS_SUCCESS;
}

TEST(Png, KeepsEveryPixel) {
  constexpr int width = 37, height = 11;
  Pixels pixels{width, height, {}};
  for (int k = 0; k < width * height; ++k) {
    for (const int value : {k * 7, k * 13 + 5, 255 - k, k % 3 == 0 ? 255 : k})
      pixels.rgba.push_back(static_cast<std::uint8_t>(value));
  }
  const Result<std::string> png = encode_png(pixels);
  ASSERT_TRUE(png.ok()) << png.error().message;
  std::string_view rest = png.value();
  cairo_surface_t* surface = cairo_image_surface_create_from_png_stream(take, &rest);
  ASSERT_EQ(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
  ASSERT_EQ(cairo_image_surface_get_width(surface), width);
  ASSERT_EQ(cairo_image_surface_get_height(surface), height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      std::uint32_t word = 0;
      std::memcpy(&word, cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface) + x * 4,
                  4);
      const Color c = pixels.at(x, y);
      EXPECT_EQ(word & 0xFFFFFF, static_cast<std::uint32_t>(c.r << 16 | c.g << 8 | c.b)) << x << ' ' << y;
    }
  }
  cairo_surface_destroy(surface);
}

TEST(Png, ImpossibleSizesAreRefused) {
  const Result<std::string> png = encode_png({-1, 5, {}});
  ASSERT_FALSE(png.ok());
  EXPECT_EQ(png.error().fault, Fault::BadInput);
}

}  // namespace
}  // namespace tcviz
