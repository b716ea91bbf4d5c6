#include "app/ui/grids/sticky_axes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "app/scene/easel/text_metrics.hpp"
#include "app/scene/grid/measure.hpp"

namespace tcviz::inline app_ui {
namespace {

// Sizes in points.
constexpr float number_points = 11, strip_h = 17, strip_gap = 5, most_map_w = 132, most_map_h = 92, map_margin = 10,
                map_step = 12;

// "12", or "x[12]" above a column of values; formatted in place, since this is drawn in every frame.
struct AxisWord {
  std::array<char, 16> letters{};
  std::size_t length = 0;
  AxisWord(int n, bool value) {
    if (value) letters[length++] = 'x', letters[length++] = '[';
    const auto end = std::to_chars(letters.data() + length, letters.data() + letters.size() - 1, n).ptr;
    length = static_cast<std::size_t>(end - letters.data());
    if (value) letters[length++] = ']';
  }
  std::string_view text() const { return {letters.data(), length}; }
};

// The numbers of the cells between two pixels of one direction of a grid.
struct Line {
  float begin = 0, pitch = 0;  // of the cells, pixels
  int count = 0;
  int number = 0;  // of the first cell
  int first(float low) const { return std::clamp(static_cast<int>((low - begin) / pitch), 0, count - 1); }
  int last(float high) const { return std::clamp(static_cast<int>((high - begin) / pitch), 0, count - 1); }
  float middle(int n) const { return begin + (static_cast<float>(n) + 0.5F) * pitch; }
};

void draw_columns(const Ui& ui, const Rect& c, const GridFrame& frame, const Line& line) {
  const float low = std::max(c.x, line.begin);
  const float high = std::min(c.x + c.w, line.begin + line.pitch * static_cast<float>(line.count));
  if (high <= low) return;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled({low, c.y}, {high, c.y + ui.px(strip_h)}, ui.colors.panel);
  draw.AddLine({low, c.y + ui.px(strip_h)}, {high, c.y + ui.px(strip_h)}, ui.colors.border, ui.line());
  const bool values = frame.channel == Channel::Slots;
  const AxisWord longest(line.number + line.count - 1, values);
  const float wide = text_size(ui, ui.fonts.mono, number_points, longest.text()).x + ui.px(strip_gap);
  const int step = axis_step(line.count, line.pitch, wide);
  for (int n = line.first(low) / step * step; n <= line.last(high); n += step) {
    const AxisWord word(line.number + n, values);
    const ImVec2 size = text_size(ui, ui.fonts.mono, number_points, word.text());
    const float x = std::round(line.middle(n) - size.x / 2);
    if (x < low || x + size.x > high) continue;
    put_text(ui, ui.fonts.mono, number_points, {x, c.y + ui.px(1)}, ui.colors.text, word.text());
  }
}

void draw_rows(const Ui& ui, const Rect& c, const Line& line) {
  const float low = std::max(c.y, line.begin);
  const float high = std::min(c.y + c.h, line.begin + line.pitch * static_cast<float>(line.count));
  if (high <= low) return;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 longest =
      text_size(ui, ui.fonts.mono, number_points, AxisWord(line.number + line.count - 1, false).text());
  const float right = c.x + longest.x + 2 * ui.px(strip_gap);
  draw.AddRectFilled({c.x, low}, {right, high}, ui.colors.panel);
  draw.AddLine({right, low}, {right, high}, ui.colors.border, ui.line());
  const int step = axis_step(line.count, line.pitch, longest.y);
  for (int n = line.first(low) / step * step; n <= line.last(high); n += step) {
    const AxisWord word(line.number + n, false);
    const ImVec2 size = text_size(ui, ui.fonts.mono, number_points, word.text());
    const float y = std::round(line.middle(n) - size.y / 2);
    if (y < low || y + size.y > high) continue;
    put_text(ui, ui.fonts.mono, number_points, {right - ui.px(strip_gap) - size.x, y}, ui.colors.text, word.text());
  }
}

// True for the boxes of metadata between the rows of A, which has the numbers.
bool is_between_rows(const Scene& scene, const GridFrame& frame) {
  return std::any_of(scene.grids.begin(), scene.grids.end(), [&](const GridFrame& a) {
    const float below = frame.cells.y - a.cells.y;
    return a.free_below > 0 && a.layout != frame.layout && below > 0 && below < a.cell_h && frame.cells.x == a.cells.x;
  });
}

}  // namespace

void draw_sticky_axes(const Ui& ui, const Canvas& canvas, const Projection& p, const Scene& scene) {
  const Rect& c = canvas.rect;
  ImGui::GetWindowDrawList()->PushClipRect({c.x, c.y}, {c.x + c.w, c.y + c.h}, true);
  for (const GridFrame& frame : scene.grids) {
    const Point low = p.to_pixels({frame.cells.x, frame.cells.y});
    const Point high = p.to_pixels({frame.cells.x + frame.cells.w, frame.cells.y + frame.cells.h});
    if (high.x <= c.x || high.y <= c.y || low.x >= c.x + c.w || low.y >= c.y + c.h) continue;
    if (is_between_rows(scene, frame)) continue;
    // The grid's own numbers stand above and left of its cells, while these are in sight.
    if (low.y < c.y + ui.px(strip_h) / 2)
      draw_columns(ui, c, frame, {low.x, frame.cell_w * p.zoom, frame.cols, frame.first_col});
    if (low.x < c.x + ui.px(strip_h) / 2) draw_rows(ui, c, {low.y, frame.cell_h * p.zoom, frame.rows, frame.first_row});
  }
  ImGui::GetWindowDrawList()->PopClipRect();
}

std::vector<Rect> map_obstacles(const Scene& scene) {
  std::vector<Rect> all;
  for (const GridFrame& frame : scene.grids) all.push_back(frame.lines);
  for (const Swatch& swatch : scene.swatches) all.push_back(swatch.rect);
  for (const Text& text : scene.texts) {
    if (text.role == TextRole::CellLabel) continue;
    const float w = text_width(text.text, text.face, text.size);
    const float before = text.align == Align::Center ? w / 2 : text.align == Align::Right ? w : 0;
    all.push_back({text.x - before, text.y - text.size / 2, w, text.size});
  }
  return all;
}

std::optional<Rect> map_place(float scale, const Canvas& canvas, const Projection& p, std::span<const Rect> obstacles,
                              bool zoomed) {
  if (!overflows(canvas, p)) return std::nullopt;
  const float shrink = std::min(most_map_w * scale / canvas.scene_width, most_map_h * scale / canvas.scene_height);
  const float w = std::round(canvas.scene_width * shrink), h = std::round(canvas.scene_height * shrink);
  const float margin = map_margin * scale, step = map_step * scale;
  const Rect& c = canvas.rect;
  const Rect usual{c.x + c.w - w - margin, c.y + c.h - h - margin, w, h};
  const auto is_free = [&](const Rect& map) {
    const Point low = p.to_scene({map.x - margin, map.y - margin});
    const Point high = p.to_scene({map.x + w + margin, map.y + h + margin});
    return std::none_of(obstacles.begin(), obstacles.end(), [&](const Rect& o) {
      return o.x < high.x && low.x < o.x + o.w && o.y < high.y && low.y < o.y + o.h;
    });
  };
  // Numbers that stay in sight stand along the upper and the left edge.
  const float strip = (strip_h + 2 * strip_gap) * scale + margin;
  for (float y = usual.y; y >= c.y + strip; y -= step)
    for (float x = usual.x; x >= c.x + strip; x -= step)
      if (is_free({x, y, w, h})) return Rect{x, y, w, h};
  return zoomed ? std::optional(usual) : std::nullopt;
}

Point on_map(const Rect& map, const Canvas& canvas, Point pixel) {
  const float x = std::clamp((pixel.x - map.x) / map.w, 0.0F, 1.0F);
  const float y = std::clamp((pixel.y - map.y) / map.h, 0.0F, 1.0F);
  return {x * canvas.scene_width, y * canvas.scene_height};
}

void draw_map(const Ui& ui, const Rect& map, const Canvas& canvas, const Projection& p, const Scene& scene) {
  const float shrink = map.w / canvas.scene_width, edge = ui.px(4);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto at = [&](Point point) { return ImVec2(map.x + point.x * shrink, map.y + point.y * shrink); };
  const ImVec2 low(map.x - edge, map.y - edge), high(map.x + map.w + edge, map.y + map.h + edge);
  draw.AddRectFilled(low, high, ui.colors.panel, ui.px(4));
  draw.AddRect(low, high, ui.colors.border, ui.px(4), ui.line());
  for (const GridFrame& frame : scene.grids) {
    const Rect& c = frame.cells;
    draw.AddRectFilled(at({c.x, c.y}), at({c.x + c.w, c.y + c.h}), ui.colors.faint);
  }
  const auto inside = [&](Point pixel) {
    const Point scene_point = p.to_scene(pixel);
    return at(
        {std::clamp(scene_point.x, 0.0F, canvas.scene_width), std::clamp(scene_point.y, 0.0F, canvas.scene_height)});
  };
  const Rect& c = canvas.rect;
  draw.AddRect(inside({c.x, c.y}), inside({c.x + c.w, c.y + c.h}), ui.colors.accent, 0, 2 * ui.line());
}

}  // namespace tcviz::inline app_ui
