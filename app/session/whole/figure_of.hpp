// The document's view as a figure: pure functions of the document. Knows nothing of Dear ImGui or files.
#pragma once

#include <string>

#include "app/session/whole/document.hpp"

namespace tcviz::inline app_session {

// Draws the view as a figure. An error, in a sentence, if a layout of the view is not known, or if the typed expression
// or filter is wrong.
Result<Figure> figure_of(const Document& document);

// Returns "wmma.m16n16k16.acc.f32.svg", with the view in it if it is not the grids:
// "wmma.m16n16k16.acc.f32.product.svg".
std::string default_figure_path(const Document& document);
// Returns the path that the choice gives, or the default, with the format's suffix if the path has none.
std::string figure_path(const Document& document);
// Returns the same from the root of the file system on, if that is known: "/tmp/figures/acc.svg".
std::string full_path(const std::string& path);
std::string full_figure_path(const Document& document);

// Makes the choice that the figure panel opens with: as it was made last for this kind; else it takes over all that it
// has in common with the view, and the rest from the kind before.
void begin_figure(Document& document);

}  // namespace tcviz::inline app_session
