// Draws an access of a warp to shared memory: lines of 128 bytes (32 banks) with the matrix elements in them; below
// each line the lanes that access it, coloured by phase; red frames around words with a bank conflict.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/easel/scene.hpp"
#include "gpu/kernel/xray/label/bank_access.hpp"

namespace tcviz::inline app_scene {

// The sizes of the picture, in scene units.
struct BankLook {
  Theme theme = Theme::Light;
  Palette palette = Palette::Safe;
  float bank_w = 24;               // width of 4 bytes
  float label_h = 17, tag_h = 13;  // height of the elements and of the lanes of a line; 0: not drawn
};
// Returns sizes with banks as wide as `width` allows, but at least of a readable width.
BankLook fit_banks(const BankAccess& access, Theme theme, Palette palette, float width, float height);

struct BankScene {
  Scene scene;
  std::vector<std::int64_t> lines;  // address of each line that is drawn
  std::vector<float> tops;          // upper edge of each line
  float left = 0, bank_w = 0, line_h = 0, label_h = 0;
  std::optional<std::int64_t> at(float x, float y) const;  // the address at (x, y); none: no line is there
  // Returns the rectangle of `bytes` bytes at `address` with their lanes; none if their line is not drawn.
  std::optional<Rect> rect(std::int64_t address, int bytes) const;
};
// Draws `access`; the upper left corner of the scene is (0, 0).
BankScene bank_scene(const BankAccess& access, const BankLook& look);

// Returns the colour of a phase, which differs from the red of a conflict.
Color bank_phase_color(Palette palette, int phase);

}  // namespace tcviz::inline app_scene
