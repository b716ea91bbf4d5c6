#include "app/scene/pictures/journey_scene.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/scene/easel/easel.hpp"
#include "app/scene/easel/text_metrics.hpp"
#include "app/scene/pictures/journey_sketch.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float journey_margin = 8, journey_pad = 10, journey_sketch = 84, journey_badge = 26;
constexpr float hop_title = 14, hop_words = 12.5F, hop_code = 11.5F, hop_line = 16;
constexpr float journey_title = 15, journey_words = 11, journey_head = 46, journey_barb = 5;
constexpr int element_hue = 4;  // hue of the element that the journey follows; the others are greys

struct HopLines {
  std::vector<std::string> place, formula, numbers;
};

// Breaks "m = 37, k = 12" into lines that end behind a comma, if one fits.
std::vector<std::string> wrap_list(std::string_view text, float width) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t comma = std::min(text.find(", ", at), text.size()), next = std::min(comma + 2, text.size());
    const std::string part(text.substr(at, next - at));
    at = next;
    if (!lines.empty() && text_width(lines.back() + part, Face::Mono, hop_code) <= width) {
      lines.back() += part;
      continue;
    }
    for (std::string& line : wrap_text(part, Face::Mono, hop_code, width)) lines.push_back(std::move(line));
    if (at < text.size() && lines.back().back() != ' ') lines.back() += ' ';
  }
  return lines;
}

std::string spelled_numbers(const Hop& hop) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : hop.numbers) parts.push_back(fmt::format("{} = {}", name, value));
  return fmt::format("{}", fmt::join(parts, ", "));
}

class JourneyDraw {
 public:
  explicit JourneyDraw(const JourneyView& view) : view_(view), easel_(out_.scene, view.theme) {
    const auto hops = static_cast<int>(view.journey->hops.size());
    const float room = view.width - 2 * journey_margin;
    columns_ = std::clamp(static_cast<int>((room + journey_between) / (journey_least_card + journey_between)), 1,
                          std::max(1, std::min(3, hops)));
    per_column_ = (hops + columns_ - 1) / std::max(1, columns_);
    card_w_ = (room - journey_between * static_cast<float>(columns_ - 1)) / static_cast<float>(columns_);
  }

  JourneyScene draw() {
    Scene& scene = out_.scene;
    scene.title = view_.title;
    scene.description = view_.description;
    scene.width = view_.width;
    top_ = journey_margin + draw_title();
    place_cards();
    for (std::size_t hop = 0; hop < out_.cards.size(); ++hop) draw_card(hop);
    for (std::size_t hop = 1; hop < out_.cards.size(); ++hop) draw_way(out_.cards[hop - 1], out_.cards[hop]);
    return std::move(out_);
  }

 private:
  const std::vector<Hop>& hops() const { return view_.journey->hops; }

  void text(float x, float y, float size, Face face, TextRole role, Color color, std::string words) {
    easel_.text(x, y, size, Align::Left, face, role, color, std::move(words));
  }
  float draw_title() {
    if (view_.title.empty()) return 0;
    text(journey_margin, journey_margin + 12, journey_title, Face::Sans, TextRole::Title, easel_.colors.ink,
         view_.title);
    float y = journey_margin + 32;
    for (std::string& line :
         wrap_text(view_.description, Face::Sans, journey_words, view_.width - 2 * journey_margin)) {
      text(journey_margin, y, journey_words, Face::Sans, TextRole::Caption, easel_.colors.quiet, std::move(line));
      y += hop_line;
    }
    return y - journey_margin + journey_head - 32 - hop_line;
  }

  HopLines lines_of(const Hop& hop) const {
    const float width = card_w_ - 3 * journey_pad - journey_sketch;
    HopLines lines;
    lines.place = wrap_text(hop.place, Face::Sans, hop_words, width);
    if (hop.formula.empty()) return lines;
    lines.formula = wrap_list(hop.formula, width);
    if (!hop.numbers.empty()) lines.numbers = wrap_list(spelled_numbers(hop), width);
    return lines;
  }
  float height_of(const HopLines& lines) const {
    const auto count = static_cast<float>(lines.place.size() + lines.formula.size() + lines.numbers.size());
    return std::max(2 * journey_pad + journey_badge + hop_line * count, 2 * journey_pad + journey_sketch);
  }

