// A plot as plain data, the same for the screen, SVG and PNG: series of points over one axis, with lines to compare
// them with. Knows nothing of what was measured.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/scene/easel/scene.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_export {

enum class PlotMark : std::uint8_t { Disc, Square, Diamond, Triangle, Cross };

struct PlotPoint {
  double x = 0, y = 0;
  double low = 0, high = 0;  // quartiles; both 0: none
  std::string name;          // shown at the pointer
};

struct PlotColor {
  Color on_dark, on_light;
};

struct PlotSeries {
  std::string key;   // groups the series that are shown and hidden together
  std::string name;  // in full, at the pointer
  PlotColor color;
  PlotMark mark = PlotMark::Disc;
  bool dashed = false;            // it is laid over others
  std::vector<PlotPoint> points;  // x rises
  std::string end = {};           // text beside its last point: its name there, with the value; empty: none
  bool quiet = false;             // thin and grey, behind the others, without its end
  bool long_dashes = false;       // tells apart series of one hue
};

// A horizontal line: a peak, a goal, equality.
struct PlotLine {
  double y = 0;
  std::string name;
};

struct PlotAxis {
  std::string name;
  int base = 0;  // base of a logarithmic axis, 2 or 10; 0: linear

  // Returns the place of a value on the axis: its logarithm, or itself.
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
// The scale of an axis, from the lowest to the highest of the plotted values. A linear axis has whole steps at both
// ends, and its y begins at 0.
struct PlotScale {
  double least = 0, most = 1;
  std::vector<PlotTick> ticks;
};
PlotScale x_scale(const Plot& plot);
PlotScale y_scale(const Plot& plot);

// A text at the right of a plot, beside its place: the end of a series or the name of a line.
struct PlotEnd {
  double x = 0, y = 0;                 // places on the axes, of the last point; a line has no x
  const PlotSeries* series = nullptr;  // null: of a line
  std::string_view text;
};
// Returns the texts from top to bottom, at most `most`: those of series laid over others are left out first, then the
// last ones.
std::vector<PlotEnd> plot_ends(const Plot& plot, std::size_t most);
// Moves places that rise apart, as little as possible, and keeps them between `low` and `high`.
void spread_out(std::vector<float>& places, float apart, float low, float high);

// Draws the plot for paper: light, with names beside the ends.
Scene plot_scene(const Plot& plot);
std::string plot_svg(const Plot& plot);
Result<std::string> plot_png(const Plot& plot, double scale);

}  // namespace tcviz::inline app_export
