#include "app/export/ink/cairo_scene.hpp"

#include <cairo-ft.h>
#include <fmt/format.h>
#include <ft2build.h>

#include <numbers>

#include "app/export/ink/hatch.hpp"
#include "app/scene/easel/palette.hpp"
#include "app/scene/easel/text_metrics.hpp"
#include "embedded/fonts.hpp"
#include FT_FREETYPE_H

namespace tcviz::inline app_export {
namespace {

template <class T>
using Owned = CairoOwned<T>;

// A FreeType face lives as long as the cairo face made from it, so cairo holds both it and its library.
struct FreeTypeFace {
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  ~FreeTypeFace() {
    if (face != nullptr) FT_Done_Face(face);
    if (library != nullptr) FT_Done_FreeType(library);
  }
};
constexpr cairo_user_data_key_t free_type_key{};
void destroy_free_type_face(void* face) { delete static_cast<FreeTypeFace*>(face); }

Owned<cairo_font_face_t> load_face(std::string_view file_name) {
  auto loaded = std::make_unique<FreeTypeFace>();
  if (FT_Init_FreeType(&loaded->library) != 0) return nullptr;
  for (const embedded::File& file : embedded::fonts()) {
    if (file.name != file_name) continue;
    const auto* bytes = reinterpret_cast<const FT_Byte*>(file.bytes.data());
    if (FT_New_Memory_Face(loaded->library, bytes, static_cast<FT_Long>(file.bytes.size()), 0, &loaded->face) != 0) {
      return nullptr;
    }
    Owned<cairo_font_face_t> face(cairo_ft_font_face_create_for_ft_face(loaded->face, FT_LOAD_NO_HINTING));
    if (cairo_font_face_set_user_data(face.get(), &free_type_key, loaded.get(), destroy_free_type_face) !=
        CAIRO_STATUS_SUCCESS) {
      return nullptr;
    }
    (void)loaded.release();  // cairo deletes it with the face
    return face;
  }
  return nullptr;
}

void set_color(cairo_t* context, Color c) {
  cairo_set_source_rgba(context, c.r / 255.0, c.g / 255.0, c.b / 255.0, c.a / 255.0);
}

void fill(cairo_t* context, const Rect& rect, Color color) {
  set_color(context, color);
  cairo_rectangle(context, rect.x, rect.y, rect.w, rect.h);
  cairo_fill(context);
}

template <std::size_t Count>
void add_path(cairo_t* context, const std::array<Point, Count>& points) {
  cairo_new_sub_path(context);
  for (const Point& point : points) cairo_line_to(context, point.x, point.y);
}

// Draws a hatch, clipped so that the pattern ends at the sides.
void draw_hatch(cairo_t* context, const Rect& rect, Color fill, Hatch hatch) {
  if (hatch == Hatch::None) return;
  cairo_save(context);
  cairo_rectangle(context, rect.x, rect.y, rect.w, rect.h);
  cairo_clip(context);
  set_color(context, hatch_color(fill));
  cairo_set_line_width(context, hatch_width);
  const HatchLines hatching = hatch_lines(grown(rect, hatch_dot), hatch);
  for (const std::array<Point, 2>& line : hatching.lines) add_path(context, line);
  cairo_stroke(context);
  for (const Point& dot : hatching.dots) {
    cairo_new_sub_path(context);
    cairo_arc(context, dot.x, dot.y, hatch_dot, 0, 2 * std::numbers::pi);
  }
  cairo_fill(context);
  cairo_restore(context);
}

void draw_frame(cairo_t* context, const Rect& rect, Color color) {
  for (const Rect& line : frame_lines(rect, difference_frame(rect))) fill(context, line, color);
}

void draw_cell(cairo_t* context, const CellPart& cell, Color background) {
  fill(context, cell.rect, cell.fill);
  draw_hatch(context, cell.rect, cell.fill, cell.hatch);
  if (const Color color = frame_color(cell, background); color.a > 0) draw_frame(context, cell.rect, color);
}

void draw_swatch(cairo_t* context, const Swatch& swatch, Color background) {
  fill(context, swatch.rect, swatch.fill);
  draw_hatch(context, swatch.rect, swatch.fill, swatch.hatch);
  if (swatch.framed) draw_frame(context, swatch.rect, label_color(background));
}

void draw_arrow(cairo_t* context, const Arrow& arrow) {
  set_color(context, arrow.color);
  cairo_set_line_width(context, 1);
  add_path(context, arrow_points(arrow));
  cairo_stroke(context);
}

void draw_stroke(cairo_t* context, const Stroke& stroke) {
  set_color(context, stroke.color);
  cairo_set_line_width(context, stroke.thickness);
  cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND);
  cairo_move_to(context, stroke.from.x, stroke.from.y);
  cairo_line_to(context, stroke.to.x, stroke.to.y);
  cairo_stroke(context);
  cairo_set_line_cap(context, CAIRO_LINE_CAP_BUTT);
}

void draw_outline(cairo_t* context, const Outline& outline) {
  set_color(context, outline.color);
  cairo_set_line_width(context, outline.thickness);
  cairo_rectangle(context, outline.rect.x, outline.rect.y, outline.rect.w, outline.rect.h);
  cairo_stroke(context);
}

void draw_text(cairo_t* context, const CairoFonts& fonts, const Text& text) {
  cairo_set_font_face(context, text.face == Face::Mono ? fonts.mono.get() : fonts.sans.get());
  cairo_set_font_size(context, text.size);
  set_color(context, text.color);
  cairo_text_extents_t extents;
  cairo_text_extents(context, text.text.c_str(), &extents);
  const double shift = text.align == Align::Left ? 0 : text.align == Align::Center ? 0.5 : 1;
  cairo_move_to(context, text.x - shift * extents.x_advance, text.y + baseline_below_middle(text.face) * text.size);
  cairo_show_text(context, text.text.c_str());
}

// Switches hinting off, since it would move glyphs with the machine's settings.
void set_font_options(cairo_t* context) {
  const Owned<cairo_font_options_t> options(cairo_font_options_create());
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(context, options.get());
}

}  // namespace

