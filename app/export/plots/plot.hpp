// A plot as plain data: series of points, and horizontal lines to compare them with. The window, SVG and PNG all draw
// it.
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
  double low = 0, high = 0;  // quartiles of y; both 0: not known
  std::string name;          // shown when the pointer is on the point
};

struct PlotColor {
  Color on_dark, on_light;
};

struct PlotSeries {
  std::string key;   // series with the same key are shown and hidden together
  std::string name;  // full name, shown when the pointer is on the series
  PlotColor color;
  PlotMark mark = PlotMark::Disc;
  bool dashed = false;            // drawn dashed: a run on top of another
  std::vector<PlotPoint> points;  // with ascending x
  std::string end = {};           // text beside the last point: short name and value; empty: none
  bool quiet = false;             // drawn thin and grey, behind the others, without `end`
  bool long_dashes = false;       // drawn with long dashes, to tell apart series of one hue
};

// A horizontal line: the peak of the GPU, a goal, a ratio of 1.
struct PlotLine {
  double y = 0;
  std::string name;
};

struct PlotAxis {
  std::string name;
  int base = 0;  // base of a logarithmic axis, 2 or 10; 0: linear

  // Returns the position of a value on the axis: its logarithm, or on a linear axis the value.
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
  double place = 0;  // position, as returned by PlotAxis::place()
  std::string label;
};
// The range of an axis, with its ticks. A linear axis begins and ends at a tick; a linear y axis begins at 0.
struct PlotScale {
  double least = 0, most = 1;
  std::vector<PlotTick> ticks;
};
PlotScale x_scale(const Plot& plot);
PlotScale y_scale(const Plot& plot);

// A text at the right side of a plot: PlotSeries::end, or the name of a line.
struct PlotEnd {
  double x = 0, y = 0;                 // positions on the axes of the last point; for a line x is 0
  const PlotSeries* series = nullptr;  // null: it belongs to a line
  std::string_view text;
};
// Returns at most `most` texts, from top to bottom. Leaves out those of dashed series first, then those of the last
// ones.
std::vector<PlotEnd> plot_ends(const Plot& plot, std::size_t most);
// Moves the ascending positions `places` as little as possible, so that neighbours are at least `apart` from each other
// and all are between `low` and `high`.
void spread_out(std::vector<float>& places, float apart, float low, float high);

// Draws the plot for a file, on white.
Scene plot_scene(const Plot& plot);
std::string plot_svg(const Plot& plot);
Result<std::string> plot_png(const Plot& plot, double scale);

}  // namespace tcviz::inline app_export
