// Scene -> PDF: vectors, real text in embedded fonts, and the figure's data in the document's keywords.
#include <cairo-pdf.h>
#include <fmt/format.h>

#include "app/export/figure/carried.hpp"
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

bool is_day(std::string_view text) {
  constexpr std::string_view pattern = "dddd-dd-dd";
  if (text.size() != pattern.size()) return false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool digit = text[at] >= '0' && text[at] <= '9';
    if (pattern[at] == 'd' ? !digit : text[at] != '-') return false;
  }
  return true;
}

// Returns the day on which the first layout was established.
std::string day_of(const Figure& figure) {
  if (figure.layouts.empty()) return fmt::format("{}T00:00:00Z", no_day);
  const std::optional<std::string>& date = figure.layouts.front().layout.provenance().date;
  return fmt::format("{}T00:00:00Z", date && is_day(*date) ? std::string_view(*date) : no_day);
}

void set_metadata(cairo_surface_t* surface, const Figure& figure, const Scene& scene) {
  const auto set = [&](cairo_pdf_metadata_t field, const std::string& text) {
    cairo_pdf_surface_set_metadata(surface, field, text.c_str());
  };
  set(CAIRO_PDF_METADATA_TITLE, scene.title);
  set(CAIRO_PDF_METADATA_SUBJECT, scene.description);
  set(CAIRO_PDF_METADATA_CREATOR, "tcviz");
  if (!figure.layouts.empty()) set(CAIRO_PDF_METADATA_KEYWORDS, armored(carried_json(figure)));
  set(CAIRO_PDF_METADATA_CREATE_DATE, day_of(figure));
  set(CAIRO_PDF_METADATA_MOD_DATE, day_of(figure));
}

}  // namespace

Result<std::string> write_pdf(const Figure& figure, const Scene& scene, double scale) {
  const Result<CairoFonts> fonts = CairoFonts::load();
  TCVIZ_TRY(fonts);
  const double unit = points_of_unit * scale;
  std::string pdf;
  {
    const CairoOwned<cairo_surface_t> surface(
        cairo_pdf_surface_create_for_stream(append, &pdf, scene.width * unit, scene.height * unit));
    // Later versions may put the keywords into a compressed stream, where their first letters cannot be found.
    cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_4);
    set_metadata(surface.get(), figure, scene);
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

}  // namespace tcviz::inline app_export
