// A Plot on screen, drawn by ImPlot, with a tooltip for the point under the pointer. Knows nothing of the measurements.
#pragma once

#include <string_view>
#include <vector>

#include "app/export/plots/plot.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// A series in places of the axes; `low` and `high` are lengths.
struct PlotCurve {
  std::vector<double> x, y, low, high;
};
struct PlacedEnd {
  PlotEnd end;
  ImVec2 at;  // of its last point; a line's begins at the frame
};

// A plot with its scales, made once and drawn often. The members below `fresh` are kept from frame to frame.
struct ShownPlot {
  Plot plot;
  PlotScale x, y;
  bool fresh = true;              // must be fitted into the frame again
  std::vector<PlotCurve> curves;  // of each series
  std::vector<PlotEnd> all_ends = {}, ends = {};
  std::size_t most_ends = 0;  // that `ends` was made for
  std::vector<PlacedEnd> placed = {};
  std::vector<float> wanted = {}, heights = {};  // of the ends: their own places, and moved apart
  Rect ends_frame = {};
  std::vector<double> tick_places = {};
  std::vector<const char*> tick_labels = {};
};
ShownPlot shown_plot(Plot plot);

// `id`: "##speed". `lit`: the series of this key stand out; empty: all are alike.
void draw_plot(const Ui& ui, const char* id, ShownPlot& shown, ImVec2 size, std::string_view lit = {});

ImU32 plot_color(const Ui& ui, const PlotColor& color);
// Draws a mark of a series around `middle`.
void put_plot_mark(const Ui& ui, ImVec2 middle, PlotMark mark, ImU32 color);

}  // namespace tcviz::inline app_ui
