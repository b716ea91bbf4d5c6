#include "app/scene/legend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/scene/palette.hpp"
#include "app/scene/text_metrics.hpp"

namespace tcviz {
namespace {

constexpr float name_size = 11, number_size = 10, row_h = 16, row_gap = 4, swatch_gap = 1;
constexpr float name_gap = 8, number_gap = 5;
constexpr float seamless = 8;  // narrower swatches touch
constexpr float widest_strip_swatch = 12, narrowest_strip_swatch = 5;
constexpr float number_room = 6, narrowest_numbered = 21;  // beside a number in its swatch; a swatch
// Above this many values a swatch with a number each takes more room than it gives answers.
constexpr int most_numbered = 128;
// Above this many a strip shows only some of its colours.
constexpr int most_swatches = 256;

// A strip of all colours of a channel, wrapped into rows.
struct Strip {
  Channel channel = Channel::Thread;
  int count = 0;     // threads or values
  int swatches = 0;  // fewer than `count` where only some are shown
  int per_row = 0;
  float swatch_w = 0;
  int number_of(int swatch) const {
    return swatches == count ? swatch : static_cast<int>(static_cast<long>(swatch) * (count - 1) / (swatches - 1));
  }
};

Color channel_color(Channel channel, int n, int count) {
  return channel == Channel::Thread ? thread_color(n, count) : register_color(n, count);
}

Text legend_text(float x, float y, float size, Align align, Color color, std::string text) {
  return {x, y, size, align, Face::Mono, TextRole::Legend, color, std::move(text)};
}

// How many swatches of at least `narrowest` go into a row: all, or a power of two, so that rows tear no hue of threads.
int swatches_in_row(int count, float width, float narrowest) {
  const int room = std::max(1, static_cast<int>(width / narrowest));
  return room >= count ? count : static_cast<int>(std::bit_floor(static_cast<unsigned>(room)));
}

// Registers: a number in every swatch.
float add_numbered(Scene& scene, int count, float x, float y, float width) {
  const float number_w = text_width(fmt::format("{}", count - 1), Face::Mono, number_size);
  const float swatch_w = std::max(narrowest_numbered, std::ceil(number_w + number_room)) + swatch_gap;
  const int per_row = swatches_in_row(count, width, swatch_w);
  for (int n = 0; n < count; ++n) {
    const int column = n % per_row, row = n / per_row;
    const Rect rect{x + static_cast<float>(column) * swatch_w, y + static_cast<float>(row) * (row_h + swatch_gap),
                    swatch_w - swatch_gap, row_h};
    const Color fill = register_color(n, count);
    scene.swatches.push_back({rect, fill});
    scene.texts.push_back(legend_text(rect.x + rect.w / 2, rect.y + rect.h / 2, number_size, Align::Center,
                                      label_color(fill), fmt::format("{}", n)));
  }
  const int rows = (count + per_row - 1) / per_row;
  return static_cast<float>(rows) * (row_h + swatch_gap) - swatch_gap;
}

// Swatches of one row from x to the right, the first and last number beside them.
void add_strip_row(Scene& scene, const Strip& strip, int row, float x, float y, Color ink) {
  const float gap = strip.swatch_w < seamless ? 0 : swatch_gap;
  const int first = row * strip.per_row, last = std::min(first + strip.per_row, strip.swatches) - 1;
  for (int n = first; n <= last; ++n) {
    scene.swatches.push_back({{x + static_cast<float>(n - first) * strip.swatch_w, y, strip.swatch_w - gap, row_h},
                              channel_color(strip.channel, strip.number_of(n), strip.count)});
  }
  const auto number = [&](int swatch) { return fmt::format("{}", strip.number_of(swatch)); };
  const float end = x + static_cast<float>(last - first + 1) * strip.swatch_w - gap;
  scene.texts.push_back(legend_text(x - number_gap, y + row_h / 2, number_size, Align::Right, ink, number(first)));
  if (last == first) return;
  scene.texts.push_back(legend_text(end + number_gap, y + row_h / 2, number_size, Align::Left, ink, number(last)));
}

float add_strip(Scene& scene, Channel channel, int count, float x, float y, float width, Color ink) {
  const float number_w = std::ceil(text_width(fmt::format("{}", count - 1), Face::Mono, number_size) + number_gap);
  const int swatches = std::min(count, most_swatches);
  const float room = width - 2 * number_w;
  const int per_row = swatches_in_row(swatches, room, narrowest_strip_swatch);
  const float swatch_w =
      std::clamp(std::floor(room / static_cast<float>(per_row)), narrowest_strip_swatch, widest_strip_swatch);
  const Strip strip{channel, count, swatches, per_row, swatch_w};
  const int rows = (swatches + per_row - 1) / per_row;
  for (int row = 0; row < rows; ++row) {
    add_strip_row(scene, strip, row, x + number_w, y + static_cast<float>(row) * (row_h + row_gap), ink);
  }
  return static_cast<float>(rows) * (row_h + row_gap) - row_gap;
}

}  // namespace

float add_legend(Scene& scene, const Layout& layout, Channel channel, const ThemeColors& colors, float x, float y,
                 float width) {
  const std::string_view name = channel == Channel::Thread ? "tid" : "x[i]";
  scene.texts.push_back(legend_text(x, y + row_h / 2, name_size, Align::Left, colors.quiet, std::string(name)));
  const float name_w = std::ceil(text_width(name, Face::Mono, name_size) + name_gap);
  if (channel == Channel::Register && layout.values() <= most_numbered) {
    return add_numbered(scene, layout.values(), x + name_w, y, width - name_w);
  }
  const int count = channel == Channel::Thread ? layout.threads() : layout.values();
  return add_strip(scene, channel, count, x + name_w, y, width - name_w, colors.quiet);
}

}  // namespace tcviz
