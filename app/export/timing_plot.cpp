#include "app/export/timing_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/export/xml_text.hpp"

namespace tcviz {
namespace {

constexpr double width = 520, height = 320, left = 56, right = 20, top = 44, bottom = 48;

struct Dot {
  double x, y, low, high;
};

struct Frame {
  double least_x = 0, most_x = 1, most_y = 2;
  double x(double value) const {
    const double part = most_x > least_x ? (value - least_x) / (most_x - least_x) : 0.5;
    return left + part * (width - left - right);
  }
  double y(double value) const { return height - bottom - value / most_y * (height - top - bottom); }
};

std::vector<Dot> dots_of(const RunResult& result, Setting setting) {
  std::vector<Dot> dots;
  for (const Timing& t : result.timings) {
    if (t.setting == setting && t.skipped.empty())
      dots.push_back({std::log2(t.batch), t.ratio, t.ratio_low, t.ratio_high});
  }
  return dots;
}

std::string line(double x0, double y0, double x1, double y1, std::string_view style) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x0, y0, x1, y1, style);
}

std::string text(double x, double y, std::string_view anchor, std::string_view words) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     xml_escaped(words));
}

std::string series(const Frame& frame, const std::vector<Dot>& dots, std::string_view color, std::string_view dash) {
  std::string points, marks;
  for (const Dot& dot : dots) {
    points += fmt::format("{:.1f},{:.1f} ", frame.x(dot.x), frame.y(dot.y));
    marks += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", frame.x(dot.x), frame.y(dot.y),
                         color);
    marks +=
        line(frame.x(dot.x), frame.y(dot.low), frame.x(dot.x), frame.y(dot.high), fmt::format("stroke=\"{}\"", color));
  }
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" {}/>\n", points, color, dash) + marks;
}

}  // namespace

std::string timing_csv(const RunResult& result) {
  std::string csv = "operation,kind,executor,setting,batch,registers_ns,staged_ns,ratio,ratio_low,ratio_high,skipped\n";
  for (const Timing& t : result.timings) {
    csv +=
        fmt::format("{},{},\"{}\",{},{},", result.operation, result.kind, result.executor, name_of(t.setting), t.batch);
    csv += t.skipped.empty() ? fmt::format("{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},\n", t.registers_ns, t.staged_ns,
                                           t.ratio, t.ratio_low, t.ratio_high)
                             : fmt::format(",,,,,\"{}\"\n", t.skipped);
  }
  return csv;
}

std::string timing_svg(const RunResult& result) {
  const auto alone = dots_of(result, Setting::Alone), chain = dots_of(result, Setting::Chain);
  Frame frame;
  std::vector<Dot> all = alone;
  all.insert(all.end(), chain.begin(), chain.end());
  if (!all.empty()) frame.least_x = frame.most_x = all.front().x;
  for (const Dot& dot : all) {
    frame.least_x = std::min(frame.least_x, dot.x);
    frame.most_x = std::max(frame.most_x, dot.x);
    frame.most_y = std::max(frame.most_y, std::ceil(dot.high * 1.05));
  }
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      width, height);
  svg += text(left, 20, "start", fmt::format("{} on {}, {}", result.operation, result.kind, result.executor));
  svg += text(left, 36, "start", "shared memory / registers: solid in a chain, dashed alone");
  const double step = std::max(1.0, std::ceil(frame.most_y / 6));
  for (double y = 0; y <= frame.most_y; y += step) {
    svg += line(left, frame.y(y), width - right, frame.y(y), y == 1 ? "stroke=\"#555\"" : "stroke=\"#ddd\"");
    svg += text(left - 8, frame.y(y) + 4, "end", fmt::format("{:g}", y));
  }
  for (const Dot& dot : chain.empty() ? alone : chain)
    svg += text(frame.x(dot.x), height - bottom + 18, "middle", fmt::format("2^{:g}", dot.x));
  svg += text((left + width - right) / 2, height - 10, "middle", "fragments");
  svg += series(frame, alone, "#4477aa", "stroke-dasharray=\"5 3\"") + series(frame, chain, "#cc5500", "");
  return svg + "</svg>\n";
}

}  // namespace tcviz
