// Plot -> Scene: strokes, discs and texts on paper, which SVG and PNG are written from.
#include <algorithm>
#include <cmath>

#include "app/export/plot.hpp"
#include "app/export/png_text.hpp"
#include "app/export/writers.hpp"
#include "app/scene/text_metrics.hpp"

namespace tcviz {
namespace {

constexpr float width = 960, height = 560, left = 84, legend = 232, top = 84, bottom = 60;
constexpr Color ink{0x1c, 0x20, 0x26}, dim{0x52, 0x5a, 0x67}, hair{0xdd, 0xe1, 0xe7}, strong{0x8a, 0x92, 0x9e};

// So that no mark lies on the frame.
PlotScale with_air(PlotScale scale) {
  const double air = (scale.most - scale.least) * 0.03;
  scale.least -= air;
  scale.most += air;
  return scale;
}

class Paper {
 public:
  explicit Paper(const Plot& plot) : plot_(plot), x_(with_air(x_scale(plot))), y_(with_air(y_scale(plot))) {
    scene_.width = width;
    scene_.height = height;
    scene_.background = {255, 255, 255};
    scene_.title = plot.title;
    scene_.description = plot.subtitle;
  }

  Scene draw() {
    text(left, 28, 17, ink, Align::Left, plot_.title, TextRole::Title);
    text(left, 50, 12, dim, Align::Left, plot_.subtitle, TextRole::Caption);
    axes();
    for (std::size_t n = 0; n < plot_.lines.size(); ++n) reference(plot_.lines[n]);
    for (const PlotSeries& series : plot_.series) draw_series(series);
    draw_legend();
    return std::move(scene_);
  }

 private:
  float x(double place) const {
    return left + static_cast<float>((place - x_.least) / (x_.most - x_.least)) * (width - left - legend);
  }
  float y(double place) const {
    return height - bottom - static_cast<float>((place - y_.least) / (y_.most - y_.least)) * (height - top - bottom);
  }

  void text(float at_x, float at_y, float size, Color color, Align align, const std::string& words,
            TextRole role = TextRole::AxisNumber) {
    scene_.texts.push_back({at_x, at_y, size, align, Face::Sans, role, color, words});
  }
  void stroke(Point from, Point to, float thickness, Color color) {
    scene_.strokes.push_back({from, to, thickness, color});
  }

  void axes() {
    for (const PlotTick& tick : y_.ticks) {
      stroke({left, y(tick.place)}, {width - legend, y(tick.place)}, 1, hair);
      text(left - 10, y(tick.place), 12, dim, Align::Right, tick.label);
    }
    for (const PlotTick& tick : x_.ticks) {
      stroke({x(tick.place), top}, {x(tick.place), height - bottom}, 1, hair);
      text(x(tick.place), height - bottom + 16, 12, dim, Align::Center, tick.label);
    }
    text(left, top - 14, 12.5F, ink, Align::Left, plot_.y.name, TextRole::AxisName);
    text(width - legend, height - bottom + 38, 12.5F, ink, Align::Right, plot_.x.name, TextRole::AxisName);
  }

  void reference(const PlotLine& line) {
    const float at = y(plot_.y.place(line.y));
    stroke({left, at}, {width - legend, at}, 1.25F, strong);
    text(width - legend - 6, at - 8, 11.5F, dim, Align::Right, line.name, TextRole::Caption);
  }

  void draw_series(const PlotSeries& series) {
    const Color color = series.color.on_light;
    const PlotPoint* before = nullptr;
    for (const PlotPoint& point : series.points) {
      if (before != nullptr) segment(place(*before), place(point), color, series.dashed);
      before = &point;
    }
    for (const PlotPoint& point : series.points) {
      const Point at = place(point);
      if (point.high > 0) stroke({at.x, y(plot_.y.place(point.low))}, {at.x, y(plot_.y.place(point.high))}, 1, color);
      mark(at, series.mark, color);
    }
  }

  Point place(const PlotPoint& point) const { return {x(plot_.x.place(point.x)), y(plot_.y.place(point.y))}; }

  void segment(Point from, Point to, Color color, bool dashed) {
    if (!dashed) return stroke(from, to, 2, color);
    const float length = std::hypot(to.x - from.x, to.y - from.y), dash = 6, period = 11;
    const auto at = [&](float way) {
      const float part = std::min(way / length, 1.0F);
      return Point{from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)};
    };
    for (float way = 0; way < length; way += period) stroke(at(way), at(way + dash), 1.75F, color);
  }

  void mark(Point at, PlotMark form, Color color) {
    constexpr float r = 4;
    const auto ring = [&](std::initializer_list<Point> corners) {
      const auto* const first = corners.begin();
      for (std::size_t n = 0; n < corners.size(); ++n) {
        const Point &a = first[n], &b = first[(n + 1) % corners.size()];
        stroke({at.x + a.x * r, at.y + a.y * r}, {at.x + b.x * r, at.y + b.y * r}, 2, color);
      }
    };
    if (form == PlotMark::Disc) stroke(at, at, 2 * r, color);
    if (form == PlotMark::Square) ring({{-0.8F, -0.8F}, {0.8F, -0.8F}, {0.8F, 0.8F}, {-0.8F, 0.8F}});
    if (form == PlotMark::Diamond) ring({{0, -1.1F}, {1.1F, 0}, {0, 1.1F}, {-1.1F, 0}});
    if (form == PlotMark::Triangle) ring({{0, -1.1F}, {1, 0.7F}, {-1, 0.7F}});
    if (form != PlotMark::Cross) return;
    stroke({at.x - r, at.y - r}, {at.x + r, at.y + r}, 2, color);
    stroke({at.x - r, at.y + r}, {at.x + r, at.y - r}, 2, color);
  }

  void draw_legend() {
    float at = top + 6;
    for (const PlotSeries& series : plot_.series) {
      if (series.points.empty()) continue;
      const float from = width - legend + 22;
      segment({from, at}, {from + 26, at}, series.color.on_light, series.dashed);
      mark({from + 13, at}, series.mark, series.color.on_light);
      for (const std::string& line : wrap_text(series.name, Face::Sans, 12.5F, legend - 68)) {
        text(from + 36, at, 12.5F, ink, Align::Left, line, TextRole::Legend);
        at += 17;
      }
      at += 6;
    }
  }

  const Plot& plot_;
  PlotScale x_, y_;
  Scene scene_;
};

}  // namespace

Scene plot_scene(const Plot& plot) { return Paper(plot).draw(); }

std::string plot_svg(const Plot& plot) { return write_plain_svg(plot_scene(plot)); }

Result<std::string> plot_png(const Plot& plot, double scale) {
  const Scene scene = plot_scene(plot);
  const Result<Raster> picture = draw_pixels(scene, scale);
  if (!picture) return picture.error();
  const std::vector<PngText> texts{{"Title", scene.title}, {"Description", scene.description}, {"Software", "tcviz"}};
  return encode_png(picture.value().width, picture.value().height, picture.value().rgba, texts);
}

}  // namespace tcviz
