// An access to shared memory as a scene: lines of 128 bytes with 32 banks across, the elements that lie there, below
// each line the lanes that touch it in the colour of their phase, and a frame around words that a bank serves one after
// the other. The same for figures and for the window.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/easel/scene.hpp"
#include "gpu/kernel/xray/label/bank_access.hpp"

namespace tcviz::inline app_scene {

struct BankLook {
  Theme theme = Theme::Light;
  Palette palette = Palette::Safe;
  float bank_w = 24;               // width of 4 bytes
  float label_h = 17, tag_h = 13;  // heights of a line's elements, and of its lanes; 0: it has none
};
// Returns banks as wide as the room allows, and never so narrow that nothing can be told apart.
BankLook fit_banks(const BankAccess& access, Theme theme, Palette palette, float width, float height);

struct BankScene {
  Scene scene;
  std::vector<std::int64_t> lines;  // addresses
  std::vector<float> tops;          // upper edge of each line
  float left = 0, bank_w = 0, line_h = 0, label_h = 0;
  std::optional<std::int64_t> at(float x, float y) const;  // the byte there
  // Returns the place of so many bytes of one line, with their lanes; none if that line is not drawn.
  std::optional<Rect> rect(std::int64_t address, int bytes) const;
};
// Draws the access; the scene's upper left corner is 0, 0.
BankScene bank_scene(const BankAccess& access, const BankLook& look);

// Returns the colour of a phase; none looks like the red of a conflict.
Color bank_phase_color(Palette palette, int phase);

}  // namespace tcviz::inline app_scene
