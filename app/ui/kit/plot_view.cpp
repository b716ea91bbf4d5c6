#include "app/ui/kit/plot_view.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "app/session/whole/document.hpp"
#include "implot.h"

namespace tcviz::inline app_ui {
namespace {

constexpr float reach = 14, mark_size = 4, end_size = 12.5F, end_step = 16, end_lead = 22;  // points
constexpr float most_ends = 0.36F;                                                          // of the width

constexpr std::array<ImPlotMarker, 5> markers{ImPlotMarker_Circle, ImPlotMarker_Square, ImPlotMarker_Diamond,
                                              ImPlotMarker_Up, ImPlotMarker_Cross};

ImVec4 vec(ImU32 color) { return ImGui::ColorConvertU32ToFloat4(color); }

void push_style(const Ui& ui) {
  const auto color = [](ImPlotCol target, ImU32 value) { ImPlot::PushStyleColor(target, vec(value)); };
  color(ImPlotCol_FrameBg, IM_COL32_BLACK_TRANS);
  color(ImPlotCol_PlotBg, IM_COL32_BLACK_TRANS);
  color(ImPlotCol_PlotBorder, ui.colors.border);
  color(ImPlotCol_AxisText, ui.colors.dim);
  color(ImPlotCol_AxisGrid, ui.colors.border);
  color(ImPlotCol_AxisBgHovered, ui.colors.field_hover);
  color(ImPlotCol_InlayText, ui.colors.dim);
  ImPlot::PushStyleVar(ImPlotStyleVar_PlotPadding, ImVec2(ui.px(14), ui.px(6)));
  ImPlot::PushStyleVar(ImPlotStyleVar_LabelPadding, ImVec2(ui.px(6), ui.px(4)));
  ImPlot::PushStyleVar(ImPlotStyleVar_PlotMinSize, ImVec2(ui.px(120), ui.px(80)));
}
void pop_style() {
  ImPlot::PopStyleVar(3);
  ImPlot::PopStyleColor(7);
}

// Sets an axis up with at most `most` labels: of more, every second or third one stays.
void setup_axis(ImAxis axis, ShownPlot& shown, const PlotScale& scale, float most) {
  std::vector<double>& places = shown.tick_places;
  std::vector<const char*>& labels = shown.tick_labels;
  places.clear();
  labels.clear();
  const auto step =
      std::max(1, static_cast<int>(std::ceil(static_cast<float>(scale.ticks.size()) / std::max(1.0F, most))));
  for (std::size_t n = 0; n < scale.ticks.size(); n += static_cast<std::size_t>(step)) {
    const PlotTick& tick = scale.ticks[n];
    places.push_back(tick.place);
    labels.push_back(tick.label.c_str());
  }
  const double air = (scale.most - scale.least) * 0.03;
  ImPlot::SetupAxisLimits(axis, scale.least - air, scale.most + air, shown.fresh ? ImPlotCond_Always : ImPlotCond_Once);
  if (!places.empty()) ImPlot::SetupAxisTicks(axis, places.data(), static_cast<int>(places.size()), labels.data());
}

PlotCurve places_of(const Plot& plot, const PlotSeries& series) {
  PlotCurve places;
  for (const PlotPoint& point : series.points) {
    const double y = plot.y.place(point.y);
    places.x.push_back(plot.x.place(point.x));
    places.y.push_back(y);
    places.low.push_back(point.high > 0 ? y - plot.y.place(point.low) : 0);
    places.high.push_back(point.high > 0 ? plot.y.place(point.high) - y : 0);
  }
  return places;
}

ImU32 series_color(const Ui& ui, const PlotSeries& series, std::string_view lit) {
  const ImU32 solid = plot_color(ui, series.color);
  if (lit == series.key) return solid;
  if (series.quiet) return (ui.colors.faint & ~IM_COL32_A_MASK) | (ImU32{110} << IM_COL32_A_SHIFT);
  return lit.empty() ? solid : (solid & ~IM_COL32_A_MASK) | (ImU32{60} << IM_COL32_A_SHIFT);
}

// Draws a pair of points for each dash, since ImPlot has no dashed lines.
void draw_dashes(const Ui& ui, const PlotCurve& places, ImU32 color, float weight, bool is_long) {
  ImDrawList& draw = *ImPlot::GetPlotDrawList();
  const float dash = ui.px(is_long ? 13 : 4), period = ui.px(is_long ? 18 : 8);
  for (std::size_t n = 1; n < places.x.size(); ++n) {
    const ImVec2 from = ImPlot::PlotToPixels(places.x[n - 1], places.y[n - 1]);
    const ImVec2 to = ImPlot::PlotToPixels(places.x[n], places.y[n]);
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    const auto at = [&](float way) {
      const float part = std::min(way / length, 1.0F);
      return ImVec2(from.x + part * (to.x - from.x), from.y + part * (to.y - from.y));
    };
    for (float way = 0; way < length; way += period) draw.AddLine(at(way), at(way + dash), color, weight);
  }
}

void draw_series(const Ui& ui, const char* id, const PlotCurve& places, const PlotSeries& series,
                 std::string_view lit) {
  const bool is_lit = lit == series.key, quiet = series.quiet && !is_lit;
  const ImU32 color = series_color(ui, series, lit);
  const float weight = (is_lit ? 3.0F : quiet ? 1.0F : 1.75F) * ui.scale;
  const int count = static_cast<int>(places.x.size());
  if (!quiet)
    ImPlot::PlotErrorBars(id, places.x.data(), places.y.data(), places.low.data(), places.high.data(), count,
                          {ImPlotProp_LineColor, vec(color), ImPlotProp_LineWeight, ui.line(), ImPlotProp_Size, 0.0F});
  const bool dashes = series.dashed || (series.long_dashes && !quiet);
  if (dashes) draw_dashes(ui, places, color, weight, !series.dashed);
  if (!dashes) {
    ImPlot::PlotLine(id, places.x.data(), places.y.data(), count,
                     {ImPlotProp_LineColor, vec(color), ImPlotProp_LineWeight, weight});
  }
  if (quiet) return;
  ImPlot::PlotScatter(id, places.x.data(), places.y.data(), count,
                      {ImPlotProp_Marker, markers[static_cast<std::size_t>(series.mark)], ImPlotProp_MarkerSize,
                       mark_size * ui.scale, ImPlotProp_MarkerFillColor, vec(color), ImPlotProp_MarkerLineColor,
                       vec(color), ImPlotProp_LineWeight, 1.5F * ui.scale});
}

float height_of(const Plot& plot, const PlotLine& line) {
  return std::round(ImPlot::PlotToPixels(0, plot.y.place(line.y)).y);
}

void draw_lines(const Ui& ui, const Plot& plot) {
  const ImVec2 low = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
  ImPlot::PushPlotClipRect();
  for (const PlotLine& line : plot.lines) {
    const float y = height_of(plot, line);
    ImPlot::GetPlotDrawList()->AddLine({low.x, y}, {low.x + size.x, y}, ui.colors.faint, ui.line());
  }
  ImPlot::PopPlotClipRect();
}

// Finds the places of the curves' labels. Curves that end outside the frame have none. Call it while the plot is drawn.
void place_ends(const Ui& ui, ShownPlot& shown) {
  const ImVec2 low = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
  const auto most = static_cast<std::size_t>(std::max(0.0F, size.y / ui.px(end_step)));
  if (shown.most_ends != most) shown.ends = plot_ends(shown.plot, most);
  shown.most_ends = most;
  shown.placed.clear();
  for (const PlotEnd& end : shown.ends) {
    ImVec2 at = ImPlot::PlotToPixels(end.x, end.y);
    if (end.series == nullptr) at.x = low.x + size.x;
    if (at.y >= low.y - 1 && at.y <= low.y + size.y + 1 && at.x >= low.x) shown.placed.push_back({end, at});
  }
}

// Moves labels apart, only if a curve ends elsewhere or the frame is another one.
void spread_ends(const Ui& ui, ShownPlot& shown, const Rect& frame) {
  const auto is_at = [](const PlacedEnd& each, float y) { return each.at.y == y; };
  const bool same =
      shown.ends_frame.y == frame.y && shown.ends_frame.h == frame.h &&
      std::equal(shown.placed.begin(), shown.placed.end(), shown.wanted.begin(), shown.wanted.end(), is_at);
  if (same) return;
  shown.ends_frame = frame;
  shown.wanted.clear();
  for (const PlacedEnd& each : shown.placed) shown.wanted.push_back(each.at.y);
  shown.heights = shown.wanted;
  const float half = ui.px(end_step) / 2;
  spread_out(shown.heights, ui.px(end_step), frame.y + half, frame.y + frame.h - half);
}

// Draws each curve's label beside the frame, with a thin line that leads there.
void draw_ends(const Ui& ui, ShownPlot& shown, const Rect& frame, float width, std::string_view lit) {
  spread_ends(ui, shown, frame);
  const std::vector<PlacedEnd>& ends = shown.placed;
  const std::vector<float>& heights = shown.heights;
  const float right = frame.x + frame.w;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (std::size_t n = 0; n < ends.size(); ++n) {
    const PlotSeries* const series = ends[n].end.series;
    const ImU32 color = series != nullptr ? series_color(ui, *series, lit) : ui.colors.dim;
    const ImVec2 at = ends[n].at, edge(right + ui.px(3), at.y), text(right + ui.px(end_lead), heights[n]);
    const float from = std::min(at.x + (series != nullptr ? ui.px(7) : 0), edge.x);
    const ImU32 thin = (color & ~IM_COL32_A_MASK) | (ImU32{130} << IM_COL32_A_SHIFT);
    draw.AddLine({from, at.y}, edge, thin, ui.line());
    draw.AddLine(edge, {text.x - ui.px(5), text.y}, thin, ui.line());
    const float height = text_size(ui, ui.fonts.sans, end_size, ends[n].end.text).y;
    put_text_cut(ui, ui.fonts.sans, end_size, {text.x, text.y - height / 2}, width - ui.px(end_lead), color,
                 ends[n].end.text);
  }
}

// Returns the width that the labels need beside the frame: at most a part of the room.
float ends_width(const Ui& ui, ShownPlot& shown, float room) {
  float widest = 0;
  const Plot& plot = shown.plot;
  if (shown.all_ends.empty()) shown.all_ends = plot_ends(plot, plot.series.size() + plot.lines.size());
  for (const PlotEnd& end : shown.all_ends)
    widest = std::max(widest, text_size(ui, ui.fonts.sans, end_size, end.text).x);
  return widest > 0 ? std::round(std::min(widest + ui.px(end_lead + 2), room * most_ends)) : 0;
}

struct Near {
  const PlotSeries* series;
  const PlotPoint* point;
  ImVec2 at;
};
std::optional<Near> point_at(const Plot& plot, ImVec2 mouse, float most) {
  std::optional<Near> best;
  for (const PlotSeries& series : plot.series) {
    for (const PlotPoint& point : series.points) {
      const ImVec2 at = ImPlot::PlotToPixels(plot.x.place(point.x), plot.y.place(point.y));
      const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
      if (distance > most) continue;
      most = distance;
      best = Near{&series, &point, at};
    }
  }
  return best;
}

void tell_point(const Ui& ui, const Plot& plot) {
  if (!ImPlot::IsPlotHovered()) return;
  const auto near = point_at(plot, ImGui::GetMousePos(), ui.px(reach));
  if (!near) return;
  ImPlot::GetPlotDrawList()->AddCircle(near->at, ui.px(8), ui.colors.text, 0, 1.5F * ui.scale);
  if (!begin_tip(ui)) return;
  label(ui, ui.colors.text, near->point->name);
  if (near->point->high > 0) label(ui, ui.colors.dim, "the bar: quartiles of the repetitions");
  ImGui::EndTooltip();
}

}  // namespace

ShownPlot shown_plot(Plot plot) {
  PlotScale x = x_scale(plot), y = y_scale(plot);
  std::vector<PlotCurve> curves;
  for (const PlotSeries& series : plot.series) curves.push_back(places_of(plot, series));
  return {std::move(plot), std::move(x), std::move(y), true, std::move(curves)};
}

ImU32 plot_color(const Ui& ui, const PlotColor& color) {
  const Color& c = ui.document.theme == Theme::Light ? color.on_light : color.on_dark;
  return IM_COL32(c.r, c.g, c.b, 255);
}

void put_plot_mark(const Ui& ui, ImVec2 m, PlotMark mark, ImU32 color) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float r = mark_size * ui.scale;
  if (mark == PlotMark::Disc) draw.AddCircleFilled(m, r, color);
  if (mark == PlotMark::Square) draw.AddRectFilled({m.x - r, m.y - r}, {m.x + r, m.y + r}, color);
  if (mark == PlotMark::Diamond)
    draw.AddQuadFilled({m.x, m.y - 1.2F * r}, {m.x + 1.2F * r, m.y}, {m.x, m.y + 1.2F * r}, {m.x - 1.2F * r, m.y},
                       color);
  if (mark == PlotMark::Triangle)
    draw.AddTriangleFilled({m.x, m.y - 1.1F * r}, {m.x + 1.1F * r, m.y + 0.9F * r}, {m.x - 1.1F * r, m.y + 0.9F * r},
                           color);
  if (mark != PlotMark::Cross) return;
  draw.AddLine({m.x - r, m.y - r}, {m.x + r, m.y + r}, color, 2 * ui.scale);
  draw.AddLine({m.x - r, m.y + r}, {m.x + r, m.y - r}, color, 2 * ui.scale);
}