Result<CairoFonts> CairoFonts::load() {
  CairoFonts fonts{load_face("Roboto-Medium.ttf"), load_face("Cousine-Regular.ttf")};
  if (fonts.sans != nullptr && fonts.mono != nullptr) return fonts;
  return unavailable("the program's own fonts could not be opened; use --format svg");
}

void draw_scene(cairo_t* context, const Scene& scene, const CairoFonts& fonts) {
  draw_scene(context, scene, fonts, 0, scene.height);
}

void draw_scene(cairo_t* context, const Scene& scene, const CairoFonts& fonts, float top, float bottom) {
  constexpr float blur = 2;  // blur of an edge, and more than a hatch's line reaches out
  const auto seen = [&](float from, float to) { return to + blur >= top && from - blur <= bottom; };
  set_font_options(context);
  if (scene.background.a > 0) fill(context, {0, 0, scene.width, scene.height}, scene.background);
  for (const GridFrame& frame : scene.grids) fill(context, frame.lines, scene.grid_line);
  for (const Swatch& swatch : scene.swatches) draw_swatch(context, swatch, scene.background);
  for (const CellPart& cell : scene.cells)
    if (seen(cell.rect.y, cell.rect.y + cell.rect.h)) draw_cell(context, cell, scene.background);
  for (const Arrow& arrow : scene.arrows) draw_arrow(context, arrow);
  for (const Text& text : scene.texts)
    if (seen(text.y - 2 * text.size, text.y + 2 * text.size)) draw_text(context, fonts, text);
  for (const Stroke& stroke : scene.strokes) draw_stroke(context, stroke);
  for (const Outline& outline : scene.outlines) draw_outline(context, outline);
}

Error cairo_error(cairo_status_t status) {
  return bad_input(fmt::format("the picture could not be drawn: {}; try a smaller scale or --format svg",
                               cairo_status_to_string(status)));
}

}  // namespace tcviz::inline app_export
