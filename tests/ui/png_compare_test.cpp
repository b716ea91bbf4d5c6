// The comparison of pictures itself: what is small and gone must be noticed, what a driver rounds must not.
#include "tests/ui/png_compare.hpp"

#include <cairo.h>
#include <unistd.h>

#include <cstdint>
#include <functional>

#include "gtest/gtest.h"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

constexpr double once_allowed = 0.004;  // of all pixels, which let all of these pass

class Comparison : public testing::Test {
 protected:
  Comparison() : folder_(fs::temp_directory_path() / ("tcviz-compare-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~Comparison() override { fs::remove_all(folder_); }

  // The approved picture of the window against itself after a change; its pixels are rows of 0xrrggbb.
  using Change = std::function<void(std::uint32_t* pixels, int columns)>;
  PictureDifference after(const Change& change) {
    cairo_surface_t* picture = cairo_image_surface_create_from_png(approved_.c_str());
    EXPECT_EQ(cairo_surface_status(picture), CAIRO_STATUS_SUCCESS) << approved_;
    cairo_surface_flush(picture);
    change(reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(picture)),
           cairo_image_surface_get_stride(picture) / 4);
    cairo_surface_mark_dirty(picture);
    const fs::path drawn = folder_ / "drawn.png";
    EXPECT_EQ(cairo_surface_write_to_png(picture, drawn.c_str()), CAIRO_STATUS_SUCCESS);
    cairo_surface_destroy(picture);
    return compare_pictures(approved_, drawn, difference_);
  }
  // What lies in a part vanishes: only its ground is left, which its corner shows.
  PictureDifference without(const Crop& part) {
    return after([&](std::uint32_t* pixels, int columns) {
      const std::uint32_t ground = pixels[part.y * columns + part.x];
      for (int y = part.y; y < part.y + part.height; ++y)
        for (int x = part.x; x < part.x + part.width; ++x) pixels[y * columns + x] = ground;
    });
  }

  fs::path folder_, approved_ = fs::path(TCVIZ_APPROVED_FOLDER) / "dark.png", difference_ = folder_ / "difference.png";
};

TEST_F(Comparison, APictureIsLikeItself) {
  const PictureDifference found = after([](std::uint32_t*, int) {});
  EXPECT_TRUE(found.alike()) << found.problem;
  EXPECT_EQ(found.share, 0);
  EXPECT_FALSE(fs::exists(difference_));
}

TEST_F(Comparison, WhatVanishesIsNoticedHoweverSmall) {
  struct Part {
    const char* name;
    Crop crop;
  };
  for (const Part& part : {Part{"the status bar", {0, 818, 1400, 22}}, Part{"its left half", {0, 818, 700, 22}},
                           Part{"the inspector's owners", {1088, 70, 280, 56}},
                           Part{"all buttons of the formula panel", {254, 786, 660, 26}}}) {
    const PictureDifference found = without(part.crop);
    EXPECT_FALSE(found.alike()) << part.name;
    EXPECT_EQ(found.problem, "");
    EXPECT_GT(found.of_all, 0) << part.name;
    EXPECT_LT(found.of_all, once_allowed) << part.name;
    EXPECT_TRUE(fs::exists(difference_));
  }
}

TEST_F(Comparison, TheTileIsNamed) {
  const PictureDifference found = without({254, 786, 660, 26});
  EXPECT_GT(found.y + tile_size, 786);
  EXPECT_LT(found.y, 786 + 26);
  EXPECT_GE(found.x + tile_size, 254);
  EXPECT_LT(found.x, 254 + 660);
}

TEST_F(Comparison, WhatADriverRoundsIsAllowed) {
  const auto every_channel = [](std::uint32_t* pixels, int columns) {
    for (int at = 0; at < 840 * columns; ++at)
      for (const int shift : {0, 8, 16}) {
        const std::uint32_t channel = pixels[at] >> shift & 255,
                            other = channel < 128 ? channel + visible : channel - visible;
        pixels[at] = (pixels[at] & ~(255U << shift)) | other << shift;
      }
  };
  EXPECT_TRUE(after(every_channel).alike());
  const auto some_pixels = [](int every) {
    return [every](std::uint32_t* pixels, int columns) {
      for (int at = 0; at < 840 * columns; at += every) pixels[at] ^= 0x808080;
    };
  };
  EXPECT_TRUE(after(some_pixels(67)).alike());
  EXPECT_FALSE(after(some_pixels(31)).alike());
}

TEST_F(Comparison, OtherSizesAndMissingFilesAreProblems) {
  const fs::path part = folder_ / "part.png";
  fs::copy_file(approved_, part);
  ASSERT_TRUE(crop_picture(part, {10, 20, 300, 200}));
  EXPECT_EQ(compare_pictures(approved_, part, difference_).problem, "the sizes differ");
  EXPECT_TRUE(compare_pictures(part, part, difference_).alike());
  EXPECT_NE(compare_pictures(folder_ / "none.png", part, difference_).problem, "");
  EXPECT_FALSE(compare_pictures(part, folder_ / "none.png", difference_).alike());
  EXPECT_FALSE(crop_picture(part, {0, 0, 301, 200}));
  EXPECT_FALSE(crop_picture(part, {-1, 0, 20, 20}));
  EXPECT_FALSE(crop_picture(folder_ / "none.png", {0, 0, 1, 1}));
}

}  // namespace
}  // namespace tcviz
