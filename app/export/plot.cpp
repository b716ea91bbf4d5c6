#include "app/export/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tcviz {
namespace {

constexpr int most_ticks = 8;

struct Span {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  void add(const PlotAxis& axis, double value) {
    const double place = axis.place(value);
    if (!std::isfinite(place)) return;
    least = std::min(least, place);
    most = std::max(most, place);
  }
  bool empty() const { return !(least <= most); }
};

std::string power(int base, double exponent) {
  if (base == 2) return fmt::format("{:.0f}", std::exp2(exponent));
  if (exponent < 0) return fmt::format("1e{:.0f}", exponent);
  std::string digits = fmt::format("{:.0f}", std::pow(10, exponent));
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

// Powers of the base, every second or third of them where there are many.
PlotScale logarithmic(const PlotAxis& axis, const Span& span) {
  PlotScale scale{span.least, span.most, {}};
  if (scale.most - scale.least < 1) scale.least = std::floor(span.least), scale.most = scale.least + 1;
  const double step = std::max(1.0, std::ceil((scale.most - scale.least) / most_ticks));
  for (double at = std::ceil(scale.least - 1e-9); at <= scale.most + 1e-9; at += step)
    scale.ticks.push_back({at, power(axis.base, at)});
  return scale;
}

// 1, 2, 2.5 or 5 times a power of ten.
double nice_step(double wanted) {
  const double unit = std::pow(10, std::floor(std::log10(wanted)));
  for (const double step : {1.0, 2.0, 2.5, 5.0}) {
    if (step * unit >= wanted) return step * unit;
  }
  return 10 * unit;
}

PlotScale linear(const Span& span, bool from_zero) {
  const double least = from_zero ? std::min(0.0, span.least) : span.least;
  const double most = span.most > least ? span.most : least + 1;
  const double step = nice_step((most - least) / (most_ticks - 1));
  PlotScale scale{std::floor(least / step) * step, std::ceil(most / step - 1e-9) * step, {}};
  const int count = static_cast<int>(std::lround((scale.most - scale.least) / step));
  for (int n = 0; n <= count; ++n) {
    const double at = scale.least + n * step;
    scale.ticks.push_back({at, fmt::format("{:g}", std::abs(at) < step / 1e6 ? 0 : at)});
  }
  return scale;
}

PlotScale scale_of(const PlotAxis& axis, const Span& span, bool from_zero) {
  if (span.empty()) return {};
  return axis.base != 0 ? logarithmic(axis, span) : linear(span, from_zero);
}

}  // namespace

double PlotAxis::place(double value) const {
  if (base == 0) return value;
  return base == 2 ? std::log2(value) : std::log10(value);
}

bool Plot::empty() const {
  return std::all_of(series.begin(), series.end(), [](const PlotSeries& s) { return s.points.empty(); });
}

PlotScale x_scale(const Plot& plot) {
  Span span;
  for (const PlotSeries& series : plot.series)
    for (const PlotPoint& point : series.points) span.add(plot.x, point.x);
  return scale_of(plot.x, span, false);
}

PlotScale y_scale(const Plot& plot) {
  Span span;
  for (const PlotSeries& series : plot.series) {
    for (const PlotPoint& point : series.points) {
      span.add(plot.y, point.y);
      if (point.high > 0) span.add(plot.y, point.high);
    }
  }
  for (const PlotLine& line : plot.lines) span.add(plot.y, line.y);
  return scale_of(plot.y, span, true);
}

}  // namespace tcviz
