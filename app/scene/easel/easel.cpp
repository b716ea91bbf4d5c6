#include "app/scene/easel/easel.hpp"

#include <algorithm>
#include <utility>

#include "app/scene/easel/text_metrics.hpp"

namespace tcviz::inline app_scene {

Color wrong_color(Color background) {
  constexpr Color on_light{210, 30, 45}, on_dark{248, 62, 72};
  return label_color(background) == Color{0, 0, 0} ? on_light : on_dark;
}

std::map<std::int64_t, int> ranks(const std::vector<std::int64_t>& numbers) {
  std::map<std::int64_t, int> found;
  for (const std::int64_t number : numbers) found[number];
  int next = 0;
  for (auto& [number, rank] : found) rank = number < 0 ? -1 : next++;
  return found;
}

Color rank_color(int hue, int shade) { return thread_color(hue % 8 * 4 + shade % 4, 32); }

Rect cell_rect(const Rect& matrix, float cell_w, float cell_h, Element element) {
  return {matrix.x + static_cast<float>(element.col) * cell_w, matrix.y + static_cast<float>(element.row) * cell_h,
          cell_w - 1, cell_h - 1};
}

std::optional<Element> cell_at(const Rect& matrix, float cell_w, float cell_h, float x, float y) {
  if (!matrix.contains(x, y)) return std::nullopt;
  return Element{static_cast<int>((y - matrix.y) / cell_h), static_cast<int>((x - matrix.x) / cell_w)};
}

void Easel::text(float x, float y, float size, Align align, Face face, TextRole role, Color color, std::string words) {
  const float w = text_width(words, face, size);
  right_ = std::max(right_, align == Align::Left ? x + w : align == Align::Center ? x + w / 2 : x);
  scene_.texts.push_back({x, y, size, align, face, role, color, std::move(words)});
}

void Easel::title(float x, float y, float size, std::string words) {
  text(x, y, size, Align::Left, Face::Sans, TextRole::GridTitle, colors.ink, std::move(words));
}

void Easel::number(float x, float y, float size, Align align, std::string words, TextRole role) {
  text(x, y, size, align, Face::Mono, role, colors.quiet, std::move(words));
}

void Easel::label(const Rect& cell, float size, Color fill, std::string words, TextRole role) {
  scene_.texts.push_back({cell.x + cell.w / 2, cell.y + cell.h / 2, size, Align::Center, Face::Mono, role,
                          label_color(fill), std::move(words)});
}

void Easel::box(const Rect& rect, const Paint& paint, bool framed) {
  scene_.swatches.push_back({rect, paint.fill, paint.hatch, framed});
}

void Easel::picture(const Scene& part, float x, float y) {
  for (Swatch swatch : part.swatches) {
    swatch.rect.x += x, swatch.rect.y += y;
    scene_.swatches.push_back(swatch);
  }
  for (Text text : part.texts) {
    text.x += x, text.y += y;
    scene_.texts.push_back(std::move(text));
  }
  for (Outline outline : part.outlines) {
    outline.rect.x += x, outline.rect.y += y;
    scene_.outlines.push_back(outline);
  }
}

void Easel::frame_wrong(const Rect& cell, float thickness) {
  scene_.outlines.push_back(
      {{cell.x + 1, cell.y + 1, cell.w - 2, cell.h - 2}, wrong_color(colors.background), thickness});
}

}  // namespace tcviz::inline app_scene