void draw_plot(const Ui& ui, const char* id, ShownPlot& shown, ImVec2 size, std::string_view lit) {
  push_style(ui);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  const int flags = static_cast<int>(ImPlotFlags_NoMenus) | static_cast<int>(ImPlotFlags_NoLegend) |
                    static_cast<int>(ImPlotFlags_NoMouseText) | static_cast<int>(ImPlotFlags_NoBoxSelect);
  const float beside = ends_width(ui, shown, size.x);
  if (ImPlot::BeginPlot(id, {size.x - beside, size.y}, flags)) {
    const int axis = static_cast<int>(ImPlotAxisFlags_NoTickMarks) | static_cast<int>(ImPlotAxisFlags_NoSideSwitch);
    ImPlot::SetupAxes(shown.plot.x.name.c_str(), shown.plot.y.name.c_str(), axis, axis);
    setup_axis(ImAxis_X1, shown, shown.x, (size.x - beside) / ui.px(50));
    setup_axis(ImAxis_Y1, shown, shown.y, size.y / ui.px(24));
    shown.fresh = false;
    draw_lines(ui, shown.plot);
    for (const bool behind : {true, false}) {
      for (std::size_t n = 0; n < shown.plot.series.size(); ++n) {
        const PlotSeries& series = shown.plot.series[n];
        if ((series.quiet && series.key != lit) != behind) continue;
        ImGui::PushID(static_cast<int>(n));
        draw_series(ui, "##series", shown.curves[n], series, lit);
        ImGui::PopID();
      }
    }
    tell_point(ui, shown.plot);
    place_ends(ui, shown);
    const ImVec2 low = ImPlot::GetPlotPos(), extent = ImPlot::GetPlotSize();
    ImPlot::EndPlot();
    draw_ends(ui, shown, {low.x, low.y, extent.x, extent.y}, beside, lit);
  }
  ImGui::PopStyleVar();
  pop_style();
}

}  // namespace tcviz::inline app_ui
