#include "app/cli/figures/figure_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/kit/options.hpp"
#include "app/cli/kit/values.hpp"
#include "app/export/figure/slot_value.hpp"
#include "app/scene/grid/names.hpp"
#include "app/scene/grid/thread_filter.hpp"

namespace tcviz::inline app_cli {
namespace {

constexpr std::array<WordRow, 16> words = {{
    {"--view", "VIEW", &FigureWords::view, "grids (default), combined, product, threads or comparison"},
    {"--color-by", "COLORING", &FigureWords::color_by,
     "colour the cells by thread, value, quad, ..., or an expression of tid, i, row, col"},
    {"--labels", "LABELS", &FigureWords::labels, "text in the cells: thread, value, slot, word, element, ..., none"},
    {"--palette", "PALETTE", &FigureWords::palette, "safe (default), vivid, or print: grey with hatching"},
    {"--theme", "THEME", &FigureWords::theme, "colours of a picture: light (default), dark or contrast"},
    {"--arrangement", "ARRANGEMENT", &FigureWords::arrangement, "fitting (default), side-by-side or stacked"},
    {"--title", "TEXT", &FigureWords::title, "instead of the kind's id"},
    {"--caption", "TEXT", &FigureWords::caption, "instead of the sizes and the provenance"},
    {"--threads", "LIST", &FigureWords::threads, "fade all other threads, as in 0-7,16"},
    {"--pin", "TID,I", &FigureWords::pin, "outline thread TID and its value x[I]"},
    {"--scale", "SCALE", &FigureWords::scale, "0.1 to 16: pixels per unit of a PNG (2), else a factor of the size (1)"},
    {"--cell", "N", &FigureWords::cell, "side of a cell in units, 4 to 200 (28)"},
    {"--for", "PLACE", &FigureWords::place,
     "column (8.5cm wide, letters from 7pt), page (17.5cm), slide (16:9) or readme"},
    {"--width", "LENGTH", &FigureWords::width,
     "width of a picture, as in 8.5cm, 85mm, 3.35in or 240pt: cells follow from it"},
    {"--font", "SIZE", &FigureWords::font, "size of the smallest letters at that width (7pt)"},
    {"--dpi", "N", &FigureWords::dpi, "pixels per inch of a PNG of that width (300)"},
}};

constexpr std::array<FlagRow, 6> flags = {{
    {"--no-title", &FigureWords::no_title, "title", false, "leave out the title"},
    {"--no-caption", &FigureWords::no_caption, "caption", false, "leave out the line of sizes and provenance"},
    {"--no-legend", &FigureWords::no_legend, "legend", false, "leave out the legend"},
    {"--no-axes", &FigureWords::no_axes, "axes", false, "leave out the numbers and names of the axes"},
    {"--transparent", &FigureWords::transparent, "transparent", true, "no background"},
    {"--panels", &FigureWords::panels, "panels", true, "letters a, b, c before the titles of the grids"},
}};

constexpr double smallest_cell = 4, largest_cell = 200;

bool looks_like_expression(const std::string& text) {
  return text.find_first_of("%/+*&|^<>() 0123456789") != text.npos;
}

// Reads the name of a colouring, or else an expression to colour by, which finish_style checks with the layouts.
Status read_coloring(const std::string& text, SceneStyle& style) {
  const bool named = parse_word<ColorBy>("", text).ok();
  if (text.empty() || named || !looks_like_expression(text)) return read_word("--color-by", text, style.color_by);
  style.color_by = ColorBy::Expression;
  return Nothing{};
}

Status read_cell(const std::string& text, SceneStyle& style) {
  if (text.empty()) return Nothing{};
  const Result<double> cell = parse_number("--cell", text, smallest_cell, largest_cell);
  TCVIZ_TRY(cell);
  style.cell = static_cast<float>(cell.value());
  return Nothing{};
}

std::vector<const Layout*> pointers_to(std::span<const FigureLayout> layouts) {
  std::vector<const Layout*> pointers;
  for (const FigureLayout& part : layouts) pointers.push_back(&part.layout);
  return pointers;
}

Status read_threads(const std::string& text, std::span<const FigureLayout> layouts, SceneStyle& style) {
  int threads = 0;
  for (const FigureLayout& part : layouts) threads = std::max(threads, part.layout.threads());
  const Result<std::vector<bool>> shown = parse_threads(text, threads);
  if (!shown) return bad_input("--threads: " + shown.error().message + ".");
  style.threads = shown.value();
  return Nothing{};
}

Status read_pin(const std::string& text, const Layout& first, SceneStyle& style) {
  if (text.empty()) return Nothing{};
  const Result<Slot> slot = parse_slot(text);
  TCVIZ_TRY(slot);
  style.marked = slot.value();
  return check_slot(slot.value(), first.threads(), first.values(), first.kind());
}

Status read_value(const std::string& text, std::span<const FigureLayout> layouts, SceneStyle& style) {
  if (style.color_by != ColorBy::Expression) return Nothing{};
  const std::vector<const Layout*> pointers = pointers_to(layouts);
  Result<SlotValue> value = slot_value(text, pointers);
  if (!value) return bad_input(fmt::format("--color-by '{}': {}.", text, value.error().message));
  style.value = std::move(value).value();
  style.value_name = text;
  return Nothing{};
}

}  // namespace

std::span<const WordRow> figure_word_rows() { return words; }
std::span<const FlagRow> figure_flag_rows() { return flags; }

void add_figure_words(CLI::App& app, FigureWords& into) {
  for (const WordRow& row : words)
    add_option(app, std::string(row.option), std::string(row.type), into.*row.text, std::string(row.help));
  for (const FlagRow& row : flags) add_flag(app, std::string(row.option), into.*row.flag, std::string(row.help));
}

std::string_view picture_option_in(const FigureWords& given) {
  for (const WordRow& row : words)
    if (row.text != &FigureWords::view && !(given.*row.text).empty()) return row.option;
  for (const FlagRow& row : flags)
    if (given.*row.flag) return row.option;
  return {};
}

Result<SceneStyle> read_style(const FigureWords& given) {
  SceneStyle style;
  TCVIZ_TRY(read_word("--view", given.view, style.view));
  TCVIZ_TRY(read_coloring(given.color_by, style));
  TCVIZ_TRY(read_word("--labels", given.labels, style.label_by));
  TCVIZ_TRY(read_word("--palette", given.palette, style.palette));
  TCVIZ_TRY(read_word("--theme", given.theme, style.theme));
  TCVIZ_TRY(read_word("--arrangement", given.arrangement, style.arrangement));
  TCVIZ_TRY(read_cell(given.cell, style));
  style.title = !given.no_title;
  style.caption = !given.no_caption;
  style.legend = !given.no_legend;
  style.axes = !given.no_axes;
  style.transparent = given.transparent;
  style.panels = given.panels;
  style.title_text = given.title;
  style.caption_text = given.caption;
  return style;
}

Result<double> read_figure_scale(const std::string& text) {
  return parse_number("--scale", text, smallest_scale, largest_scale);
}

Status finish_style(const FigureWords& given, std::span<const FigureLayout> layouts, SceneStyle& style) {
  TCVIZ_TRY(read_threads(given.threads, layouts, style));
  TCVIZ_TRY(read_pin(given.pin, layouts.front().layout, style));
  if (style.view == ViewMode::Comparison && layouts.size() == 2) style.side_names = side_names(layouts[0], layouts[1]);
  return read_value(given.color_by, layouts, style);
}

}  // namespace tcviz::inline app_cli
