#include "app/scene/legend.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/scene/text_metrics.hpp"

namespace tcviz {
namespace {

constexpr float name_size = 11, number_size = 10, row_h = 16, row_gap = 4, swatch_gap = 1;
constexpr float name_gap = 8, number_gap = 5;
constexpr float seamless = 8;  // narrower swatches touch
constexpr float widest_strip_swatch = 12, narrowest_strip_swatch = 5;
constexpr float number_room = 6, narrowest_numbered = 21;  // beside a number in its swatch; a swatch
// Above this many a strip shows only some of its colours.
constexpr int most_swatches = 256;

// Where a legend goes on.
struct Row {
  float x = 0, y = 0, width = 0;
};

// A strip of all colours, wrapped into rows.
struct Strip {
  const Coloring& coloring;
  int swatches = 0;  // fewer than there are numbers where only some are shown
  int per_row = 0;
  float swatch_w = 0;
  int count() const { return static_cast<int>(coloring.looks().size()); }
  std::size_t number_of(int swatch) const {
    const long last = count() - 1;
    return static_cast<std::size_t>(swatches == count() ? swatch : static_cast<long>(swatch) * last / (swatches - 1));
  }
};

Text legend_text(float x, float y, float size, Align align, Color color, std::string text) {
  return {x, y, size, align, Face::Mono, TextRole::Legend, color, std::move(text)};
}

// How many swatches of at least `narrowest` go into a row: all, or a power of two, so that rows tear no hue of threads.
int swatches_in_row(int count, float width, float narrowest) {
  const int room = std::max(1, static_cast<int>(width / narrowest));
  return room >= count ? count : static_cast<int>(std::bit_floor(static_cast<unsigned>(room)));
}

float widest_word(const Coloring& coloring) {
  float widest = 0;
  for (std::size_t n = 0; n < coloring.looks().size(); ++n) {
    widest = std::max(widest, text_width(coloring.word(n), Face::Mono, number_size));
  }
  return widest;
}

// A word in every swatch.
float add_numbered(Scene& scene, const Coloring& coloring, const Row& at) {
  const int count = static_cast<int>(coloring.looks().size());
  const float swatch_w = std::max(narrowest_numbered, std::ceil(widest_word(coloring) + number_room)) + swatch_gap;
  const int per_row = swatches_in_row(count, at.width, swatch_w);
  for (int n = 0; n < count; ++n) {
    const int column = n % per_row, row = n / per_row;
    const Rect rect{at.x + static_cast<float>(column) * swatch_w, at.y + static_cast<float>(row) * (row_h + swatch_gap),
                    swatch_w - swatch_gap, row_h};
    const auto number = static_cast<std::size_t>(n);
    const Coloring::Look& look = coloring.looks()[number];
    scene.swatches.push_back({rect, look.paint.fill, look.paint.hatch});
    scene.texts.push_back(legend_text(rect.x + rect.w / 2, rect.y + rect.h / 2, number_size, Align::Center, look.label,
                                      coloring.word(number)));
  }
  const int rows = (count + per_row - 1) / per_row;
  return static_cast<float>(rows) * (row_h + swatch_gap) - swatch_gap;
}

// Swatches of one row from x to the right, the first and last number beside them.
void add_strip_row(Scene& scene, const Strip& strip, int row, Point at, Color ink) {
  const float gap = strip.swatch_w < seamless ? 0 : swatch_gap;
  const int first = row * strip.per_row, last = std::min(first + strip.per_row, strip.swatches) - 1;
  for (int n = first; n <= last; ++n) {
    const Paint& paint = strip.coloring.looks()[strip.number_of(n)].paint;
    const Rect rect{at.x + static_cast<float>(n - first) * strip.swatch_w, at.y, strip.swatch_w - gap, row_h};
    scene.swatches.push_back({rect, paint.fill, paint.hatch});
  }
  const auto word = [&](int swatch) { return strip.coloring.word(strip.number_of(swatch)); };
  const float end = at.x + static_cast<float>(last - first + 1) * strip.swatch_w - gap;
  const float middle = at.y + row_h / 2;
  scene.texts.push_back(legend_text(at.x - number_gap, middle, number_size, Align::Right, ink, word(first)));
  if (last == first) return;
  scene.texts.push_back(legend_text(end + number_gap, middle, number_size, Align::Left, ink, word(last)));
}

float add_strip(Scene& scene, const Coloring& coloring, const Row& at, Color ink) {
  const float word_w = std::ceil(widest_word(coloring) + number_gap);
  const int swatches = std::min(static_cast<int>(coloring.looks().size()), most_swatches);
  const float room = at.width - 2 * word_w;
  const int per_row = swatches_in_row(swatches, room, narrowest_strip_swatch);
  const float swatch_w =
      std::clamp(std::floor(room / static_cast<float>(per_row)), narrowest_strip_swatch, widest_strip_swatch);
  const Strip strip{coloring, swatches, per_row, swatch_w};
  const int rows = (swatches + per_row - 1) / per_row;
  for (int row = 0; row < rows; ++row) {
    const float y = at.y + static_cast<float>(row) * (row_h + row_gap);
    add_strip_row(scene, strip, row, {at.x + word_w, y}, ink);
  }
  return static_cast<float>(rows) * (row_h + row_gap) - row_gap;
}

constexpr float most_name = 0.6f;  // of the legend's width: an expression may be long

}  // namespace

float add_legend(Scene& scene, const Coloring& coloring, const ThemeColors& colors, Point at, float width) {
  std::string name = coloring.name();
  while (name.size() > 4 && text_width(name, Face::Mono, name_size) > most_name * width) {
    name.resize(name.size() - 4);
    name += "...";
  }
  scene.texts.push_back(legend_text(at.x, at.y + row_h / 2, name_size, Align::Left, colors.quiet, name));
  const float name_w = std::ceil(text_width(name, Face::Mono, name_size) + name_gap);
  const Row rest{at.x + name_w, at.y, width - name_w};
  return coloring.strip() ? add_strip(scene, coloring, rest, colors.quiet) : add_numbered(scene, coloring, rest);
}

}  // namespace tcviz
