// Scene -> PDF: vectors, real text in embedded fonts, and the figure's data in the document's keywords.
#include <cairo-pdf.h>
#include <fmt/format.h>

#include "app/export/figure/carried.hpp"
#include "app/export/figure/named_things.hpp"
#include "app/export/figure/writers.hpp"
#include "app/export/ink/cairo_scene.hpp"

namespace tcviz::inline app_export {
namespace {

constexpr double points_of_unit = 72.0 / 96;
// A day without a meaning, if no layout gives one: the same bytes today and tomorrow.
constexpr std::string_view no_day = "2000-01-01";

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

// Returns the day on which the first layout was established.
std::string_view day_of(const Figure& figure) {
  const std::optional<std::string>& date = figure.layouts.front().layout.provenance().date;
  return date && is_day(*date) ? std::string_view(*date) : no_day;
}

struct PdfData {
  std::string keywords;
  std::string_view day;
};

void set_metadata(cairo_surface_t* surface, const Scene& scene, const PdfData& data) {
  const auto set = [&](cairo_pdf_metadata_t field, const std::string& text) {
    cairo_pdf_surface_set_metadata(surface, field, text.c_str());
  };
  set(CAIRO_PDF_METADATA_TITLE, scene.title);
  set(CAIRO_PDF_METADATA_SUBJECT, scene.description);
  set(CAIRO_PDF_METADATA_CREATOR, "tcviz");
  if (!data.keywords.empty()) set(CAIRO_PDF_METADATA_KEYWORDS, data.keywords);
  set(CAIRO_PDF_METADATA_CREATE_DATE, fmt::format("{}T00:00:00Z", data.day));
  set(CAIRO_PDF_METADATA_MOD_DATE, fmt::format("{}T00:00:00Z", data.day));
}

Result<std::string> pdf_of(const Scene& scene, double scale, const PdfData& data) {
  const Result<CairoFonts> fonts = CairoFonts::load();
  TCVIZ_TRY(fonts);
  const double unit = points_of_unit * scale;
  std::string pdf;
  {
    const CairoOwned<cairo_surface_t> surface(
        cairo_pdf_surface_create_for_stream(append, &pdf, scene.width * unit, scene.height * unit));
    // Later versions may put the keywords into a compressed stream, where their first letters cannot be found.
    cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_4);
    set_metadata(surface.get(), scene, data);
    const CairoOwned<cairo_t> context(cairo_create(surface.get()));
    cairo_scale(context.get(), unit, unit);
    draw_scene(context.get(), scene, fonts.value());
    cairo_show_page(context.get());
    cairo_surface_finish(surface.get());
    if (const cairo_status_t status = cairo_status(context.get()); status != CAIRO_STATUS_SUCCESS)
      return cairo_error(status);
    if (const cairo_status_t status = cairo_surface_status(surface.get()); status != CAIRO_STATUS_SUCCESS)
      return cairo_error(status);
  }
  return pdf;
}

}  // namespace

Result<std::string> write_pdf(const Figure& figure, const Scene& scene, double scale) {
  return pdf_of(scene, scale, {armored(carried_json(figure)), day_of(figure)});
}

Result<std::string> write_plain_pdf(const Scene& scene, double scale, std::string_view carried) {
  return pdf_of(scene, scale, {carried.empty() ? std::string() : armored(carried), no_day});
}

}  // namespace tcviz::inline app_export
