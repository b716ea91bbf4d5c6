// The workspace Shared memory as a figure (a picture file): all lines and rows, with a title and the origin of the
// data.
#pragma once

#include "app/scene/pictures/image_scene.hpp"
#include "app/session/shared_memory/smem_state.hpp"

namespace tcviz::inline app_session {

// Returns the colouring that pictures have for `color`.
constexpr ImageColor image_color(SmemColor color) {
  static_assert(static_cast<int>(SmemColor::K) == static_cast<int>(ImageColor::K));
  static_assert(static_cast<int>(SmemColor::Row) == static_cast<int>(ImageColor::Row));
  static_assert(static_cast<int>(SmemColor::Bank) == static_cast<int>(ImageColor::Bank));
  return static_cast<ImageColor>(color);
}

// The largest number of lines in a figure, which is not scrolled.
inline constexpr std::size_t most_figure_lines = 1024;
// Draws the page that is shown. Returns an error if its image is impossible or has too many lines.
Result<Scene> smem_figure(const SmemLook& look, Theme theme, Palette palette);
// Draws `image`. If `other` is not null, elements that lie at another place in `other` are framed.
Result<Scene> image_figure(const OperandImage& image, const OperandImage* other, ImageView style);
// Draws all hops of `journey`. `provenance`: a text about the origin of the data.
Scene journey_figure(const Journey& journey, const std::string& provenance, Theme theme, Palette palette);
// Returns a default file name: "smem.128b.k.b16.svg".
std::string default_smem_path(const SmemLook& look);
// Returns the path that the user typed, or default_smem_path().
std::string smem_figure_path(const SmemState& state);

}  // namespace tcviz::inline app_session
