// A Plot on screen, by ImPlot: the points under the pointer are named. Knows nothing of what was measured.
#pragma once

#include <string_view>

#include "app/export/plot.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz {
inline namespace app_ui {

// A plot with its scales, made once and drawn often.
struct ShownPlot {
  Plot plot;
  PlotScale x, y;
  bool fresh = true;  // must be fitted into the frame again
};
ShownPlot shown_plot(Plot plot);

// `id`: "##speed". `lit`: the series of this key stand out; empty: all are alike.
void draw_plot(const Ui& ui, const char* id, ShownPlot& shown, ImVec2 size, std::string_view lit = {});

ImU32 plot_color(const Ui& ui, const PlotColor& color);
// Drawn like the marks of a series, around `middle`.
void put_plot_mark(const Ui& ui, ImVec2 middle, PlotMark mark, ImU32 color);

}  // namespace app_ui
}  // namespace tcviz
