#include "app/export/figure/paper.hpp"

#include <array>

#include "app/export/ink/number_text.hpp"

namespace tcviz::inline app_export {
namespace {

// A slide is 13 1/3 by 7 1/2 inches and shown with 1920 x 1080 pixels; a README on GitHub is some 830 pixels wide, and
// its letters have 12.
constexpr std::array<PaperPreset, 4> presets = {{
    {"column", "Column, 8.5 cm", "one of two columns of a paper", {85, 0, 7, 300, 2}},
    {"page", "Page, 17.5 cm", "both columns of a paper", {175, 0, 7, 300, 2}},
    {"slide", "Slide, 16:9", "a whole slide", {13 * mm_of_inch + mm_of_inch / 3, 7.5 * mm_of_inch, 12, 144, 20}},
    {"readme", "README", "as wide as text is on GitHub", {830 * mm_of_inch / units_of_inch, 0, 9, 192, 8}},
}};

}  // namespace

std::span<const PaperPreset> paper_presets() { return presets; }

std::string centimetres(double mm) { return trimmed_number(mm / 10, 2) + " cm"; }

}  // namespace tcviz::inline app_export
