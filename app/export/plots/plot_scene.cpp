// Plot -> Scene: strokes, discs and texts on paper, which SVG and PNG are written from.
#include <algorithm>
#include <cmath>

#include "app/export/figure/writers.hpp"
#include "app/export/ink/png_text.hpp"
#include "app/export/plots/plot.hpp"
#include "app/scene/easel/text_metrics.hpp"

namespace tcviz::inline app_export {
namespace {

constexpr float width = 960, height = 560, left = 84, top = 84, bottom = 60;
constexpr float end_size = 12.5F, end_step = 17, lead = 26, most_ends = 330;
constexpr Color ink{0x1c, 0x20, 0x26}, dim{0x52, 0x5a, 0x67}, hair{0xdd, 0xe1, 0xe7}, strong{0x8a, 0x92, 0x9e},
    quiet{0xc4, 0xc9, 0xd0};

// Widens a scale so that no mark lies on the frame.
PlotScale with_air(PlotScale scale) {
  const double air = (scale.most - scale.least) * 0.03;
  scale.least -= air;
  scale.most += air;
  return scale;
}

class Paper {
 public:
  explicit Paper(const Plot& plot) : plot_(plot), x_(with_air(x_scale(plot))), y_(with_air(y_scale(plot))) {
    ends_ = plot_ends(plot, static_cast<std::size_t>((height - top - bottom) / end_step));
    float widest = 40;
    for (const PlotEnd& end : ends_) widest = std::max(widest, text_width(end.text, Face::Sans, end_size));
    right_ = width - std::min(widest, most_ends) - lead - 12;
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
    for (const bool behind : {true, false}) {
      for (const PlotSeries& series : plot_.series)
        if (series.quiet == behind) draw_series(series);
    }
    draw_ends();
    return std::move(scene_);
  }

 private:
  float x(double place) const {
    return left + static_cast<float>((place - x_.least) / (x_.most - x_.least)) * (right_ - left);
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
      stroke({left, y(tick.place)}, {right_, y(tick.place)}, 1, hair);
      text(left - 10, y(tick.place), 12, dim, Align::Right, tick.label);
    }
    for (const PlotTick& tick : x_.ticks) {
      stroke({x(tick.place), top}, {x(tick.place), height - bottom}, 1, hair);
      text(x(tick.place), height - bottom + 16, 12, dim, Align::Center, tick.label);
    }
    text(left, top - 14, 12.5F, ink, Align::Left, plot_.y.name, TextRole::AxisName);
    text(right_, height - bottom + 38, 12.5F, ink, Align::Right, plot_.x.name, TextRole::AxisName);
  }

  void reference(const PlotLine& line) {
    const float at = y(plot_.y.place(line.y));
    stroke({left, at}, {right_, at}, 1.25F, strong);
  }

  void draw_series(const PlotSeries& series) {
    const Color color = series.quiet ? quiet : series.color.on_light;
    const PlotPoint* before = nullptr;
    for (const PlotPoint& point : series.points) {
      if (before != nullptr) segment(place(*before), place(point), color, series);
      before = &point;
    }
    if (series.quiet) return;
    for (const PlotPoint& point : series.points) {
      const Point at = place(point);
      if (point.high > 0) stroke({at.x, y(plot_.y.place(point.low))}, {at.x, y(plot_.y.place(point.high))}, 1, color);
      mark(at, series.mark, color);
    }
  }

  Point place(const PlotPoint& point) const { return {x(plot_.x.place(point.x)), y(plot_.y.place(point.y))}; }

  void segment(Point from, Point to, Color color, const PlotSeries& series) {
    const float weight = series.quiet ? 1.0F : 2.0F;
    if (series.quiet || (!series.dashed && !series.long_dashes)) return stroke(from, to, weight, color);
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    const float dash = series.dashed ? 4 : 12, period = series.dashed ? 8 : 17;
    const auto at = [&](float way) {
      const float part = std::min(way / length, 1.0F);
      return Point{from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)};
    };
    for (float way = 0; way < length; way += period) stroke(at(way), at(way + dash), 0.9F * weight, color);
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

  // Writes each end beside its place, moved apart from the others; a thin line leads there.
  void draw_ends() {
    std::vector<float> places;
    for (const PlotEnd& end : ends_) places.push_back(y(end.y));
    spread_out(places, end_step, top + 6, height - bottom - 6);
    for (std::size_t n = 0; n < ends_.size(); ++n) {
      const PlotEnd& end = ends_[n];
      const bool of_line = end.series == nullptr;
      const Color color = of_line ? dim : end.series->color.on_light;
      const float from = of_line ? right_ : x(end.x) + 7;
      stroke({from, y(end.y)}, {right_ + 4, y(end.y)}, 0.75F, of_line ? strong : color);
      stroke({right_ + 4, y(end.y)}, {right_ + lead - 6, places[n]}, 0.75F, of_line ? strong : color);
      text(right_ + lead, places[n], end_size, color, Align::Left, std::string(end.text), TextRole::Legend);
    }
  }

  const Plot& plot_;
  PlotScale x_, y_;
  std::vector<PlotEnd> ends_;
  float right_ = 0;  // right edge of the frame
  Scene scene_;
};

}  // namespace

Scene plot_scene(const Plot& plot) { return Paper(plot).draw(); }

std::string plot_svg(const Plot& plot) { return write_plain_svg(plot_scene(plot)); }

Result<std::string> plot_png(const Plot& plot, double scale) {
  const Scene scene = plot_scene(plot);
  const Result<Raster> picture = draw_pixels(scene, scale);
  TCVIZ_TRY(picture);
  const std::vector<PngText> texts{{"Title", scene.title}, {"Description", scene.description}, {"Software", "tcviz"}};
  return encode_png(picture.value().width, picture.value().height, picture.value().rgba, texts);
}

}  // namespace tcviz::inline app_export
