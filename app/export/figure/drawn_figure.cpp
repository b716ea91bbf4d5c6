#include "app/export/figure/drawn_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/export/figure/paper.hpp"
#include "app/export/ink/number_text.hpp"
#include "app/scene/grid/grid_scene.hpp"
#include "app/scene/grid/sheet.hpp"

namespace tcviz::inline app_export {
namespace {

constexpr double points_of_mm = points_of_inch / mm_of_inch;
constexpr double of_asked = 0.99;  // letters smaller by less than this count as large as asked for
constexpr double widest_advice_mm = 600;
constexpr int most_advice = 24;

Sheet sheet_of(const FigurePaper& paper) {
  return {paper.width_mm * points_of_mm, paper.height_mm * points_of_mm, paper.font_pt,
          static_cast<float>(paper.margin)};
}

double pixels_wide(const FigurePaper& paper) { return std::round(paper.width_mm / mm_of_inch * paper.dpi); }

DrawnFigure on_paper(const Figure& figure, const FigurePaper& paper) {
  const std::vector<const Layout*> layouts = layouts_of(figure);
  SheetPicture picture = picture_on(sheet_of(paper), SceneLayouts(layouts), figure.style);
  const double width = static_cast<double>(picture.scene.width);
  const double scale =
      figure.format == FigureFormat::Png ? pixels_wide(paper) / width : picture.unit * units_of_inch / points_of_inch;
  return {std::move(picture.scene), scale, picture.smallest, picture.labels};
}

bool large_enough(const DrawnFigure& drawn, const FigurePaper& paper) {
  return drawn.smallest_pt >= of_asked * std::max(paper.font_pt, legible_pt);
}

struct Remedy {
  std::string_view words;
  bool (*apply)(Figure& figure);  // false: it is no remedy for this figure
};
constexpr std::array remedies_but_width{
    Remedy{"ask for letters of 5 pt",
           [](Figure& figure) { return std::exchange(figure.paper->font_pt, legible_pt) < legible_pt; }},
    Remedy{"stack the grids",
           [](Figure& figure) {
             return std::exchange(figure.style.arrangement, Arrangement::Stacked) == Arrangement::SideBySide;
           }},
    Remedy{"leave out title and caption",
           [](Figure& figure) {
             const bool there = figure.style.title || figure.style.caption;
             figure.style.title = figure.style.caption = false;
             return there && figure.paper->height_mm > 0;
           }},
    Remedy{"leave out the legend", [](Figure& figure) { return std::exchange(figure.style.legend, false); }},
};
static_assert(legible_pt == 5);

// Returns the least width, in steps of half a centimetre, at which letters are as large as they should be; 0: wider
// than any page.
double wide_enough_mm(const Figure& figure, double smallest_pt) {
  constexpr double step = 5;
  const double wanted = std::max(figure.paper->font_pt, legible_pt);
  Figure wider = figure;
  double width = figure.paper->width_mm * wanted / smallest_pt;
  for (int tried = 0; tried < most_advice; ++tried, width += step) {
    width = std::ceil(width / step - of_asked / 100) * step;
    if (width > widest_advice_mm) return 0;
    wider.paper->width_mm = width;
    if (large_enough(drawn_figure(wider), *wider.paper)) return width;
  }
  return 0;
}

std::string remedy_for(const Figure& figure, const DrawnFigure& drawn) {
  std::vector<std::string> found;
  for (const Remedy& remedy : remedies_but_width) {
    Figure changed = figure;
    if (remedy.apply(changed) && large_enough(drawn_figure(changed), *changed.paper)) found.emplace_back(remedy.words);
  }
  const bool no_wider = figure.paper->height_mm > 0 || (figure.paper->font_pt < legible_pt && !found.empty());
  if (const double wide = no_wider ? 0 : wide_enough_mm(figure, drawn.smallest_pt); wide > 0)
    found.push_back(fmt::format("make it {} wide", centimetres(wide)));
  if (found.empty()) found.emplace_back("show less in one figure, or leave out the labels");
  std::string text;
  for (const std::string& remedy : found) text += (text.empty() ? "" : ", or ") + remedy;
  return text;
}

}  // namespace

std::vector<const Layout*> layouts_of(const Figure& figure) {
  std::vector<const Layout*> layouts;
  for (const FigureLayout& part : figure.layouts) layouts.push_back(&part.layout);
  return layouts;
}

DrawnFigure drawn_figure(const Figure& figure) {
  if (figure.paper) return on_paper(figure, *figure.paper);
  const std::vector<const Layout*> layouts = layouts_of(figure);
  return {build_scene(SceneLayouts(layouts), figure.style), figure.scale.value_or(row_of(figure.format).scale), 0, 0};
}

Status check_paper(const Figure& figure) {
  if (!figure.paper) return Nothing{};
  const FigurePaper& paper = *figure.paper;
  const auto inside = [](double value, double least, double most) { return value >= least && value <= most; };
  if (!inside(paper.width_mm, least_paper_mm, most_paper_mm))
    return bad_input(fmt::format("a figure is {} to {} wide", centimetres(least_paper_mm), centimetres(most_paper_mm)));
  if (paper.height_mm != 0 && !inside(paper.height_mm, least_paper_mm, most_paper_mm))
    return bad_input(fmt::format("a figure is {} to {} high", centimetres(least_paper_mm), centimetres(most_paper_mm)));
  if (!inside(paper.font_pt, least_font_pt, most_font_pt))
    return bad_input(fmt::format("letters are {:g} to {:g} pt high", least_font_pt, most_font_pt));
  if (!inside(paper.margin, 0, most_paper_margin))
    return bad_input(fmt::format("a margin is 0 to {:g} units wide", most_paper_margin));
  if (!inside(paper.dpi, least_dpi, most_dpi))
    return bad_input(fmt::format("a PNG has {:g} to {:g} pixels per inch", least_dpi, most_dpi));
  return Nothing{};
}

std::string size_warning(const Figure& figure) {
  if (!figure.paper || !row_of(figure.format).picture) return {};
  const DrawnFigure drawn = drawn_figure(figure);
  if (large_enough(drawn, *figure.paper)) return {};
  const bool labels = drawn.labels_pt > 0 && drawn.labels_pt <= drawn.smallest_pt * (2 - of_asked);
  return fmt::format("{} are {} pt at this width: {}", labels ? "labels" : "the smallest letters",
                     trimmed_number(drawn.smallest_pt, 1), remedy_for(figure, drawn));
}

}  // namespace tcviz::inline app_export
