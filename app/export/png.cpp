// Scene -> PNG bytes, with cairo and the fonts that travel in the program: the same picture on every machine.
#include <cairo-ft.h>
#include <cairo.h>
#include <fmt/format.h>
#include <ft2build.h>

#include <cmath>
#include <memory>
#include FT_FREETYPE_H

#include "app/export/export.hpp"
#include "app/scene/text_metrics.hpp"
#include "embedded/fonts.hpp"

namespace tcviz {
namespace {

constexpr double smallest_scale = 0.1, largest_scale = 16;
constexpr double most_pixels_a_side = 20000, most_pixels = 200e6;

struct Free {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
  void operator()(cairo_font_face_t* face) const { cairo_font_face_destroy(face); }
  void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

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

struct Fonts {
  Owned<cairo_font_face_t> sans, mono;
};

void set_color(cairo_t* context, Color c) {
  cairo_set_source_rgba(context, c.r / 255.0, c.g / 255.0, c.b / 255.0, c.a / 255.0);
}

void fill(cairo_t* context, const Rect& rect, Color color) {
  set_color(context, color);
  cairo_rectangle(context, rect.x, rect.y, rect.w, rect.h);
  cairo_fill(context);
}

void draw_arrow(cairo_t* context, const Arrow& arrow) {
  set_color(context, arrow.color);
  for (const Point& point : arrow_points(arrow)) cairo_line_to(context, point.x, point.y);
  cairo_stroke(context);
}

void draw_text(cairo_t* context, const Fonts& fonts, const Text& text) {
  cairo_set_font_face(context, text.face == Face::Mono ? fonts.mono.get() : fonts.sans.get());
  cairo_set_font_size(context, text.size);
  set_color(context, text.color);
  cairo_text_extents_t extents;
  cairo_text_extents(context, text.text.c_str(), &extents);
  const double shift = text.align == Align::Left ? 0 : text.align == Align::Center ? 0.5 : 1;
  cairo_move_to(context, text.x - shift * extents.x_advance, text.y + baseline_below_middle(text.face) * text.size);
  cairo_show_text(context, text.text.c_str());
}

void draw(cairo_t* context, const Scene& scene, const Fonts& fonts) {
  if (scene.background.a > 0) fill(context, {0, 0, scene.width, scene.height}, scene.background);
  for (const GridFrame& frame : scene.grids) fill(context, frame.lines, scene.grid_line);
  for (const CellPart& cell : scene.cells) fill(context, cell.rect, cell.fill);
  for (const Swatch& swatch : scene.swatches) fill(context, swatch.rect, swatch.fill);
  cairo_set_line_width(context, 1);
  for (const Arrow& arrow : scene.arrows) draw_arrow(context, arrow);
  for (const Text& text : scene.texts) draw_text(context, fonts, text);
}

// Hinting would move glyphs with the machine's settings.
void set_font_options(cairo_t* context) {
  const Owned<cairo_font_options_t> options(cairo_font_options_create());
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(context, options.get());
}

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

Error no_picture(cairo_status_t status) {
  return bad_input(fmt::format("the picture could not be drawn: {}; try a smaller scale or --format svg",
                               cairo_status_to_string(status)));
}

Status check_size(const Scene& scene, double scale) {
  if (!(scale >= smallest_scale && scale <= largest_scale)) {
    return bad_input(fmt::format("scale {} is out of range: choose {} to {}", scale, smallest_scale, largest_scale));
  }
  const double w = scene.width, h = scene.height;
  if (w * scale <= most_pixels_a_side && h * scale <= most_pixels_a_side && w * h * scale * scale <= most_pixels) {
    return Nothing{};
  }
  const double fits =
      std::floor(100 * std::min(most_pixels_a_side / std::max(w, h), std::sqrt(most_pixels / (w * h)))) / 100;
  const std::string advice = fits >= smallest_scale ? fmt::format("scale {} fits; or use --format svg", fits)
                                                    : std::string("use --format svg");
  return bad_input(fmt::format("a PNG of {:.0f}x{:.0f} pixels is too large: {}", w * scale, h * scale, advice));
}

Result<std::string> render(const Scene& scene, double scale, const Fonts& fonts) {
  const auto pixels = [&](float side) { return static_cast<int>(std::ceil(side * scale - 1e-6)); };
  const Owned<cairo_surface_t> surface(
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, pixels(scene.width), pixels(scene.height)));
  const Owned<cairo_t> context(cairo_create(surface.get()));
  if (const cairo_status_t status = cairo_status(context.get()); status != CAIRO_STATUS_SUCCESS) {
    return no_picture(status);
  }
  cairo_scale(context.get(), scale, scale);
  set_font_options(context.get());
  draw(context.get(), scene, fonts);
  if (const cairo_status_t status = cairo_status(context.get()); status != CAIRO_STATUS_SUCCESS) {
    return no_picture(status);
  }
  std::string png;
  const cairo_status_t status = cairo_surface_write_to_png_stream(surface.get(), append, &png);
  if (status != CAIRO_STATUS_SUCCESS) return no_picture(status);
  return png;
}

}  // namespace

Result<std::string> to_png(const Layout& layout, const SceneStyle& style, double scale) {
  const Scene scene = build_scene(layout, style);
  if (Status size = check_size(scene, scale); !size) return size.error();
  const Fonts fonts{load_face("Roboto-Medium.ttf"), load_face("Cousine-Regular.ttf")};
  if (fonts.sans == nullptr || fonts.mono == nullptr) {
    return unavailable("the program's own fonts could not be opened; use --format svg");
  }
  return render(scene, scale, fonts);
}

}  // namespace tcviz
