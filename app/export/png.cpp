// Scene -> PNG bytes: drawn by cairo, written by libpng with what the figure carries.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/export/cairo_scene.hpp"
#include "app/export/carried.hpp"
#include "app/export/png_text.hpp"
#include "app/export/writers.hpp"

namespace tcviz {
namespace {

constexpr double most_pixels_a_side = 20000, most_pixels = 200e6;

Status check_size(const Scene& scene, double scale) {
  const double w = scene.width, h = scene.height;
  if (w * scale <= most_pixels_a_side && h * scale <= most_pixels_a_side && w * h * scale * scale <= most_pixels) {
    return Nothing{};
  }
  const double fits =
      std::floor(100 * std::min(most_pixels_a_side / std::max(w, h), std::sqrt(most_pixels / (w * h)))) / 100;
  const std::string advice = fits >= smallest_scale ? fmt::format("scale {} fits; or use --format svg", fits)
                                                    : std::string("use --format svg");
  return bad_input(fmt::format("a PNG of {:.0f}x{:.0f} pixels is too large: {}", w * scale, h * scale, advice));
}

std::uint8_t unmultiplied(std::uint32_t channel, std::uint32_t alpha) {
  if (alpha == 0 || alpha == 255) return static_cast<std::uint8_t>(channel);
  return static_cast<std::uint8_t>(std::min(255u, (channel * 255 + alpha / 2) / alpha));
}

// cairo's premultiplied 32-bit words, in the machine's byte order -> bytes r, g, b, a.
std::vector<std::uint8_t> rgba_of(cairo_surface_t* surface) {
  const int width = cairo_image_surface_get_width(surface), height = cairo_image_surface_get_height(surface);
  const unsigned char* data = cairo_image_surface_get_data(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  std::vector<std::uint8_t> rgba;
  rgba.reserve(std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (int y = 0; y < height; ++y) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(data + static_cast<std::ptrdiff_t>(y) * stride);
    for (int x = 0; x < width; ++x) {
      const std::uint32_t p = row[x], a = p >> 24;
      for (const int shift : {16, 8, 0}) rgba.push_back(unmultiplied(p >> shift & 0xFF, a));
      rgba.push_back(static_cast<std::uint8_t>(a));
    }
  }
  return rgba;
}

}  // namespace

Result<Raster> draw_pixels(const Scene& scene, double scale) {
  if (Status size = check_size(scene, scale); !size) return size.error();
  const Result<CairoFonts> fonts = CairoFonts::load();
  if (!fonts) return fonts.error();
  const auto pixels = [&](float side) { return static_cast<int>(std::ceil(side * scale - 1e-6)); };
  const CairoOwned<cairo_surface_t> surface(
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, pixels(scene.width), pixels(scene.height)));
  const CairoOwned<cairo_t> context(cairo_create(surface.get()));
  cairo_scale(context.get(), scale, scale);
  draw_scene(context.get(), scene, fonts.value());
  if (const cairo_status_t status = cairo_status(context.get()); status != CAIRO_STATUS_SUCCESS)
    return cairo_error(status);
  cairo_surface_flush(surface.get());
  return Raster{pixels(scene.width), pixels(scene.height), rgba_of(surface.get())};
}

Result<std::string> write_png(const Figure& figure, const Scene& scene, double scale) {
  const Result<Raster> picture = draw_pixels(scene, scale);
  if (!picture) return picture.error();
  const std::vector<PngText> texts{{"Title", scene.title},
                                   {"Description", scene.description},
                                   {"Software", "tcviz"},
                                   {std::string(png_key), carried_json(figure)}};
  return encode_png(picture.value().width, picture.value().height, picture.value().rgba, texts);
}

}  // namespace tcviz
