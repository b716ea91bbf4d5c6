// The workspace of shared memory as a figure: all lines and rows, with a title and the origin of the answer.
#pragma once

#include "app/scene/pictures/image_scene.hpp"
#include "app/session/shared_memory/smem_state.hpp"

namespace tcviz::inline app_session {

// The most lines of a figure: on paper both grids have all their lines, up to so many.
inline constexpr std::size_t most_figure_lines = 1024;
Result<Scene> smem_figure(const SmemLook& look, Theme theme, Palette palette);
// Draws the same of any image; `other`: frames mark the elements that lie elsewhere in it.
Result<Scene> image_figure(const OperandImage& image, const OperandImage* other, ImageView style);
// Draws the cards of all hops; `provenance`: the origin of its registers and bytes.
Scene journey_figure(const Journey& journey, const std::string& provenance, Theme theme, Palette palette);
// Returns "smem.128b.k.b16.svg".
std::string default_smem_path(const SmemLook& look);
// Returns the typed path, or that default.
std::string smem_figure_path(const SmemState& state);

}  // namespace tcviz::inline app_session
