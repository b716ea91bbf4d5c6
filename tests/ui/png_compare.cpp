#include "tests/ui/png_compare.hpp"

#include <cairo.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <vector>

#include "gtest/gtest.h"

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

// Where tiles begin along a side. The last one ends with the picture and lies over the one before: none is a narrow
// rest.
std::vector<int> tile_begins(int size) {
  std::vector<int> begins;
  for (int at = 0; at + tile_size < size; at += tile_size) begins.push_back(at);
  begins.push_back(std::max(0, size - tile_size));
  return begins;
}

// Which pixels differ.
struct Mask {
  int width = 0, height = 0;
  std::vector<bool> differing;

  double share(int x, int y, int w, int h) const {
    const int right = std::min(x + w, width), bottom = std::min(y + h, height);
    int count = 0;
    for (int row = y; row < bottom; ++row)
      for (int col = x; col < right; ++col) count += differing[static_cast<std::size_t>(row) * width + col] ? 1 : 0;
    return static_cast<double>(count) / (static_cast<double>(right - x) * (bottom - y));
  }
};

PictureDifference difference_of(const Mask& mask) {
  PictureDifference worst{"", 0, 0, 0, mask.share(0, 0, mask.width, mask.height)};
  for (const int y : tile_begins(mask.height)) {
    for (const int x : tile_begins(mask.width)) {
      const double share = mask.share(x, y, tile_size, tile_size);
      if (share > worst.share) worst = {"", share, x, y, worst.of_all};
    }
  }
  return worst;
}

// Differing pixels become red on a dim copy.
Mask mark_differences(const Surface& approved, const Surface& drawn, int width, int height) {
  Mask mask{width, height, {}};
  for (int y = 0; y < height; ++y) {
    const std::uint32_t* a = row_of(approved, y);
    std::uint32_t* d = row_of(drawn, y);
    for (int x = 0; x < width; ++x) {
      mask.differing.push_back(differ(a[x], d[x]));
      d[x] = mask.differing.back() ? 0xffff0000U : ((d[x] >> 2) & 0x3f3f3fU) | 0xff000000U;
    }
  }
  return mask;
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
  const Mask mask = mark_differences(approved, drawn, width, height);
  const PictureDifference found = difference_of(mask);
  if (found.share > 0) cairo_surface_write_to_png(drawn.get(), difference.c_str());
  return found;
}

bool crop_picture(const std::filesystem::path& path, const Crop& crop) {
  const Surface whole = read(path);
  if (!readable(whole)) return false;
  const int right = crop.x + crop.width, bottom = crop.y + crop.height;
  if (crop.x < 0 || crop.y < 0 || crop.width <= 0 || crop.height <= 0 ||
      right > cairo_image_surface_get_width(whole.get()) || bottom > cairo_image_surface_get_height(whole.get())) {
    return false;
  }
  const Surface part(cairo_image_surface_create(CAIRO_FORMAT_RGB24, crop.width, crop.height));
  for (int y = 0; y < crop.height; ++y) std::copy_n(row_of(whole, crop.y + y) + crop.x, crop.width, row_of(part, y));
  cairo_surface_mark_dirty(part.get());
  return cairo_surface_write_to_png(part.get(), path.c_str()) == CAIRO_STATUS_SUCCESS;
}

void expect_as_approved(const std::string& name, const std::string& png, const Crop& crop) {
  namespace fs = std::filesystem;
  const fs::path drawn = fs::path(TCVIZ_DRAWN_FOLDER) / (name + ".png");
  fs::create_directories(drawn.parent_path());
  std::ofstream(drawn, std::ios::binary) << png;
  if (crop.width > 0) {
    ASSERT_TRUE(crop_picture(drawn, crop)) << name << ": the picture has no such part";
  }
  const fs::path approved = fs::path(TCVIZ_APPROVED_FOLDER) / (name + ".png");
  const fs::path difference = fs::path(TCVIZ_DRAWN_FOLDER) / (name + ".difference.png");
  const PictureDifference found = compare_pictures(approved, drawn, difference);
  if (found.alike()) fs::remove(difference);  // also that of an earlier run
  if (!found.problem.empty()) fs::copy_file(drawn, difference, fs::copy_options::overwrite_existing);
  EXPECT_EQ(found.problem, "") << drawn << " against " << approved;
  EXPECT_TRUE(found.alike()) << 100 * found.share << " % of the tile at " << found.x << ", " << found.y << " differ, "
                             << 100 * found.of_all << " % of all; see " << difference
                             << "; tests/approve takes over what was drawn";
}

}  // namespace tcviz
