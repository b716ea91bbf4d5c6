#include "app/ui/plot_view.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "implot.h"

namespace tcviz {
namespace {

constexpr float reach = 14, mark_size = 4;  // points

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

void setup_axis(ImAxis axis, const PlotScale& scale, bool fresh) {
  std::vector<double> places;
  std::vector<const char*> labels;
  for (const PlotTick& tick : scale.ticks) {
    places.push_back(tick.place);
    labels.push_back(tick.label.c_str());
  }
  const double air = (scale.most - scale.least) * 0.03;
  ImPlot::SetupAxisLimits(axis, scale.least - air, scale.most + air, fresh ? ImPlotCond_Always : ImPlotCond_Once);
  if (!places.empty()) ImPlot::SetupAxisTicks(axis, places.data(), static_cast<int>(places.size()), labels.data());
}

struct Places {
  std::vector<double> x, y, low, high;
};
Places places_of(const Plot& plot, const PlotSeries& series) {
  Places places;
  for (const PlotPoint& point : series.points) {
    const double y = plot.y.place(point.y);
    places.x.push_back(plot.x.place(point.x));
    places.y.push_back(y);
    places.low.push_back(point.high > 0 ? y - plot.y.place(point.low) : 0);
    places.high.push_back(point.high > 0 ? plot.y.place(point.high) - y : 0);
  }
  return places;
}

// ImPlot draws no dashes: a pair of points for each.
void draw_dashes(const Ui& ui, const Places& places, ImU32 color, float weight) {
  ImDrawList& draw = *ImPlot::GetPlotDrawList();
  const float dash = ui.px(5), period = ui.px(9);
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

void draw_series(const Ui& ui, const char* id, const Plot& plot, const PlotSeries& series, std::string_view lit) {
  const bool faded = !lit.empty() && lit != series.key;
  const ImU32 solid = plot_color(ui, series.color);
  const ImU32 color = faded ? (solid & ~IM_COL32_A_MASK) | (ImU32{60} << IM_COL32_A_SHIFT) : solid;
  const float weight = (lit == series.key ? 3.0F : 1.75F) * ui.scale;
  const Places places = places_of(plot, series);
  const int count = static_cast<int>(places.x.size());
  if (series.dashed) draw_dashes(ui, places, color, weight);
  if (!series.dashed) {
    ImPlot::PlotErrorBars(id, places.x.data(), places.y.data(), places.low.data(), places.high.data(), count,
                          {ImPlotProp_LineColor, vec(color), ImPlotProp_LineWeight, ui.line(), ImPlotProp_Size, 0.0F});
    ImPlot::PlotLine(id, places.x.data(), places.y.data(), count,
                     {ImPlotProp_LineColor, vec(color), ImPlotProp_LineWeight, weight});
  }
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

// They stand above the line at the left end, over what is plotted; a name that would lie on the one before goes on
// behind it, or, where the plot ends too soon, below its own line.
void draw_line_names(const Ui& ui, const Plot& plot) {
  const ImVec2 low = ImPlot::GetPlotPos();
  const float end = low.x + ImPlot::GetPlotSize().x;
  const ImU32 ground = (ui.colors.panel & ~IM_COL32_A_MASK) | (ImU32{190} << IM_COL32_A_SHIFT);
  ImPlot::PushPlotClipRect();
  ImVec2 before(low.x, -ui.px(100));  // the end of the name before
  for (const PlotLine& line : plot.lines) {
    const float y = height_of(plot, line);
    const ImVec2 text = text_size(ui, ui.fonts.sans, 12, line.name);
    const bool above = y - text.y - ui.px(3) > low.y;
    ImVec2 at(low.x + ui.px(8), above ? y - text.y - ui.px(1) : y + ui.px(1));
    if (std::abs(at.y - before.y) < text.y) {
      const float behind = before.x + ui.px(14);
      if (behind + text.x < end) at.x = behind;
      if (behind + text.x >= end) at.y = std::max(y, before.y + text.y - ui.px(2)) + ui.px(1);
    }
    ImPlot::GetPlotDrawList()->AddRectFilled({at.x - ui.px(3), at.y}, {at.x + text.x + ui.px(3), at.y + text.y},
                                             ground);
    put_text(ui, ui.fonts.sans, 12, at, ui.colors.dim, line.name);
    before = {at.x + text.x, at.y};
  }
  ImPlot::PopPlotClipRect();
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
  if (!ImGui::BeginTooltip()) return;
  label(ui, ui.colors.text, near->point->name);
  if (near->point->high > 0) label(ui, ui.colors.dim, "the bar: quartiles of the repetitions");
  ImGui::EndTooltip();
}

}  // namespace

ShownPlot shown_plot(Plot plot) {
  PlotScale x = x_scale(plot), y = y_scale(plot);
  return {std::move(plot), std::move(x), std::move(y), true};
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
  if (ImPlot::BeginPlot(id, size, flags)) {
    const int axis = static_cast<int>(ImPlotAxisFlags_NoTickMarks) | static_cast<int>(ImPlotAxisFlags_NoSideSwitch);
    ImPlot::SetupAxes(shown.plot.x.name.c_str(), shown.plot.y.name.c_str(), axis, axis);
    setup_axis(ImAxis_X1, shown.x, shown.fresh);
    setup_axis(ImAxis_Y1, shown.y, shown.fresh);
    shown.fresh = false;
    draw_lines(ui, shown.plot);
    for (std::size_t n = 0; n < shown.plot.series.size(); ++n) {
      ImGui::PushID(static_cast<int>(n));
      draw_series(ui, "##series", shown.plot, shown.plot.series[n], lit);
      ImGui::PopID();
    }
    draw_line_names(ui, shown.plot);
    tell_point(ui, shown.plot);
    ImPlot::EndPlot();
  }
  ImGui::PopStyleVar();
  pop_style();
}

}  // namespace tcviz
