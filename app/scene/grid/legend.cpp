#include "app/scene/grid/legend.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "app/scene/easel/text_metrics.hpp"
#include "app/scene/grid/measure.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float legend_name_size = 11, legend_number_size = 11, row_h = legend_row_h, row_gap = 4, swatch_gap = 1;
constexpr float name_gap = 8, number_gap = 5;
constexpr float seamless = 8;  // narrower swatches touch
constexpr float widest_strip_swatch = 12, narrowest_strip_swatch = 5;
constexpr float number_room = 6, narrowest_numbered = 21;  // beside a number in its swatch; a swatch
constexpr float most_of_name = 0.3f;                       // part of the width; a longer name stands above its swatches
constexpr float most_of_number = 0.2f;                     // the same for the longest number
constexpr std::size_t most_name_lines = 3;
constexpr float difference_swatch = 24;
// The number of colours above which a strip shows only some of them.
constexpr int most_swatches = 256, most_rows = 8;

// The place of a legend: its swatches fill rows from (x, y).
struct Place {
  float x = 0, y = 0, width = 0;
};

// A strip of all colours, wrapped into rows.
struct Strip {
  int count = 0;     // classes
  int swatches = 0;  // fewer than `count` if only some are shown
  int per_row = 0;
  float swatch_w = 0;
  std::size_t class_of(int swatch) const {
    const long n = swatches == count ? swatch : static_cast<long>(swatch) * (count - 1) / (swatches - 1);
    return static_cast<std::size_t>(n);
  }
};

Text legend_text(float x, float y, float size, Align align, Color color, std::string text) {
  return {x, y, size, align, Face::Mono, TextRole::Legend, color, std::move(text)};
}

float widest_number(const Coloring& coloring) {
  std::size_t longest = 0;
  for (const std::string& number : coloring.numbers) longest = std::max(longest, number.size());
  return text_width(std::string(longest, '0'), Face::Mono, legend_number_size);
}

// Returns the number of swatches of at least `narrowest` in a row: all, or a power of two, so that no row splits a hue
// of threads.
int swatches_in_row(int count, float width, float narrowest) {
  const int room = std::max(1, static_cast<int>(width / narrowest));
  return room >= count ? count : static_cast<int>(std::bit_floor(static_cast<unsigned>(room)));
}

// Swatches with numbers in them, in rows of equal length except the last.
struct Numbered {
  Place place;
  int count = 0, per_row = 0;
  float swatch_w = 0;  // from one to the next
  float swatch_h = row_h;
  int rows() const { return (count + per_row - 1) / per_row; }
  int in_row(int row) const { return std::min(per_row, count - row * per_row); }
  float top(int row) const { return place.y + static_cast<float>(row) * (swatch_h + swatch_gap); }
};

// Draws lines in the gaps around the swatches: they may be white on white paper.
void add_lines(Scene& scene, const Numbered& numbered) {
  const float x = numbered.place.x - swatch_gap;
  const auto add = [&](const Rect& rect) { scene.swatches.push_back({rect, scene.grid_line}); };
  const auto add_level = [&](float y, int swatches) {
    add({x, y - swatch_gap, static_cast<float>(swatches) * numbered.swatch_w + swatch_gap, swatch_gap});
  };
  for (int row = 0; row < numbered.rows(); ++row) {
    add_level(numbered.top(row), numbered.in_row(std::max(row - 1, 0)));
    for (int n = 0; n <= numbered.in_row(row); ++n) {
      add({x + static_cast<float>(n) * numbered.swatch_w, numbered.top(row), swatch_gap, numbered.swatch_h});
    }
  }
  add_level(numbered.top(numbered.rows()), numbered.in_row(numbered.rows() - 1));
}

// Draws swatches with a number in each, and returns their height.
float add_numbered(Scene& scene, const Coloring& coloring, const Place& place) {
  const int count = static_cast<int>(coloring.looks.size());
  const float swatch_w = std::max(narrowest_numbered, std::ceil(widest_number(coloring) + number_room)) + swatch_gap;
  const float swatch_h = coloring.lined ? 2 * hatch_tile - swatch_gap : row_h;  // hatches lie alike in all rows
  const Numbered numbered{place, count, swatches_in_row(count, place.width, swatch_w), swatch_w, swatch_h};
  for (int n = 0; n < count; ++n) {
    const Rect rect{place.x + static_cast<float>(n % numbered.per_row) * swatch_w, numbered.top(n / numbered.per_row),
                    swatch_w - swatch_gap, row_h};
    const CellLook& look = coloring.looks[static_cast<std::size_t>(n)];
    scene.swatches.push_back({rect, look.fill, look.hatch});
    scene.texts.push_back(legend_text(rect.x + rect.w / 2, rect.y + rect.h / 2, legend_number_size, Align::Center,
                                      look.label, coloring.numbers[static_cast<std::size_t>(n)]));
  }
  if (coloring.lined) add_lines(scene, numbered);
  return numbered.top(numbered.rows()) - swatch_gap - place.y;
}

