// Two PNG files, tile by tile: what is small and gone weighs as much in a large picture as in a small one.
#pragma once

#include <filesystem>
#include <string>

namespace tcviz {

// Drivers round differently: a channel may be off by so much before a pixel counts, and so many pixels of a tile may.
inline constexpr int visible = 24;
inline constexpr int tile_size = 64;
inline constexpr double most_of_a_tile = 0.02;

struct PictureDifference {
  std::string problem;  // why they cannot be compared; empty where they can
  double share = 1;     // of the pixels of the tile that differs most, those that differ by more than `visible`
  int x = 0, y = 0;     // of that tile's corner
  double of_all = 1;    // of all pixels
  bool alike() const { return problem.empty() && share <= most_of_a_tile; }
};

// Where they differ visibly, a picture of the differences is written.
PictureDifference compare_pictures(const std::filesystem::path& approved, const std::filesystem::path& drawn,
                                   const std::filesystem::path& difference);

// The part of a picture that a case is about, in pixels; without a size it is the whole picture.
struct Crop {
  int x = 0, y = 0, width = 0, height = 0;
};

// Makes a PNG file its part. False where there is no such file or no such part.
bool crop_picture(const std::filesystem::path& path, const Crop& crop);

// Expects that a PNG looks as the approved picture of its name: writes its part to the folder of drawn pictures, where
// tests/approve finds it, and compares it.
void expect_as_approved(const std::string& name, const std::string& png, const Crop& crop);

}  // namespace tcviz
