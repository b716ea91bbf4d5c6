// Scene -> cairo, with the fonts that travel in the program: the same picture on every machine, for PNG and PDF.
#pragma once

#include <cairo.h>

#include <memory>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_export {

struct CairoFree {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
  void operator()(cairo_font_face_t* face) const { cairo_font_face_destroy(face); }
  void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};
template <class T>
using CairoOwned = std::unique_ptr<T, CairoFree>;

struct CairoFonts {
  CairoOwned<cairo_font_face_t> sans, mono;
  static Result<CairoFonts> load();
};

// Draws the scene in scene units from the upper left corner.
void draw_scene(cairo_t* context, const Scene& scene, const CairoFonts& fonts);
// Draws only the things that may reach between two heights, for a surface that shows no more: the same pixels there.
void draw_scene(cairo_t* context, const Scene& scene, const CairoFonts& fonts, float top, float bottom);

Error cairo_error(cairo_status_t status);

}  // namespace tcviz::inline app_export