// Draws the swatches of one row from x to the right, the first and last number beside them.
void add_strip_row(Scene& scene, const Coloring& coloring, const Strip& strip, int row, float x, float y, Color ink) {
  const float gap = strip.swatch_w < seamless ? 0 : swatch_gap;
  const int first = row * strip.per_row, last = std::min(first + strip.per_row, strip.swatches) - 1;
  for (int n = first; n <= last; ++n) {
    const CellLook& look = coloring.looks[strip.class_of(n)];
    const float left = x + static_cast<float>(n - first) * strip.swatch_w;
    scene.swatches.push_back({{left, y, strip.swatch_w - gap, row_h}, look.fill, look.hatch});
  }
  const auto number = [&](int swatch) { return coloring.numbers[strip.class_of(swatch)]; };
  const float end = x + static_cast<float>(last - first + 1) * strip.swatch_w - gap;
  scene.texts.push_back(
      legend_text(x - number_gap, y + row_h / 2, legend_number_size, Align::Right, ink, number(first)));
  if (last == first) return;
  scene.texts.push_back(
      legend_text(end + number_gap, y + row_h / 2, legend_number_size, Align::Left, ink, number(last)));
}

float add_strip(Scene& scene, const Coloring& coloring, const Place& place, Color ink) {
  const float number_w = std::ceil(widest_number(coloring) + number_gap);
  const int count = static_cast<int>(coloring.looks.size());
  const float room = place.width - 2 * number_w;
  const int per_row = swatches_in_row(std::min(count, most_swatches), room, narrowest_strip_swatch);
  const int swatches = std::min({count, most_swatches, per_row * most_rows});
  const float swatch_w =
      std::clamp(std::floor(room / static_cast<float>(per_row)), narrowest_strip_swatch, widest_strip_swatch);
  const Strip strip{count, swatches, per_row, swatch_w};
  const int rows = (swatches + per_row - 1) / per_row;
  for (int row = 0; row < rows; ++row) {
    const float y = place.y + static_cast<float>(row) * (row_h + row_gap);
    add_strip_row(scene, coloring, strip, row, place.x + number_w, y, ink);
  }
  return static_cast<float>(rows) * (row_h + row_gap) - row_gap;
}

// Writes the name, and takes its room from the place of the swatches: beside them if it and the numbers are short,
// above otherwise.
void add_name(Scene& scene, const Coloring& coloring, Color ink, Place& place) {
  const std::string& name = coloring.name;
  const float name_w = std::ceil(text_width(name, Face::Mono, legend_name_size) + name_gap);
  if (name_w <= most_of_name * place.width && widest_number(coloring) <= most_of_number * place.width) {
    scene.texts.push_back(legend_text(place.x, place.y + row_h / 2, legend_name_size, Align::Left, ink, name));
    place.x += name_w;
    place.width -= name_w;
    return;
  }
  const float dots = text_width("...", Face::Mono, legend_name_size);
  std::vector<std::string> lines = wrap_text(name, Face::Mono, legend_name_size, place.width - dots);
  if (lines.size() > most_name_lines) {
    lines.resize(most_name_lines);
    lines.back() += "...";
  }
  for (std::string& line : lines) {
    scene.texts.push_back(
        legend_text(place.x, place.y + row_h / 2, legend_name_size, Align::Left, ink, std::move(line)));
    place.y += row_h;
  }
}

}  // namespace

float add_difference_legend(Scene& scene, const Difference& difference, const CellLook& look, const ThemeColors& colors,
                            float x, float y) {
  const int differing = difference.differing, agreeing = difference.elements - differing;
  for (const bool differs : {false, true}) {
    const Rect swatch{x, y, difference_swatch, row_h};
    scene.swatches.push_back({swatch, look.fill, look.hatch, differs != frames_agreeing(difference)});
    std::string words = differs ? fmt::format("differ {}", differing) : fmt::format("agree {}", agreeing);
    x += difference_swatch + name_gap;
    const float words_w = text_width(words, Face::Mono, legend_name_size);
    scene.texts.push_back(legend_text(x, y + row_h / 2, legend_name_size, Align::Left, colors.quiet, std::move(words)));
    x += std::ceil(words_w) + 3 * name_gap;
  }
  return row_h;
}

float add_brief_legend(Scene& scene, const ThemeColors& colors, float x, float y, float width) {
  constexpr std::string_view words = "5:3 is T5 x[3]: value 3 of thread 5";
  float height = row_gap;
  for (std::string& line : wrap_text(words, Face::Mono, legend_name_size, width)) {
    scene.texts.push_back(
        legend_text(x, y + height + row_h / 2, legend_name_size, Align::Left, colors.quiet, std::move(line)));
    height += row_h;
  }
  return height;
}

float add_legend(Scene& scene, const Coloring& coloring, const ThemeColors& colors, float x, float y, float width) {
  Place place{x, y, width};
  if (coloring.lined) place.y += hatch_tile - hatch_misfit(y, 2 * hatch_tile);
  add_name(scene, coloring, colors.quiet, place);
  const float height =
      coloring.numbered ? add_numbered(scene, coloring, place) : add_strip(scene, coloring, place, colors.quiet);
  return place.y - y + height;
}

}  // namespace tcviz::inline app_scene
