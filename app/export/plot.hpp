// A plot as plain data, the same for the screen, SVG and PNG: series of points over one axis, with lines to hold them
// against. Knows nothing of what was measured.
#pragma once

#include <string>
#include <vector>

#include "app/scene/scene.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz {

enum class PlotMark : std::uint8_t { Disc, Square, Diamond, Triangle, Cross };

struct PlotPoint {
  double x = 0, y = 0;
  double low = 0, high = 0;  // quartiles; both 0: none
  std::string name;          // what the pointer is told
};

struct PlotColor {
  Color on_dark, on_light;
};

struct PlotSeries {
  std::string key;   // groups what is shown and hidden together
  std::string name;  // in the legend
  PlotColor color;
  PlotMark mark = PlotMark::Disc;
  bool dashed = false;
  std::vector<PlotPoint> points;  // x rises
};

// A horizontal line: a peak, a goal, equality.
struct PlotLine {
  double y = 0;
  std::string name;
};

struct PlotAxis {
  std::string name;
  int base = 0;  // of a logarithmic axis, 2 or 10; 0: linear

  // Where a value lies on the axis: its logarithm, or itself.
  double place(double value) const;
};

struct Plot {
  std::string title, subtitle;  // subtitle: device, driver, date
  PlotAxis x, y;
  std::vector<PlotSeries> series;
  std::vector<PlotLine> lines;
  bool empty() const;
};

struct PlotTick {
  double place = 0;  // as PlotAxis::place has it
  std::string label;
};
// From the lowest to the highest of what is plotted; a linear axis has whole steps at both ends, and its y begins at 0.
struct PlotScale {
  double least = 0, most = 1;
  std::vector<PlotTick> ticks;
};
PlotScale x_scale(const Plot& plot);
PlotScale y_scale(const Plot& plot);

// On paper: light, with a legend at the right.
Scene plot_scene(const Plot& plot);
std::string plot_svg(const Plot& plot);
Result<std::string> plot_png(const Plot& plot, double scale);

}  // namespace tcviz
