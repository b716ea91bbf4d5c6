// Scene -> PNG bytes: drawn by cairo, written by libpng together with the figure's data.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/export/figure/carried.hpp"
#include "app/export/figure/writers.hpp"
#include "app/export/ink/cairo_scene.hpp"
#include "app/export/ink/png_text.hpp"

namespace tcviz::inline app_export {
namespace {

constexpr double most_pixels_a_side = 20000, most_pixels = 200e6;

// Returns a side as whole pixels; scenes are made of floats, whose last digit makes no further pixel.
int whole_pixels(float side, double scale) {
  const double exact = static_cast<double>(side) * scale;
  return static_cast<int>(std::ceil(exact - 1e-6 - 1e-7 * exact));
}

// Refuses a picture that is too large. `sized`: the figure has a width on paper, and so no scale that could be changed.
Status check_size(const Scene& scene, double scale, bool sized = false) {
  const double w = scene.width, h = scene.height;
  if (w * scale <= most_pixels_a_side && h * scale <= most_pixels_a_side && w * h * scale * scale <= most_pixels) {
    return Nothing{};
  }
  const double fits =
      std::floor(100 * std::min(most_pixels_a_side / std::max(w, h), std::sqrt(most_pixels / (w * h)))) / 100;
  const std::string advice = sized                    ? "choose fewer pixels per inch; or use --format svg"
                             : fits >= smallest_scale ? fmt::format("scale {} fits; or use --format svg", fits)
                                                      : "use --format svg";
  return bad_input(fmt::format("a PNG of {:.0f}x{:.0f} pixels is too large: {}", w * scale, h * scale, advice));
}

std::uint8_t unmultiplied(std::uint32_t channel, std::uint32_t alpha) {
  if (alpha == 0 || alpha == 255) return static_cast<std::uint8_t>(channel);
  return static_cast<std::uint8_t>(std::min(255u, (channel * 255 + alpha / 2) / alpha));
}

// Turns a row of cairo's premultiplied 32-bit words, in the machine's byte order, into bytes r, g, b, a.
void unpack_row(cairo_surface_t* surface, int y, std::uint8_t* rgba) {
  const unsigned char* data = cairo_image_surface_get_data(surface);
  const int width = cairo_image_surface_get_width(surface), stride = cairo_image_surface_get_stride(surface);
  const auto* row = reinterpret_cast<const std::uint32_t*>(data + static_cast<std::ptrdiff_t>(y) * stride);
  for (int x = 0; x < width; ++x) {
    const std::uint32_t p = row[x], a = p >> 24;
    for (const int shift : {16, 8, 0}) *rgba++ = unmultiplied(p >> shift & 0xFF, a);
    *rgba++ = static_cast<std::uint8_t>(a);
  }
}

// A picture that is drawn some rows at a time, so that it needs little memory however large it is.
class Bands {
 public:
  Bands(const Scene& scene, double scale, const CairoFonts& fonts)
      : scene_(scene), scale_(scale), fonts_(fonts), row_(std::size_t{4} * static_cast<std::size_t>(width())) {}

  int width() const { return pixels(scene_.width); }
  int height() const { return pixels(scene_.height); }
  // Returns the pixels of a row: the one below the last, or one of the same band. After an error rows are blank.
  const std::uint8_t* row(int y) {
    if (surface_ == nullptr || y >= top_ + band) draw(y / band * band);
    if (status_ == CAIRO_STATUS_SUCCESS) unpack_row(surface_.get(), y - top_, row_.data());
    return row_.data();
  }
  cairo_status_t status() const { return status_; }

 private:
  static constexpr int band = 256;
  int pixels(float side) const { return whole_pixels(side, scale_); }

  void draw(int top) {
    top_ = top;
    surface_.reset(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width(), std::min(band, height() - top)));
    const CairoOwned<cairo_t> context(cairo_create(surface_.get()));
    cairo_translate(context.get(), 0, -top);
    cairo_scale(context.get(), scale_, scale_);
    draw_scene(context.get(), scene_, fonts_, static_cast<float>(top / scale_),
               static_cast<float>((top + band) / scale_));
    cairo_surface_flush(surface_.get());
    if (status_ == CAIRO_STATUS_SUCCESS) status_ = cairo_status(context.get());
  }

  const Scene& scene_;
  double scale_;
  const CairoFonts& fonts_;
  CairoOwned<cairo_surface_t> surface_;
  int top_ = 0;
  cairo_status_t status_ = CAIRO_STATUS_SUCCESS;
  std::vector<std::uint8_t> row_;
};

}  // namespace

Result<Raster> draw_pixels(const Scene& scene, double scale) {
  TCVIZ_TRY(check_size(scene, scale));
  const Result<CairoFonts> fonts = CairoFonts::load();
  if (!fonts) return fonts.error();
  Bands bands(scene, scale, fonts.value());
  Raster raster{bands.width(), bands.height(), {}};
  const std::size_t stride = std::size_t{4} * static_cast<std::size_t>(raster.width);
  raster.rgba.reserve(stride * static_cast<std::size_t>(raster.height));
  for (int y = 0; y < raster.height; ++y) {
    const std::uint8_t* const row = bands.row(y);
    raster.rgba.insert(raster.rgba.end(), row, row + stride);
  }
  if (bands.status() != CAIRO_STATUS_SUCCESS) return cairo_error(bands.status());
  return raster;
}

Result<std::string> write_png(const Figure& figure, const Scene& scene, double scale) {
  if (Status size = check_size(scene, scale, figure.paper.has_value()); !size) return size.error();
  const Result<CairoFonts> fonts = CairoFonts::load();
  if (!fonts) return fonts.error();
  const std::vector<PngText> texts{{"Title", scene.title},
                                   {"Description", scene.description},
                                   {"Software", "tcviz"},
                                   {std::string(png_key), carried_json(figure)}};
  Bands bands(scene, scale, fonts.value());
  Result<std::string> png = encode_png(
      bands.width(), bands.height(), [&](int y) { return bands.row(y); }, texts, figure.paper ? figure.paper->dpi : 0);
  if (bands.status() != CAIRO_STATUS_SUCCESS) return cairo_error(bands.status());
  return png;
}

}  // namespace tcviz::inline app_export
