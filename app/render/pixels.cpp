// Pixels to PNG, by cairo.
#include "app/render/pixels.hpp"

#include <cairo.h>
#include <fmt/format.h>

#include <memory>

namespace tcviz::inline app_render {
namespace {

struct DestroySurface {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, DestroySurface>;

// Copies pixels to cairo, which keeps a pixel as the 32-bit word 0x00RRGGBB.
void fill(cairo_surface_t* surface, const Pixels& pixels) {
  unsigned char* bytes = cairo_image_surface_get_data(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  const std::uint8_t* from = pixels.rgba.data();
  for (int y = 0; y < pixels.height; ++y) {
    auto* word = reinterpret_cast<std::uint32_t*>(bytes + static_cast<std::ptrdiff_t>(y) * stride);
    for (int x = 0; x < pixels.width; ++x, from += 4) {
      *word++ = static_cast<std::uint32_t>(from[0] << 16 | from[1] << 8 | from[2]);
    }
  }
  cairo_surface_mark_dirty(surface);
}

cairo_status_t append(void* closure, const unsigned char* data, unsigned length) {
  try {
    static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
  } catch (...) {
    return CAIRO_STATUS_NO_MEMORY;
  }
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

Color Pixels::at(int x, int y) const {
  const std::uint8_t* p =
      rgba.data() + (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * 4;
  return {p[0], p[1], p[2], p[3]};
}

Result<std::string> encode_png(const Pixels& pixels) {
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels.width, pixels.height));
  cairo_status_t status = cairo_surface_status(surface.get());
  std::string png;
  if (status == CAIRO_STATUS_SUCCESS) {
    fill(surface.get(), pixels);
    status = cairo_surface_write_to_png_stream(surface.get(), append, &png);
  }
  if (status == CAIRO_STATUS_SUCCESS) return png;
  return bad_input(fmt::format("cannot make a PNG of {} x {} pixels: {}; try a smaller picture.", pixels.width,
                               pixels.height, cairo_status_to_string(status)));
}

}  // namespace tcviz::inline app_render
