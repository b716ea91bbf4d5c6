#include "app/scene/value_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/scene/palette.hpp"
#include "app/scene/text_metrics.hpp"
#include "app/scene/theme.hpp"
#include "app/scene/words.hpp"

namespace tcviz {
namespace {

constexpr float margin = 16, title_h = 30, title_size = 20, axis_h = 20, gutter = 28, gap = 1, between = 28;
constexpr float number_size = 14, cell_aspect = 0.72F, label_of_cell = 0.34F;
constexpr float legend_h = 18, legend_gap = 16, legend_step = 12;
constexpr int legend_steps = 21;
constexpr double faded = 0.15;
constexpr Color cold{33, 102, 172}, warm{217, 95, 2}, middle{232, 232, 232};

double largest(const ValueView& view) {
  double most = 0;
  for (const ValueGrid& grid : view.grids) {
    for (const double value : grid.values) {
      if (std::isfinite(value)) most = std::max(most, std::abs(value));
    }
  }
  return most > 0 ? most : 1;
}

class Builder {
 public:
  explicit Builder(const ValueView& view) : view_(view), colors_(theme_colors(view.theme)), most_(largest(view)) {
    cell_w_ = view.cell;
    cell_h_ = std::round(view.cell * cell_aspect);
  }

  Scene build() {
    scene_.background = colors_.background;
    scene_.grid_line = colors_.grid_line;
    const float step_x = view_.stacked ? 0 : grid_w() + gutter + between;
    const float step_y = view_.stacked ? grid_h() + title_h + axis_h + between : 0;
    for (std::size_t n = 0; n < view_.grids.size(); ++n) {
      add_grid(view_.grids[n], margin + gutter + static_cast<float>(n) * step_x,
               margin + title_h + axis_h + static_cast<float>(n) * step_y);
    }
    const auto more = static_cast<float>(view_.grids.empty() ? 0 : view_.grids.size() - 1);
    scene_.width = 2 * margin + gutter + grid_w() + more * step_x;
    const float bottom = margin + title_h + axis_h + grid_h() + more * step_y;
    add_legend(bottom + legend_gap);
    scene_.height = bottom + legend_gap + legend_h + margin;
    return std::move(scene_);
  }

 private:
  float grid_w() const { return static_cast<float>(view_.cols) * cell_w_; }
  float grid_h() const { return static_cast<float>(view_.rows) * cell_h_; }

  void add_grid(const ValueGrid& grid, float x, float y) {
    GridFrame frame;
    frame.lines = {x - gap, y - gap, grid_w() + gap, grid_h() + gap};
    frame.cells = {x, y, grid_w(), grid_h()};
    frame.cell_w = cell_w_;
    frame.cell_h = cell_h_;
    frame.rows = view_.rows;
    frame.cols = view_.cols;
    frame.layout = static_cast<std::uint8_t>(scene_.grids.size());
    scene_.texts.push_back({x, y - axis_h - title_h / 2, title_size, Align::Left, Face::Sans, TextRole::GridTitle,
                            colors_.ink, grid.title});
    add_numbers(x, y);
    for (int row = 0; row < view_.rows; ++row) {
      for (int col = 0; col < view_.cols; ++col) add_cell(grid, frame, row, col);
    }
    scene_.grids.push_back(frame);
  }

  void add_numbers(float x, float y) {
    for (int col = 0; col < view_.cols; ++col) {
      add_number(x + (static_cast<float>(col) + 0.5F) * cell_w_, y - axis_h / 2, Align::Center, col);
    }
    for (int row = 0; row < view_.rows; ++row) {
      add_number(x - 5, y + (static_cast<float>(row) + 0.5F) * cell_h_, Align::Right, row);
    }
  }

  void add_number(float x, float y, Align align, int number) {
    scene_.texts.push_back(
        {x, y, number_size, align, Face::Mono, TextRole::AxisNumber, colors_.quiet, fmt::format("{}", number)});
  }

  void add_cell(const ValueGrid& grid, const GridFrame& frame, int row, int col) {
    const auto n = static_cast<std::size_t>(row * view_.cols + col);
    const double value = grid.values[n];
    const Rect rect{frame.cells.x + static_cast<float>(col) * cell_w_,
                    frame.cells.y + static_cast<float>(row) * cell_h_, cell_w_ - gap, cell_h_ - gap};
    const bool bright = view_.lit.empty() || view_.lit[n];
    const Color full = value_color(value, most_);
    CellPart cell;
    cell.rect = rect;
    cell.fill = bright ? full : mixed(colors_.background, full, faded);
    cell.row = static_cast<std::int16_t>(row);
    cell.col = static_cast<std::int16_t>(col);
    cell.grid = static_cast<std::uint8_t>(scene_.grids.size());
    cell.hatch = std::isfinite(value) ? Hatch::None : Hatch::Forward;
    cell.faded = !bright;
    cell.differs =
        !grid.before.empty() && !(grid.before[n] == value) && !(std::isnan(grid.before[n]) && std::isnan(value));
    scene_.cells.push_back(cell);
    std::string label = value_label(value);
    if (label.empty()) return;
    scene_.texts.push_back({rect.x + rect.w / 2, rect.y + rect.h / 2, std::round(cell_w_ * label_of_cell),
                            Align::Center, Face::Mono, TextRole::CellLabel, label_color(cell.fill), std::move(label)});
  }

  void add_legend(float y) {
    const std::string low = value_label(-most_), high = value_label(most_);
    float x = margin + gutter;
    const auto text = [&](float at, std::string words) {
      scene_.texts.push_back({at, y + legend_h / 2, number_size, Align::Left, Face::Mono, TextRole::Legend,
                              colors_.quiet, std::move(words)});
    };
    text(x, low);
    x += text_width(low, Face::Mono, number_size) + 6;
    for (int n = 0; n < legend_steps; ++n) {
      const double value = most_ * (2.0 * n / (legend_steps - 1) - 1);
      scene_.swatches.push_back({{x, y, legend_step, legend_h}, value_color(value, most_)});
      x += legend_step;
    }
    text(x + 6, high);
  }

  const ValueView& view_;
  ThemeColors colors_;
  double most_;
  float cell_w_ = 0, cell_h_ = 0;
  Scene scene_;
};

}  // namespace

std::string value_label(double value) {
  if (std::isnan(value)) return {};
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (value == std::floor(value) && std::abs(value) < 10000) return fmt::format("{:.0f}", value == 0 ? 0.0 : value);
  for (int digits = 3; digits > 0; --digits) {
    std::string text = fmt::format("{:.{}g}", value, digits);
    if (text.size() <= 5) return text;
  }
  return fmt::format("{:.0e}", value);
}

Color value_color(double value, double most) {
  if (std::isnan(value)) return middle;
  const double part = std::isinf(value) ? 1 : std::min(1.0, std::abs(value) / most);
  return mixed(middle, value < 0 ? cold : warm, part);
}

Scene build_value_scene(const ValueView& view) { return Builder(view).build(); }

std::optional<ValueHit> hit_value(const Scene& scene, float x, float y) {
  for (std::size_t n = 0; n < scene.grids.size(); ++n) {
    const GridFrame& frame = scene.grids[n];
    if (!frame.cells.contains(x, y)) continue;
    return ValueHit{
        static_cast<int>(n),
        {static_cast<int>((y - frame.cells.y) / frame.cell_h), static_cast<int>((x - frame.cells.x) / frame.cell_w)}};
  }
  return std::nullopt;
}

}  // namespace tcviz
