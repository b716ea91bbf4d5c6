// Makes a figure (a picture or table for a file) of the current view.
#pragma once

#include <string>

#include "app/session/whole/document.hpp"

namespace tcviz::inline app_session {

// Returns the figure of the view. Returns an error if a layout is not known, or if the typed expression or filter is
// wrong.
Result<Figure> figure_of(const Document& document);

// Returns the default file name, "wmma.m16n16k16.acc.f32.svg"; for views other than Grids with the view's name,
// "wmma.m16n16k16.acc.f32.product.svg".
std::string default_figure_path(const Document& document);
// Returns the path that the user typed (document.figure.path), or the default; adds the format's suffix if it has none.
std::string figure_path(const Document& document);
std::string full_figure_path(const Document& document);

// Sets the options with which the figure dialog opens: those last used for this kind. If there are none, takes those
// that the view has as well from the view, and the others from the last figure.
void begin_figure(Document& document);

}  // namespace tcviz::inline app_session
