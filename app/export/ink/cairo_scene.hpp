// Draws a scene with the library cairo, for PNG and PDF, with the fonts that are part of the program, so that the
// picture is the same on every machine.
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

// The program's fonts, loaded for cairo.
struct CairoFonts {
  CairoOwned<cairo_font_face_t> sans, mono;
  static Result<CairoFonts> load();
};

// Draws the scene; one unit of the context's user space is one scene unit, (0, 0) the upper left corner.
void draw_scene(cairo_t* context, const Scene& scene, const CairoFonts& fonts);
// Draws only what may be visible between the heights `top` and `bottom` of the scene, with the same pixels there; for a
// surface that shows only this strip.
void draw_scene(cairo_t* context, const Scene& scene, const CairoFonts& fonts, float top, float bottom);

// Returns an error with cairo's message for `status`.
Error cairo_error(cairo_status_t status);

}  // namespace tcviz::inline app_export
