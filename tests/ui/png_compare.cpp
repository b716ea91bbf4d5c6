#include "tests/ui/png_compare.hpp"

#include <cairo.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace tcviz {
namespace {

struct Free {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, Free>;

Surface read(const std::filesystem::path& path) { return Surface(cairo_image_surface_create_from_png(path.c_str())); }

bool readable(const Surface& s) { return cairo_surface_status(s.get()) == CAIRO_STATUS_SUCCESS; }

std::uint32_t* row_of(const Surface& s, int y) {
  return reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(s.get()) +
                                          static_cast<std::ptrdiff_t>(y) * cairo_image_surface_get_stride(s.get()));
}

bool differ(std::uint32_t a, std::uint32_t b) {
  int most = 0;
  for (int shift = 0; shift < 24; shift += 8) {
    const int x = static_cast<int>((a >> shift) & 255), y = static_cast<int>((b >> shift) & 255);
    most = std::max(most, std::abs(x - y));
  }
  return most > visible;
}

}  // namespace

PictureDifference compare_pictures(const std::filesystem::path& approved_path, const std::filesystem::path& drawn_path,
                                   const std::filesystem::path& difference) {
  const Surface approved = read(approved_path), drawn = read(drawn_path);
  if (!readable(approved)) return {"no approved picture; tests/approve makes what was drawn the approved one", 1};
  if (!readable(drawn)) return {"the drawn picture is no PNG", 1};
  const int width = cairo_image_surface_get_width(drawn.get()), height = cairo_image_surface_get_height(drawn.get());
  if (width != cairo_image_surface_get_width(approved.get()) ||
      height != cairo_image_surface_get_height(approved.get())) {
    return {"the sizes differ", 1};
  }
  std::int64_t differing = 0;
  for (int y = 0; y < height; ++y) {
    std::uint32_t* a = row_of(approved, y);
    std::uint32_t* d = row_of(drawn, y);
    for (int x = 0; x < width; ++x) {
      const bool other = differ(a[x], d[x]);
      differing += other ? 1 : 0;
      d[x] = other ? 0xffff0000U : ((d[x] >> 2) & 0x3f3f3fU) | 0xff000000U;  // red on a dim copy
    }
  }
  if (differing > 0) cairo_surface_write_to_png(drawn.get(), difference.c_str());
  return {"", static_cast<double>(differing) / (static_cast<double>(width) * height)};
}

}  // namespace tcviz
