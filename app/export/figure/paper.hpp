// Common sizes of figures on paper or slides, by name, and the limits of these sizes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

inline constexpr double mm_of_inch = 25.4, points_of_inch = 72, units_of_inch = 96;
inline constexpr double least_paper_mm = 10, most_paper_mm = 2000;
inline constexpr double least_font_pt = 1, most_font_pt = 72;
inline constexpr double least_dpi = 20, most_dpi = 2400;
inline constexpr double most_paper_margin = 200;

struct PaperPreset {
  std::string_view word, label, help;  // "column", "Column, 8.5 cm"
  FigurePaper paper;
};
std::span<const PaperPreset> paper_presets();

// Writes a length as "8.5 cm" or "33.87 cm".
std::string centimetres(double mm);

}  // namespace tcviz::inline app_export
