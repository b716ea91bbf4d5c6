// Draws a Plot (app/export/plots/plot.hpp) with ImPlot, with a tooltip for the point under the pointer.
#pragma once

#include <string_view>
#include <vector>

#include "app/export/plots/plot.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// The points of a series as positions on the axes; `low` and `high` are the lengths of the error bars.
struct PlotCurve {
  std::vector<double> x, y, low, high;
};
// A text at the right side of the plot.
struct PlacedEnd {
  PlotEnd end;
  ImVec2 at;  // position of the last point of its series; for a line, of its end at the frame
};

// A plot, prepared for drawing. The members below `fresh` are caches that draw_plot() keeps from frame to frame.
struct ShownPlot {
  Plot plot;
  PlotScale x, y;
  bool fresh = true;              // the axes must be set to their full range again
  std::vector<PlotCurve> curves;  // one for each series
  std::vector<PlotEnd> all_ends = {}, ends = {};
  std::size_t most_ends = 0;  // the maximum number for which `ends` was made
  std::vector<PlacedEnd> placed = {};
  std::vector<float> wanted = {}, heights = {};  // of the texts: wanted positions, and positions without overlap
  Rect ends_frame = {};
  std::vector<double> tick_places = {};
  std::vector<const char*> tick_labels = {};
};
ShownPlot shown_plot(Plot plot);

// Draws the plot. `id`: "##speed". `lit`: key of the series to be highlighted; empty: none.
void draw_plot(const Ui& ui, const char* id, ShownPlot& shown, ImVec2 size, std::string_view lit = {});

ImU32 plot_color(const Ui& ui, const PlotColor& color);
// Draws the mark of a series around `middle`.
void put_plot_mark(const Ui& ui, ImVec2 middle, PlotMark mark, ImU32 color);

}  // namespace tcviz::inline app_ui
