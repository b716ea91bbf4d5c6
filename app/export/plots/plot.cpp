#include "app/export/plots/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tcviz::inline app_export {
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
  if (exponent < -2) return fmt::format("1e{:.0f}", exponent);
  if (exponent < 0) return fmt::format("{:g}", std::pow(10, exponent));
  std::string digits = fmt::format("{:.0f}", std::pow(10, exponent));
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

// Puts ticks at powers of the base, every second or third of them if there are many.
PlotScale logarithmic(const PlotAxis& axis, const Span& span) {
  PlotScale scale{span.least, span.most, {}};
  if (scale.most - scale.least < 1) scale.least = std::floor(span.least), scale.most = scale.least + 1;
  const double step = std::max(1.0, std::ceil((scale.most - scale.least) / most_ticks));
  for (double at = std::ceil(scale.least - 1e-9); at <= scale.most + 1e-9; at += step)
    scale.ticks.push_back({at, power(axis.base, at)});
  return scale;
}

// Returns 1, 2, 2.5 or 5 times a power of ten.
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

std::vector<PlotEnd> plot_ends(const Plot& plot, std::size_t most) {
  std::vector<PlotEnd> ends;
  for (const bool over : {false, true}) {
    for (const PlotSeries& series : plot.series) {
      if (series.quiet || series.end.empty() || series.points.empty() || series.dashed != over) continue;
      const PlotPoint& last = series.points.back();
      ends.push_back({plot.x.place(last.x), plot.y.place(last.y), &series, series.end});
    }
    if (over) continue;
    for (const PlotLine& line : plot.lines) ends.push_back({0, plot.y.place(line.y), nullptr, line.name});
  }
  if (ends.size() > most) ends.resize(most);
  std::stable_sort(ends.begin(), ends.end(), [](const PlotEnd& a, const PlotEnd& b) { return a.y > b.y; });
  return ends;
}

// Groups neighbours that would touch around the mean of their places; groups that meet become one.
void spread_out(std::vector<float>& places, float apart, float low, float high) {
  struct Group {
    float sum;  // sum of the places that its first member would have for each
    int count;
  };
  std::vector<Group> groups;
  const auto start = [](const Group& group) { return group.sum / static_cast<float>(group.count); };
  for (const float place : places) {
    groups.push_back({place, 1});
    while (groups.size() > 1) {
      const Group last = groups.back();
      Group& before = groups[groups.size() - 2];
      const float length = apart * static_cast<float>(before.count);
      if (start(before) + length <= start(last)) break;
      before.sum += last.sum - length * static_cast<float>(last.count);
      before.count += last.count;
      groups.pop_back();
    }
  }
  std::size_t at = 0;
  for (const Group& group : groups) {
    for (int n = 0; n < group.count; ++n) places[at++] = start(group) + apart * static_cast<float>(n);
  }
  float most = high;
  for (std::size_t n = places.size(); n-- > 0;) most = (places[n] = std::min(places[n], most)) - apart;
  float least = low;
  for (float& place : places) least = (place = std::max(place, least)) + apart;
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

}  // namespace tcviz::inline app_export