  // Gives the cards of a row the height of the highest of them.
  void place_cards() {
    std::vector<float> heights(static_cast<std::size_t>(per_column_), 0);
    for (std::size_t hop = 0; hop < hops().size(); ++hop) {
      lines_.push_back(lines_of(hops()[hop]));
      float& height = heights[hop % static_cast<std::size_t>(per_column_)];
      height = std::max(height, height_of(lines_.back()));
    }
    float y = top_;
    std::vector<float> tops;
    for (const float height : heights) {
      tops.push_back(y);
      y += height + journey_gap;
    }
    out_.scene.height = y - journey_gap + journey_margin;
    for (std::size_t hop = 0; hop < hops().size(); ++hop) {
      const std::size_t row = hop % static_cast<std::size_t>(per_column_),
                        column = hop / static_cast<std::size_t>(per_column_);
      out_.cards.push_back({journey_margin + static_cast<float>(column) * (card_w_ + journey_between), tops[row],
                            card_w_, heights[row]});
    }
  }

  void draw_card(std::size_t number) {
    const Rect& card = out_.cards[number];
    const Paint element = category_paint(view_.palette, element_hue);
    const Color ground = easel_.pale(0.06);
    easel_.box(card, {ground});
    const bool chosen = static_cast<int>(number) == view_.chosen;
    if (chosen || view_.theme == Theme::Contrast)
      out_.scene.outlines.push_back({card, chosen ? easel_.colors.accent : easel_.colors.quiet, chosen ? 2.5F : 1});
    const SketchColors sketch{easel_.pale(0.16), easel_.colors.grid_line, mixed(element.fill, ground, 0.55),
                              element.fill, easel_.colors.quiet};
    draw_sketch(out_.scene, hops()[number].sketch,
                {card.x + journey_pad, card.y + journey_pad, journey_sketch, journey_sketch}, sketch);
    draw_words(number, card);
  }

  void draw_words(std::size_t number, const Rect& card) {
    const float x = card.x + 2 * journey_pad + journey_sketch;
    float y = card.y + journey_pad + journey_badge / 2;
    text(x, y - 3, hop_title, Face::Sans, TextRole::GridTitle, easel_.colors.ink,
         fmt::format("{}  {}", number + 1, hops()[number].stage));
    y += journey_badge / 2 + hop_line / 2;
    const auto put = [&](std::vector<std::string>& lines, float size, Face face, Color color) {
      for (std::string& line : lines) {
        text(x, y, size, face, TextRole::Legend, color, std::move(line));
        y += hop_line;
      }
    };
    HopLines& lines = lines_[number];
    put(lines.place, hop_words, Face::Sans, easel_.colors.ink);
    put(lines.formula, hop_code, Face::Mono, easel_.colors.quiet);
    put(lines.numbers, hop_code, Face::Mono, easel_.colors.quiet);
  }

  // Draws the way down to the next card, or from the foot of a column to the head of the next.
  void draw_way(const Rect& from, const Rect& to) {
    if (to.x == from.x) {
      const float x = from.x + journey_pad + journey_sketch / 2;
      return line({{x, from.y + from.h + 2}, {x, to.y - 2}}, 0, 1);
    }
    const float x = from.x + from.w + journey_between / 2, y = to.y + journey_pad + journey_sketch / 2;
    const float start = from.y + from.h / 2;
    line({{from.x + from.w + 2, start}, {x, start}, {x, y}, {to.x - 2, y}}, 1, 0);
  }
  // Draws a polyline whose last part ends in a tip that points to the right or down.
  void line(const std::vector<Point>& points, float right, float down) {
    const auto stroke = [&](Point a, Point b) { out_.scene.strokes.push_back({a, b, 1.5F, easel_.colors.quiet}); };
    for (std::size_t n = 1; n < points.size(); ++n) stroke(points[n - 1], points[n]);
    const Point tip = points.back();
    stroke({tip.x - journey_barb, tip.y - journey_barb}, tip);
    stroke({tip.x - journey_barb * right + journey_barb * down, tip.y + journey_barb * right - journey_barb * down},
           tip);
  }

  const JourneyView& view_;
  JourneyScene out_;
  Easel easel_;
  std::vector<HopLines> lines_;
  int columns_ = 1, per_column_ = 1;
  float card_w_ = 0, top_ = 0;
};

}  // namespace

JourneyScene build_journey_scene(const JourneyView& view) { return JourneyDraw(view).draw(); }

}  // namespace tcviz::inline app_scene
