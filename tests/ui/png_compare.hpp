// Two PNG files, pixel by pixel.
#pragma once

#include <filesystem>
#include <string>

namespace tcviz {

struct PictureDifference {
  std::string problem;  // why they cannot be compared; empty where they can
  double share = 1;     // of pixels that differ by more than `visible` in a channel
};

// Drivers round differently: a channel may be off by so much before a pixel counts.
inline constexpr int visible = 24;

// Where they differ visibly, a picture of the differences is written.
PictureDifference compare_pictures(const std::filesystem::path& approved, const std::filesystem::path& drawn,
                                   const std::filesystem::path& difference);

}  // namespace tcviz
