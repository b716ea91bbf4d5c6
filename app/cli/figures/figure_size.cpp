#include "app/cli/figures/figure_size.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "app/cli/kit/values.hpp"
#include "app/export/figure/paper.hpp"

namespace tcviz::inline app_cli {
namespace {

struct LengthUnit {
  std::string_view word;
  double mm;
};
constexpr std::array length_units{LengthUnit{"cm", 10}, LengthUnit{"mm", 1}, LengthUnit{"in", mm_of_inch},
                                  LengthUnit{"pt", mm_of_inch / points_of_inch}};

struct Contradiction {
  std::string_view option;
  std::string FigureWords::*text;
};
constexpr std::array sizes_of_cells{Contradiction{"--scale", &FigureWords::scale},
                                    Contradiction{"--cell", &FigureWords::cell}};
constexpr std::array parts_of_paper{Contradiction{"--font", &FigureWords::font},
                                    Contradiction{"--dpi", &FigureWords::dpi}};

Result<FigurePaper> preset_named(const std::string& name) {
  if (name.empty()) return FigurePaper{};
  std::vector<std::string_view> words;
  for (const PaperPreset& preset : paper_presets()) words.push_back(preset.word);
  const Result<std::size_t> at = parse_choice("--for", name, words);
  TCVIZ_TRY(at);
  return paper_presets()[at.value()].paper;
}

// Reads "7pt" or "7".
Result<double> parse_font(std::string text) {
  if (text.ends_with("pt")) text.resize(text.size() - 2);
  return parse_number("--font", text, least_font_pt, most_font_pt);
}

Status check_sizes(const FigureWords& words, const Figure& figure) {
  const bool sized = !words.width.empty() || !words.place.empty();
  for (const Contradiction& row : sizes_of_cells)
    if (sized && !(words.*row.text).empty())
      return bad_input(
          fmt::format("{} and {} contradict each other: the size of cells follows from the width. Leave "
                      "one out.",
                      row.option, words.width.empty() ? "--for" : "--width"));
  for (const Contradiction& row : parts_of_paper)
    if (!sized && !(words.*row.text).empty())
      return bad_input(fmt::format("{} needs a width: give --width 8.5cm or --for column, too.", row.option));
  if (!words.dpi.empty() && figure.format != FigureFormat::Png)
    return bad_input(fmt::format("--dpi is for png, not for {}: it has no pixels.", row_of(figure.format).word));
  return Nothing{};
}

Result<FigurePaper> read_paper(const FigureWords& words) {
  Result<FigurePaper> paper = preset_named(words.place);
  TCVIZ_TRY(paper);
  if (!words.width.empty()) {
    const Result<double> width = parse_length("--width", words.width, least_paper_mm, most_paper_mm);
    TCVIZ_TRY(width);
    // The height follows from the contents: a slide of another width is no slide.
    paper.value().width_mm = width.value();
    paper.value().height_mm = 0;
  }
  if (!words.font.empty()) {
    const Result<double> font = parse_font(words.font);
    TCVIZ_TRY(font);
    paper.value().font_pt = font.value();
  }
  if (words.dpi.empty()) return paper;
  const Result<double> dpi = parse_number("--dpi", words.dpi, least_dpi, most_dpi);
  TCVIZ_TRY(dpi);
  paper.value().dpi = dpi.value();
  return paper;
}

}  // namespace

Result<double> parse_length(std::string_view what, std::string_view text, double least_mm, double most_mm) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view word(end, static_cast<std::size_t>(text.data() + text.size() - end));
  for (const LengthUnit& unit : length_units) {
    if (error != std::errc() || unit.word != word) continue;
    const double mm = number * unit.mm;
    if (mm >= least_mm && mm <= most_mm) return mm;
    return bad_input(fmt::format("{} {} is out of range: it goes from {} to {}.", what, text, centimetres(least_mm),
                                 centimetres(most_mm)));
  }
  return bad_input(fmt::format("{} '{}' is not a length: write 8.5cm, 85mm, 3.35in or 240pt.", what, text));
}

Status read_figure_size(const FigureWords& words, Figure& figure) {
  TCVIZ_TRY(check_sizes(words, figure));
  if (!words.scale.empty()) {
    const Result<double> scale = read_figure_scale(words.scale);
    TCVIZ_TRY(scale);
    figure.scale = scale.value();
  }
  if (words.width.empty() && words.place.empty()) return Nothing{};
  const Result<FigurePaper> paper = read_paper(words);
  TCVIZ_TRY(paper);
  figure.paper = paper.value();
  return Nothing{};
}

}  // namespace tcviz::inline app_cli
